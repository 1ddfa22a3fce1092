"""Glicko-2 (Glickman 2013): ratings with their uncertainty, for people and puzzles.

The numbers of the steps are those of "Example of the Glicko-2 system". Every game is a rating period of its own.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final, NamedTuple

SCALE: Final = 173.7178
MEAN: Final = 1500.0
TAU: Final = 0.75  # how much volatility may change
LARGEST: Final = 500.0  # deviation
LEAST: Final = 45.0  # deviation: nobody is known so well that nothing moves any more
_PRECISION: Final = 1e-6


class Rating(NamedTuple):
    """A rating, its standard deviation, and how much it is expected to fluctuate."""

    value: float = MEAN
    deviation: float = LARGEST
    volatility: float = 0.09


class Game(NamedTuple):
    """A game against somebody, with a score from 0 to 1; one of less weight counts as that part of a game."""

    other: Rating
    score: float
    weight: float = 1.0


def update(own: Rating, games: Sequence[Game], tau: float = TAU) -> Rating:
    """The rating after games."""
    mu, phi = (own.value - MEAN) / SCALE, own.deviation / SCALE  # step 2
    information = gain = 0.0
    for other, score, weight in games:
        g = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-g * (mu - (other.value - MEAN) / SCALE)))
        information += weight * g**2 * expected * (1 - expected)
        gain += weight * g * (score - expected)
    variance = 1 / information  # step 3
    volatility = _volatility(own.volatility, phi, variance, variance * gain, tau)  # steps 4 and 5
    before = phi**2 + volatility**2 * min(1.0, sum(game.weight for game in games))  # step 6
    after = 1 / sqrt(1 / before + 1 / variance)  # step 7
    deviation = min(max(SCALE * after, LEAST), LARGEST)
    return Rating(MEAN + SCALE * (mu + after**2 * gain), deviation, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """Step 5: the root of f, by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
