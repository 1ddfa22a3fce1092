"""The trained network in NumPy: what it makes of rows of words. `haggis.learning.network` is its definition."""

import json
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from haggis import _native
from haggis.bots.errors import BotError

HAND: Final = 128  # the first features of a state are the own hand

Floats = NDArray[np.float32]
Words = NDArray[np.uint64]


class Judgement(NamedTuple):
    """What the network thinks of some decisions: a value for each action, and what the seats can expect."""

    values: Floats
    points: Floats  # ahead at the end of the round, in units of `scale`
    first_out: Floats  # the chance of it


class Mind:
    """The weights, and what they make of positions."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.about: dict[str, Any] = json.loads(str(arrays.pop("about")))
        features = (arrays["trunk.0.weight"].shape[1], arrays["action.weight"].shape[1])
        if features != (64 * _native.STATE_WORDS, 64 * _native.CHOICE_WORDS):
            raise ValueError(f"they were made for other rows of features, {features[0]} and {features[1]} wide")
        self._weights = {name: np.ascontiguousarray(array.T, np.float32) for name, array in arrays.items()}
        self._blocks = range(2, 2 + self.about["shape"]["blocks"])

    def judge(self, states: Words, actions: Words, counts: list[int] | NDArray[np.int64]) -> Judgement:
        """Values for the actions of each state, so many of them, which lie one list behind the other."""
        known, w = _bits(states), self._weights
        # Few features are set: adding up their rows is much faster than a whole product.
        seen = np.stack([w["trunk.0.weight"][np.flatnonzero(row)].sum(0) for row in known])
        seen = np.maximum(seen + w["trunk.0.bias"], 0)
        for block in self._blocks:
            inner = self._layer(f"trunk.{block}.inner", self._norm(f"trunk.{block}.norm", seen))
            seen = seen + self._layer(f"trunk.{block}.outer", np.maximum(inner, 0))
        seen = self._norm("norm", seen)
        situation = self._layer("situation", np.concatenate([seen, known[:, :HAND]], 1))
        x = np.maximum(_bits(actions) @ w["action.weight"] + np.repeat(situation, counts, 0), 0)
        x = np.maximum(self._layer("inner", x), 0)
        points, odds = self._layer("value", seen).T
        return Judgement(self._layer("out", x)[:, 0], points, (1 + np.tanh(odds / 2)) / 2)

    def _layer(self, name: str, x: Floats) -> Floats:
        out: Floats = x @ self._weights[name + ".weight"] + self._weights[name + ".bias"]
        return out

    def _norm(self, name: str, x: Floats) -> Floats:
        """Every row with mean 0 and deviation 1, then scaled and moved."""
        out: Floats = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + np.float32(1e-5))
        return out * self._weights[name + ".weight"] + self._weights[name + ".bias"]


def _bits(words: Words) -> Floats:
    return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").astype(np.float32)


@lru_cache(maxsize=4)
def load_mind(path: str) -> Mind:
    """The weights of a file, or those of the package."""
    try:
        source = Path(path) if path else files("haggis.bots").joinpath("weights.npz")
        with source.open("rb") as file, np.load(file) as arrays:
            return Mind(dict(arrays))
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise BotError(f"neural takes a file of weights as `haggis train` writes them, not {path!r}: {error}") from None
