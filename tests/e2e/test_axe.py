"""axe finds nothing serious and nothing moderate on any page, in any phase of any game, light and dark."""

from typing import Any

import pytest

from tests.e2e.axe import AXE, findings
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import MORE, make_table, tour

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="no axe-core: npm ci in web/")
PAGES = ("/", "/learn", "/rules/haggis-2", "/rules/neeps-4", "/rules/lab", "/replay", "/table/nowhere")
# What a match of the game comes by, whatever is dealt.
PHASES = {"tatties": {"auction", "bury"}, "neeps": {"exchange"}}


def check(page: Any, where: str) -> None:
    """Fails with all findings; every page has one `main` and one first heading."""
    found = findings(page)
    assert found == [], f"{where}:\n" + "\n".join(found)
    assert page.locator("main").count() == 1, where
    assert page.locator("h1").count() == 1, where


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_pages(visit: Opened, viewport: dict[str, int]) -> None:
    for path in PAGES:
        page = visit(path, bypass_csp=True, breaks=True, viewport=viewport)
        page.wait_for_selector("h1", state="attached")
        page.wait_for_load_state("networkidle")
        check(page, path)


def test_boxes_of_the_home_page(visit: Opened) -> None:
    page = visit(bypass_csp=True)
    page.get_by_role("button", name=t("look.title")).click()
    page.wait_for_selector("[data-preview]")
    check(page, "look and sound")
    page.keyboard.press("Escape")
    page.click("[data-make=tatties-3]")
    check(page, "a new table")
    page.click(MORE)
    page.locator("dialog summary").last.click()
    check(page, "a new table, all of it")


def test_waiting_and_the_boxes_of_a_table(visit: Opened) -> None:
    page = visit(bypass_csp=True)
    make_table(page, "neeps-4", seats=("me", "open", "club", "open"))
    page.get_by_role("button", name=t("waiting.fill")).wait_for()
    check(page, "waiting")
    watcher = visit(page.url, bypass_csp=True, viewport=PHONE)
    watcher.get_by_label(t("name.label")).wait_for()
    check(watcher, "waiting, without a seat")
    page.get_by_role("button", name=t("waiting.fill")).click()
    check(page, "somebody is about to sit down")
    page.get_by_role("button", name=t("waiting.without")).click()
    page.wait_for_selector(".slot")
    watcher.wait_for_selector(".felt")
    check(watcher, "watching")
    for box in ("Look and sound", "Link to this table", "Keys"):
        page.get_by_role("button", name=t("header.menu")).click()
        check(page, "the menu")
        page.get_by_role("button", name=box).click()
        page.wait_for_timeout(300)
        check(page, box)
        page.keyboard.press("Escape")


@pytest.mark.timeout(600)
# One game of each kind: other editions have the same phases, drawn by the same parts.
@pytest.mark.parametrize(
    ("preset", "viewport"),
    [("haggis-2", DESKTOP), ("tatties-3", DESKTOP), ("haggis-3", PHONE), ("neeps-4", PHONE)],
)
def test_every_phase(visit: Opened, preset: str, viewport: dict[str, int]) -> None:
    page = visit(bypass_csp=True, viewport=viewport)
    # In three rounds everybody deals once, and so is the first to bid as high as one can (R4.1).
    make_table(page, preset, rounds=3 if preset.startswith("tatties") else 2)
    seen = set()
    for state in tour(page):
        seen.add(state)
        check(page, f"{preset}, {state}")
    assert seen >= {"play", "trick", "round-end", "match-end"} | PHASES.get(preset.split("-")[0], set())
