"""How far the solver reaches and how fast, beside plain alpha-beta on the same positions: one line of JSON a row.

    python bench/solver.py speed --rules haggis-2 --cards 16,18,20 --positions 30   # as solved: all hands built first
    python bench/solver.py speed --rules haggis-2 --cards 16,18,20 --general        # by the search for all games
    python bench/solver.py speed --rules haggis-2 --cards 12,14 --plain   # alpha-beta too, which takes long from 14 on
    python bench/solver.py agree --positions 2000 --jobs 16   # with alpha-beta and minimax, every preset, house rules
    python bench/solver.py sides --positions 500 --jobs 16    # both searches for two players with each other
    python bench/solver.py deals --rules haggis-2 --memory 2048 --limit 90 --positions 60 --jobs 16   # first leads
    python bench/solver.py cancel                             # how soon a solution that is cancelled ends
    python bench/solver.py browser --rules haggis-2 --cards 18,20 --core haggis.wasm   # all actions, in node, by clock

Positions are of rounds in which seats are drawn from bots that play well and at random. Times are processor time of one
core.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import threading
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from haggis_cards import RULES, Bet, Match, Phase, Rounds, _native
from haggis_cards.bots import make_bot
from haggis_cards.native import Position
from haggis_cards.packing import pack_round

BOTS = ("greedy", "greedy", "random")
UNDER_WAY = (Phase.PLAY, Phase.AWARD, Phase.LEAD)
MEGABYTE = 1 << 20
ENOUGH = 1 << 62
PLAIN_NODES = 20_000_000  # of the plain searches, before a position is left out
HOUSE: dict[str, dict[str, Any]] = {
    "haggis-2 with sets, bets on points": {
        "preset": "haggis-2",
        "sets": True,
        "bets": [5, 10],
        "bet_rule": "score",
        "haggis_to": "last_to_play",
    },
    "haggis-3, bombs to the winner before": {"preset": "haggis-3", "bomb_to": "previous"},
    "tatties-3, the last hand to nobody": {"preset": "tatties-3", "last_hand": "nobody"},
}
GAMES: dict[str, Any] = {**{name: name for name in RULES}, **HOUSE}
PAIRS = ("haggis-2", "haggis-2-2010")


def played(game: str, rng: Random) -> list[Match]:
    """The decisions of a round of mixed play."""
    match = Match(GAMES[game], Rounds(1), seed=rng.getrandbits(32))
    bots = [make_bot(rng.choice(BOTS), rng.getrandbits(32)) for _ in match.rules.seats]
    found = []
    while not match.over:
        seat = match.to_act[0]
        if match.round.phase in UNDER_WAY and sum(not isinstance(one, Bet) for one in match.round.legal(seat)) > 1:
            found.append(match)
        match = match.act(seat, bots[seat].decide(match.view(seat)).action)
    return found


def positions(game: str, least: int, most: int, seed: object, each: int = 1) -> Iterator[Match]:
    """Of every round some decisions with so many cards in all hands together."""
    rng = Random(f"{seed} {game} {least} {most}")
    while True:
        found = [one for one in played(game, rng) if least <= sum(map(int.bit_count, one.round.hands)) <= most]
        yield from rng.sample(found, min(each, len(found)))


def analysis(match: Match, memory: int, general: bool = False) -> _native.Analysis:
    (seat,) = match.round.to_act
    return _native.Analysis(Position.from_round(match.round).native, seat, memory * MEGABYTE, general=general)


def plain(match: Match, prunes: bool = True) -> float | None:
    (seat,) = match.round.to_act
    return _native.plain_value(Position.from_round(match.round).native, seat, PLAIN_NODES, prunes)


class Solved(NamedTuple):
    """What a solution took: of the value alone, then of all actions; nothing where it took too long."""

    ms: float | None
    nodes: int
    all_ms: float | None
    plain_ms: float | None
    differs: bool


def solved(
    match: Match, memory: int, general: bool, limit: float, beside_plain: bool = False, value_only: bool = False
) -> Solved:
    start = time.process_time()
    found = analysis(match, memory, general)
    ms = all_ms = plain_ms = None
    value_nodes, part, differs, done = 0, 1 << 12, False, False
    while not (done or (value_only and ms)) and time.process_time() - start < limit:
        done = found.advance(part)
        part = max(part, found.nodes // 8)
        if ms is None and found.value[0] == found.value[1]:
            ms, value_nodes = 1000 * (time.process_time() - start), found.nodes
    if done:
        all_ms = 1000 * (time.process_time() - start)
    if beside_plain:
        start = time.process_time()
        expected = plain(match)
        plain_ms = None if expected is None else 1000 * (time.process_time() - start)
        differs = expected is not None and ms is not None and found.value[0] != expected
    return Solved(ms, value_nodes or found.nodes, all_ms, plain_ms, differs)


def speed(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The value of a decision, and of all its actions, by the cards in all hands."""
    one = partial(
        solved, memory=options.memory, general=options.general, limit=options.limit, beside_plain=options.plain
    )
    for cards in map(int, options.cards.split(",")):
        chosen = list(islice(positions(game, cards, cards, options.seed), options.positions))
        found = list(every(one, chosen, options.jobs))
        row = {"rules": game, "cards": cards, "positions": len(chosen), "general": options.general}
        row |= times([each.ms for each in found]) | {"median_nodes": statistics.median(each.nodes for each in found)}
        row["all_actions"] = times([each.all_ms for each in found])
        if options.plain:
            row["plain"] = times([each.plain_ms for each in found])
            row["differ"] = sum(each.differs for each in found)
        yield row


