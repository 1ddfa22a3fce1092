"""A flick upwards plays; taps, slow pulls and drags along the hand do not."""

import time
from typing import Any

import pytest

from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import CARD, MOVED, READY, click_card, hand, make_table, moves, step

Point = tuple[float, float]
# Everything has come to rest: even without motion a change of place takes a moment.
DRAWN = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await Promise.all(document.getAnimations().map(one => one.finished.catch(() => null)));
    await frame() }"""


def _go(page: Any, start: Point, end: Point, *, ms: int, steps: int = 6, touch: bool = True) -> None:
    """A finger or the mouse goes down, moves, and goes up: real events with times of their own, so that a busy machine
    does not change the speed of the gesture."""
    session = page.context.new_cdp_session(page)
    began = time.time() - ms / 1000

    def send(kind: str, part: float, *, down: bool = True) -> None:
        x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
        when = began + part * ms / 1000
        if touch:
            points = [{"x": x, "y": y}] if down else []
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": when})
        else:
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": when}
            session.send("Input.dispatchMouseEvent", event)

    names = ("touchStart", "touchMove", "touchEnd") if touch else ("mousePressed", "mouseMoved", "mouseReleased")
    send(names[0], 0)
    for number in range(1, steps + 1):
        send(names[1], number / steps)
    send(names[2], 1, down=False)
    session.detach()
    page.evaluate(DRAWN)  # the cards are back in their places before the next finger comes


def _leading(visit: Opened, *, touch: bool) -> Any:
    """A table at which the player leads: any card may be played."""
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True) if touch else visit(viewport=DESKTOP)
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    while page.locator("[data-top]").count():
        step(page)
    return page


def _at(page: Any, card: str) -> Point:
    page.evaluate(DRAWN)
    box = page.locator(f'{CARD}[data-id="{card}"]').bounding_box()
    return box["x"] + 14, box["y"] + 18


def _picked(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(f"{CARD}.picked", "slots => slots.map(slot => slot.dataset.id)")
    return found


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "mouse"])
def test_a_flick_plays_the_card(visit: Opened, touch: bool) -> None:
    page = _leading(visit, touch=touch)
    before, card = moves(page), hand(page)[-1]  # in the lowest row: the flick goes over other cards
    x, y = _at(page, card)
    _go(page, (x, y), (x + 6, y - 170), ms=120, touch=touch)
    page.wait_for_function(MOVED, arg=before)
    assert card not in hand(page)


def test_a_flick_plays_all_picked_cards(visit: Opened) -> None:
    page, bomb = _leading(visit, touch=True), [""]
    for _ in range(8):  # until a hand still has two courts: they are a bomb
        bomb = [card for card in hand(page) if len(card) == 1][:2]
        if len(bomb) == 2:
            break
        page = _leading(visit, touch=True)
    for card in bomb:
        click_card(page, card, tap=True)
    assert sorted(_picked(page)) == sorted(bomb)
    before = moves(page)
    x, y = _at(page, bomb[0])
    _go(page, (x, y), (x, y - 170), ms=120)
    page.wait_for_function(MOVED, arg=before)
    assert not set(bomb) & set(hand(page))


def test_what_is_not_a_flick_plays_nothing(visit: Opened) -> None:
    page = _leading(visit, touch=True)
    before, cards = moves(page), hand(page)
    x, y = _at(page, cards[1])
    _go(page, (x, y), (x, y - 170), ms=1500, steps=20)  # pulled up slowly
    assert _picked(page) == [cards[1]]
    _go(page, (x, y), (x, y), ms=40, steps=2)  # a tap puts it back
    assert _picked(page) == []
    _go(page, (x, y), (x, y - 30), ms=30)  # too short
    assert _picked(page) == [cards[1]]
    _go(page, (x, y), (x + 90, y + 2), ms=60)  # fast, but along the hand: it unpicks, as dragging over cards does
    assert cards[1] not in _picked(page)
    page.wait_for_timeout(300)
    assert moves(page) == before
    assert hand(page) == cards


def test_an_order_of_ones_own_can_still_be_made(visit: Opened) -> None:
    page = _leading(visit, touch=False)
    while "my own order" not in (page.get_attribute(".sort", "aria-label") or ""):
        page.keyboard.press("s")
    cards, before = hand(page), moves(page)
    _go(page, _at(page, cards[0]), (_at(page, cards[2])[0] + 12, _at(page, cards[2])[1]), ms=200, touch=False)
    assert hand(page)[2] == cards[0]
    assert moves(page) == before
    card = hand(page)[0]
    x, y = _at(page, card)
    _go(page, (x, y), (x, y - 170), ms=120, touch=False)
    page.wait_for_function(MOVED, arg=before)
    assert card not in hand(page)
