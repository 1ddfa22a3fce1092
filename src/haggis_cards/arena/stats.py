"""What the results say: means with intervals from paired deals, and the totals of each bot.

The margin of a duplicate deal is the mean, over its rounds, of the first bot's points less the second's, where a bot's
points are the mean of the sides that it held. Margins of different deals are independent, so that their mean has the
usual t interval. A run that is checked after every deal, and stopped when it is decided, needs a wider interval that
holds at all times at once: `Estimate.anytime`.
"""

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from math import fsum, inf, log, sqrt
from statistics import NormalDist, fmean
from typing import Any, Final

from haggis_cards.arena.contest import DealLine, RoundLine
from haggis_cards.rules import Rules

ERROR: Final = 0.05  # an interval misses the truth this often
FEWEST: Final = 30  # deals before a run may stop
TIGHTEST: Final = 300  # deals at which the anytime interval is tightest


@dataclass
class Estimate:
    """A running mean of independent numbers (Welford's algorithm)."""

    count: int = 0
    mean: float = 0.0
    _squares: float = 0.0

    def add(self, value: float) -> None:
        """Adds a number."""
        self.count += 1
        step = value - self.mean
        self.mean += step / self.count
        self._squares += step * (value - self.mean)

    @property
    def deviation(self) -> float:
        """The standard deviation of the numbers."""
        return sqrt(self._squares / (self.count - 1)) if self.count > 1 else inf

    def interval(self) -> tuple[float, float]:
        """The 95% interval of the mean, if it is computed once, at the end."""
        return self._around(t_quantile(1 - ERROR / 2, self.count - 1) / sqrt(self.count) if self.count > 1 else inf)

    def anytime(self) -> tuple[float, float]:
        """The 95% anytime interval, valid after every deal: the asymptotic normal-mixture confidence sequence."""
        if self.count < 2:
            return self._around(inf)
        width = (-2 * log(ERROR) + log(-2 * log(ERROR) + 1)) / TIGHTEST
        spread = self.count * width + 1
        return self._around(sqrt(2 * spread / (self.count**2 * width) * log(sqrt(spread) / ERROR)))

    def _around(self, deviations: float) -> tuple[float, float]:
        half = inf if deviations == inf else self.deviation * deviations
        return self.mean - half, self.mean + half


def normal_quantile(probability: float) -> float:
    """The number that a standard normal variable stays below with this probability."""
    return NormalDist().inv_cdf(probability)


def t_quantile(probability: float, freedom: int) -> float:
    """Student's t by its expansion around the normal: within 1% at 95% from two degrees of freedom on."""
    z = normal_quantile(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum(term / float(freedom) ** power for power, term in enumerate(terms))


_MERGE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "slowest_ms": max,
    "first_incident": lambda ours, theirs: ours or theirs,
}


@dataclass
class Standing:
    """What one bot has done in all its rounds."""

    rounds: int = 0
    points: float = 0.0
    wins: float = 0.0
    bets: int = 0
    bets_won: int = 0
    decisions: int = 0
    ms: float = 0.0
    slowest_ms: float = 0.0
    incidents: int = 0
    first_incident: str | None = None

    def add(self, other: "Standing") -> None:
        """Adds the rounds of another standing."""
        for name, value in vars(other).items():
            setattr(self, name, _MERGE.get(name, operator.add)(getattr(self, name), value))

    def as_json(self, name: str) -> dict[str, Any]:
        return {
            "name": name,
            "points_per_round": _rounded(self.points / max(self.rounds, 1)),
            "wins": self.wins,
            "rounds": self.rounds,
            "ms_per_decision": _rounded(self.ms / max(self.decisions, 1)),
            "slowest_ms": self.slowest_ms,
            "decisions": self.decisions,
            "bets": self.bets,
            "bets_won": self.bets_won,
            "incidents": self.incidents,
            "first_incident": self.first_incident,
        }


@dataclass
class Score:
    """Two bots against each other: the first one's margin, and the standings of both."""

    rules: Rules
    margin: Estimate = field(default_factory=Estimate)
    deals_won: float = 0.0  # by the first; a deal with margin 0 is half a win
    standings: tuple[Standing, Standing] = field(default_factory=lambda: (Standing(), Standing()))

    @property
    def deals(self) -> int:
        return self.margin.count

    @property
    def sure(self) -> bool:
        """Whether the anytime interval of the margin excludes zero."""
        low, high = self.margin.anytime()
        return self.deals >= FEWEST and (low > 0 or high < 0)

    def add(self, line: DealLine) -> None:
        """Adds a duplicate deal."""
        points = [self._add_round(played) for played in line["rounds"]]
        margin = fsum(first - second for first, second in points) / len(points)
        self.margin.add(margin)
        self.deals_won += (margin > 0) + (margin == 0) / 2

    def _add_round(self, line: RoundLine) -> list[float]:
        """The points of both bots in one round."""
        sides = self.rules.sides
        holders = [line["seats"][sides.index(side)] for side in range(self.rules.side_count)]
        best = [bot for bot, points in zip(holders, line["points"], strict=True) if points == max(line["points"])]
        scored = []
        for bot, standing in enumerate(self.standings):
            own = [points for holder, points in zip(holders, line["points"], strict=True) if holder == bot]
            bets = [bet for bet in line["bets"] if line["seats"][bet["seat"]] == bot]
            scored.append(fmean(own))
            standing.add(
                Standing(
                    rounds=1,
                    points=scored[bot],
                    wins=best.count(bot) / len(best),
                    bets=len(bets),
                    bets_won=sum(bet["won"] for bet in bets),
                    decisions=line["decisions"][bot],
                    ms=line["ms"][bot],
                    slowest_ms=line["slowest_ms"][bot],
                    incidents=len(line["incidents"][bot]),
                    first_incident=next(iter(line["incidents"][bot]), None),
                )
            )
        return scored

    def margin_json(self, first: str, second: str, *, peeked: bool = False) -> dict[str, Any]:
        """The margin with its interval: the anytime interval if the run could stop early."""
        low, high = self.margin.anytime() if peeked else self.margin.interval()
        interval = [None, None] if self.deals < 2 else [_rounded(low), _rounded(high)]
        return {"a": first, "b": second, "mean": _rounded(self.margin.mean), "ci95": interval}


def _rounded(number: float) -> float:
    return round(number, 4) + 0.0  # no -0.0
