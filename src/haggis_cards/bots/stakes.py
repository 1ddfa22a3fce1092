"""What a round is worth in its match: points count by how far they help to win it.

`equity.npz` has the chance to win a match by where it stands, from rounds that a network played against itself
(`scripts/equity.py`). A bot that knows the match asks it what points and bets are worth; the unit is still the point,
and far from the end of a match the worth of points is the points. A round by itself, as the arena plays it, is a match
of one round: it counts in points.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.encoding import BET_EDGES, bet_place, margins
from haggis_cards.native import native_rules
from haggis_cards.rules import RULES, Rules
from haggis_cards.scoring import bet_winners
from haggis_cards.view import View

TABLE: Final = "equity.npz"
LEAST_SPREAD: Final = 0.03  # of the chances after a round: below it the match is decided, and points count little more


class Equity(NamedTuple):
    """The chances of a side to win, its own axis first: by what it is ahead of the others, and by distances to a goal.

    `rounds[n - 1]` is for n rounds to come. `points` are usual rounds, without their bets and from these alone: the
    side that was first out comes first, the others to its left follow.
    """

    step: int
    rounds: NDArray[np.float32]
    goal: NDArray[np.float32]
    points: NDArray[np.int32]  # [rounds, 2, sides]


class Stakes:
    """What the points of a round are worth to each side."""

    def __init__(
        self, rules: Rules, equity: Equity, after: NDArray[np.float32], goal: int, totals: Sequence[int]
    ) -> None:
        low = 0 if goal else -equity.step * (equity.rounds.shape[-1] // 2)
        self._rules, self._points = rules, equity.points
        grid = (np.ascontiguousarray(after, np.float32), low, equity.step, goal, totals)
        plain = _native.Stakes(*grid, [0.0] * rules.side_count, 1.0)
        usual = np.concatenate([self._first_out(seat).sum(1) for seat in rules.seats]).astype(np.int32)
        chances = np.array([plain.chances(usual, side) for side in range(rules.side_count)])
        self.before: list[float] = chances.mean(1).tolist()
        spread = max(float(chances.std(1).mean()), LEAST_SPREAD)
        self.unit = float(margins(usual).std()) / spread  # points that a whole match is worth
        self.native = _native.Stakes(*grid, self.before, self.unit)

    @staticmethod
    def of(view: View, rules: Rules) -> "Stakes | None":
        """The stakes of the round that a view shows; None if it is a round by itself, or far from the match's end."""
        end, totals = view["end"], tuple(view["totals"])
        if (goal := end.get("goal")) is not None:
            return _to_goal(rules, goal, totals)
        return _of_rounds(rules, end["rounds"] - view["round"], totals) if end["rounds"] > 1 else None

    def worth(self, points: NDArray[np.int32], seat: int) -> NDArray[np.float64]:
        """What rounds with these points by side, the last axis, are worth to a seat, in points."""
        flat = np.ascontiguousarray(points.reshape(-1, points.shape[-1]), np.int32)
        return self.native.worth(native_rules(self._rules), flat, seat).reshape(points.shape[:-1])

    def chance(self, seat: int, worth: float) -> float:
        """The chance of a seat's side to win the match after a round of this worth."""
        return min(max(self.before[self._rules.sides[seat]] + worth / self.unit, 0.0), 1.0)

    def _first_out(self, seat: int) -> NDArray[np.int32]:
        """Usual rounds in which a seat was first out, as in `Equity.points`."""
        return np.roll(self._points, self._rules.sides[seat], axis=-1)

    def bet_place(
        self, seat: int, chance: float, standing: Mapping[int, int], edges: tuple[float, float] = BET_EDGES
    ) -> int | None:
        """The place of the bet that gains most, of those that gain enough for their value; None for no bet.

        `chance` is the seat's to be first out, all others' are alike; `standing` are the bets that stand, by seat.
        """
        rules = self._rules
        if rules.bet_rule == "score":
            return None
        without = self._expect(seat, chance, standing)
        partner = rules.partner(seat)
        others = {other: value for other, value in standing.items() if other != partner}
        best, most = None, 0.0
        for place, value in enumerate(rules.bets):
            gain = self._expect(seat, chance, {**others, seat: value}) - without
            allowed = bet_place(rules, gain / value, *edges)
            if allowed is not None and allowed >= place and gain > most:
                best, most = place, gain
        return best

    def _expect(self, seat: int, chance: float, bets: Mapping[int, int]) -> float:
        """What the round is worth to a seat on average, with these bets."""
        others = (1 - chance) / (self._rules.players - 1)
        rounds = [self._first_out(first)[:, 0] + _bet_points(self._rules, bets, first) for first in self._rules.seats]
        worth = self.worth(np.array(rounds, np.int32), seat).mean(1)
        return float(sum(worth[first] * (chance if first == seat else others) for first in self._rules.seats))


# The stakes are the same for all decisions of a round.
@lru_cache(maxsize=64)
def _to_goal(rules: Rules, goal: int, totals: tuple[int, ...]) -> Stakes | None:
    equity = load_equity(rules)
    if equity is None or goal - max(totals) > equity.step * (equity.goal.shape[0] - 1):
        return None
    return Stakes(rules, equity, equity.goal, goal, totals)


@lru_cache(maxsize=64)
def _of_rounds(rules: Rules, to_come: int, totals: tuple[int, ...]) -> Stakes | None:
    equity = load_equity(rules)
    if equity is None or to_come > len(equity.rounds):
        return None
    return Stakes(rules, equity, equity.rounds[to_come - 1] if to_come else np.empty(0, np.float32), 0, totals)


def _bet_points(rules: Rules, bets: Mapping[int, int], first: int) -> NDArray[np.int32]:
    """What bets bring to the sides if this seat is first out (R7.4)."""
    points = np.zeros(rules.side_count, np.int32)
    for seat, value in bets.items():
        side = rules.sides[seat]
        if seat == first:
            points[side] += rules.bet_multiplier * value
        elif rules.partners:
            points[1 - side] += value
        else:
            points[sorted(bet_winners(rules, bets, first) - {seat})] += value
    return points


@lru_cache(maxsize=64)
def load_equity(rules: Rules) -> Equity | None:
    """The chances in this game: those of its preset, else of the first one with the same structure."""
    preset = next((preset for preset in _presets(rules) if f"{preset}/step" in _table()), None)
    if preset is None:
        return None
    step, rounds, goal, points = (_table()[f"{preset}/{name}"] for name in Equity._fields)
    return Equity(int(step), rounds.astype(np.float32), goal.astype(np.float32), points.astype(np.int32))


def _presets(rules: Rules) -> Sequence[str]:
    def structure(other: Rules) -> tuple[object, ...]:
        return other.players, other.partners, other.opening

    return [rules.preset, *(name for name, other in RULES.items() if structure(other) == structure(rules))]


@lru_cache(maxsize=1)
def _table() -> dict[str, NDArray[np.float16]]:
    source = files("haggis_cards.bots").joinpath(TABLE)
    if not source.is_file():
        return {}
    with source.open("rb") as file, np.load(file) as arrays:
        return dict(arrays)
