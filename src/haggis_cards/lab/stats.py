"""Estimates with intervals, differences of arms, and which of many differences are beyond chance.

Every figure is a ratio of sums over independent deals: points by rounds, bets won by bets made. A deal's *influence* on
it is how far the deal moves it; the influences have the usual standard error, and so have their differences between two
arms on the same deals. The deals of arms whose hands differ in size have nothing to do with each other.
"""

from collections.abc import Sequence
from math import inf, log, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards.arena.stats import ERROR, FEWEST, t_quantile

CHANCE: Final = 0.01  # that any difference is marked if a change does nothing
FEWEST_CHANGED: Final = 10  # deals that must differ before a difference may be marked

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A figure of one arm."""

    mean: float
    error: float  # the standard error
    deals: int  # that are independent
    influence: Floats

    @property
    def half(self) -> float:
        """Half of the 95% interval."""
        return self.error * t_quantile(1 - ERROR / 2, self.deals - 1) if self.deals > 1 else inf


class Difference(NamedTuple):
    """How far a figure of an arm is above that of the first, and how likely chance alone gives as much."""

    mean: float
    half: float  # of the 95% interval
    p: float


def estimate(sums: Floats, counts: Floats) -> Estimate | None:
    """The ratio of sums to counts over deals; None if there was nothing to count."""
    total = counts.sum()
    if total <= 0:
        return None
    mean = float(sums.sum() / total)
    influence = (sums - mean * counts) / (total / len(counts))
    error = float(influence.std(ddof=1)) / sqrt(len(counts)) if len(counts) > 1 else inf
    return Estimate(mean, error, len(counts), influence)


def compare(base: Estimate, other: Estimate, *, paired: bool) -> Difference:
    """The difference of two arms; paired if their deals are the same, one by one."""
    mean = other.mean - base.mean
    count = min(base.deals, other.deals)
    if paired and base.deals == other.deals:
        moved = other.influence - base.influence
        error = float(moved.std(ddof=1)) / sqrt(count) if count > 1 else inf
        changed = np.count_nonzero(np.abs(moved - np.median(moved)) > 1e-9) if mean else 0
        is_constant = bool(mean) and changed == 0
    else:
        error, changed, is_constant = sqrt(base.error**2 + other.error**2), count, False
    half = error * t_quantile(1 - ERROR / 2, count - 1) if count > 1 else inf
    if is_constant:  # every deal says the same
        return Difference(mean, half, 0.0)
    if not mean or count < FEWEST or changed < FEWEST_CHANGED:
        return Difference(mean, half, 1.0)
    return Difference(mean, half, _two_sided(mean / error if error else inf, count - 1))


def _two_sided(t: float, freedom: int) -> float:
    """How likely Student's t is at least that far from 0, by Wallace's normal approximation."""
    if t == inf:
        return 0.0
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log(1 + t * t / freedom))
    return 2 * NormalDist().cdf(-z)


def holm(chances: Sequence[float], level: float = CHANCE) -> list[bool]:
    """Which of many differences are beyond chance: if there are none at all, one is marked with at most this chance."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    marked = [False] * len(chances)
    for rank, place in enumerate(order):
        if chances[place] * (len(chances) - rank) > level:
            break
        marked[place] = True
    return marked
