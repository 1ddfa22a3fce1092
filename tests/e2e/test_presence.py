"""People who go and come back, take-backs, and passing by itself."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.catalogue import like, t
from tests.e2e.conftest import Opened
from tests.e2e.playing import (
    MOVED,
    PASS,
    PLAY,
    READY,
    STOPS,
    click_card,
    hand,
    make_table,
    moves,
    start_with,
    step,
    two_people,
)
from tests.e2e.site import Site

ASKS = "[data-asks=undo]"


def _leader(*pages: Any) -> tuple[Any, Any]:
    """Who leads, and the other one."""
    first, second = pages
    return (first, second) if first.locator(READY).count() else (second, first)


def _lead_lowest(page: Any) -> str:
    cards = [card for card in hand(page) if card[0] not in "JQK"]
    card = min(cards, key=lambda card: "23456789T".index(card[0]))
    before = moves(page)
    click_card(page, card)
    page.click(PLAY)
    page.wait_for_function(MOVED, arg=before)
    return card


def test_a_play_is_taken_back_by_consent(visit: Opened) -> None:
    lead, other = _leader(*two_people(visit))
    assert not lead.locator("[data-undo]").count(), "there is nothing to take back yet"
    card = _lead_lowest(lead)
    held = len(hand(lead))
    other.wait_for_selector("[data-top]")

    # Refused: it stays.
    lead.click("[data-undo]")
    other.wait_for_selector(ASKS)
    assert "asks to take back" in other.inner_text(ASKS)
    assert lead.get_by_text(like("undo.waiting")).count()
    other.click("[data-refuse]")
    lead.get_by_text(like("undo.refused", "they")).first.wait_for()
    assert other.locator("[data-top]").count()
    assert len(hand(lead)) == held

    # Agreed: the card comes back, and both are told.
    lead.wait_for_selector("[data-undo]")
    lead.click("[data-undo]")
    other.wait_for_selector(ASKS)
    other.click("[data-agree]")
    lead.wait_for_selector(READY)
    lead.wait_for_function("count => document.querySelectorAll('.slot').length === count", arg=held + 1)
    assert card in hand(lead)
    assert not other.locator("[data-top]").count()
    other.click("#tab-chat")
    other.locator("[data-told]", has_text=like("undo.done", "they")).first.wait_for()


def test_alone_with_bots_a_take_back_happens_at_once(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    before, made = hand(page), moves(page)
    if page.locator("[data-top]").count():
        page.click(PASS)
        page.wait_for_function(MOVED, arg=made)
    else:
        _lead_lowest(page)
    page.wait_for_selector("[data-undo]")
    page.click("[data-undo]")
    page.get_by_text(like("undo.done", "you")).first.wait_for()
    page.wait_for_selector(READY)
    assert sorted(hand(page)) == sorted(before)


# Read and stopped at once: the page may pass by itself at any moment.
LOOK = """stop => {
    const found = selector => document.querySelector(selector)
    const ready = !!found('[data-ready=true]'), passing = !!found('[data-asks=pass]')
    const moves = found('[data-moves]').dataset.moves
    if (stop && ready && passing) found('[data-stop]').click()
    return [moves, ready, passing]
}"""


def test_nothing_but_a_pass_is_passed_by_itself(visit: Opened) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('haggis.autoPass', 'true')")
    page.reload()
    make_table(page, "haggis-3", bot="club", rounds=4)
    passed = 0
    for _ in range(200):
        page.wait_for_selector(STOPS)
        assert not page.locator("[data-rematch]").count(), f"only {passed} such decisions in four rounds"
        if page.locator("[data-next]").count():
            page.click("[data-next]")
            continue
        before, ready, passing = page.evaluate(LOOK, passed > 0)
        if ready and passing and passed:
            # The second time it is stopped: then the pass waits for the player.
            page.wait_for_timeout(900)
            assert moves(page) == before
            assert page.locator(PASS).count()
            return
        if ready and passing:
            page.wait_for_function(MOVED, arg=before)
            passed += 1
        elif ready:
            step(page)
    raise AssertionError("the match does not end")


@pytest.fixture
def quick_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server on which a bot plays soon for whoever has gone."""
    running = Site(tmp_path_factory.mktemp("quick") / "data", away_after=4)
    running.start()
    yield running
    running.stop()


def test_a_lost_connection_is_told_with_a_countdown(quick_site: Site, visit: Opened) -> None:
    ann = visit(quick_site.url)
    make_table(ann, "haggis-2", seats=("me", "open"))
    bob = visit(ann.url)
    start_with(ann, Bob=bob)
    seat = ann.locator("[data-seat]:not([data-mine])")
    bob.context.close()
    seat.get_by_text("a bot plays in 0:0").wait_for()
    assert "a bot plays for Bob in 0:0" in ann.inner_text("[data-lost]"), "the log says it too"
    ann.click("#tab-chat")
    line = ann.locator("[data-told]", has_text=t("lines.lost", name="Bob").rstrip("."))  # it may go on
    first = line.inner_text()
    assert "Bob has lost the connection; a bot plays for Bob in 0:0" in first
    ann.wait_for_function("text => !document.querySelector('.lines').innerText.includes(text)", arg=first)
    ann.get_by_text(t("lines.away", "gone", name="Bob")).wait_for()
    assert line.inner_text() == t("lines.lost", name="Bob")
    seat.get_by_text(t("seat.away", "gone")).wait_for()
