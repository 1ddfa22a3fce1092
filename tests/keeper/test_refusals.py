"""Entries that cannot be right: each is refused with a sentence, and changes nothing."""

import pytest

from haggis_cards.match_end import Goal, Rounds
from tests.keeper.people import ask, new_sheet, refused
from tests.keeper.rounds import HAGGIS_3, NEEPS, RIGHT, Change

FULL_DECK = dict.fromkeys("23456789T", 5) | {"J": 3, "Q": 3, "K": 3}

IMPOSSIBLE: list[tuple[str, Change, str]] = [
    # The cards do not add up
    ("haggis-3", {"piles": [10, 20, 41]}, "the cards of this round add up to 71, there are 50 points in the deck"),
    ("haggis-3", {"piles": [10, 20, 19]}, "the cards of this round add up to 49, there are 50 points in the deck"),
    ("haggis-3", {"piles": [30, 21, None]}, "the cards of this round add up to 51, there are 50 points in the deck"),
    ("haggis-3", {"piles": [10, 20]}, "there are 3 score piles, not 2"),
    ("haggis-3", {"piles": [-3, 33, 20]}, "the pile of Ann cannot count -3"),
    ("haggis-3", {"piles": [10.5, 19.5, 20]}, "the pile of Ann cannot count 10.5"),
    ("haggis-3", {"piles": ["ten", 20, 20]}, "the pile of Ann cannot count 'ten'"),
    ("haggis-3", {"piles": [{"9": 6}, 20, None]}, "9 is there 6 times, but the game has it 5 times"),
    ("haggis-3", {"piles": [{"9": 3}, {"9": 3}, None]}, "9 is there 6 times"),
    ("haggis-3", {"piles": [{"K": 4}, 20, None]}, "K is there 4 times, but the game has it 3 times"),
    ("haggis-3", {"piles": [{"1": 2}, 20, None]}, "there is no card '1'"),
    (
        "haggis-3",
        {
            "piles": [
                {
                    "2": 4,
                },
                {"3": 5},
                {"K": 3},
            ]
        },
        "the piles have 12 cards, but there must be 54",
    ),
    ("haggis-3", {"piles": [{**FULL_DECK, "2": 4}, {}, {}]}, "the piles have 53 cards, but there must be 54"),
    ("haggis-3", {"lost": 4}, "all cards of this round score for somebody"),
    ("tatties-3", {"piles": [40, 10, 4]}, "the pile of Cat counts at least 6"),
    ("neeps-4-2024", {"piles": [61, 11]}, "add up to 72, but of the 84 points in the deck 13 score for nobody"),
    ("nobody", {"piles": [26, 15, 10]}, "the cards of this round add up to 51, there are 50 points in the deck"),
    ("nobody", {"piles": [20, 10, 9]}, "3 cards that nobody scores count 0 to 10 points, not 11"),
    # The order of going out
    ("haggis-3", {"out": [1, 1]}, "Bob cannot go out twice in a round"),
    ("haggis-3", {"out": [1, 0, 2]}, "the round ended when Ann went out, so nobody can go out after that"),
    ("haggis-3", {"out": [1, 3]}, "there is no seat 3; seats are 0 to 2"),
    ("neeps-4", {"out": [0, 2, 1]}, "the round ended when Cat went out"),
    # Cards in hands
    ("haggis-3", {"held": [[0, None, 4], [None, None, 2]]}, "Ann still had cards when Bob went out"),
    ("haggis-3", {"held": [[18, None, 4], [None, None, 2]]}, "Ann cannot hold 18 cards; everybody starts with 17"),
    ("haggis-3", {"held": [[9, None, 4], [None, None, 5]]}, "Cat cannot hold 5 cards after holding 4"),
    ("haggis-3", {"held": [[9, None, 4], [None, 3, 2]]}, "Bob was out and cannot hold 3 cards"),
    ("haggis-3", {"held": [[9, None, 4.5], [None, None, 2]]}, "Cat cannot hold 4.5 cards"),
    ("haggis-3", {"held": [[9, None, 4], [None, None, 2], [1, 1, 1]]}, "hands are counted once for each player"),
    ("haggis-3", {"won": True}, "only in a game with an auction it matters who won the trick"),
    ("tatties-3", {"won": False}, "Cat did not win that trick, so no hand is counted for it"),
    ("neeps-4", {"held": [[None, 22, None, 12], *NEEPS["held"][1:]]}, "Bob cannot hold 22 cards"),
    # Bets and bids
    ("haggis-3", {"bets": [20, None, None]}, "Ann cannot bet 20; a bet is 15, 30 or 45"),
    ("haggis-3", {"bets": [None, 15]}, "bets are noted for 3 players, not 2"),
    ("haggis-3", {"shepherd": 1, "bid": 15}, "there is no auction in this game, so nobody is the Shepherd"),
    ("neeps-4", {"bets": [30, None, 30, None]}, "Ann and Cat cannot both bet 30"),
    ("tatties-3", {"bets": [15, None, None]}, "in this game, bets are made in the auction only"),
    ("tatties-3", {"bid": 25}, "the Shepherd cannot bid 25; a bid is 15, 30 or 45"),
    ("tatties-3", {"shepherd": None}, "somebody bid 30, so somebody is the Shepherd"),
    ("tatties-3", {"shepherd": 5}, "there is no seat 5"),
]


