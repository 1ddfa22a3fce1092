"""Whether ratings order the built-in bots as the arena does.

    python lab/rated_bots.py [haggis-2 ...] [--matches 2000] [--rounds 2] [--jobs 2] [--folder runs/rated]

The bots play rated matches as people would: each is one player, new at first, who meets others at random, and nothing
holds its rating. Results and ratings come from the server's own code. `foresight:8it:1` plays for `master`, as on the
ladder of docs/bots.md; the others are the levels themselves. A result is a line in the folder, so that a run that was
stopped goes on. The status is 1 if the order is another one.
"""

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final

from haggis_cards import RULES, Match, Rounds
from haggis_cards.bots import Bot, make_bot
from haggis_cards.bots.registry import LEVELS
from haggis_cards.server.ratings.store import Rating, rate
from haggis_cards.table.chairs import Chair
from haggis_cards.table.results import ANCHORS, result_of

SPECS: Final = {"random": "random", **LEVELS, "master": "foresight:8it:1"}
ORDER: Final = list(ANCHORS)  # the arena's, from the weakest on


@cache
def bot(player: str, seat: int) -> Bot:
    """A bot of this process; one that has thought before thinks as well as a new one."""
    return make_bot(SPECS[player], seat)


def play(preset: str, rounds: int, number: int) -> dict[str, Any]:
    """The rated match with this number: its sides and their ranks."""
    rng = random.Random(f"{preset} {rounds} {number}")
    players = rng.sample(ORDER, RULES[preset].players)
    match = Match(preset, Rounds(rounds), seed=rng.getrandbits(64), players=players)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, bot(players[seat], seat).decide(match.view(seat)).action)
    result = result_of(match, [Chair(guest=player, name=player, acted=True) for player in players])
    assert result is not None
    return {"number": number, "sides": result.sides, "ranks": result.ranks}


def played(preset: str, matches: int, rounds: int, jobs: int, folder: Path) -> list[dict[str, Any]]:
    """The results of all matches, those of earlier runs included, in their order."""
    path = folder / f"{preset}-{rounds}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text().splitlines() if path.exists() else []
    found = {line["number"]: line for line in map(json.loads, lines)}
    left = [number for number in range(matches) if number not in found]
    with Pool(jobs) as pool, path.open("a") as file:
        for line in pool.imap_unordered(partial(play, preset, rounds), left):
            found[line["number"]] = line
            file.write(json.dumps(line) + "\n")
            file.flush()
    return [found[number] for number in range(matches)]


def rated(results: list[dict[str, Any]]) -> dict[str, Rating]:
    """The ratings after these matches, one after the other."""
    known: dict[str, Rating] = {}
    for result in results:
        known |= rate(known, result["sides"], result["ranks"])
    return known


def show(preset: str, results: list[dict[str, Any]], known: Mapping[str, Rating]) -> bool:
    """Prints the ratings; whether their order is the arena's."""
    wins = Counter(player for one in results for player in one["sides"][one["ranks"].index(0)])
    print(f"{preset}: {len(results):,} rated matches")
    for player in reversed(ORDER):
        rating = known[player]
        print(f"  {player:9} {rating.shown:5} ± {rating.within:3}  {wins[player]:4} of {rating.matches} won")
    order = sorted(ORDER, key=lambda player: known[player].mu)
    print(f"  the order is {'that of the arena' if order == ORDER else 'another one: ' + ', '.join(order)}")
    return order == ORDER


def main() -> None:
    """Plays, rates, shows."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("games", nargs="*", default=["haggis-2", "neeps-4"])
    options.add_argument("--matches", type=int, default=2000)
    options.add_argument("--rounds", type=int, default=2, help="of a match")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options.add_argument("--folder", type=Path, default=Path("runs/rated"))
    asked = options.parse_args()
    right = True
    for preset in asked.games:
        results = played(preset, asked.matches, asked.rounds, asked.jobs, asked.folder)
        right &= show(preset, results, rated(results))
    sys.exit(not right)


if __name__ == "__main__":
    main()
