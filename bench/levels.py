"""How far the levels are apart, in points of a rating: each level against the next one on duplicate deals.

    python bench/levels.py haggis-2 neeps-4 --seconds 60
    python bench/levels.py haggis-3 --bots expert,foresight:8it:1 --seconds 200

A line a pair: the difference with the 95% interval, and the margin in points a round. The difference is that of a
ladder (400 points are odds of ten to one) for the chance to win a deal that the margins' mean and deviation give; this
needs fewer deals than counting wins. `foresight:8it:1` stands for `master`, because it does not depend on the machine.
"""

import argparse
import time
from itertools import pairwise
from math import log, log10, sqrt
from statistics import NormalDist

from haggis_cards.arena.contest import Contest, Players
from haggis_cards.arena.stats import Score
from haggis_cards.rules import Rules

NORMAL = NormalDist()
BOTS = "beginner,novice,club,expert,foresight:8it:1"


def play(contest: Contest, deals: int, seconds: float) -> Score:
    """Plays at most that many deals, and at most that long."""
    score, players, start = Score(contest.rules), Players(), time.monotonic()
    for encounter in contest.encounters(deals):
        score.add(contest.play(encounter, players))
        if time.monotonic() - start > seconds:
            break
    return score


def difference(score: Score) -> tuple[float, float]:
    """The difference of the ratings, and half of its 95% interval."""
    z = score.margin.mean / score.margin.deviation
    chance = NORMAL.cdf(z)
    slope = 400 / log(10) * NORMAL.pdf(z) / (chance * (1 - chance))
    return 400 * log10(chance / (1 - chance)), 1.96 * slope * sqrt((1 + z * z / 2) / score.deals)


def main() -> None:
    """Plays, and prints a line a pair."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--bots", default=BOTS, help=f"from the weakest on (default {BOTS})")
    parser.add_argument("--deals", type=int, default=200, help="of each pair, at most (default 200)")
    parser.add_argument("--seconds", type=float, default=60, help="for each pair, at most (default 60)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for game in options.games:
        for weak, strong in pairwise(options.bots.split(",")):
            score = play(Contest(Rules.from_spec(game), (strong, weak), options.seed), options.deals, options.seconds)
            points, half = difference(score)
            margin = f"{score.margin.mean:+.1f} a round, {score.deals} deals"
            print(f"{game}: {strong} over {weak} {points:+.0f} ± {half:.0f} ({margin})", flush=True)


if __name__ == "__main__":
    main()
