"""What a round is worth in its match: points count by how far they help to win it.

`equity` knows the chance to win a match by where it stands. A bot that knows the match asks what points and bets are
worth; the unit is still the point, and far from the end of a match the worth of points is the points. A round by
itself, as the arena plays it, is a match of one round: it counts in points. `native/stakes.hpp` does the sums.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.bots.equity import Place, Standing, standing
from haggis_cards.encoding import BET_EDGES
from haggis_cards.native import native_rules
from haggis_cards.rules import Rules
from haggis_cards.view import View


class Stakes:
    """What the points of a round are worth to each side."""

    def __init__(self, rules: Rules, at: Standing) -> None:
        self._rules = rules
        after = np.array(at.after.numbers, np.float32).reshape(at.after.shape or (0,))
        usual = np.array(at.usual.numbers, np.int32).reshape(at.usual.shape)
        self.native = _native.Stakes(native_rules(rules), after, at.low, at.step, at.goal, at.totals, usual)
        self.before, self.unit = self.native.before, self.native.unit

    @staticmethod
    def of(view: View, rules: Rules) -> "Stakes | None":
        """The stakes of the round that a view shows; None if it is a round by itself, or far from the match's end."""
        place = Place.of(view)
        return None if place is None else _stakes(rules, place)

    def worth(self, points: NDArray[np.int32], seat: int) -> NDArray[np.float64]:
        """What rounds with these points by side, the last axis, are worth to a seat, in points."""
        flat = np.ascontiguousarray(points.reshape(-1, points.shape[-1]), np.int32)
        return self.native.worth(native_rules(self._rules), flat, seat).reshape(points.shape[:-1])

    def chance(self, seat: int, worth: float) -> float:
        """The chance of a seat's side to win the match after a round of this worth."""
        return min(max(self.before[self._rules.sides[seat]] + worth / self.unit, 0.0), 1.0)

    def bet_place(
        self, seat: int, chance: float, standing: Mapping[int, int], edges: tuple[float, float] = BET_EDGES
    ) -> int | None:
        """The place of the bet that gains most, of those that gain enough for their value; None for no bet.

        `chance` is the seat's to be first out, all others' are alike; `standing` are the bets that stand, by seat.
        """
        rules = self._rules
        bets = [rules.bets.index(standing[seat]) + 1 if seat in standing else 0 for seat in rules.seats]
        return self.native.bet_place(native_rules(rules), seat, chance, bets, *edges)


# The stakes are the same for all decisions of a round.
@lru_cache(maxsize=64)
def _stakes(rules: Rules, place: Place) -> Stakes | None:
    at = standing(rules, place)
    return None if at is None else Stakes(rules, at)
