"""Today's deals in a browser: play one, leave, come back, and see how the others did."""

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.people import Veteran
from tests.e2e.playing import READY
from tests.e2e.site import Site


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_deal_of_the_day(visit: Opened, site: Site, viewport: dict[str, int]) -> None:
    ann = Veteran(site)
    page = visit("/", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    page.get_by_role("link", name=t("home.door", "today")).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-deal='4'][data-state=play]")
    clean(page, "today")
    page.locator("[data-deal='2'] [data-play-deal]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(READY)
    assert page.locator("[data-hint]").count() == 0, "no hints while it counts"
    table = page.url.split("/")[-1]
    page.goto("/daily/haggis-2")
    page.get_by_role("button", name=t("daily.act", "goOn", deal=2)).click()
    page.wait_for_url(f"**/table/{table}")
    page.goto("/daily/haggis-2")
    ann.play(table)
    page.goto(f"/table/{table}")
    page.get_by_role("link", name=t("end.compare")).click()
    page.wait_for_selector("[data-deal='2'][data-state=done]")
    page.locator("[data-deal='2'] summary").click()
    page.wait_for_selector("[data-deal='2'] [data-me]")
    page.wait_for_selector("[data-deal='2'] tr.bot", timeout=120_000)  # the bots have played it too
    clean(page, "a result")
    page.get_by_text(t("daily.closed")).wait_for()
    page.locator("[data-before]").click()
    page.wait_for_selector("[data-daily=over]")
    page.get_by_role("button", name=t("daily.act", "practise", deal=1)).wait_for()
    clean(page, "the day before")
