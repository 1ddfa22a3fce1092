"""Rollouts: rounds dealt together and played to their ends, the same for any number of threads."""

from typing import Any

import numpy as np
import pytest

from haggis_cards import Match, _native
from haggis_cards.encoding import STATE_FEATURES, unpack
from haggis_cards.native import Position, native_rules
from haggis_cards.rules import RULES

EVERYBODY = 0b1111


def play(game: str, count: int, threads: int, rivals: int = 0, iterations: int = 0) -> tuple[list[Any], Any]:
    """A rollout of random answers, but for the core's seats: what was asked, and the points."""
    rollout = _native.Rollout(native_rules(RULES[game]), count, 7, threads)
    rollout.deal(np.full(count, rivals, np.uint8), iterations)
    rng, asked = np.random.default_rng(1), []
    while len(rollout.rounds):
        rows = (rollout.rounds, rollout.seats, rollout.offsets, rollout.states, rollout.hidden, rollout.actions)
        asked.append([array.copy() for array in rows])
        rollout.step((rng.random(len(rollout.rounds)) * np.diff(rollout.offsets)).astype(np.int64))
    return asked, rollout.points.copy()


@pytest.mark.parametrize(("count", "rivals", "iterations"), [(40, 0, 0), (4, 0b10, 20)], ids=["alone", "search"])
@pytest.mark.parametrize("game", RULES)
def test_threads_change_nothing(game: str, count: int, rivals: int, iterations: int) -> None:
    (one, points), (three, same_points) = (play(game, count, threads, rivals, iterations) for threads in (1, 3))
    assert len(one) == len(three)
    assert all(
        np.array_equal(a, b) for ones, threes in zip(one, three, strict=True) for a, b in zip(ones, threes, strict=True)
    )
    assert np.array_equal(points, same_points)


@pytest.mark.parametrize("game", RULES)
def test_what_is_asked_is_a_choice_of_the_seat_in_turn(game: str) -> None:
    asked, points = play(game, 30, 2)
    assert np.any(points)
    for rounds, seats, offsets, states, hidden, actions in asked:
        assert (np.diff(offsets) > 1).all(), "forced actions are played at once"
        assert len(rounds) == len(seats) == len(states) == len(hidden) == len(offsets) - 1
        assert len(actions) == offsets[-1]
        assert (seats < RULES[game].players).all()
        hands, courts = states[:, 0], hidden[:, 0] >> np.uint64(45)
        assert (hands != 0).all()
        assert (courts < 8).all()


def test_a_bet_is_asked_for_first_and_alone() -> None:
    """R7.1: before the first card; the first answer is to make none."""
    asked, _ = play("haggis-2", 20, 1)
    _, _, offsets, _, _, actions = asked[0]
    verbs = actions[:, 0] >> np.uint64(48) & np.uint64(0xFFF)
    assert (np.diff(offsets) == 1 + len(RULES["haggis-2"].bets)).all()
    assert (verbs == 1 << 6).all()
    values = actions[:, 1] >> np.uint64(53) & np.uint64(0xFF)
    assert values[: offsets[1]].tolist() == [0, 1, 2, 4]


def test_the_policy_can_take_seats() -> None:
    asked, points = play("haggis-3", 50, 2, rivals=EVERYBODY)
    assert not asked
    assert (points.sum(1) > 0).all()
    asked, _ = play("haggis-3", 50, 2, rivals=0b110)
    assert {int(seat) for rows in asked for seat in rows[1]} == {0}


@pytest.mark.parametrize("game", RULES)
def test_the_search_can_take_seats(game: str) -> None:
    asked, points = play(game, 3, 2, rivals=EVERYBODY, iterations=20)
    assert not asked
    assert (points.sum(1) > 0).all()
    assert not np.array_equal(points, play(game, 3, 2, rivals=EVERYBODY)[1]), "not the policy's play"


def test_the_search_beats_random_answers_and_bets() -> None:
    """R7.1: its bets are there for the others to see; the policy makes none."""
    bet = STATE_FEATURES.index("bet of 1 left: 1. value or more")
    asked, points = play("haggis-2", 30, 2, rivals=0b10, iterations=20)
    assert {int(seat) for rows in asked for seat in rows[1]} == {0}
    assert any(unpack(rows[3])[:, bet].any() for rows in asked)
    assert not any(unpack(rows[3])[:, bet].any() for rows in play("haggis-2", 30, 2, rivals=0b10)[0])
    assert np.mean(points[:, 1] - points[:, 0]) > 60


