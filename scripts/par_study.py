"""Solve positions of real play with open cards, for the notebook docs/lab/par.md: `python scripts/par_study.py FILE`.

Each deal is played by greedy from either first lead until a new trick begins with so many cards at most in both
hands. A line of FILE has that position, its value for the leader, and how the round ended when greedy played on. Bets
that were made count in both; with --no-bets none are made. Lines come in any order; run it again to continue. It needs
no library but NumPy.
"""

import argparse
import json
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from random import Random
from typing import Any

from haggis_cards import _native
from haggis_cards.bots import make_bot
from haggis_cards.cards import text
from haggis_cards.match import Match
from haggis_cards.match_end import Rounds
from haggis_cards.native import Position
from haggis_cards.solver.solving import MEGABYTE


def study(preset: str, number: int, cards: int, nodes: int, memory: int, bets: bool) -> dict[str, Any]:
    """The line of a deal."""
    match = Match(preset, Rounds(1), seed=Random(f"par {number}").getrandbits(64))
    bots, found = [make_bot("greedy", number + seat) for seat in match.rules.seats], None
    while not match.over:
        rnd = match.round
        held = sum(len(hand) for hand in rnd.hands)
        if found is None and held <= cards and rnd.phase.value == "play" and not rnd.trick:
            found = rnd
        (seat,) = match.to_act
        action = bots[seat].decide(match.view(seat)).action
        if action.startswith("bet ") and not bets:
            action = bots[seat].decide(match.act(seat, action).view(seat)).action
        match = match.act(seat, action)
    assert found is not None
    leader = found.to_act[0]
    start = time.process_time()
    analysis = _native.Analysis(Position.from_round(found).native, leader, memory * MEGABYTE)
    while analysis.value[0] < analysis.value[1] and analysis.nodes < nodes:
        analysis.advance(1 << 20)
    totals = match.finished[0].result.totals
    return {
        "deal": number,
        "hands": [text(hand) for hand in found.hands],
        "leader": leader,
        "haggis": [text(card) for card in found.deal.haggis],
        "value": list(analysis.value),
        "ended": totals[leader] - totals[1 - leader],
        "nodes": analysis.nodes,
        "seconds": round(time.process_time() - start, 2),
    }


def main() -> None:
    """Solve what FILE lacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--preset", default="haggis-2")
    parser.add_argument("--deals", type=int, default=2400)
    parser.add_argument("--cards", type=int, default=30)
    parser.add_argument("--nodes", type=int, default=40_000_000)
    parser.add_argument("--memory", type=int, default=768)
    parser.add_argument("--no-bets", dest="bets", action="store_false")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    lines = asked.file.read_text(encoding="utf-8").splitlines() if asked.file.exists() else []
    there = {json.loads(line)["deal"] for line in lines}
    with ProcessPoolExecutor(asked.jobs) as pool, asked.file.open("a", encoding="utf-8") as file:
        due = (number for number in range(asked.deals) if number not in there)
        limits = (asked.cards, asked.nodes, asked.memory, asked.bets)
        for done in as_completed([pool.submit(study, asked.preset, number, *limits) for number in due]):
            file.write(f"{json.dumps(done.result())}\n")
            file.flush()


if __name__ == "__main__":
    main()
