"""How far the solver reaches and how fast, beside plain alpha-beta on the same positions: one line of JSON a row.

    python bench/solver.py speed --rules haggis-2 --cards 16,18,20 --positions 30
    python bench/solver.py speed --rules haggis-2 --cards 12,14 --plain   # alpha-beta too, which takes long from 14 on
    python bench/solver.py agree --positions 2000   # differences from alpha-beta and minimax, for every preset

Positions are of rounds in which seats are drawn from bots that play well and at random. Times are processor time of one
core.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from haggis_cards import RULES, Bet, Match, Phase, Rounds, _native
from haggis_cards.bots import make_bot
from haggis_cards.native import Position

BOTS = ("greedy", "greedy", "random")
UNDER_WAY = (Phase.PLAY, Phase.AWARD, Phase.LEAD)
MEMORY = 64 << 20
ENOUGH = 1 << 62


def played(game: str, rng: Random) -> list[Match]:
    """The decisions of a round of mixed play."""
    match = Match(game, Rounds(1), seed=rng.getrandbits(32))
    bots = [make_bot(rng.choice(BOTS), rng.getrandbits(32)) for _ in match.rules.seats]
    found = []
    while not match.over:
        seat = match.to_act[0]
        if match.round.phase in UNDER_WAY and sum(not isinstance(one, Bet) for one in match.round.legal(seat)) > 1:
            found.append(match)
        match = match.act(seat, bots[seat].decide(match.view(seat)).action)
    return found


def positions(game: str, least: int, most: int, seed: int, each: int = 1) -> Iterator[Match]:
    """Of every round some decisions with so many cards in all hands together."""
    rng = Random(f"{seed} {game} {least} {most}")
    while True:
        found = [one for one in played(game, rng) if least <= sum(map(int.bit_count, one.round.hands)) <= most]
        yield from rng.sample(found, min(each, len(found)))


def timed(work: Any) -> tuple[Any, float]:
    start = time.process_time()
    return work(), 1000 * (time.process_time() - start)


def value(match: Match) -> tuple[float, int]:
    """By the solver, and the nodes that it took for all actions."""
    (seat,) = match.round.to_act
    analysis = _native.Analysis(Position.from_round(match.round).native, seat, MEMORY)
    assert analysis.advance(ENOUGH)
    return analysis.value[0], analysis.nodes


def plain(match: Match, prunes: bool = True, nodes: int = ENOUGH) -> float | None:
    (seat,) = match.round.to_act
    return _native.plain_value(Position.from_round(match.round).native, seat, nodes, prunes)


def speed(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """All actions of a decision, by the cards in all hands."""
    for cards in map(int, options.cards.split(",")):
        chosen = list(islice(positions(game, cards, cards, options.seed), options.positions))
        found = [timed(lambda match=match: value(match)) for match in chosen]
        row = {"rules": game, "cards": cards, "positions": len(chosen), **times([ms for _, ms in found])}
        row["median_nodes"] = round(statistics.median(nodes for (_, nodes), _ in found))
        if options.plain:
            others = [timed(lambda match=match: plain(match)) for match in chosen]
            row["plain"] = times([ms for _, ms in others])
            row["differ"] = sum(one[0] != other for (one, _), (other, _) in zip(found, others, strict=True))
        yield row


def times(each: list[float]) -> dict[str, float]:
    within = sum(ms <= 1000 for ms in each) / len(each)
    return {"median_ms": round(statistics.median(each), 2), "most_ms": round(max(each), 1), "within_1_s": within}


def agree(game: str, options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The solver beside alpha-beta up to 12 cards, and beside minimax up to 8."""
    for name, most, prunes in (("alpha-beta", 12, True), ("minimax", 8, False)):
        compared = differ = skipped = in_tricks = 0
        for match in islice(positions(game, 2, most, options.seed, each=4), options.positions):
            expected = plain(match, prunes, 5_000_000)
            skipped += expected is None
            compared += expected is not None
            in_tricks += match.round.top is not None
            differ += expected is not None and value(match)[0] != expected
        row = {"compared": compared, "in_tricks": in_tricks, "took_too_long": skipped, "differ": differ}
        yield {"rules": game, "with": name, **row}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "agree"))
    parser.add_argument("--rules", default=",".join(RULES), help="games, separated by commas")
    parser.add_argument("--positions", type=int, default=30, help="in a row")
    parser.add_argument("--cards", default="12,14,16,18", help="in all hands together")
    parser.add_argument("--plain", action="store_true", help="alpha-beta too")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for game in options.rules.split(","):
        for row in {"speed": speed, "agree": agree}[options.what](game, options):
            print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
