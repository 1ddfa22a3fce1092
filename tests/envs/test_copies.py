"""Environments and batches are copied and pickled in the middle of a round, and go on alike."""

import copy
import pickle
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import numpy as np
import pytest

from haggis_cards import Goal
from haggis_cards.envs.aec import TableEnv
from haggis_cards.envs.gym import SeatEnv
from haggis_cards.envs.vector import VectorTableEnv
from haggis_cards.native import Batch
from tests.support import PRESETS

T = TypeVar("T")
COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def copies(env: T) -> list[T]:
    return [made(env) for made in COPIES]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_batch(preset: str) -> None:
    batch = Batch(preset, 8, seed=3, threads=2, totals=None)
    rng = Random(1)
    for _ in range(50):
        batch.step([rng.randrange(count) for count in batch.counts.tolist()])
    states = batch.states.copy()
    others = copies(batch)
    for other in others:
        assert (other.states == states).all()
        assert (other.done == batch.done).all()
        assert list(other.position(3).log) == list(batch.position(3).log)
    for _ in range(80):
        choices = [rng.randrange(count) for count in batch.counts.tolist()]
        for one in (batch, *others):
            one.step(choices)
        for other in others:
            assert (other.states == batch.states).all()  # also of the rounds that were dealt since
            assert (other.scores == batch.scores).all()
            assert (other.actions == batch.actions).all()


@pytest.mark.parametrize("actions", ["shapes", "list"])
@pytest.mark.parametrize("end", [None, Goal(100)])
def test_a_table(actions: Any, end: Goal | None) -> None:
    table = TableEnv("haggis-3", actions=actions, end=end)
    table.reset(seed=1)
    rng = Random(2)

    def play(env: TableEnv, number: int) -> tuple[Any, ...]:
        env.step(number)
        return env.agent_selection, env.rewards, env.observe(env.agent_selection), env.infos

    for _ in range(30):
        table.step(rng.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"]).tolist()))
    others = copies(table)
    while not all(table.terminations.values()):
        number = rng.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"]).tolist())
        expected = play(table, number)
        for other in others:
            np.testing.assert_equal(play(other, number), expected)
    for one in (table, *others):
        one.reset()
    assert {one.render_mode for one in others} == {None}
    assert len({str(one.episode.position.line) for one in (table, *others)}) == 1  # the sequence of deals goes on


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_seat(opponents: str) -> None:
    env = SeatEnv("haggis-2", opponents=opponents)
    env.reset(seed=5)
    first = int(env.action_masks().argmax())
    env.step(first)
    others = copies(env)
    while env.episode.seat is not None:
        number = int(env.action_masks().argmax())
        expected = env.step(number)
        for other in others:
            np.testing.assert_equal(other.step(number), expected)


@pytest.mark.parametrize("opponents", ["self", "random", "policy"])
def test_many_tables(opponents: Any) -> None:
    envs = VectorTableEnv("neeps-4", 4, opponents=opponents, threads=2)
    envs.reset(seed=3)
    for _ in range(20):
        envs.step(envs.sample_actions())
    others = copies(envs)
    for _ in range(60):
        actions = envs.sample_actions()
        expected = envs.step(actions)
        for other in others:
            np.testing.assert_equal(other.sample_actions(), actions)
            np.testing.assert_equal(other.step(actions), expected)


def test_bytes_of_another_environment_are_refused() -> None:
    small, large = Batch("haggis-2", 2), Batch("haggis-2", 3)
    state = small.__getstate__()
    with pytest.raises(ValueError, match="saved by another environment"):
        large._batch.load(state["_batch"])


@pytest.mark.parametrize("number", [-1, 9999])
def test_numbers_that_no_action_has_are_refused(number: int) -> None:
    env = SeatEnv("haggis-2", opponents="random")
    env.reset(seed=5)
    with pytest.raises(ValueError, match=f"there is no action {number}; they are numbered from 0 to"):
        env.step(number)
    table = TableEnv("haggis-2", illegal="wrap")
    table.reset(seed=5)
    with pytest.raises(ValueError, match=f"there is no action {number}"):
        table.step(number)
