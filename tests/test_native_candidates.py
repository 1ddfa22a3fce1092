"""Candidates: the few actions of a decision that the policy values most, and their rows of features."""

import numpy as np
import pytest

from haggis_cards import Match, _native
from haggis_cards.actions import PASS, Bet
from haggis_cards.native import Position
from haggis_cards.rules import RULES

OPINION = _native.ACTION_WORDS  # the last word of a row


def positions(game: str, rounds: int = 3) -> list[tuple[Position, int]]:
    """States of rounds in which everybody does the best candidate says, and the seat to act."""
    found = []
    for seed in range(rounds):
        position = Position.from_round(Match(game, seed=seed).round)
        while not position.over:
            seat = position.to_round().to_act[0]
            found.append((position, seat))
            position = position.act(position.legal(seat)[position.select_candidates(seat)[1][0]], seat)
    return found


@pytest.mark.parametrize("game", RULES)
def test_candidates_are_legal_actions_with_their_rows(game: str) -> None:
    for position, seat in positions(game):
        known, places, rows = position.select_candidates(seat)
        whole, all_rows = position.encode(seat)
        legal = position.legal(seat)
        assert np.array_equal(known, whole)
        assert np.array_equal(rows[:, :OPINION], all_rows[places])
        assert len(set(places)) == len(places) <= _native.MAX_CANDIDATES
        assert not any(isinstance(legal[place], Bet) for place in places)
        assert PASS not in legal or PASS in [legal[place] for place in places]


@pytest.mark.parametrize("game", RULES)
def test_hidden_cards_change_neither_the_candidates_nor_their_rows(game: str) -> None:
    for position, seat in positions(game, rounds=2):
        known, places, rows = position.select_candidates(seat)
        for seed in range(3):
            other_known, other_places, other_rows = position.determinize(seat, seed).select_candidates(seat)
            assert np.array_equal(known, other_known)
            assert places == other_places
            assert np.array_equal(rows, other_rows)


def test_the_policy_says_how_far_an_action_is_behind_the_best() -> None:
    for position, seat in positions("haggis-2"):
        _, _, rows = position.select_candidates(seat)
        opinions = rows[:, OPINION]
        assert (opinions & np.uint64(0xFFFFFFFF)).tolist() == [1 << rank for rank in range(len(rows))]
        behind = [int(word).bit_count() for word in opinions >> np.uint64(32) & np.uint64(0xFFFF)]
        passes = [rank for rank, row in enumerate(rows) if row[0] >> np.uint64(53) & np.uint64(1)]
        assert behind[0] == 0
        assert sorted(behind) == behind or passes == [len(rows) - 1], "only a pass may come after what is worse"


def test_a_long_list_of_leads_is_cut() -> None:
    position = Position.from_round(Match("haggis-2", seed=1).round)
    seat = position.to_round().to_act[0]
    assert len(position.legal(seat)) > 200
    assert len(position.select_candidates(seat)[1]) == _native.MAX_CANDIDATES
