"""Views whose lists of plays come from the core are those of the Python engine, text for text."""

from random import Random

import pytest

from haggis_cards import RULES, Match, Rounds, _native
from haggis_cards import view as definition
from haggis_cards.cards import ALL_COURTS, Cards, parse_cards
from haggis_cards.combos import Play
from haggis_cards.native import native_rules, views
from tests.side_by_side import random_rules
from tests.support import NEEPS, RICHEST


def planes(hand: Cards) -> tuple[int, int]:
    return hand & (1 << 45) - 1 | hand >> 90 << 45, hand >> 45 & (1 << 45) - 1


@pytest.mark.parametrize("seed", range(12))
def test_views_and_changes_are_the_same(seed: int) -> None:
    """Of every seat and of spectators, after every action of a match with any house rules."""
    rng = Random(seed)
    match = Match(random_rules(rng), Rounds(2), seed=seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        after = match.act(seat, rng.choice(match.legal(seat)))
        for viewer in match.rules.seats:
            assert views.view(after, viewer) == definition.view(after, viewer)
            assert views.own_changes(match, after, viewer) == definition.own_changes(match, after, viewer)
        assert views.view(after, None) == definition.view(after, None)
        match = after


def test_the_longest_list() -> None:
    """Every play that can be led from the richest hand, with all courts in all places (R5.4)."""
    hand = parse_cards(RICHEST) | ALL_COURTS
    texts = _native.play_texts(native_rules(NEEPS), planes(hand), 0)
    assert texts == [f"play {play.text}" for play in NEEPS.grammar.plays(hand)]
    for over in NEEPS.grammar.plays(hand)[::97]:
        beating = _native.play_texts(native_rules(NEEPS), planes(hand), over >> 94)
        assert beating == [f"play {play.text}" for play in NEEPS.grammar.plays(hand, over)]


@pytest.mark.parametrize(
    ("hand", "over", "words"),
    [
        ((1 << 48, 0), 0, "a hand of cards"),
        ((0, 1), 0, "a hand of cards"),
        (((1 << 45) - 1, 0), 0, "no more cards"),
        ((1, 0), 0x5000, "the reading of a play"),  # a pass
        ((1, 0), 0x2299, "the reading of a play"),  # a stair of nine ranks from 9 on
        ((1, 0), 0x2202, "the reading of a play"),  # a stair of no rank
        ((1, 0), 0x4107, "the reading of a play"),  # a seventh bomb
        ((1, 0), 0x0111, "the reading of a play"),  # a single ace
    ],
)
def test_what_is_no_hand_or_play_is_refused(hand: tuple[int, int], over: int, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        _native.play_texts(native_rules(RULES["haggis-2"]), hand, over)


def test_readings_are_those_of_plays() -> None:
    """The core reads what `Play` has above its cards."""
    hand = parse_cards("3g 4g 5g 3b 4b 5b 9b")
    rules = RULES["haggis-2"]
    over: Play = rules.grammar.read("3g 4g 5g")
    assert _native.play_texts(native_rules(rules), planes(hand), over >> 94) == []
    assert _native.play_texts(native_rules(rules), planes(hand | ALL_COURTS), over >> 94)[0] == "play 4g 5g J=6g"