def deals(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The value of the first lead of whole deals: a row for each as it is done, then one for all."""
    one = partial(solved, memory=options.memory, general=options.general, limit=options.limit, value_only=True)
    matches = (
        Match(GAMES[game], Rounds(1), seed=Random(f"{options.seed} {n}").getrandbits(64))
        for n in range(options.positions)
    )
    found = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for done in as_completed([pool.submit(one, match) for match in matches]):
            found.append(done.result())
            yield {"rules": game, "deal": len(found), "ms": found[-1].ms, "nodes": found[-1].nodes}
    row = {"rules": game, "deals": len(found), "memory": options.memory}
    yield row | times([each.ms for each in found]) | {"median_nodes": statistics.median(each.nodes for each in found)}


def times(each: Sequence[float | None]) -> dict[str, Any]:
    """The median, and the share within so many seconds; None where more than half took too long."""
    middle = statistics.median(float("inf") if ms is None else ms for ms in each)
    shares = {
        f"within_{limit}_s": round(sum(ms is not None and ms <= 1000 * limit for ms in each) / len(each), 3)
        for limit in (1, 10, 90)
    }
    return {"median_ms": None if middle == float("inf") else round(middle, 2), **shares}


class Compared(NamedTuple):
    """What a share of the positions showed."""

    compared: int
    differ: int
    kinds: Counter[str]


def agrees(game: str, other: str, most: int, count: int, seed: int, shard: int) -> Compared:
    """The solver beside another search, in so many positions that the other one finishes."""
    differ, done, kinds = 0, 0, Counter[str]()
    least = 13 if other == "general" else 2
    for match in positions(game, least, most, f"{seed} {other} {shard}", each=4):
        found = analysis(match, 64)
        if other == "general":
            beside = analysis(match, 256, general=True)
            same = found.advance(ENOUGH) and beside.advance(ENOUGH) and found.bounds == beside.bounds
        elif (expected := plain(match, other == "alpha-beta")) is None:
            kinds["took_too_long"] += 1
            continue
        else:
            same = found.advance(ENOUGH) and found.value == (expected, expected)
        rnd = match.round
        differ += not same
        done += 1
        kinds[f"to {rnd.phase}"] += 1
        kinds["inside tricks"] += rnd.top is not None
        kinds["with bets"] += any(rnd.bets)
        if done == count:
            break
    return Compared(done, differ, kinds)


def compare(games: Iterable[str], searches: dict[str, int], options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    shards = max(1, options.jobs * 2 if options.jobs > 1 else 1)
    share = -(-options.positions // shards)
    for game in games:
        for other, most in searches.items():
            one = partial(agrees, game, other, most, share, options.seed)
            found = list(every(one, range(shards), options.jobs))
            kinds = sum((each.kinds for each in found), Counter[str]())
            row = {"compared": sum(each.compared for each in found), "differ": sum(each.differ for each in found)}
            yield {"rules": game, "with": other, "most_cards": most, **row, **kinds}


def agree(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The solver beside alpha-beta up to 12 cards, and beside minimax up to 8."""
    yield from compare([game], {"alpha-beta": 12, "minimax": 8}, options)


def sides(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The search for two players beside the one for all games: every action of positions with up to 22 cards."""
    if game in PAIRS:
        yield from compare([game], {"general": 22}, options)


def cancel(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """How long solutions of whole deals go on that are cancelled after so many milliseconds, by the clock."""
    late = []
    for number in range(options.positions):
        rng = Random(f"{options.seed} {number}")
        deals = (one for one in played(game, rng) if one.round.phase in UNDER_WAY)
        found = analysis(next(deals), options.memory, options.general)
        thread = threading.Thread(target=found.advance, args=(ENOUGH,))
        thread.start()
        time.sleep(rng.uniform(0, 3))
        start = time.perf_counter()
        found.cancel()
        thread.join()
        late.append(1000 * (time.perf_counter() - start))
    row = {"rules": game, "cancelled": len(late), "general": options.general}
    yield {**row, "median_ms": round(statistics.median(late), 2), "most_ms": round(max(late), 2)}


def browser(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """All actions of a decision as the page in a browser solves them: the core as WebAssembly, with its own memory."""
    node = shutil.which("node", path=Path(sys.executable).parent) or "node"
    command = [node, str(Path(__file__).parents[1] / "web/core/answer.mjs"), options.core]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        assert process.stdout
        for cards in (12, *map(int, options.cards.split(","))):  # the first row warms up
            late = []
            for match in islice(positions(game, cards, cards, options.seed), options.positions):
                position = b64encode(pack_round(match.round)).decode()
                question = {"position": position, "ask": "analyse", "given": [match.round.to_act[0], 10**9]}
                start = time.perf_counter()
                process.stdin.write(f"{json.dumps(question)}\n")
                process.stdin.flush()
                found = json.loads(process.stdout.readline())
                assert all(low == high for low, high in found)
                late.append(1000 * (time.perf_counter() - start))
            yield {"rules": game, "cards": cards, "positions": len(late), "browser": times(late)}


def every(work: Callable[[Any], Any], given: Iterable[Any], jobs: int) -> Iterator[Any]:
    if jobs == 1:
        yield from map(work, given)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, given)


def main() -> None:
    commands = {"speed": speed, "deals": deals, "agree": agree, "sides": sides, "cancel": cancel, "browser": browser}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=commands)
    parser.add_argument("--rules", default="|".join(GAMES), help="games, separated by |")
    parser.add_argument("--positions", type=int, default=30, help="in a row")
    parser.add_argument("--cards", default="12,14,16,18", help="in all hands together")
    parser.add_argument("--plain", action="store_true", help="alpha-beta too")
    parser.add_argument("--general", action="store_true", help="only by the search for all games")
    parser.add_argument("--limit", type=float, default=100, help="seconds of processor time for a position")
    parser.add_argument("--memory", type=int, default=64, help="megabytes")
    parser.add_argument("--core", help="the core as WebAssembly, for browser")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    for game in options.rules.split("|"):
        for row in commands[options.what](game, options):
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
