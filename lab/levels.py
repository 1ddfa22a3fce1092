"""How far the levels are apart, in points of a rating: each level against the next one on duplicate deals.

    python lab/levels.py haggis-2 neeps-4 --deals 1000
    python lab/levels.py all --bots expert,foresight:32it:1 --seconds 75 --jobs 8 --file levels.txt

A line a pair: the difference with the 95% interval, and the margin in points a round with its deviation from deal to
deal. The difference is that of a ladder (400 points are odds of ten to one) for the chance to win a deal that the
margins' mean and deviation give; this needs fewer deals than counting wins. `neural` stands for `master`: it asks the
same network, takes a small part of the time, and does not depend on the machine.

The deals are those of the arena. The bots, which must all ask the network, look at positions of the core and not at
views: two persons play three to six times as fast. The deals do not depend on the number of processes.
"""

import argparse
import time
from collections.abc import Iterator
from copy import copy
from functools import lru_cache, partial
from itertools import pairwise
from math import log, log10, sqrt
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean

from haggis_cards.arena.contest import PLAYERS, Contest
from haggis_cards.arena.stats import Estimate
from haggis_cards.arena.workers import spread
from haggis_cards.bots.machine import cores
from haggis_cards.bots.neural import Neural
from haggis_cards.bots.person import Person
from haggis_cards.native import Position
from haggis_cards.rules import Rules

NORMAL = NormalDist()
BOTS = "beginner,novice,club,expert,neural"
GAMES = "haggis-2 haggis-3 tatties-3 neeps-4 tatties-3-2024 neeps-4-2024"


@lru_cache(maxsize=1)
def contest_of(game: str, bots: tuple[str, str], seed: int) -> Contest:
    """The contest, which checks its bots when it is made."""
    return Contest(Rules.from_spec(game), bots, seed)


def margin(game: str, bots: tuple[str, str], seed: int, deal: int) -> float:
    """How many points a round the first bot is ahead in a duplicate deal."""
    contest = contest_of(game, bots, seed)
    dealt = Position.from_round(contest.start(deal).round)
    return fmean(play(contest, dealt, deal, mix) for mix in contest.mixes)


def play(contest: Contest, dealt: Position, deal: int, mix: tuple[int, ...]) -> float:
    """How far the first bot is ahead in a round; `mix` says which of the two, 0 or 1, holds each seat."""
    rules, position = contest.rules, Position(contest.rules, copy(dealt.native))
    bots = [ask(contest.bots[held], seat, f"{contest.seed} bot {deal} {seat}") for seat, held in enumerate(mix)]
    while (seat := position.turn) is not None:
        packed = position.packed(seat)
        place = bots[seat].decide_at(position, seat)[0] if len(packed) > 1 else 0
        position.native.act(seat, *packed[place].tolist())
    holders = [mix[rules.sides.index(side)] for side in range(rules.side_count)]
    points: tuple[list[int], list[int]] = ([], [])
    for held, parts in zip(holders, zip(*position.score(), strict=True), strict=True):
        points[held].append(sum(parts))
    return fmean(points[0]) - fmean(points[1])


def ask(spec: str, seat: int, seed: str) -> Neural | Person:
    """The bot of a seat, which can be asked about positions of the core."""
    bot = PLAYERS.take(spec, seat, Random(seed).getrandbits(32))
    if not isinstance(bot, Neural | Person):
        raise SystemExit(f"{spec} does not ask the network; `haggis arena` measures it")
    return bot


def numbers(count: int, seconds: float) -> Iterator[int]:
    """The numbers of deals to begin with in this time; those that are begun are played to the end."""
    start = time.monotonic()
    for deal in range(count):
        if time.monotonic() - start > seconds:
            return
        yield deal


def difference(score: Estimate) -> tuple[float, float]:
    """The difference of the ratings, and half of its 95% interval."""
    z = score.mean / score.deviation
    chance = NORMAL.cdf(z)
    slope = 400 / log(10) * NORMAL.pdf(z) / (chance * (1 - chance))
    return 400 * log10(chance / (1 - chance)), 1.96 * slope * sqrt((1 + z * z / 2) / score.count)


def main() -> None:
    """Plays, and prints a line a pair."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+", help=f"all: {GAMES}")
    parser.add_argument("--bots", default=BOTS, help=f"from the weakest on (default {BOTS})")
    parser.add_argument("--deals", type=int, default=400, help="of each pair, at most (default 400)")
    parser.add_argument("--seconds", type=float, default=600, help="for each pair, at most (default 600)")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes (default one for each core)")
    parser.add_argument("--file", type=Path, help="where to write the lines too")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games = GAMES.split() if options.games == ["all"] else options.games
    for game in games:
        for weak, strong in pairwise(options.bots.split(",")):
            score, work = Estimate(), partial(margin, game, (strong, weak), options.seed)
            for ahead in spread(work, numbers(options.deals, options.seconds), jobs=options.jobs):
                score.add(ahead)
            points, half = difference(score)
            margins = f"{score.mean:+.1f} a round, deviation {score.deviation:.1f}"
            about = f"{margins}, {score.count} deals, seed {options.seed}"
            line = f"{game}: {strong} over {weak} {points:+.0f} ± {half:.0f} ({about})"
            print(line, flush=True)
            if options.file:
                with options.file.open("a", encoding="utf-8") as file:
                    print(line, file=file)


if __name__ == "__main__":
    main()
