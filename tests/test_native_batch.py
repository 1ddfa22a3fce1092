"""`native.Batch`: many rounds at once, the same as in the Python engine, whatever the number of threads."""

from typing import Any

import numpy as np
import pytest

from haggis_cards import RULES, Rules, RulesError
from haggis_cards.native import STATE, Batch, Position, play_random
from haggis_cards.scoring import score
from tests.support import PRESETS, TABLES, middle, name_of


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
        position = Position.from_round(middle("haggis-3"))
        batch.put(2, position)
        assert batch.position(2) == position
        assert batch.legal(2) == position.legal()
        with pytest.raises(ValueError, match="another game"):
            batch.put(0, Position.from_round(middle("haggis-2")))
        with pytest.raises(IndexError, match="there is no round 4: the batch has 4"):
            batch.put(4, position)

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


def test_the_seed_decides_random_play() -> None:
    stats = play_random("haggis-2", 10_000, seed=1)
    assert stats == play_random("haggis-2", 10_000, seed=1)
    assert stats.checksum != play_random("haggis-2", 10_000, seed=2).checksum
    assert stats.decisions >= 10_000
    assert stats.moves > 10 * stats.decisions
    assert stats.rounds > 100
