"""The core in this process, as reviews ask it: it answers at once."""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from haggis_cards import _native
from haggis_cards.bots.network import QUICK, load_network
from haggis_cards.encoding import bet_threshold
from haggis_cards.native import Position
from haggis_cards.review.core import Outcome, Outcomes, Weighed
from haggis_cards.round import Round
from haggis_cards.view import View

MEMORY: Final = 1 << 26  # bytes of the solver


class NativeCore:
    """The networks of the package, or without them the core's own policy."""

    def __init__(self, network: bool = True) -> None:
        self._network = load_network("") if network else None
        self._quick = load_network("", QUICK).native if network else None

    def allowed(self, view: View) -> Position:
        return Position.from_view(view, Random(0))

    def true(self, rnd: Round) -> Position:
        return Position.from_round(rnd)

    async def opinion(self, position: Position, seat: int) -> list[tuple[int, float]]:
        if self._network is None:
            return []
        places, values, *_ = _native.ask(self._network.native, position.native, seat)
        return list(zip(places, values, strict=True))

    async def weigh(
        self, position: Position, seat: int, seed: int, iterations: int, required: Sequence[int]
    ) -> list[Weighed]:
        places = np.asarray(required, np.int64)
        return [Weighed(*one) for one in _native.weigh(position.native, seat, seed, iterations, 1, places, False)]

    async def play_out(
        self,
        position: Position,
        seat: int,
        places: Sequence[int],
        first: int,
        worlds: int,
        seed: int,
        *,
        known: bool = False,
    ) -> list[Outcomes]:
        at, threshold = np.asarray(places, np.int64), bet_threshold(position.rules)
        native = position.native
        rows = _native.outcomes(self._quick, native, seat, at, first, worlds, seed, threshold, 1, known, known)
        return [[Outcome.read(row) for row in one] for one in rows.tolist()]

    async def analyse(self, position: Position, seat: int, nodes: int) -> list[tuple[float, float]]:
        analysis = _native.Analysis(position.native, seat, MEMORY)
        analysis.advance(nodes)
        return analysis.bounds

    async def solve(self, position: Position, seat: int, places: Sequence[int]) -> list[float] | None:
        values = _native.solve(position.native, seat, np.asarray(places, np.int64))
        found = [value for value in values if value is not None]
        return found if len(found) == len(values) else None
