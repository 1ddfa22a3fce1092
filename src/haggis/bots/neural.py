"""`neural`: the trained network, played out in NumPy: no search, a few milliseconds a decision.

`haggis.learning` trains it, `network.py` there is its definition. What the seat knows comes as rows of bits from the
native core. `neural:FILE` plays with other weights, as `haggis train` writes them.
"""

import json
from functools import lru_cache
from importlib.resources import files
from math import tanh
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis import _native
from haggis.bots.errors import BotError
from haggis.bots.protocol import Decision
from haggis.native import State
from haggis.rules import Rules
from haggis.view import View
from haggis.world import imagine

HAND: Final = 128  # the first features of a state are the own hand

Floats = NDArray[np.float32]


def scale(rules: Rules) -> float:
    """The points that a network counts as one."""
    return 32.0 * rules.players


def least_chance(rules: Rules) -> float:
    """The chance to be first out above which a bet brings more than it costs, measured against the other sides' mean.

    A bet that is made pays (R7.4); a lost one goes to one other side. What the house rule `bet_rule: score` asks is
    not what the networks have learnt: there they do not bet.
    """
    if rules.bet_rule == "score":
        return 1.0
    loss = 1 / (rules.side_count - 1)
    return loss / (rules.bet_pays + loss)


class Judgement(NamedTuple):
    """What the network thinks of a decision: a value for each legal action, and what the seat can expect."""

    values: Floats
    points: float  # ahead at the end of the round, in units of `scale`
    first_out: float  # the chance of it


class Mind:
    """The weights, and what they make of a position."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.about: dict[str, Any] = json.loads(str(arrays.pop("about")))
        features = (arrays["trunk.0.weight"].shape[1], arrays["action.weight"].shape[1])
        if features != (64 * _native.STATE_WORDS, 64 * _native.CHOICE_WORDS):
            raise ValueError(f"they were made for other rows of features, {features[0]} and {features[1]} wide")
        self._weights = {name: np.ascontiguousarray(array.T, np.float32) for name, array in arrays.items()}
        self._blocks = range(2, 2 + self.about["shape"]["blocks"])

    def judge(self, state: NDArray[np.uint64], actions: NDArray[np.uint64]) -> Judgement:
        """Values of rows of words, as `State.consider` gives them."""
        known, choices = _bits(state[None])[0], _bits(actions)
        w = self._weights
        # Few features are set: adding up their rows is much faster than a whole product.
        seen = np.maximum(w["trunk.0.weight"][np.flatnonzero(known)].sum(0) + w["trunk.0.bias"], 0)
        for block in self._blocks:
            inner = self._layer(f"trunk.{block}.inner", self._norm(f"trunk.{block}.norm", seen))
            seen = seen + self._layer(f"trunk.{block}.outer", np.maximum(inner, 0))
        seen = self._norm("norm", seen)
        situation = self._layer("situation", np.concatenate([seen, known[:HAND]]))
        x = np.maximum(choices @ w["action.weight"] + situation, 0)
        x = np.maximum(self._layer("inner", x), 0)
        points, odds = self._layer("value", seen)
        return Judgement(self._layer("out", x)[:, 0], float(points), (1 + tanh(float(odds) / 2)) / 2)

    def _layer(self, name: str, x: Floats) -> Floats:
        out: Floats = x @ self._weights[name + ".weight"] + self._weights[name + ".bias"]
        return out

    def _norm(self, name: str, x: Floats) -> Floats:
        out: Floats = (x - x.mean()) / np.sqrt(x.var() + np.float32(1e-5))
        return out * self._weights[name + ".weight"] + self._weights[name + ".bias"]


def _bits(words: NDArray[np.uint64]) -> Floats:
    return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").astype(np.float32)


@lru_cache(maxsize=4)
def load_mind(path: str) -> Mind:
    """The weights of a file, or those of the package."""
    try:
        source = Path(path) if path else files("haggis.bots").joinpath("weights.npz")
        with source.open("rb") as file, np.load(file) as arrays:
            return Mind(dict(arrays))
    except (OSError, ValueError, KeyError) as error:
        raise BotError(f"neural takes a file of weights as `haggis train` writes them, not {path!r}: {error}") from None


class Neural:
    """Chooses what the network thinks most of."""

    name = "neural"

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def decide(self, view: View, budget: float | None = None) -> Decision:  # noqa: ARG002 - it needs no time
        """The legal action with the best value, and what the network expects."""
        legal, seat = view["legal"], view["seat"]
        assert seat is not None
        if len(legal) == 1:
            return Decision(legal[0], "there is nothing else to do")
        # Any world that the view allows will do: the rows tell only what the seat knows.
        rules = Rules.of(view["rules"])
        state, places, rows = State.from_round(imagine(view, Random(0))).consider(seat)
        judgement = self._mind.judge(state, rows)
        points = judgement.points * scale(rules)
        why = f"expects {points:+.0f} points, first out {judgement.first_out:.0%}"
        may_bet = legal[-1].startswith("bet ")  # bets come last, the highest at the end
        if may_bet and (judgement.first_out > least_chance(rules) or not places):
            return Decision(legal[-1], why)
        return Decision(legal[places[int(judgement.values.argmax())]], why)

    def reseed(self, seed: int) -> None:
        """Nothing here is left to chance."""

    def close(self) -> None:
        """Nothing to free."""


def make(argument: str, seed: int) -> Neural:  # noqa: ARG001 - as in the registry
    """The bot `neural`, with the weights of the package or of a file."""
    return Neural(load_mind(argument))
