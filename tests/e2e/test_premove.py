"""Premoves: sent by themselves if the table stays as it was, cancelled if it does not."""

from typing import Any

from tests.e2e.conftest import Opened
from tests.e2e.playing import MOVED, PASS, PLAY, READY, click_card, hand, make_table, moves, start_with


def _three_people(visit: Opened) -> list[Any]:
    """A match of haggis-3 between three people, the one who leads first."""
    ann = visit()
    make_table(ann, "haggis-3", seats=("me", "open", "open"))
    pages = [ann, visit(ann.url), visit(ann.url)]
    start_with(ann, Bob=pages[1], Cat=pages[2])
    lead = next(i for i, page in enumerate(pages) if page.locator(READY).count())
    return pages[lead:] + pages[:lead]


def _lowest(page: Any) -> str:
    """The lowest number card in hand."""
    cards = [card for card in hand(page) if card[0] not in "JQK"]
    return min(cards, key=lambda card: "23456789T".index(card[0]))


def test_premoves(visit: Opened) -> None:
    lead, second, third = _three_people(visit)
    click_card(lead, _lowest(lead))
    lead.click(PLAY)

    # Both others pass; the third has said so before.
    second.wait_for_selector(READY)
    third.wait_for_selector("[data-top]")
    third.click("[data-premove]")
    third.get_by_text("You will pass").wait_for()
    second.click(PASS)
    lead.get_by_text("You lead", exact=True).wait_for()

    # A pass that was meant for the play before is cancelled.
    click_card(lead, _lowest(lead))
    lead.click(PLAY)
    second.wait_for_selector(READY)
    third.wait_for_selector("[data-top]")
    third.click("[data-premove]")
    before = moves(third)
    click_card(second, "K")
    second.click(PLAY)
    third.get_by_text("Your premove was cancelled").wait_for()
    third.wait_for_selector(READY)
    assert moves(third) != before

    # One tap cancels.
    before = moves(lead)
    lead.click("[data-premove]")
    lead.click("[data-cancel]")
    third.click(PASS)
    lead.wait_for_function(MOVED, arg=before)
    lead.wait_for_selector(READY)
    lead.click(PASS)

    # Premoved cards are played when the turn comes.
    second.wait_for_selector(READY)
    click_card(second, _lowest(second))
    second.click(PLAY)
    third.wait_for_selector(READY)
    lead.wait_for_selector("[data-top]")
    held = len(hand(lead))
    click_card(lead, "Q")
    lead.click("[data-premove]")
    third.click(PASS)
    lead.wait_for_function("count => document.querySelectorAll('.slot').length === count - 1", arg=held)
    assert lead.get_attribute("[data-top]", "data-play") == "Q"
