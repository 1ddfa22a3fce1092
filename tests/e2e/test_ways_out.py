"""Where something goes wrong the page says so and offers a way on: no connection, old links, long names, midnight."""

import re
import time
from typing import Any

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.people import Veteran
from tests.e2e.reviewing import wait_for_stage
from tests.e2e.site import Site

SMALL = {"width": 360, "height": 740}
WIDE = "W" * 20  # the longest name
ALERT = "[role=alert]"
IN_SIGHT = """one => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight }"""


def cut(route: Any) -> None:
    """As if the connection were gone."""
    route.abort("connectionrefused")


@needs_axe
@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/profile", "[data-profile='']"),
        ("/matches", "[data-matches='0']"),
        ("/ratings", "ol.panel"),
    ],
)
def test_what_did_not_come_can_be_asked_for_again(visit: Opened, path: str, there: str) -> None:
    page = visit("about:blank", viewport=PHONE, breaks=True, bypass_csp=True)
    page.route("**/api/**", cut)
    page.goto(path)
    page.wait_for_selector(ALERT)
    clean(page, path)
    page.unroute("**/api/**", cut)
    page.locator("[data-again]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(there)
    assert page.locator(ALERT).count() == 0


def test_the_home_page_comes_up_when_the_server_is_back(visit: Opened) -> None:
    page = visit("about:blank", breaks=True)
    page.route("**/api/games", lambda route: route.fulfill(status=503, body=""))
    page.goto("/")
    page.get_by_text("503").wait_for()
    page.unroute("**/api/games")
    page.wait_for_selector("[data-duel]")  # by itself
    assert page.locator(ALERT).count() == 0


@needs_axe
def test_a_page_whose_code_does_not_come_says_so(visit: Opened) -> None:
    page = visit("/", viewport=PHONE, breaks=True, bypass_csp=True)
    page.wait_for_selector("[data-duel]")
    page.route(re.compile(r"assets/Puzzles-"), cut)
    page.click("section a[href='/puzzles']")
    page.get_by_role("heading", name=t("lost.title")).wait_for()
    clean(page, "no code")
    page.go_back()
    page.wait_for_selector("[data-duel]")
    page.go_forward()
    page.get_by_role("heading", name=t("lost.title")).wait_for()
    page.unroute(re.compile(r"assets/Puzzles-"), cut)
    page.click("[data-again]")
    page.wait_for_selector("[data-puzzles]")


@needs_axe
def test_a_second_link_in_the_same_tab_is_looked_at(visit: Opened, site: Site) -> None:
    """Somebody opens an old link, and then pastes the new one into the same tab: only what is behind the # changes."""
    ann = Veteran(site, WIDE)
    page = visit("/profile/join#old", viewport=SMALL, breaks=True, bypass_csp=True)
    page.wait_for_selector("[data-join=broken]")
    secret = ann.guest.post("/api/link", {})["secret"]
    page.evaluate("secret => location.hash = secret", secret)
    page.wait_for_selector(f"[data-join={WIDE}]")
    clean(page, "the longest name")
    page.route("**/api/sign-in/link", cut)
    page.click("[data-join-yes]")
    page.get_by_role("heading", name=t("join.unreached")).wait_for()
    page.unroute("**/api/sign-in/link", cut)
    page.click("[data-again]")  # the link is as good as before
    page.click("[data-join-yes]")
    page.wait_for_selector(f"[data-profile={WIDE}]")
    fits(page)


def test_what_came_of_a_button_is_in_sight(visit: Opened, site: Site) -> None:
    """The profile is long on a phone; its buttons are far from the top, where the page says what has happened."""
    page = visit("/profile", viewport=PHONE, storage_state=Veteran(site).state, breaks=True)
    page.get_by_label(t("code.enter")).fill("not my code")
    page.click("[data-enter-code]")
    page.wait_for_selector(ALERT)
    assert page.locator(ALERT).evaluate(IN_SIGHT)
    page.locator("[data-everywhere]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-said]")
    assert page.locator("[data-said]").evaluate(IN_SIGHT)
    assert page.locator("[data-everywhere]").evaluate("one => one === document.activeElement"), "the focus stays"
    page.locator("[data-make-code]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-new-code]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator("[data-make-code]").evaluate("one => one === document.activeElement"), "it comes back"


@pytest.mark.parametrize("width", [320, 360, 390, 430, 600])
def test_the_header_asks_for_a_name_in_full(visit: Opened, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 740})
    page.wait_for_selector("header .name")
    assert page.locator("header .name").evaluate("one => one.scrollWidth <= one.clientWidth")
    fits(page)


def test_an_impatient_click_skips_no_puzzle_and_a_failure_is_said(visit: Opened) -> None:
    page = visit("/puzzles/daily", viewport=PHONE, breaks=True)
    wait_for_stage(page, "open")
    page.click("[data-show]")
    wait_for_stage(page, "shown")
    down = lambda route: route.fulfill(status=503, body="")  # noqa: E731 - without a connection the page itself would answer
    page.route("**/api/puzzles/next**", down)
    page.click("[data-next]")
    page.get_by_text("503").wait_for()
    wait_for_stage(page, "shown")  # still there
    page.unroute("**/api/puzzles/next**", down)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/puzzles/next" in request.url else None)
    page.evaluate("document.querySelector('[data-next]').click(); document.querySelector('[data-next]').click()")
    wait_for_stage(page, "open")
    assert len(asked) == 1


def test_the_deals_change_at_midnight(visit: Opened) -> None:
    """Whoever leaves the page open is not shown yesterday's deals as today's."""
    page = visit("about:blank")
    soon = time.time() * 1000 + 200_000
    asked: list[str] = []

    def answer(route: Any) -> None:
        found = route.fetch().json()
        asked.append(found["day"])
        route.fulfill(json={**found, "ends": soon, "waiting": False} if len(asked) == 1 else found)

    page.route("**/api/daily/haggis-2**", answer)
    page.clock.install()
    page.goto("/daily")
    page.get_by_text(t("daily.ends", "minutes", n=3)).wait_for()
    page.clock.run_for(120_000)
    page.get_by_text(t("daily.ends", "minutes", n=1)).wait_for()
    assert len(asked) == 1
    with page.expect_response("**/api/daily/haggis-2**"):
        page.clock.run_for(120_000)
