"""Hints: in every phase, a suggestion that can be taken or closed and that never touches what was picked."""

from typing import Any

import pytest

from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import READY, STOPS, click_card, hand, make_table, moves, step

HINT, ADVICE = "[data-hint]", "[data-advice]"
PICKED = "slots => slots.filter(slot => slot.classList.contains('picked')).map(slot => slot.dataset.id)"

# What a hint may name in each phase; bets are open from the deal on (R7.1).
KINDS = {
    "auction": ("bid", "pass"),
    "exchange": ("give", "bet"),
    "bury": ("bury",),
    "play": ("play", "pass", "bet"),
}


def _picked(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(".slot", PICKED)
    return found


def _ask(page: Any) -> str:
    """Asks for a hint and says which action it names."""
    page.click(HINT)
    page.wait_for_selector(ADVICE, timeout=60_000)
    action: str = page.get_attribute(ADVICE, "data-advice")
    return action


def _take(page: Any, action: str) -> None:
    """Takes the hint; cards are picked then, and the big button plays them."""
    before = moves(page)
    page.click("[data-take]")
    if action.split()[0] in ("play", "give", "bury"):
        page.click("[data-play-button]:not([disabled])")
    page.wait_for_function(
        "moves => document.querySelector('[data-rematch], [data-next]')"
        " || document.querySelector('[data-moves]').dataset.moves !== moves",
        arg=before,
    )
    page.wait_for_selector(STOPS)


# Which phases a few decisions reach for sure; awards and leads come with bombs, which the last test waits for.
@pytest.mark.parametrize(
    ("preset", "phases"),
    [("haggis-2", {"play"}), ("tatties-3", {"auction"}), ("neeps-4", {"exchange", "play"})],
)
def test_hints_work_in_every_phase(visit: Opened, preset: str, phases: set[str]) -> None:
    page = visit()
    make_table(page, preset)
    seen: set[str] = set()
    for _ in range(5):
        page.wait_for_selector(STOPS)
        if not page.locator(READY).count():
            break
        phase = page.get_attribute("[data-phase]", "data-phase")
        action = _ask(page)
        assert action.split()[0] in KINDS.get(phase, (phase,))
        seen.add(phase)
        _take(page, action)
    assert phases <= seen


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_overwrites_nothing_and_closes(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    while page.locator("[data-top]").count():  # until I lead: then every card can be picked
        step(page)
    card = next(card for card in hand(page) if card[0] not in "JQK")
    click_card(page, card)
    _ask(page)
    assert _picked(page) == [card]
    words = page.inner_text(ADVICE)
    assert "points" not in words, "numbers are behind More"
    page.click(f"{ADVICE} [aria-expanded]")
    assert page.locator(f"{ADVICE} .why").inner_text().strip()
    page.get_by_role("button", name=t("advice.close")).click()
    assert not page.locator(ADVICE).count()
    assert _picked(page) == [card]
    # By keyboard: H asks, Escape closes, and only a second Escape puts the card back.
    page.keyboard.press("h")
    page.wait_for_selector(ADVICE, timeout=60_000)
    page.keyboard.press("Escape")
    assert not page.locator(ADVICE).count()
    assert _picked(page) == [card]
    page.keyboard.press("Escape")
    assert _picked(page) == []


def test_a_hint_shows_that_it_is_thinking(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    page.evaluate(
        """() => { window.signs = []
        new MutationObserver(() => {
            const button = document.querySelector('[data-hint]')
            if (button) window.signs.push([button.ariaBusy, button.innerText])
        }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }) }"""
    )
    _ask(page)
    signs = page.evaluate("window.signs")
    assert ["true", "Thinking…"] in signs
    assert signs[-1] == ["false", "Hint"]
