"""`haggis_cards.native`: states and batches from Python, what they refuse, and what importing costs."""

import copy
import pickle
import subprocess
import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import haggis_cards
from haggis_cards import (
    RULES,
    Award,
    Bet,
    Give,
    IllegalAction,
    Lead,
    Match,
    Play,
    Round,
    Rounds,
    Rules,
    RulesError,
    _native,
)
from haggis_cards.actions import PASS
from haggis_cards.cards import ALL_COURTS, parse_card
from haggis_cards.native import STATE, Batch, Position, pack, play_random, unpack
from haggis_cards.native.actions import pack_logged
from haggis_cards.scoring import score
from tests.support import PRESETS, TABLES, choose, name_of, random_play, start


def middle(preset: str, seed: int = 1, actions: int = 20) -> haggis_cards.Round:
    """A round after so many random actions, or just before its end."""
    rng = Random(seed)
    rnd = Match(preset, Rounds(1), seed=seed).round
    for _ in range(actions):
        after = rnd.act(*choose(rnd, rng))
        if after.over:
            break
        rnd = after
    return rnd


class TestState:
    @pytest.mark.parametrize("table", TABLES, ids=name_of)
    def test_all_information_is_kept(self, table: str) -> None:
        """Python to native and back, at every position of a match."""
        for match in random_play(table, Rounds(2), seed=2):
            state = Position.from_round(match.round)
            assert state.to_round() == match.round
            assert state.hands == match.round.hands
            assert (state.phase, state.over) == (match.round.phase, match.round.over)

    @pytest.mark.parametrize("preset", PRESETS)
    def test_pickle_and_copies(self, preset: str) -> None:
        state = Position.from_round(middle(preset))
        assert pickle.loads(pickle.dumps(state)) == state
        assert copy.deepcopy(state) == state
        assert hash(copy.copy(state)) == hash(state)
        assert state != Position.from_round(middle(preset, actions=3))
        assert state != "state"

    def test_acting_leaves_the_state_as_it_was(self) -> None:
        state = Position.from_round(middle("haggis-3"))
        before = state.to_round()
        after = state.act(state.legal()[0])
        assert state.to_round() == before
        assert after.to_round() == before.act(before.to_act[0], before.legal(before.to_act[0])[0])
        assert preset_in(repr(after))

    def test_packed_actions_are_unpacked_again(self) -> None:
        for table in TABLES:
            for match in random_play(table, Rounds(1), seed=3):
                for seat in match.rules.seats:
                    for action in match.legal(seat):
                        assert unpack(*pack(action, match.rules), match.rules) == action

    def test_refusals_are_those_of_the_engine(self) -> None:
        """An action that is not legal raises what the Python engine raises."""
        rnd = start("haggis-3", "2r 3r 4r", "5r 6r")
        state = Position.from_round(rnd)
        single = next(action for action in rnd.legal(0) if isinstance(action, Play))
        other_deck = Play(single | 1 << 93)
        refused: list[haggis_cards.Action] = [
            PASS,
            Bet(7),
            Bet(-1),
            Lead(1),
            Award(16),
            Award(-1),
            Give(parse_card("2r")),
            other_deck,
            Play(0),
        ]
        for action in [*refused, Play((1 << 200) - 1), Give(ALL_COURTS)]:
            with pytest.raises(IllegalAction) as ours:
                state.act(action, 0)
            with pytest.raises(IllegalAction) as theirs:
                rnd.act(0, action)
            assert (ours.value.code, ours.value.reason) == (theirs.value.code, theirs.value.reason)
        assert state == Position.from_round(rnd)

    def test_a_seat_that_does_not_exist(self) -> None:
        state = Position.from_round(middle("haggis-2"))
        for call in (lambda: state.legal(2), lambda: state.act(PASS, -1), lambda: state.determinize(4, 1)):
            with pytest.raises(IllegalAction, match="there is no seat"):
                call()

    def test_the_other_seats_have_their_bets_R7_1(self) -> None:
        rnd = start("neeps-4")
        state = Position.from_round(rnd).act(Bet(15), 3)
        assert state.legal(1)[-2:] == (Bet(30), Bet(45))
        assert state.turn == 0

    def test_nothing_is_legal_at_the_end(self) -> None:
        state = Position.from_round(middle("haggis-2", actions=400))
        while not state.over:
            state = state.act(state.legal()[-1])
        assert state.turn is None
        assert state.legal() == state.legal(0) == ()
        with pytest.raises(IllegalAction, match="the round is over"):
            state.act(PASS)
        result = score(state.to_round())
        assert state.score() == (result.cards, result.bonus, result.bets)

    def test_no_score_before_the_end(self) -> None:
        with pytest.raises(ValueError, match="not over"):
            Position.from_round(middle("haggis-2")).score()

    def test_a_round_that_does_not_follow_from_its_log(self) -> None:
        rnd = middle("haggis-3")
        with pytest.raises(RulesError, match="does not follow from its log"):
            Position.from_round(rnd._with(log=rnd.log[:-1]))
        with pytest.raises(RulesError, match="does not follow from its log"):
            Position.from_round(rnd._with(log=(*rnd.log, rnd.log[0])))

    @pytest.mark.parametrize("preset", ["haggis-3", "neeps-4"])
    def test_a_log_is_played_up_to_the_first_entry_that_is_not_legal(self, preset: str) -> None:
        """Whatever bit of it is changed: actions of another hand, seats that do not exist, bits that mean nothing."""
        rnd = middle(preset, actions=14)
        begin = Position.from_round(Round.start(rnd.rules, rnd.deal, dealer=rnd.dealer))
        log = Position.from_round(rnd).native.log
        assert copy.copy(begin.native).replay(log) == len(log) > 10
        now = begin
        for row, (seat, action) in enumerate(rnd.log):
            legal = {pack_logged(other, act, rnd.rules) for other in rnd.rules.seats for act in now.legal(other)}
            for column, bit in product((0, 1), range(64)):
                entry = log[row : row + 1].copy()
                entry[0, column] ^= np.uint64(1 << bit)
                assert copy.copy(now.native).replay(entry) == (tuple(entry[0].tolist()) in legal), (row, column, bit)
            now = now.act(action, seat)

    def test_a_view_that_does_not_follow_from_its_log(self) -> None:
        match = Match("haggis-3", seed=1)
        for _ in range(6):
            match = match.act(match.to_act[0], match.legal(match.to_act[0])[0])
        view = match.view(match.to_act[0])
        assert Position.from_view(view, Random(1)).legal(match.to_act[0]) == match.legal(match.to_act[0])
        with pytest.raises(RulesError, match="does not follow from its log: 0 lead 1 is not legal there"):
            Position.from_view({**view, "log": ["0 lead 1", *view["log"]]}, Random(1))

    def test_totals_that_do_not_fit(self) -> None:
        with pytest.raises(RulesError, match="totals up to"):
            Position.from_round(start("haggis-2", totals=(0, 1 << 40)))


