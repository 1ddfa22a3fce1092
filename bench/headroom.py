"""What knowing the cards would bring: `foresight` with a share of the true deal among its worlds over one without it.

    python bench/headroom.py haggis-2 --share 0.25 --deals 600 --jobs 16

A measurement only: no player can know the deal. Only the play-outs see it, the search does not.
"""

import argparse
import json
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from multiprocessing import get_context
from random import Random

import numpy as np
from numpy.typing import NDArray

from haggis_cards import Rules, _native
from haggis_cards.arena.contest import Contest
from haggis_cards.bots.foresight import Foresight
from haggis_cards.bots.machine import cores
from haggis_cards.bots.network import QUICK, load_network
from haggis_cards.bots.neural import Question
from haggis_cards.bots.search import Effort
from haggis_cards.encoding import bet_threshold
from haggis_cards.native import Position

MARGIN = _native.outcome_names().index("margin")


class Informed(Foresight):
    """Foresight that is told the deal; a share of its play-outs takes place there."""

    def __init__(self, effort: str, share: float) -> None:
        super().__init__(load_network(""), load_network("", QUICK), Effort.parse(effort, "foresight"))
        self._share = share
        self.truth: Position | None = None

    def _play_out(
        self, question: Question, tries: NDArray[np.int64], first: int, worlds: int, seed: int
    ) -> NDArray[np.float64]:
        points = super()._play_out(question, tries, first, worlds, seed)
        if not self._share:
            return points
        assert self.truth is not None
        threshold, network = bet_threshold(question.position.rules), self._quick.native
        # The network always takes its best action, so one round says what all in the true deal would.
        ends = _native.outcomes(
            network, self.truth.native, question.seat, tries, 0, 1, seed, threshold, 1, known=True, sampled=False
        )
        true = ends[:, 0, MARGIN, None] / 2  # outcomes count double
        return (1 - self._share) * points + self._share * true


@lru_cache(maxsize=1)
def players(effort: str, share: float, seats: int) -> list[list[Informed]]:
    return [[Informed(effort, told) for _ in range(seats)] for told in (share, 0.0)]


def points_by_side(contest: Contest, deal: int, bots: Sequence[Informed]) -> Sequence[int]:
    match = contest.start(deal)
    for seat, bot in enumerate(bots):
        bot.reseed(Random(f"{contest.seed} bot {deal} {seat}").getrandbits(32))
    while not match.over:
        seat = match.to_act[0]
        view = match.view(seat)
        action = view["legal"][0]
        if len(view["legal"]) > 1:
            bots[seat].truth = Position.from_round(match.round)
            action = bots[seat].decide(view).action
        match = match.act(seat, action)
    return match.finished[-1].result.points


def margin(rules: str, effort: str, share: float, seed: int, deal: int) -> float:
    """Of the informed player in one duplicate deal: points ahead of the other, a round."""
    contest = Contest(Rules.from_spec(rules), ("random", "random"), seed)
    bots, sides = players(effort, share, contest.rules.players), contest.rules.sides
    ahead = []
    for mix in contest.mixes:
        points = points_by_side(contest, deal, [bots[held][seat] for seat, held in enumerate(mix)])
        held_by = [mix[sides.index(side)] for side in range(len(points))]
        means = [np.mean([own for own, held in zip(points, held_by, strict=True) if held == bot]) for bot in (0, 1)]
        ahead.append(means[0] - means[1])
    return float(np.mean(ahead))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules")
    parser.add_argument("--share", type=float, default=0.25, help="of the true deal among the worlds (0.25)")
    parser.add_argument("--effort", default="16it", help="of both players (16it)")
    parser.add_argument("--deals", type=int, default=200, help="two or more (200)")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=2121)
    args = parser.parse_args()
    work = partial(margin, args.rules, f"{args.effort}:1", args.share, args.seed)
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        found = np.array(list(pool.map(work, range(args.deals))))
    half = 1.96 * found.std(ddof=1) / len(found) ** 0.5
    print(json.dumps(vars(args) | {"margin": round(found.mean(), 2), "half": round(half, 2)}))


if __name__ == "__main__":
    main()
