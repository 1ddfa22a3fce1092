"""The hand: dragging over cards, an order of one's own, hints and bets."""

import re
from typing import Any

from tests.e2e.catalogue import t
from tests.e2e.conftest import Opened
from tests.e2e.playing import CARD, MOVED, READY, hand, make_table, moves, step


def _drag(page: Any, cards: list[str]) -> None:
    """The pointer goes down on the first card, over the others, and up on the last one."""
    for index, card in enumerate(cards):
        box = page.locator(f'{CARD}[data-id="{card}"]').bounding_box()
        page.mouse.move(box["x"] + 16, box["y"] + 24, steps=1 if index == 0 else 6)
        if index == 0:
            page.mouse.down()
    page.mouse.up()


def _picked(page: Any) -> list[str]:
    found: list[str] = page.eval_on_selector_all(f"{CARD}.picked", "slots => slots.map(slot => slot.dataset.id)")
    return found


def test_dragging_over_cards_picks_them(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    first = hand(page)[:4]
    _drag(page, [first[0], first[3]])
    assert _picked(page) == first
    page.keyboard.press("Escape")
    assert _picked(page) == []


def test_an_order_of_ones_own_survives_a_reload(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    for _ in range(3):
        page.keyboard.press("s")
    page.get_by_label(t("sort.name", "free")).wait_for()
    before = hand(page)
    _drag(page, [before[0], before[2]])
    after = hand(page)
    assert after[2] == before[0]
    assert sorted(after) == sorted(before)
    page.reload()
    page.wait_for_selector(READY)
    assert hand(page) == after


def test_a_double_click_plays(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    while page.locator("[data-top]").count():  # whoever leads may play any card
        step(page)
    before = moves(page)
    card = hand(page)[0]
    page.locator(f'{CARD}[data-id="{card}"]').dblclick(position={"x": 14, "y": 14})
    page.wait_for_function(MOVED, arg=before)
    page.wait_for_function("card => !document.querySelector(`[data-id='${card}']`)", arg=card)


def test_a_hint_comes_with_its_reason_and_can_be_taken(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-3")
    page.wait_for_selector(READY)
    page.click("[data-hint]")
    page.wait_for_selector("[data-advice]")
    action, *cards = page.get_attribute("[data-advice]", "data-advice").split()
    page.get_by_role("button", name=t("advice.more", "more")).click()
    reason = page.inner_text(".why")
    assert len(reason.split()) >= 2, reason
    before = moves(page)
    page.click("[data-take]")
    if action == "play":
        assert len(_picked(page)) == len(cards)
    else:
        page.wait_for_function(MOVED, arg=before)


def test_a_bet_is_a_chip_at_the_seat(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    page.get_by_role("button", name=t("act.betMenu")).click()
    page.get_by_role("button", name=t("act.bet", value=15)).click()
    page.locator(".own .bet").get_by_text(t("seat.bet", value=15)).wait_for()
    assert page.get_by_role("button", name=t("act.betMenu")).count() == 0


def test_the_board_works_before_all_words_are_there(visit: Opened) -> None:
    page = visit()
    held: list[Any] = []
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    page.route("**/late-*.js", lambda route: held.append(route))
    page.reload()
    page.wait_for_selector(READY)
    while page.locator("[data-top]").count():
        step(page)
    cards = hand(page)
    _drag(page, [cards[0], cards[-1]])  # not a combination, and the words for it are not there yet
    assert _picked(page) == cards
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(100)  # they are asked for when the page can be used
    assert held, "nobody has asked for the words"
    for route in held:
        route.continue_()
    page.locator(".refusal", has_text=re.compile(r"\w")).wait_for()
