"""Positions as lines of text, and edits of them."""

from typing import Any

import pytest

from haggis_cards import HaggisError, Match, NotationError, Rounds, RulesError, parse_position, position_line
from haggis_cards.native import Position
from haggis_cards.positions import set_hand, swap_cards, take_back
from tests.support import TABLES, name_of, random_play
from tests.test_custom_rules import MINI


@pytest.mark.parametrize("table", [*TABLES, MINI.spec], ids=name_of)
def test_every_position_has_a_line_that_names_it(table: Any) -> None:
    matches = list(random_play(table, Rounds(2), 6))
    for match in (*matches[:3], *matches[:: len(matches) // 6], matches[-1]):
        line = position_line(match.round)
        assert "\n" not in line
        assert len(line.split()) == 7
        assert parse_position(line) == match.round
        assert Position.parse(line).line == line


@pytest.mark.parametrize(
    ("place", "field", "words"),
    [
        (0, "poker", "there is no preset 'poker'"),
        (0, "{broken", "the rules of a position are a preset or an object"),
        (0, '{"preset":"haggis-2","points":"x"}', "points cannot be 'x'"),
        (1, "x", "'x' is not a whole number"),
        (1, "5", "the dealer is a seat from 0 to 1, not 5"),
        (2, "9", "the lead is a seat from 0 to 1, not 9"),
        (3, "0", "haggis-2 has 2 totals, not 1"),
        (4, "2r3r", "haggis-2 deals 2 hands, not 1"),
        (4, "zz/2r", "'zz' is not a card"),
        (5, "-", "the haggis should have 8 cards, but has 0"),
        (6, "1:play:Tz", "action 1 of the position, '1 play Tz', is refused"),
        (6, "0:pass", "is refused: it is seat 1's turn"),
    ],
)
def test_a_wrong_field_is_named(place: int, field: str, words: str) -> None:
    parts = position_line(Match("haggis-2", seed=1, dealer=0).round).split()
    parts[place] = field
    with pytest.raises(HaggisError) as caught:
        parse_position(" ".join(parts))
    assert words in str(caught.value)


def test_a_line_that_is_too_short() -> None:
    with pytest.raises(NotationError, match="a position has 7 fields, separated by spaces, not 2"):
        parse_position("haggis-2 0")


def test_taking_back() -> None:
    matches = list(random_play("tatties-3", Rounds(1), 3))
    assert take_back(matches[12].round, 5) == matches[7].round
    assert take_back(matches[3].round, 99) == matches[0].round


def test_two_cards_change_places() -> None:
    rnd = Match("haggis-2", seed=35, dealer=1).round  # seat 0 holds 3y, seat 1 7r
    before = rnd.act(0, "play 4y")
    after = swap_cards(before, 0, "3y", 1, "7r")
    assert ("3y" in after.hand(1), "7r" in after.hand(0)) == (True, True)
    assert after.log == before.log
    haggis = str(before.deal).split("haggis='")[1][:2]
    assert haggis in swap_cards(before, 0, "3y", None, haggis).hand(0)
    with pytest.raises(RulesError, match="7r was not dealt to the hand of seat 0"):
        swap_cards(before, 0, "7r", 1, "3y")
    with pytest.raises(RulesError, match="action 1 of the position, '0 play 4y', is refused: you do not hold 4y"):
        swap_cards(before, 0, "4y", 1, "7r")


def test_a_hand_is_set() -> None:
    wanted = "2r 2y 2g 2b 3r 3y 3g 3b 4r 4y 4g 4b 5r 5y"
    rnd = set_hand(Match("haggis-2", seed=35).round, 1, wanted)
    assert str(rnd.hand(1)) == f"{wanted} J Q K"
    with pytest.raises(RulesError, match="seat 1 should have 14 number cards, but has 2"):
        set_hand(rnd, 1, "2r 2y")
    double = set_hand(Match("neeps-4", seed=1).round, 0, "2r 2r 3r 3r 4r 4r 5r 5r 6r 6r 7r 7r 8r 8r 9r 9r Tr Tr")
    assert double.hand(0) == double.hand(0) | double.deal.hands[0]
    assert str(double.hand(0)).startswith("2r 2r 3r 3r")
