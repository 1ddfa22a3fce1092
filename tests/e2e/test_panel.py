"""The panel beside the table: tricks, points, cards seen; it folds away, and the rules come over the table."""

import re
from typing import Any

import pytest

from tests.e2e.catalogue import t
from tests.e2e.conftest import PHONE, Opened
from tests.e2e.playing import CARD, READY, STOPS, hand, make_table, step


def _play(page: Any, decisions: int) -> None:
    """Some decisions, but not the end of the round."""
    for _ in range(decisions):
        page.wait_for_selector(STOPS)
        if not page.locator(READY).count() or len(hand(page)) < 6:
            return
        step(page)


def _tab(page: Any, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def test_it_folds_away_and_stays_so(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    door = page.get_by_role("button", name=t("header.side"))
    narrow = page.eval_on_selector("[data-felt]", "felt => felt.clientWidth")
    assert door.get_attribute("aria-expanded") == "true"
    door.click()
    page.wait_for_selector("aside", state="detached")
    assert page.eval_on_selector("[data-felt]", "felt => felt.clientWidth") == page.viewport_size["width"] > narrow
    page.reload()
    page.wait_for_selector(CARD)
    assert page.locator("aside").count() == 0
    page.keyboard.press("c")  # the key for the chat brings it back
    page.wait_for_selector("aside .chat input:focus")


# Five suits of 3 5 7 9, three times J Q K; or every card of five suits and three times three courts.
@pytest.mark.parametrize(("preset", "in_all"), [("haggis-3", 50), ("tatties-3", 54)])
def test_tricks_and_points_agree_with_the_piles(visit: Opened, preset: str, in_all: int) -> None:
    page = visit()
    make_table(page, preset)
    _play(page, 8)
    page.wait_for_selector(".won b")
    tricks = [int(words.split()[0]) for words in page.locator(".won b").all_inner_texts()]
    assert len(tricks) == page.locator("[data-history]:has(.won)").count()
    _tab(page, "Points")
    page.wait_for_selector("[data-points=own]")  # the tab is fetched when it is opened
    captured = [int(text) for text in page.locator("[data-points=own], [data-points=other]").all_inner_texts()]
    assert sum(captured) == sum(tricks)  # the piles are the server's, the tricks are counted here
    rest = [int(page.inner_text(f"[data-points={where}]")) for where in ("table", "out")]
    all_points = int(re.search(r"\d+", page.inner_text(".points > p")).group())  # type: ignore[union-attr]
    assert sum(captured) + sum(rest) == all_points == in_all
    assert page.locator("[data-last-trick] .card").count() > 0


def test_cards_seen_are_those_played_and_the_own(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    _play(page, 5)
    page.wait_for_selector("[data-history]")
    names = page.locator("[data-history] .chip").evaluate_all("chips => chips.map(chip => chip.ariaLabel)")
    shown = {name.split(" as ")[0] for name in names}
    _tab(page, "Seen")
    assert page.locator("[data-card]").count() == 0  # an option: off until somebody wants it
    page.click("[data-seen]")
    own = page.locator("[data-card].mine").evaluate_all("cells => cells.map(cell => cell.dataset.card)")
    numbers = [card for card in hand(page) if card not in "JQK"]
    assert sorted(card for card in own if card not in "JQK") == sorted(numbers)
    gone = page.locator("[data-suit] [data-card].played").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    assert {label.split(":")[0] for label in gone} == {name for name in shown if name[0].islower()}
    page.reload()
    page.wait_for_selector(CARD)
    _tab(page, "Seen")
    page.wait_for_selector("[data-card]")


def test_the_rules_come_as_a_sheet_over_the_table(visit: Opened) -> None:
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    make_table(page, "tatties-3")
    page.wait_for_selector(CARD)
    address = page.url
    for door in ("Menu", "Log, scores and chat"):
        page.get_by_role("button", name=door).click()
        page.locator("dialog [data-rules]").click()
        page.locator("dialog").get_by_role("heading", name=t("rules.section", "courts")).wait_for()
        assert page.url == address
        page.get_by_role("button", name=t("dialog.close")).click()
        page.wait_for_selector("dialog", state="detached")
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
    assert page.locator(CARD).count() > 0