@pytest.mark.parametrize("name", RIGHT)
def test_the_rounds_that_the_cases_change_are_right(name: str) -> None:
    rules, entry = RIGHT[name]
    assert ask("try_round", new_sheet(rules), entry)["refusal"] is None


@pytest.mark.parametrize(("name", "change", "sentence"), IMPOSSIBLE, ids=[case[2] for case in IMPOSSIBLE])
def test_an_impossible_round_is_refused_with_a_sentence(name: str, change: Change, sentence: str) -> None:
    rules, entry = RIGHT[name]
    sheet, wrong = new_sheet(rules), {**entry, **change}
    refusal = ask("try_round", sheet, wrong)["refusal"]
    assert refusal["code"] == "bad-sheet"
    assert sentence in refusal["reason"]
    assert refused("add_round", sheet, wrong) == refusal["reason"]


def test_a_list_of_thirty_is_long_enough() -> None:
    assert len(IMPOSSIBLE) >= 30


SHEETS: list[tuple[Change, str]] = [
    ({"rules": "haggis-5"}, "there is no preset 'haggis-5'"),
    (
        {"rules": {"preset": "haggis-3", "last_hand": "nobody"}},
        "last_hand cannot be 'nobody' in haggis-3; it takes first_out or last_out",
    ),
    ({"rules": {"preset": "haggis-3", "points": "double"}}, "points cannot be 'double'"),
    ({"players": ["Ann", "Bob"]}, "haggis-3 needs 3 names, one for each seat, not 2"),
    ({"players": ["Ann", " ", "Cat"]}, "every player needs a name; seat 2 has none"),
    ({"players": ["Ann", "Bob", "ann"]}, "two players are called ann"),
    ({"end": {"rounds": 0}}, "the number of rounds must be a positive whole number"),
    ({"end": {"days": 2}}, "a match ends after a number of rounds or at a number of points"),
    ({"dealer": 3}, "the dealer is a seat from 0 to 2"),
    ({"deals": -1}, "so they cannot start at -1"),
    ({"haggis_sheet": 2}, "made by a newer version"),
    ({"rounds": "none"}, "is not what belongs at rounds"),
    ({"group": 7}, "is not what belongs at group"),
]


@pytest.mark.parametrize(("change", "sentence"), SHEETS, ids=[case[1] for case in SHEETS])
def test_a_sheet_that_cannot_be_is_refused_with_a_sentence(change: Change, sentence: str) -> None:
    assert sentence in refused("open_sheet", {**new_sheet("haggis-3"), **change})


def test_what_comes_after_the_end_or_before_the_beginning_is_refused() -> None:
    for end in (Rounds(1), Goal(60)):
        over = ask("add_round", new_sheet("haggis-3", end), HAGGIS_3)["sheet"]
        assert "the match is over after round 1" in refused("add_round", over, HAGGIS_3)
        assert "there is no round 2" in refused("add_round", over, HAGGIS_3, 1)
    assert "no round to take back" in refused("undo_round", new_sheet("haggis-3"))
    assert "is not what belongs at entry" in refused("add_round", new_sheet("haggis-3"), "none")


@pytest.mark.parametrize("text", ["", "not a sheet", "AAAA", "q1YqVrJSKi5JLMnMV7ICAA", "[]"])
def test_a_broken_link_is_refused(text: str) -> None:
    assert "the link or the file is broken" in refused("unpack", text)
