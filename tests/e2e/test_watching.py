"""A spectator sees no hidden card: neither on the page nor in what comes over the wire."""

import json
import re

from haggis_cards.cards import RANKS, SUITS
from tests.e2e.catalogue import t
from tests.e2e.conftest import Opened
from tests.e2e.playing import READY, STOPS, hand, make_table, play_on, step

COLOURS = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "o": "orange"}


def spoken(card: str) -> str:
    """How the page reads a number card aloud."""
    return f"{COLOURS[card[1]]} {'10' if card[0] == 'T' else card[0]}"


def test_a_spectator_sees_no_hidden_card(visit: Opened) -> None:
    ann = visit()
    make_table(ann, "haggis-3")
    ann.wait_for_selector(READY)
    watcher = visit(ann.url)
    watcher.get_by_text(t("table.watching")).wait_for()
    watcher.wait_for_selector(".felt")
    seen = set(hand(ann))
    checked = 0
    while ann.locator("[data-rematch]").count() == 0:
        ann.wait_for_selector(STOPS)
        if not ann.locator(READY).count():
            break
        held = [card for card in hand(ann) if card[0] not in "JQK"]
        page, wire = watcher.content(), "\n".join(map(str, watcher.frames_heard))
        for card in held:
            assert not re.search(rf"(?<!=)\b{card}\b", wire), f"{card} was sent to a spectator"
            assert not re.search(rf"(?<!as )\b{spoken(card)}\b", page), f"{card} is on a spectator's page"
            assert f'data-id="{card}"' not in page
            checked += 1
        step(ann)
    assert checked > 20
    assert len(seen) == 17
    for frame in watcher.frames_heard:
        view = json.loads(frame).get("view") or {}
        assert not view.get("hand")
        assert not view.get("legal")
    cards = {rank + suit for rank in RANKS for suit in SUITS}
    assert any(card in str(frame) for frame in watcher.frames_heard for card in cards), "plays are shown"


def test_a_link_to_a_table_that_is_not_there(visit: Opened) -> None:
    page = visit("/table/nowhere", breaks=True)
    page.get_by_text(t("table.none")).wait_for()


def test_a_full_table_can_be_watched(visit: Opened) -> None:
    ann = visit()
    make_table(ann, "haggis-2")
    watcher = visit(ann.url)
    watcher.get_by_text(t("table.watching")).wait_for()
    assert watcher.locator(".slot").count() == 0
    play_on(ann)
    watcher.get_by_text(t("sheet.final")).wait_for()


def test_two_tabs_on_one_seat_show_the_same_and_either_plays(visit: Opened) -> None:
    ann = visit()
    make_table(ann, "haggis-2")
    ann.wait_for_selector(READY)
    other = ann.context.new_page()
    other.goto(ann.url)
    for page in (ann, other, ann):
        page.wait_for_selector(STOPS)
        if page.locator("[data-rematch], [data-next]").count():
            break
        step(page)
        for tab in (ann, other):
            tab.wait_for_selector(STOPS)
        other.wait_for_function("count => document.querySelectorAll('.slot').length === count", arg=len(hand(ann)))
        assert set(hand(other)) == set(hand(ann))
