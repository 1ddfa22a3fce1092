"""Whether the rules lab keeps quiet where nothing has changed: one line of JSON a run, and a line of sums.

    python lab/quiet.py deals --seeds 20       # the same game on other deals, unpaired: neural in every seat, greedy
    python lab/quiet.py luck --seeds 20        # the same deals, paired; the bots (greedy:20) draw other random numbers
    python lab/quiet.py same --seeds 20        # the same deals and the same bots: every difference must be exactly 0
    python lab/quiet.py swap --out lab.jsonl   # two games of a results file, each deal taken for the other by a coin

A run is an alarm if any of its differences is marked. One in a hundred may be, by Holm's correction.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

from haggis_cards.bots.machine import cores
from haggis_cards.lab import Arm, Experiment, make_report, run
from haggis_cards.lab.experiment import Line
from haggis_cards.lab.run import Results
from haggis_cards.rules import Rules

KINDS = {  # the second arm, the bots, and the rounds of each arm
    "deals": ({"stream": "control"}, ("neural", "greedy"), 600),
    "luck": ({"luck": " again"}, ("greedy:20",), 80),
    "same": ({}, ("neural", "greedy"), 60),
}


def control(kind: str, preset: str, rounds: int | None, seed: int) -> dict[str, Any]:
    """A game against itself."""
    changes, bots, usual = KINDS[kind]
    rules = Rules.from_spec(preset)
    arms = (Arm(rules, preset), Arm(rules, "again", **changes))
    experiment = Experiment(arms, bots, seed)
    return _found(experiment, run(experiment, rounds or usual, jobs=1)) | {"kind": kind, "rules": preset, "seed": seed}


def _found(experiment: Experiment, lines: Sequence[Line]) -> dict[str, Any]:
    report = make_report(experiment, lines)
    changes = [change for row in report.rows for change in row.differences if change]
    return {
        "rounds": list(report.rounds),
        "comparisons": report.comparisons,
        "marked": report.marked,
        "not_zero": sum(change.mean != 0 for change in changes),
        "least_p": float(f"{min(change.p for change in changes):.3g}"),
    }


@lru_cache(maxsize=1)
def _read(path: Path) -> tuple[Experiment, list[Line]]:
    experiment = Experiment.from_header(json.loads(path.read_text(encoding="utf-8").partition("\n")[0]))
    with Results(experiment, path) as results:
        return experiment, list(results.by_unit.values())


def swapped(path: Path, seed: int) -> dict[str, Any]:
    """The first two arms of a file; by a coin for each deal, one is taken for the other, so that they are alike."""
    experiment, lines = _read(path)
    rng = Random(seed)
    turned = {unit: rng.random() < 0.5 for unit in sorted({(line["part"], line["deal"]) for line in lines})}
    mixed: list[Any] = [
        {**line, "arm": line["arm"] ^ turned[line["part"], line["deal"]]} for line in lines if line["arm"] < 2
    ]
    pair = Experiment(experiment.arms[:2], experiment.bots, experiment.seed)
    return _found(pair, sorted(mixed, key=itemgetter("deal"))) | {"kind": "swap", "file": path.name, "seed": seed}


def _runs(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    first, count = arguments.first, arguments.seeds
    play = partial(swapped, arguments.out)
    if arguments.kind in KINDS:
        play = partial(control, arguments.kind, arguments.rules, arguments.rounds)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        yield from pool.map(play, range(first, first + count))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=[*KINDS, "swap"])
    parser.add_argument("--rules", default="haggis-2")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--out", type=Path, help="a results file of haggis lab, for swap")
    alarms = runs = not_zero = 0
    arguments = parser.parse_args()
    for found in _runs(arguments):
        runs, alarms, not_zero = runs + 1, alarms + (found["marked"] > 0), not_zero + found["not_zero"]
        print(json.dumps(found), flush=True)
    print(json.dumps({"kind": arguments.kind, "runs": runs, "alarms": alarms, "not_zero": not_zero}))


if __name__ == "__main__":
    main()