def test_bad_answers_change_nothing() -> None:
    rollout = _native.Rollout(native_rules(RULES["haggis-2"]), 5, 1, 1)
    assert len(rollout.states) == len(rollout.actions) == 0, "nothing is dealt yet"
    rollout.deal(np.zeros(5, np.uint8))
    before = rollout.states.copy()
    with pytest.raises(ValueError, match="step needs 5 choices"):
        rollout.step(np.zeros(4, np.int64))
    with pytest.raises(IndexError, match="choice 99 of decision 0 is not in its list"):
        rollout.step(np.full(5, 99, np.int64))
    with pytest.raises(ValueError, match="a set of seats for every round"):
        rollout.deal(np.zeros(4, np.uint8))
    with pytest.raises(ValueError, match="the number of rounds must be from 1 to 4194304, not 0"):
        _native.Rollout(native_rules(RULES["haggis-2"]), 0, 1, 1)
    assert np.array_equal(before, rollout.states)


def test_rows_stay_where_memory_was_reserved_for_them() -> None:
    rollout = _native.Rollout(native_rules(RULES["haggis-2"]), 50, 7, 2)
    reserved = rollout.reserve()
    rollout.deal(np.zeros(50, np.uint8))
    with pytest.raises(ValueError, match="before"):
        rollout.reserve()
    rng = np.random.default_rng(1)
    while len(rollout.rounds):
        arrays = (rollout.states, rollout.hidden, rollout.offsets, rollout.actions)
        for rows, (address, size) in zip(arrays, reserved, strict=True):
            assert rows.ctypes.data == address
            assert rows.nbytes <= size
        rollout.step((rng.random(len(rollout.rounds)) * np.diff(rollout.offsets)).astype(np.int64))


def played_out(game: str, tries: list[Any], worlds: int, room: int) -> Any:
    """The points of rounds in which everybody takes the first candidate, by action and world."""
    rollout = _native.Rollout(native_rules(RULES[game]), room, 7, 2)
    rollout.determinize(tries, worlds)
    while len(rollout.rounds):
        rollout.step(np.zeros(len(rollout.rounds), np.int64))
    count = sum(len(places) for _, _, places, _ in tries)
    return rollout.points[: count * worlds].reshape(count, worlds, -1).copy()


def positions(game: str) -> list[Any]:
    """Three decisions of one round, with all their candidates."""
    tries: list[Any] = []
    position = Position.from_round(Match(game, seed=3).round)
    while len(tries) < 3:
        seat = position.turn or 0
        places = list(position.select_candidates(seat)[1])
        if len(places) > 1:
            tries.append((position.native, seat, places[:4], len(tries)))
        position = position.act(position.legal()[places[0]])
    return tries


@pytest.mark.parametrize("game", ["haggis-2", "neeps-4"])
def test_positions_are_played_out_together_as_each_alone(game: str) -> None:
    tries = positions(game)
    together = played_out(game, tries, 5, 100)
    assert np.array_equal(together, np.concatenate([played_out(game, [one], 5, 5 * len(one[2])) for one in tries]))
    assert len(np.unique(together[0], axis=0)) > 1, "the worlds differ"


def test_tries_that_do_not_fit_are_refused() -> None:
    (one, *_), rollout = positions("haggis-2"), _native.Rollout(native_rules(RULES["haggis-2"]), 8, 7, 1)
    position, seat, _, seed = one
    with pytest.raises(ValueError, match="a round for each action and world"):
        rollout.determinize([one], 100)
    with pytest.raises(ValueError, match="a round for each action and world"):
        rollout.determinize([], 1)
    with pytest.raises(IndexError, match="place 9999 is not in the seat's list"):
        rollout.determinize([(position, seat, [9999], seed)], 1)
    with pytest.raises(ValueError, match="another game"):
        _native.Rollout(native_rules(RULES["haggis-3"]), 8, 7, 1).determinize([one], 1)
