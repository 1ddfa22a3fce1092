"""One shell for all pages: a way from each to each, addresses that hold, the focus and the place after a link."""

import itertools
from typing import Any

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.playing import READY

PLACES = {
    "play": "/",
    "learn": "/learn",
    "puzzles": "/puzzles",
    "today": "/daily",
    "matches": "/matches",
    "score": "/score",
    "people": "/people",
}
MORE = ("/replay", "/practice", "/profile", "/ratings", "/challenge", "/rules/haggis-2", "/table/nowhere")
FOCUSED = "() => document.activeElement?.tagName === 'H1'"
# What one can press or fill on the first screen.
CONTROLS = """() => [...document.querySelectorAll('a[href], button, select, input, summary')].filter(one => {
    const box = one.getBoundingClientRect()
    return one.checkVisibility() && box.top < innerHeight && box.bottom > 0 }).length"""


def go(page: Any, place: str) -> None:
    """Takes the way to a page that the bar or its menu shows."""
    page.wait_for_selector("[data-place], [data-places]", state="attached")
    if page.locator("[data-places]").count():
        page.click("[data-places]")
    page.locator(f"[data-place={place}]:visible").click()
    page.wait_for_url("**" + PLACES[place] + "*")
    page.wait_for_selector("h1")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_there_is_a_way_from_each_page_to_each(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport, breaks=True)
    for place in (*PLACES, *reversed(PLACES)):
        go(page, place)
        assert page.locator(f"[data-place={place}][aria-current=page]").count() == 1, place
        fits(page)
    for path, place in zip(MORE, itertools.cycle(PLACES), strict=False):
        page.goto(path)
        go(page, place)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_first_screen_of_the_home_page_is_calm(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    page.wait_for_selector("[data-duel]")
    assert page.evaluate(CONTROLS) <= 14
    page.click("[data-duel]")
    page.wait_for_selector(READY)
    page.goto("/")
    page.wait_for_selector("[data-resume]")  # and so for somebody who returns
    assert page.evaluate(CONTROLS) <= 14


@needs_axe
@pytest.mark.parametrize("path", ["/people", "/profile", "/score", "/puzzles", "/practice", "/rules/haggis-2"])
def test_pages_are_clean(visit: Opened, path: str) -> None:
    page = visit(path, viewport=PHONE, bypass_csp=True)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    clean(page, path)
    page.click("[data-places]")
    clean(page, f"{path}, its menu")


@pytest.mark.parametrize("path", ["/review/100%", "/review/%E0%A4%A", "/nowhere/%", "/rules/%"])
def test_a_bad_percent_sign_is_an_address_like_others(visit: Opened, path: str) -> None:
    page = visit("/health", breaks=True)
    page.evaluate("path => location.assign(path)", path)
    page.wait_for_selector("h1")
    assert page.locator("h1").inner_text()


def test_after_a_link_the_focus_is_on_the_heading_and_the_page_is_said(visit: Opened) -> None:
    page = visit()
    page.wait_for_selector("[data-duel]")
    page.locator("[data-place=puzzles]").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=t("puzzles.title"), level=1).wait_for()
    page.wait_for_function(FOCUSED)
    page.wait_for_function("() => document.querySelector('[data-arrival]').textContent.startsWith('Puzzles')")
    page.go_back()
    page.wait_for_selector("[data-duel]")
    page.wait_for_function(FOCUSED)


def test_back_comes_to_where_one_was(visit: Opened) -> None:
    page = visit()
    page.wait_for_selector("[data-game=neeps-4]")
    page.evaluate("scrollTo(0, 500)")
    link = page.locator("section.two a[href='/score']")
    link.scroll_into_view_if_needed()  # as a click does; how long the page is depends on what is open
    spot = page.evaluate("scrollY")
    assert spot
    link.click()
    page.wait_for_url("**/score")
    page.wait_for_function("() => scrollY === 0")
    page.go_back()
    page.wait_for_function("spot => scrollY === spot", arg=spot)
