"""The chance to win a match by where it stands: `equity.npz`, read without NumPy, because a browser has none.

The chances come from rounds that a network played against itself (`lab/equity.py`).
"""

import struct
from collections.abc import Sequence
from functools import lru_cache
from math import prod
from typing import Final, NamedTuple

from haggis_cards.rules import RULES, Rules
from haggis_cards.view import View

TABLE: Final = "equity.npz"
_CODES: Final = {"<f2": "e", "<i2": "h", "<i4": "i", "<i8": "q"}  # of `struct`


class Array(NamedTuple):
    """Numbers; those along the last axis lie together."""

    shape: tuple[int, ...]
    numbers: tuple[float, ...]


class Equity(NamedTuple):
    """The chances of a side to win, its own axis first: by what it is ahead of the others, and by distances to a goal.

    `rounds[n - 1]` is for n rounds to come. `points` are usual rounds, without their bets and from these alone: the
    side that was first out comes first, the others to its left follow.
    """

    step: int
    rounds: Array
    goal: Array
    points: Array  # [rounds, 2, sides]


class Place(NamedTuple):
    """How far a match is: its goal or the rounds to come after this one, and the totals."""

    goal: int
    to_come: int
    totals: tuple[int, ...]

    @classmethod
    def of(cls, view: View) -> "Place | None":
        """The place of the round that a view shows; None if it is a round by itself."""
        end, totals = view["end"], tuple(view["totals"])
        if (goal := end.get("goal")) is not None:
            return cls(goal, 0, totals)
        return cls(0, end["rounds"] - view["round"], totals) if end["rounds"] > 1 else None


class Standing(NamedTuple):
    """What the core needs to know of a match (`native/stakes.hpp`)."""

    after: Array  # chances after the round; empty in the last one
    low: int  # of every axis
    step: int
    goal: int
    totals: tuple[int, ...]
    usual: Array

    def packed(self) -> bytes:
        """As `native/wasm.cpp` reads it."""
        usual = [round(number) for number in self.usual.numbers]
        small = [self.step, self.low, self.goal, len(self.totals), *self.totals, len(usual), *usual]
        small += [len(self.after.shape), *self.after.shape]
        return struct.pack(f"<{len(small)}i{len(self.after.numbers)}f", *small, *self.after.numbers)


@lru_cache(maxsize=64)
def standing(rules: Rules, place: Place) -> Standing | None:
    """What a match is at; None where nothing is known, or so far from its end that points are worth points."""
    equity = load_equity(rules)
    if equity is None:
        return None
    goal, to_come, totals = place
    if goal:
        if goal - max(totals) > equity.step * (equity.goal.shape[0] - 1):
            return None
        return Standing(equity.goal, 0, equity.step, goal, totals, equity.points)
    known, *axes = equity.rounds.shape
    if to_come > known:
        return None
    after, size = Array((), ()), prod(axes)
    if to_come:
        after = Array(tuple(axes), equity.rounds.numbers[(to_come - 1) * size : to_come * size])
    return Standing(after, -equity.step * (axes[-1] // 2), equity.step, 0, totals, equity.points)


@lru_cache(maxsize=64)
def load_equity(rules: Rules) -> Equity | None:
    """The chances in this game: those of its preset, else of the first one with the same structure."""
    preset = next((preset for preset in _presets(rules) if f"{preset}/step" in _table()), None)
    if preset is None:
        return None
    step, rounds, goal, points = (_table()[f"{preset}/{name}"] for name in Equity._fields)
    return Equity(int(step.numbers[0]), rounds, goal, points)


def _presets(rules: Rules) -> Sequence[str]:
    def structure(other: Rules) -> tuple[object, ...]:
        return other.players, other.partners, other.opening

    return [rules.preset, *(name for name, other in RULES.items() if structure(other) == structure(rules))]


@lru_cache(maxsize=1)
def _table() -> dict[str, Array]:
    from importlib.resources import files  # both take a browser their time
    from zipfile import ZipFile

    source = files("haggis_cards.bots").joinpath(TABLE)
    if not source.is_file():
        return {}
    with source.open("rb") as file, ZipFile(file) as arrays:
        return {name.removesuffix(".npy"): _read(arrays.read(name)) for name in arrays.namelist()}


def _read(data: bytes) -> Array:
    """An array as NumPy writes it: ten bytes, a description, the numbers."""
    from ast import literal_eval

    begin = 10 + struct.unpack("<H", data[8:10])[0]
    about = literal_eval(data[10:begin].decode("latin1"))
    count = prod(about["shape"])
    return Array(about["shape"], struct.unpack(f"<{count}{_CODES[about['descr']]}", data[begin:]))
