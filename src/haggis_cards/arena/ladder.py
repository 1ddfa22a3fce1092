"""The ladder: ratings of a pool of bots from their duplicate deals, with intervals, as text and as a picture.

Bradley-Terry: a bot wins a duplicate deal against another with odds exp(its strength - the other's). A deal is won by
the bot with the better margin over all its rounds; a margin of 0 is half a win for each. Every pair gets one extra
drawn deal, so that a bot that wins everything has a high rating and not an infinite one. The ratings are the
maximum-likelihood strengths with mean 0, on the scale of chess: 400 points are odds of ten to one. Their intervals come
from the Fisher information.
"""

from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards.arena.contest import Contest
from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.stats import ERROR, Score, Standing, normal_quantile
from haggis_cards.arena.workers import load_optional

SCALE: Final = 400 / log(10)
DRAWN: Final = 0.5  # extra wins for each bot of a pair: one drawn deal
STEPS: Final = 200  # at most; it converges in a few

INK, LINE, DOT, PAPER = "#2b2b2b", "#d9d4c7", "#8c2f39", "#fbfaf6"


class Rung(NamedTuple):
    """One bot on the ladder."""

    name: str
    rating: float
    low: float
    high: float
    standing: Standing

    def as_json(self) -> dict[str, Any]:
        rating, low, high = (round(value, 1) + 0.0 for value in (self.rating, self.low, self.high))
        return {**self.standing.as_json(self.name), "rating": rating, "ci95": [low, high]}


def bradley_terry(wins: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ratings and the half-widths of their 95% intervals; `wins[i, j]` counts the wins of i over j."""
    wins = wins + DRAWN * (1 - np.eye(len(wins)))
    games = wins + wins.T
    strength = np.zeros(len(wins))
    curvature = np.zeros_like(wins)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (wins - games * expected).sum(axis=1)
        weights = games * expected * (1 - expected)
        curvature = np.diag(weights.sum(axis=1)) - weights
        step = np.clip(np.linalg.pinv(curvature) @ slope, -1, 1)  # Newton's step, limited
        strength += step - step.mean()
        if np.abs(step).max() < 1e-10:
            break
    errors = np.sqrt(np.diag(np.linalg.pinv(curvature)))
    return SCALE * strength, SCALE * normal_quantile(1 - ERROR / 2) * errors


def rate(contest: Contest, scores: Sequence[Score]) -> list[Rung]:
    """The ladder of a contest, the best bot first."""
    count = len(contest.bots)
    wins = np.zeros((count, count))
    standings = [Standing() for _ in contest.bots]
    for (first, second), score in zip(contest.pairs, scores, strict=True):
        wins[first, second] = score.deals_won
        wins[second, first] = score.deals - score.deals_won
        for place, standing in zip((first, second), score.standings, strict=True):
            standings[place].add(standing)
    ratings, halves = bradley_terry(wins)
    rungs = [
        Rung(name, float(rating), float(rating - half), float(rating + half), standing)
        for name, rating, half, standing in zip(contest.bots, ratings, halves, standings, strict=True)
    ]
    return sorted(rungs, key=lambda rung: -rung.rating)


def draw_bar(rung: Rung, low: float, high: float, width: int) -> str:
    """A rating with its interval on a line of `width` characters from `low` to `high`."""

    def column(rating: float) -> int:
        return round((rating - low) / ((high - low) or 1) * (width - 1))

    cells = [" "] * width
    first, last = column(rung.low), column(rung.high)
    cells[first : last + 1] = "─" * (last + 1 - first)
    cells[first], cells[last], cells[column(rung.rating)] = "├", "┤", "●"
    return "".join(cells)


def draw_png(rungs: Sequence[Rung], title: str, path: Path) -> None:
    """The ladder as a picture: a dot a bot, the interval as a line, the best on top."""
    figure = load_optional("matplotlib.figure", "plot", "a picture").Figure(
        figsize=(8, 1.6 + 0.5 * len(rungs)), facecolor=PAPER
    )
    axes = figure.add_subplot(facecolor=PAPER)
    places = range(len(rungs))
    ratings = [rung.rating for rung in rungs]
    spans = [[rung.rating - rung.low for rung in rungs], [rung.high - rung.rating for rung in rungs]]
    axes.errorbar(ratings, places, xerr=spans, fmt="o", color=DOT, markersize=8, elinewidth=2, capsize=4)
    for place, rating in zip(places, ratings, strict=True):
        axes.annotate(f"{rating:+.0f}", (rating, place), (0, 9), textcoords="offset points", ha="center", color=INK)
    axes.set_yticks(places, [rung.name for rung in rungs], color=INK)
    axes.set_ylim(len(rungs) - 0.5, -0.7)
    axes.set_xlabel("rating (400 points are odds of ten to one), 95% intervals", color=INK)
    axes.set_title(title, loc="left", color=INK, fontweight="bold")
    axes.grid(axis="x", color=LINE)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelcolor=INK)
    for spine in axes.spines.values():
        spine.set_visible(False)
    try:
        figure.savefig(path, format="png", dpi=160, bbox_inches="tight", pad_inches=0.25)
    except OSError as error:
        raise ArenaError(f"{path} cannot be written: {error.strerror}") from None
