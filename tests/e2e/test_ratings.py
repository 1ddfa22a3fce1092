"""Ratings in a browser: a rated table is made by choice, and the leaderboard shows what it changed."""

import pytest

from tests.e2e.axe import findings, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.people import Veteran
from tests.e2e.playing import MORE, READY
from tests.e2e.site import Site


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_rated_match(visit: Opened, site: Site, viewport: dict[str, int]) -> None:
    ann = Veteran(site)
    page = visit("/", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    page.click("[data-make=haggis-2]")
    page.click(MORE)
    page.locator("[data-rated]").focus()
    page.keyboard.press("Space")
    page.locator("dialog").get_by_label(t("form.seat", seat=2)).select_option("club")
    page.locator("[data-create]").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector(READY)
    assert page.locator("[data-hint]").count() == 0, "no hints in a rated match"
    table = page.url.split("/")[-1]
    assert page.request.get(f"/api/tables/{table}").json()["rated"]
    page.goto("/ratings")
    page.wait_for_selector("[data-ratings]:not([data-ratings=loading])")
    ann.play(table)
    page.goto("/ratings")
    page.wait_for_selector("[data-me]")
    assert t("ratings.provisional") in page.locator("[data-me]").inner_text()
    found = findings(page)
    assert found == [], "\n".join(found)
    fits(page)
