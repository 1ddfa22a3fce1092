"""Premoves: sent by themselves if the table stays as it was, cancelled if it does not."""

from typing import Any

import pytest

from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import MOVED, PASS, PLAY, READY, click_card, hand, make_table, moves, start_with


def _three_people(visit: Opened, **options: Any) -> list[Any]:
    """A match of haggis-3 between three people, the one who leads first."""
    ann = visit(**options)
    make_table(ann, "haggis-3", seats=("me", "open", "open"))
    pages = [ann, visit(ann.url, **options), visit(ann.url, **options)]
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
    third.get_by_text(t("premove.stands", "pass")).wait_for()
    second.click(PASS)
    lead.get_by_text(t("turn.first", "you"), exact=True).wait_for()

    # A pass that was meant for the play before is cancelled.
    click_card(lead, _lowest(lead))
    lead.click(PLAY)
    second.wait_for_selector(READY)
    third.wait_for_selector("[data-top]")
    third.click("[data-premove]")
    before = moves(third)
    click_card(second, "K")
    second.click(PLAY)
    third.get_by_text(t("premove.cancelled")).wait_for()
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
    lead.click("[data-premove=play]")
    third.click(PASS)
    lead.wait_for_function("count => document.querySelectorAll('.slot').length === count - 1", arg=held)
    assert lead.get_attribute("[data-top]", "data-play") == "Q"


def _place(page: Any, button: str) -> tuple[float, float]:
    """From where to where it goes across the screen."""
    box = page.locator(button).bounding_box()
    return box["x"], box["x"] + box["width"]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_pass_never_stands_where_play_was(visit: Opened, viewport: dict[str, int]) -> None:
    lead, second, third = _three_people(visit, viewport=viewport)
    click_card(lead, _lowest(lead))
    play, _ = _place(lead, PLAY)
    lead.locator(PLAY).dblclick()
    second.wait_for_selector(READY)
    assert not lead.locator("[data-premove], [data-cancel]").count(), "nobody passes on their own play"

    assert _place(third, "[data-premove=pass]")[1] <= play
    third.click("[data-premove=pass]")
    assert _place(third, "[data-cancel]")[1] <= play
    assert _place(second, "[data-pass]")[1] <= play
    click_card(second, "K")
    assert _place(second, "[data-pass]")[1] <= play
    assert _place(second, PLAY)[0] == play


def test_a_game_for_two_has_no_premoves(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2", seats=("me", "open"))
    other = visit(page.url)
    start_with(page, Bob=other)
    lead, second = (page, other) if page.locator(READY).count() else (other, page)
    assert not second.locator("[data-premove]").count()
    before = moves(lead)
    click_card(lead, _lowest(lead))
    lead.locator(PLAY).dblclick()
    lead.wait_for_function(MOVED, arg=before)
    second.wait_for_selector(READY)
    click_card(lead, "K")
    lead.keyboard.press("p")
    assert not lead.locator("[data-premove], [data-cancel]").count()