def preset_in(shown: str) -> bool:
    return any(preset in shown for preset in PRESETS)


def random_choices(batch: Batch, rng: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return (rng.random(len(batch)) * batch.counts).astype(np.int64)


class TestBatch:
    @pytest.mark.parametrize("table", TABLES, ids=name_of)
    def test_follows_the_python_engine(self, table: object) -> None:
        """Lists, seats, scores and whole rounds, stepped from Python."""
        rules = Rules.from_spec(table)
        batch = Batch(rules, 3, seed=5, threads=2)
        rounds = [batch.position(i).to_round() for i in range(3)]
        rng = np.random.default_rng(1)
        finished = 0
        for step in range(250):
            for i, rnd in enumerate(rounds):
                assert batch.seats[i] == rnd.to_act[0]
                assert batch.legal(i) == rnd.legal(rnd.to_act[0])
            choices = random_choices(batch, rng)
            after = [rnd.act(rnd.to_act[0], batch.legal(i)[choices[i]]) for i, rnd in enumerate(rounds)]
            batch.step(choices)
            for i, rnd in enumerate(after):
                assert batch.done[i] == rnd.over
                if rnd.over:
                    result = score(rnd)
                    assert batch.scores[i].tolist() == [list(result.cards), list(result.bonus), list(result.bets)]
                    after[i] = batch.position(i).to_round()
                    assert after[i].log == ()
                    finished += 1
                elif step % 20 == 0:
                    assert batch.position(i).to_round() == rnd
            rounds = after
        assert finished > 2

    @pytest.mark.parametrize("preset", PRESETS)
    def test_the_number_of_threads_changes_nothing(self, preset: str) -> None:
        batches = [Batch(preset, 50, seed=9, threads=threads) for threads in (1, 2, 7, 64)]
        assert len({batch.play_random(300) for batch in batches}) == 1
        for _ in range(3):
            choices = random_choices(batches[0], np.random.default_rng(3))
            for batch in batches:
                batch.step(choices)
        for batch in batches[1:]:
            for array in ("states", "offsets", "actions", "seats", "done", "scores"):
                assert np.array_equal(getattr(batch, array), getattr(batches[0], array)), array

    def test_seeds(self) -> None:
        assert np.array_equal(Batch("haggis-2", 5, seed=-1).states, Batch("haggis-2", 5, seed=-1).states)
        assert not np.array_equal(Batch("haggis-2", 5, seed=1).states, Batch("haggis-2", 5, seed=2).states)
        assert len({state.tobytes() for state in Batch("haggis-2", 100, seed=1).states}) == 100

    def test_shapes(self) -> None:
        batch = Batch("neeps-4", 10, seed=1)
        assert len(batch) == 10
        assert batch.offsets.shape == (11,)
        assert batch.actions.shape == (batch.offsets[-1], 2) == (batch.counts.sum(), 2)
        assert batch.scores.shape == (10, 3, 2)
        assert batch.states.dtype == STATE
        assert batch.states["hands"].shape == (10, 4, 2)
        assert not batch.states.flags.writeable

    def test_views_outlive_the_batch(self) -> None:
        batch = Batch("haggis-2", 10, seed=1)
        views: list[np.ndarray[Any, Any]] = [batch.actions, batch.seats, batch.states]
        copies = [view.copy() for view in views]
        del batch
        assert all(np.array_equal(view, kept) for view, kept in zip(views, copies, strict=True))

    def test_dealer_and_totals_of_fresh_rounds_R4_1(self) -> None:
        batch = Batch("tatties-3", 20, seed=1, dealer=2, totals=(5, 30, -7))
        batch.play_random(200)
        assert set(batch.states["dealer"]) == {2}
        assert (batch.states["totals"][:, :3] == (5, 30, -7)).all()
        assert set(Batch("tatties-3", 100, seed=1).states["dealer"]) == {0, 1, 2}

    def test_a_state_can_be_put_in(self) -> None:
        batch = Batch("haggis-3", 4, seed=1, threads=2)
        state = Position.from_round(middle("haggis-3"))
        batch.put(2, state)
        assert batch.position(2) == state
        assert batch.legal(2) == state.legal()
        with pytest.raises(ValueError, match="another game"):
            batch.put(0, Position.from_round(middle("haggis-2")))
        with pytest.raises(IndexError, match="there is no round 4: the batch has 4"):
            batch.put(4, state)

    def test_bad_choices_change_nothing(self) -> None:
        batch = Batch("haggis-2", 3, seed=1)
        before = batch.states.copy()
        for bad in (-1, int(batch.counts[1]), 1 << 40):
            with pytest.raises(IndexError, match=rf"choice {bad} for round 1: it has \d+ legal actions"):
                batch.step([0, bad, 0])
        with pytest.raises(ValueError, match="step needs 3 choices, one for each round, not 2"):
            batch.step([0, 0])
        assert np.array_equal(batch.states, before)

    def test_bad_sizes(self) -> None:
        with pytest.raises(ValueError, match="the number of rounds must be from 1"):
            Batch("haggis-2", 0)
        with pytest.raises(ValueError, match="the number of threads must be from 1"):
            Batch("haggis-2", 1, threads=0)
        with pytest.raises(RulesError, match="the dealer is a seat from 0 to 1, not 2"):
            Batch("haggis-2", 1, dealer=2)
        with pytest.raises(RulesError, match="has 2 totals, not 3"):
            Batch("neeps-4", 1, totals=(1, 2, 3))

    @pytest.mark.parametrize("preset", PRESETS)
    def test_random_deals_are_fair_R1_1(self, preset: str) -> None:
        """Each card is as often in seat 0's hand as any other."""
        states = Batch(preset, 20_000, seed=3).states
        rules = RULES[preset]
        first, second = states["hands"][:, 0, 0], states["hands"][:, 0, 1]
        cards = range(rules.deck.suits * 9)
        share = [float((first >> np.uint64(bit) & np.uint64(1)).mean()) for bit in cards]
        twice = [float((second >> np.uint64(bit) & np.uint64(1)).mean()) for bit in cards]
        held = [once + again for once, again in zip(share, twice, strict=True)]
        expected = rules.hand_size / len(cards)
        assert max(abs(mean - expected) for mean in held) < 0.02


def test_random_play_is_told_by_its_seed() -> None:
    tally = play_random("haggis-2", 10_000, seed=1)
    assert tally == play_random("haggis-2", 10_000, seed=1)
    assert tally.checksum != play_random("haggis-2", 10_000, seed=2).checksum
    assert tally.decisions >= 10_000
    assert tally.moves > 10 * tally.decisions
    assert tally.rounds > 100


@pytest.mark.parametrize("preset", PRESETS)
def test_perft_agrees_at_the_root(preset: str) -> None:
    rnd = Match(preset, seed=8).round
    assert Position.from_round(rnd).perft(1) == len(rnd.legal(rnd.to_act[0]))


def test_importing_haggis_loads_neither_the_core_nor_numpy() -> None:
    code = "import haggis_cards, sys; sys.exit('haggis_cards._native' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_stub_is_current() -> None:
    """`make stub` writes it."""
    stubgen = pytest.importorskip("nanobind.stubgen")
    stub = stubgen.StubGen(_native)
    stub.put(_native)
    written = Path(haggis_cards.__file__).with_name("_native.pyi").read_text()
    assert stub.get().strip() == written.strip(), "run: make stub"
