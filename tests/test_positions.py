"""Positions as lines of text, and edits of them."""

from random import Random
from typing import Any

import pytest

from haggis_cards import Goal, HaggisError, Match, NotationError, Rounds, RulesError, parse_position, position_line
from haggis_cards.native import Position
from haggis_cards.positions import parse_view, set_hand, swap_cards, take_back, view_line
from tests.custom import MINI
from tests.support import PRESETS, TABLES, name_of, random_play


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
        (1, "x", "dealer of the position: 'x' is not a whole number"),
        (3, "0,x", "totals of the position: 'x' is not a whole number"),
        (1, "5", "the dealer is a seat from 0 to 1, not 5"),
        (2, "9", "the lead is a seat from 0 to 1, not 9"),
        (3, "0", "haggis-2 has 2 totals, not 1"),
        (4, "2r3r", "haggis-2 deals 2 hands, not 1"),
        (4, "zz/2r", "hands of the position: 'zz' is not a card; a card is a rank"),
        (5, "2r8x3b", "haggis of the position: '8x' is not a card"),
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
    with pytest.raises(NotationError, match=r"a position has 7 fields, .* \(rules, dealer, .* and actions\), not 2"):
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


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_a_line_of_a_view_says_what_the_seat_sees_and_nothing_else(table: Any) -> None:
    for match in list(random_play(table, Rounds(1), 11))[:-1]:
        for seat in match.rules.seats:
            view = match.view(seat)
            line = view_line(view)
            read = parse_view(line)
            for key in view.keys() - {"end", "players", "results"}:
                assert read[key] == view[key], key  # type: ignore[literal-required]
            assert view_line(read) == line
            world = Match.from_position(Position.from_view(view, Random(len(line))).to_round())
            assert view_line(world.view(seat)) == line


def test_a_line_of_a_view_hides_the_other_cards() -> None:
    match = Match("tatties-3", Rounds(1), seed=4, dealer=0)
    for seat, action in ((0, "bid 15"), (1, "pass"), (2, "pass")):
        match = match.act(seat, action)
    bury = match.legal(0)[5]
    match = match.act(0, bury)
    hands, haggis, log = view_line(match.view(1)).split()[4:]
    assert [hand == "?" for hand in hands.split("/")] == [True, False, True]
    assert (haggis, log.rpartition(";")[2]) == ("?", "0:bury")
    hands, haggis, log = view_line(match.view(0)).split()[4:]
    assert (haggis, log.rpartition(";")[2]) == (str(match.round.drawn).replace(" ", ""), f"0 {bury}".replace(" ", ":"))
    with pytest.raises(HaggisError, match="nobody is to act"):
        view_line(match.view(None))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("haggis-2 0 1 0,0 ?/? ? -", "shows one hand of 2"),
        ("haggis-2 0 1 0,0 2r3r/? ? -", "should have 14 number cards"),
        ("haggis-2 0 1 0,0 2r2r3r4r5r6r7r8r9rTr2g3g4g5g/? ? -", "2r is there too often"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? 1:play:2r", "2r is there too often"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? 0:play:2r", "it is seat 1's turn"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? 5:play:2b", "there is no seat 5"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? 1:bury", "you cannot bury during a trick"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? 1:give", "you cannot give during a trick"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? 0:give", "is not a card"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? 2b?x -", "is not a card"),
    ],
)
def test_a_line_that_nobody_can_see(line: str, words: str) -> None:
    with pytest.raises(HaggisError, match=words):
        parse_view(line)


def test_a_position_is_not_the_line_of_a_view() -> None:
    with pytest.raises(HaggisError, match="this line hides cards"):
        parse_position("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? -")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_goes_on_from_a_position(preset: str) -> None:
    """Totals, dealer, lead and bets are kept; the round ends as it would have, with the next one after it."""
    *_, last = random_play(preset, Rounds(3), 5)
    third = [done.round for done in last.finished][2]
    match = Match.from_position(position_line(take_back(third, 9)), Goal(10_000)).seeded(3)
    assert (match.totals, match.round.dealer, match.round.bets) == (third.totals, third.dealer, match.round.bets)
    assert match.view(0)["totals"] == list(third.totals)
    for seat, action in third.log[-9:]:
        match = match.act(seat, action)
    assert match.finished[0].result == last.finished[2].result
    assert match.totals == last.totals
    assert match.round.totals == last.totals
    if any(third.totals):
        with pytest.raises(HaggisError, match="goes on from a position"):
            match.record()
    assert Match.from_position(third).totals == last.totals
