"""Thousands of rounds at once on NumPy arrays, and random play to measure the core with."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from haggis_cards import _native
from haggis_cards.actions import Action
from haggis_cards.errors import RulesError
from haggis_cards.native.position import SEED_MASK, STATE, Position, make_rows
from haggis_cards.native.rules import native_rules
from haggis_cards.packing import check_totals, unpack
from haggis_cards.rules import Rules


class RandomPlayStats(NamedTuple):
    """What random play has done; the checksum changes only when behaviour does."""

    decisions: int
    moves: int  # legal actions, over all decisions
    rounds: int
    checksum: int


class Batch:
    """Many rounds at once, stepped together; a round that ends is scored and another is dealt in its place.

    Arrays have a row for each round. They show the batch's own memory and change with the next step: copy what you
    keep. One batch belongs to one thread at a time; `threads` are its own.

        batch = Batch("haggis-3", 4096, seed=1, threads=2)
        while training:
            choices = policy(batch)             # a place in each round's list of legal actions
            batch.step(choices)
            learn(batch.done, batch.scores)     # where a round has ended, its points

    With the same seed and the same choices the same happens, whatever the number of threads.
    """

    def __init__(
        self,
        rules: Rules | str,
        count: int,
        *,
        seed: int = 0,
        threads: int = 1,
        dealer: int | None = None,
        totals: Sequence[int] | None = None,
    ) -> None:
        """Deals `count` rounds. A random seat deals each, with totals of zero, unless they are given."""
        self.rules = Rules.from_spec(rules)
        if dealer is not None and dealer not in self.rules.seats:
            raise RulesError("dealer", last=self.rules.players - 1, text=str(dealer))
        totals = (0,) * self.rules.side_count if totals is None else totals
        if len(totals) != self.rules.side_count:
            raise RulesError("totals", preset=self.rules.preset, count=self.rules.side_count, found=len(totals))
        check_totals(totals)
        self._given = count, seed & SEED_MASK, threads, _native.NOBODY if dealer is None else dealer, tuple(totals)
        self._batch = _native.Batch(native_rules(self.rules), *self._given)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_batch": self._batch.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        batch = _native.Batch(native_rules(state["rules"]), *state["_given"])
        batch.load(state["_batch"])
        self.__dict__.update(state, _batch=batch)

    def __len__(self) -> int:
        return len(self._batch)

    @property
    def seats(self) -> NDArray[np.uint8]:
        """The seat to act in each round."""
        return self._batch.seats

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where each round's list starts in `actions`, and at the end their number: `count + 1` values."""
        return self._batch.offsets

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many legal actions each round has."""
        return np.diff(self._batch.offsets)

    @property
    def actions(self) -> NDArray[np.uint64]:
        """The legal actions of all rounds as rows (lo, hi), list after list, each in the order of `Round.legal`."""
        return self._batch.actions

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the last action ended a round; then a fresh one stands in its place."""
        return self._batch.done

    @property
    def scores(self) -> NDArray[np.int32]:
        """The points of the last round that ended in each place: [count, 3, sides], by cards, bonuses and bets."""
        return self._batch.scores

    @property
    def states(self) -> NDArray[np.void]:
        """The raw states (`STATE`), hidden cards included: what observations are made of."""
        records: NDArray[np.void] = self._batch.states.view(STATE)[:, 0]
        return records

    def step(self, choices: ArrayLike) -> None:
        """One action in every round, by its place in the round's list."""
        places = np.asarray(choices)
        if places.dtype.kind not in "iu":
            raise TypeError(f"choices are whole numbers, places in the lists of legal actions, not {places.dtype}")
        self._batch.step(np.ascontiguousarray(places, dtype=np.int64))

    def encode(self, goal: int = 0) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """What the seats to act know, a row each, and a row for each of `actions` (`haggis_cards.encoding`)."""
        states, actions = make_rows(len(self), len(self.actions))
        self._batch.encode(goal, states, actions)
        return states, actions

    def play_random(self, decisions: int) -> RandomPlayStats:
        """That many decisions in every round, each uniform over the legal list; `done` is about the last one."""
        return RandomPlayStats(*self._batch.play_random(decisions))

    def legal(self, index: int) -> tuple[Action, ...]:
        """The legal actions of one round as the Python engine writes them."""
        start, end = self.offsets[index : index + 2]
        return tuple(unpack(lo, hi, self.rules) for lo, hi in self.actions[start:end].tolist())

    def position(self, index: int) -> Position:
        """A copy of one round, with its history."""
        return Position(self.rules, self._batch.position(index))

    def put(self, index: int, position: Position) -> None:
        """Puts a position, not over, in the place of a round."""
        self._batch.put(index, position.native)


def play_random(rules: Rules | str, decisions: int, seed: int = 0) -> RandomPlayStats:
    """Rounds of uniformly random play, one after the other, until that many decisions are made: the plain C++ loop."""
    return RandomPlayStats(*_native.play_random(native_rules(Rules.from_spec(rules)), decisions, seed & SEED_MASK))
