"""The encoding: rows made from a view equal the native rows bit for bit, and hidden cards do not change them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from haggis_cards import RULES, Goal, Match, Phase, Play, Rounds, Rules, _native
from haggis_cards.cards import ALL_COURTS, parse_card, parse_cards, remove
from haggis_cards.encoding import (
    ACTION_FEATURES,
    ACTION_FIELDS,
    ACTION_WORDS,
    PAST,
    STATE_FEATURES,
    STATE_FIELDS,
    STATE_WORDS,
    Words,
    encode_view,
    margins,
    split_hand,
    unpack,
)
from haggis_cards.match_end import End
from haggis_cards.native import Batch, Position
from tests.support import PRESETS, TABLES, name_of, random_play

Rows = tuple[Words, Words]


def same(ours: Rows, theirs: Rows) -> bool:
    return all(a.dtype == b.dtype and a.tobytes() == b.tobytes() for a, b in zip(ours, theirs, strict=True))


def differences(ours: Words, theirs: Words, names: tuple[str, ...]) -> list[str]:
    """The features in which two rows differ, by name."""
    return [names[place] for place in np.flatnonzero(unpack(ours) != unpack(theirs))]


def positions(table: Any, end: End, seed: int) -> Iterator[tuple[Match, Position]]:
    """Random positions of a match in both engines; only some of those in tricks."""
    rng = Random(seed)
    for match in random_play(table, end, seed):
        if not match.over and (match.round.phase is not Phase.PLAY or rng.random() < 0.2):
            yield match, Position.from_round(match.round)


class TestReference:
    @pytest.mark.parametrize("table", TABLES, ids=name_of)
    def test_equals_the_native_rows(self, table: Any) -> None:
        """For every seat of every position: the seat to act, seats that may only bet, and the others."""
        phases = set()
        for seed in range(6):
            for match, state in positions(table, Rounds(1), seed):
                phases.add(match.round.phase)
                for seat in match.rules.seats:
                    ours, theirs = encode_view(match.view(seat)), state.encode(seat)
                    assert differences(ours[0], theirs[0], STATE_FEATURES) == []
                    assert same(ours, theirs)
        before = {"": set(), "auction": {Phase.AUCTION, Phase.BURY}, "exchange": {Phase.EXCHANGE}}
        assert phases >= {Phase.PLAY, *before[Rules.from_spec(table).opening]}

    @pytest.mark.parametrize("preset", PRESETS)
    def test_long_lists(self, preset: str) -> None:
        """Leads from whole hands, which leave hands of every shape to be shed."""
        for seed in range(2):
            match = Match(preset, Rounds(1), seed=seed)
            while match.round.phase is not Phase.PLAY:
                match = match.act(match.to_act[0], match.legal(match.to_act[0])[-1])
            seat = match.to_act[0]
            ours, theirs = encode_view(match.view(seat)), Position.from_round(match.round).encode(seat)
            wrong = (ours[1] != theirs[1]).any(axis=1)
            assert [match.legal(seat)[place] for place in np.flatnonzero(wrong)] == []
            assert len(theirs[1]) > 100

    @pytest.mark.parametrize("preset", PRESETS)
    def test_totals_are_shown_only_with_a_goal(self, preset: str) -> None:
        goal = Goal(400)
        differ = 0
        for match, state in positions(preset, goal, 3):
            seat = match.to_act[0]
            assert same(encode_view(match.view(seat)), state.encode(seat, goal.points))
            differ += state.encode(seat, goal.points)[0].tobytes() != state.encode(seat)[0].tobytes()
        assert differ > 5

    @pytest.mark.parametrize(("preset", "phase"), [("haggis-3", Phase.AWARD), ("neeps-4", Phase.LEAD)])
    def test_rare_phases(self, preset: str, phase: Phase) -> None:
        """Choices after a bomb (R5.9, R5.10)."""
        found = 0
        for seed in range(60):
            for match in random_play(preset, Rounds(1), seed):
                if match.round.phase is phase:
                    seat = match.to_act[0]
                    assert same(encode_view(match.view(seat)), Position.from_round(match.round).encode(seat))
                    found += 1
            if found > 3:
                return
        pytest.fail(f"no {phase} in {preset}")

    def test_the_haggis_is_awarded_R10(self) -> None:
        """Players keep their courts to the end and go out with the bomb of them."""
        match = Match(RULES["haggis-3"].replace(haggis_to="last_to_play"), Rounds(1), seed=1)
        while match.round.awarding != "haggis":
            seat = match.to_act[0]
            plays = [action for action in match.legal(seat) if isinstance(action, Play)]
            good = [play for play in plays if not play.cards & ALL_COURTS or play.cards == match.round.hands[seat]]
            waits = [action for action in match.legal(seat) if not isinstance(action, Play)]
            match = match.act(seat, [*good, *waits, *plays][0])
            assert not match.over
        seat = match.to_act[0]
        assert same(encode_view(match.view(seat)), Position.from_round(match.round).encode(seat))


class TestHandSplit:
    @pytest.mark.parametrize(
        ("hand", "plays", "low_card_cost"),
        [
            ("", 0, 0),
            ("2r", 1, 4),  # the lowest single: four quarters
            ("Tr", 1, 0),
            ("2r 3r 4r", 1, 4),
            ("2r 3r 4y 5y", 4, 13),  # 8 + 7 + 6 + 5 eighths
            ("2r 3r 2y 3y", 1, 15),  # a Stair, but four weak singles
            ("3r 5y 7g 9b", 1, 8),  # a bomb
            ("2r 4r J", 1, 4),  # the court fills the gap
            ("J Q K", 1, 0),
            ("2r J Q K", 2, 4),
        ],
    )
    def test_by_hand(self, hand: str, plays: int, low_card_cost: int) -> None:
        assert split_hand(RULES["haggis-2"].deck, parse_cards(hand)) == (plays, low_card_cost)

    def test_in_the_double_deck(self) -> None:
        assert split_hand(RULES["neeps-4"].deck, parse_cards("2r 2r 3r 3r")) == (1, 15)


class TestHiddenCards:
    @pytest.mark.parametrize("table", TABLES, ids=name_of)
    def test_do_not_change_a_row(self, table: Any) -> None:
        """The rows are the same in every determinization, byte for byte."""
        moved = 0
        for seed in range(20, 30):
            for match, state in positions(table, Rounds(1), seed):
                for seat in match.rules.seats:
                    world = state.determinize(seat, seed)
                    moved += world != state
                    assert same(world.encode(seat), state.encode(seat))
                    assert same(world.encode(seat, 300), state.encode(seat, 300))
        assert moved > 100

    @pytest.mark.parametrize("table", TABLES, ids=name_of)
    def test_do_not_change_the_rows_of_a_batch(self, table: Any) -> None:
        here, there = Batch(table if isinstance(table, str) else Rules.from_spec(table), 20, seed=3), None
        rng = np.random.default_rng(5)
        for step in range(90):
            if step % 6 == 0:
                there = Batch(here.rules, len(here), seed=99)
                for place in range(len(here)):
                    state = here.position(place)
                    there.put(place, state.determinize(int(here.seats[place]), step))
                assert same(there.encode(), here.encode())
                assert not np.array_equal(there.states, here.states)
            here.step((rng.random(len(here)) * here.counts).astype(np.int64))

    def test_a_leak_would_be_seen(self) -> None:
        """The tests above can fail: the raw states of determinizations differ where the rows do not."""
        state = Position.from_round(Match("haggis-2", seed=1).round)
        world = state.determinize(0, 5)
        assert (world.hands[0], world.hands[1] != state.hands[1]) == (state.hands[0], True)
        assert not same(world.encode(1), state.encode(1))


class TestBatch:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_rows_are_those_of_the_states(self, preset: str) -> None:
        batch = Batch(preset, 7, seed=2, threads=3)
        for _ in range(30):
            states, actions = batch.encode(goal=200)
            for place in range(len(batch)):
                start, end = batch.offsets[place : place + 2]
                one = batch.position(place).encode(int(batch.seats[place]), 200)
                assert same((states[place], actions[start:end]), one)
            batch.play_random(3)


class TestFields:
    def test_the_sizes_are_those_of_the_core(self) -> None:
        assert (STATE_WORDS, ACTION_WORDS, PAST) == (_native.STATE_WORDS, _native.ACTION_WORDS, _native.PAST)
        assert (len(STATE_FEATURES), len(ACTION_FEATURES)) == (64 * STATE_WORDS, 64 * ACTION_WORDS)

    @pytest.mark.parametrize("fields", [STATE_FIELDS, ACTION_FIELDS], ids=["state", "action"])
    def test_they_do_not_overlap(self, fields: Any) -> None:
        ends = [0, *(field.first + field.width for field in fields)]
        assert all(field.first >= end for field, end in zip(fields, ends, strict=False))
        assert len({field.name for field in fields}) == len(fields)

    def test_every_feature_that_is_ever_set_has_a_name(self) -> None:
        for preset in PRESETS:
            batch = Batch(preset, 200, seed=1)
            batch.play_random(10)
            for rows, names in zip(batch.encode(300), (STATE_FEATURES, ACTION_FEATURES), strict=True):
                assert all(names[place] for place in np.flatnonzero(unpack(rows).any(axis=0)))

    def test_a_row_can_be_read(self) -> None:
        match = Match("haggis-2", Rounds(1), seed=4)
        seat = match.to_act[0]
        state, actions = encode_view(match.view(seat))
        hand = match.view(seat)["hand"] or ""
        shown = {STATE_FEATURES[place] for place in np.flatnonzero(unpack(state))}
        assert {f"hand: {name}" for name in hand.split() if name not in "JQK"} <= shown
        assert {"own courts: K", "phase: play", "size of self: 17", "size of 1 left: 17", "players: 2"} <= shown
        single = {ACTION_FEATURES[place] for place in np.flatnonzero(unpack(actions[0]))}
        single = {name for name in single if "left, at least" not in name and "low-card cost" not in name}
        card = match.view(seat)["legal"][0].removeprefix("play ")
        expected = {f"cards: {card}", "verb: single", f"rank: {card[0]}", "length: 1", "width: 1", "left in hand: 16"}
        expected.add(
            f"plays left: {split_hand(match.rules.deck, remove(match.round.hands[seat], parse_card(card))).plays}"
        )
        assert single - {"points: 1 or more"} == expected


class TestUnpack:
    def test_lowest_bit_first(self) -> None:
        words = np.array([[1, 1 << 63], [6, 0]], np.uint64)
        bits = unpack(words)
        assert bits.shape == (2, 128)
        assert [np.flatnonzero(row).tolist() for row in bits] == [[0, 127], [1, 2]]
        assert unpack(words, np.float32).dtype == np.float32

    def test_no_rows(self) -> None:
        assert unpack(np.empty((0, 3), np.uint64)).shape == (0, 192)


class TestMargins:
    def test_are_over_the_mean_of_the_other_sides(self) -> None:
        assert margins([30, 10]).tolist() == [20, -20]
        assert margins([30, 10, 20]).tolist() == [15, -15, 0]

    def test_of_many_rounds(self) -> None:
        points = np.random.default_rng(1).integers(-100, 200, (4, 5, 3))
        for place in np.ndindex(4, 5):
            assert margins(points)[place].tolist() == margins(points[place]).tolist()
