"""What the belief about the cards brings: pairs of players on duplicate deals, one line of JSON a pair.

    python lab/belief.py haggis-2 --pairs belief,even --seconds 140 --jobs 16
    python lab/belief.py haggis-2 --pairs belief,greedy even,greedy --seconds 60     # and their difference

    python lab/belief.py haggis-2 --pairs belief,even --first 1000 --out deals.jsonl    # one of many processes
    python lab/belief.py --read deals.jsonl                                                # what they found

A player is a bot's spec without a comma; `belief`: foresight as it is; `even`: foresight for which all deals that it
cannot rule out are equally likely; `files:LARGE:SMALL`: foresight with other weights. They think with `--effort`.
`alone`, or `alone:FILE` with other weights: neural without its look ahead. `ahead:LARGE:SMALL`: neural with other
weights, a path that is empty standing for the package's.
"""

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from functools import lru_cache
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from haggis_cards import Rules
from haggis_cards.arena.contest import Contest
from haggis_cards.bots import Bot, make_bot
from haggis_cards.bots.foresight import Foresight
from haggis_cards.bots.machine import cores
from haggis_cards.bots.network import QUICK, Network, load_network
from haggis_cards.bots.neural import Neural
from haggis_cards.bots.protocol import Reseedable
from haggis_cards.bots.search import Effort

Spent = dict[int, list[float]]  # seconds of a decision, by seat


class Encounter(NamedTuple):
    """What two players play with, and until when."""

    rules: str
    effort: str
    seed: int
    end: float


class Played(NamedTuple):
    """A duplicate deal: points of the first player over the second, and the seconds of a decision of each."""

    rules: str
    pair: str
    deal: int
    margin: float
    seconds: tuple[float, float]


@lru_cache(maxsize=1)
def without_belief() -> Network:
    with files("haggis_cards.bots").joinpath(QUICK).open("rb") as file, np.load(file) as arrays:
        return Network({name: array for name, array in arrays.items() if not name.startswith("belief.")})


@lru_cache(maxsize=16)
def player(spec: str, effort: str, seat: int) -> Bot:  # noqa: ARG001 - each seat has its own
    name, *rest = spec.split(":")
    if name == "alone":
        return Neural(load_network(*rest or [""]))
    if name not in ("even", "belief", "files", "ahead"):
        return make_bot(spec)
    large, small = rest or ("", "")
    if name == "ahead":
        return Neural(load_network(large), load_network(small, QUICK))
    quick = without_belief() if name == "even" else load_network(small, QUICK)
    return Foresight(load_network(large), quick, Effort.parse(effort, "foresight"))


def play(contest: Contest, deal: int, bots: Sequence[Bot], spent: Spent) -> Sequence[int]:
    match = contest.start(deal)
    for seat, bot in enumerate(bots):
        if isinstance(bot, Reseedable):
            bot.reseed(Random(f"{contest.seed} bot {deal} {seat}").getrandbits(32))
    while not match.over:
        seat = match.to_act[0]
        view = match.view(seat)
        action = view["legal"][0]
        if len(view["legal"]) > 1:
            begin = time.thread_time()
            action = bots[seat].decide(view).action
            spent[seat].append(time.thread_time() - begin)
        match = match.act(seat, action)
    return match.finished[-1].result.points


def encounter(given: Encounter, pair: str, deal: int) -> Played | None:
    if time.time() > given.end:
        return None
    contest = Contest(Rules.from_spec(given.rules), ("random", "random"), given.seed)
    sides, seats = contest.rules.sides, contest.rules.seats
    bots = [[player(name, given.effort, seat) for seat in seats] for name in pair.split(",")]
    ahead, seconds = [], ([0.0], [0.0])
    for mix in contest.mixes:
        spent: Spent = defaultdict(list)
        points = play(contest, deal, [bots[held][seat] for seat, held in enumerate(mix)], spent)
        held_by = [mix[sides.index(side)] for side in range(len(points))]
        means = [np.mean([own for own, held in zip(points, held_by, strict=True) if held == bot]) for bot in (0, 1)]
        ahead.append(means[0] - means[1])
        for seat, held in enumerate(mix):
            seconds[held].extend(spent[seat])
    times = float(np.mean(seconds[0][1:])), float(np.mean(seconds[1][1:]))
    return Played(given.rules, pair, deal, float(np.mean(ahead)), times)


def play_all(given: Encounter, pairs: Sequence[str], deals: Iterable[int], jobs: int) -> Iterator[Played]:
    """Deal by deal for all pairs, until time is over; each as soon as it is played."""
    waiting: set[Future[Played | None]] = set()
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        for deal in deals:
            while len(waiting) > 2 * jobs:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from filter(None, (one.result() for one in done))
            if time.time() > given.end:
                break
            waiting |= {pool.submit(encounter, given, pair, deal) for pair in pairs}
        yield from filter(None, (one.result() for one in as_completed(waiting)))


def read(path: Path) -> list[Played]:
    """The deals that `--out` has written."""
    return [Played(**json.loads(line)) for line in path.read_text().splitlines()]


def summary(values: Sequence[float]) -> dict[str, float]:
    half = 1.96 * np.std(values, ddof=1) / len(values) ** 0.5
    return {"margin": round(float(np.mean(values)), 2), "half": round(float(half), 2), "deals": len(values)}


def report(found: Sequence[Played]) -> None:
    """A line a pair, and one for the difference of each later pair of a game from its first."""
    margins: dict[str, dict[str, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    for one in found:
        margins[one.rules][one.pair][one.deal] = one.margin
    for rules, by_pair in margins.items():
        for pair, by_deal in by_pair.items():
            seconds = np.mean([one.seconds for one in found if (one.rules, one.pair) == (rules, pair)], 0)
            times = {"ms": (1000 * seconds).round(1).tolist()}
            print(json.dumps({"rules": rules, "pair": pair, **summary([*by_deal.values()]), **times}))
        (name, first), *others = by_pair.items()
        for pair, by_deal in others:
            both = sorted(first.keys() & by_deal.keys())
            differences = [first[deal] - by_deal[deal] for deal in both]
            print(json.dumps({"rules": rules, "difference": [name, pair], **summary(differences)}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="?", default="haggis-2")
    parser.add_argument("--pairs", nargs="+", default=["belief,even"])
    parser.add_argument("--effort", default="16it", help="of foresight (16it)")
    parser.add_argument("--seconds", type=float, default=60, help="until no more deals begin (60)")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal (0)")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--seed", type=int, default=51)
    parser.add_argument("--out", type=Path, help="a file; each deal is added to it when it is played")
    parser.add_argument("--read", type=Path, help="only report on such a file")
    args = parser.parse_args()
    if args.read:
        report(read(args.read))
        return
    given = Encounter(args.rules, f"{args.effort}:1", args.seed, time.time() + args.seconds)
    found = []
    for one in play_all(given, args.pairs, range(args.first, args.first + args.deals), args.jobs):
        found.append(one)
        if args.out:
            with args.out.open("a") as file:
                file.write(json.dumps(one._asdict()) + "\n")
    report(found)


if __name__ == "__main__":
    main()
