"""My matches: statistics with pictures, a list to be searched, and the ways back into a match."""

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.people import Veteran
from tests.e2e.site import Site


@pytest.fixture(scope="module")
def ann(site: Site) -> Veteran:
    ann = Veteran(site)
    ann.matches(3, seats=["me", "random"], end={"rounds": 1})
    ann.matches(1, rules="neeps-4", seats=["me", "random", "club", "random"], end={"rounds": 1})
    ann.guest.table(seats=["me", "random"], end={"rounds": 1})  # still under way
    return ann


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_my_matches(visit: Opened, ann: Veteran, viewport: dict[str, int]) -> None:
    page = visit("/", viewport=viewport, storage_state=ann.state, bypass_csp=True)
    page.locator("[data-matches]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("main[data-matches='4']")
    assert page.locator("[data-resume]").count() == 1
    assert page.locator("[data-figures='haggis-2'] [data-form='3'] circle").count() == 3
    clean(page, "my matches")
    page.get_by_role("radio", name=t("game.name", "neeps-4")).check(force=True)
    page.wait_for_selector("[data-figures='neeps-4']")
    page.get_by_text(t("stats.bot", level=t("bot.level", "club"))).wait_for()
    page.locator("[data-filter=preset]").focus()
    page.keyboard.press("ArrowDown")  # by the keyboard alone
    page.wait_for_selector("main[data-matches='3'], main[data-matches='1']")
    page.select_option("[data-filter=preset]", "")
    page.fill("[data-filter=name]", "nobody of this name")
    page.get_by_text(t("matches.noneFit")).wait_for()
    page.fill("[data-filter=name]", "ann")
    page.wait_for_selector("main[data-matches='4']")
    page.locator("[data-match]").last.get_by_role("link", name=t("matches.replay")).click()
    page.wait_for_selector("[data-step]")
    page.go_back()
    page.wait_for_selector("main[data-matches='4']")
    page.locator("[data-match]").last.get_by_role("link", name=t("matches.review")).click()
    page.wait_for_url("**/review/*")


@needs_axe
def test_nobody_has_played_yet(visit: Opened) -> None:
    page = visit("/matches", bypass_csp=True, viewport=PHONE)
    page.get_by_role("heading", name=t("matches.none")).wait_for()
    clean(page, "no matches")
