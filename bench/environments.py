"""Steps a second of the environments, with an observation each, at random play on one core: one line of JSON each.

    python bench/environments.py [--seconds 3] [--rules haggis-2 haggis-3 tatties-3 neeps-4]

`aec` counts every seat's steps, `gymnasium` those of one seat against random opponents. `batch` steps 1024 rounds and
encodes all states and legal actions as words of bits; `unpacked` also turns the words into features of 0 and 1.
RLCard's and OpenSpiel's dou_dizhu (the latter without tensors) are measured too if they are installed.
"""

import argparse
import importlib.util
import json
from collections.abc import Callable
from typing import Any

import numpy as np
from peers import open_spiel_loop, per_second, rlcard_loop

from haggis_cards.encoding import unpack
from haggis_cards.envs.aec import TableEnv
from haggis_cards.envs.gym import SeatEnv
from haggis_cards.native import Batch

Work = Callable[[], tuple[int, int]]  # steps, and legal moves


def aec(rules: str) -> Work:
    table, rng = TableEnv(rules), np.random.default_rng(1)

    def work() -> tuple[int, int]:
        steps = moves = 0
        table.reset()
        while not all(table.terminations.values()):
            seen = table.observe(table.agent_selection)
            count = int(seen["action_mask"].sum())
            table.step(int(rng.integers(count)))
            steps, moves = steps + 1, moves + count
        return steps, moves

    return work


def gymnasium(rules: str) -> Work:
    table, rng = SeatEnv(rules, opponents="random"), np.random.default_rng(1)

    def work() -> tuple[int, int]:
        seen: dict[str, Any] = table.reset()[0]
        over, steps, moves = False, 0, 0
        while not over:
            count = int(seen["action_mask"].sum())
            seen, _, over, _, _ = table.step(int(rng.integers(count)))
            steps, moves = steps + 1, moves + count
        return steps, moves

    return work


def batch(rules: str, expand: bool) -> Work:
    rounds, rng = Batch(rules, 1024, seed=1), np.random.default_rng(1)
    rounds.play_random(200)  # so that the rounds are not all at their start

    def work() -> tuple[int, int]:
        states, actions = rounds.encode()
        if expand:
            unpack(states)
            unpack(actions)
        moves = len(actions)
        rounds.step((rng.random(len(rounds)) * rounds.counts).astype(np.int64))
        return len(rounds), moves

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds for each measurement")
    parser.add_argument("--rules", nargs="+", default=["haggis-2", "haggis-3", "tatties-3", "neeps-4"])
    args = parser.parse_args()
    runs: list[tuple[str, str, Work]] = []
    for rules in args.rules:
        runs += [("aec", rules, aec(rules)), ("gymnasium", rules, gymnasium(rules))]
        runs += [("batch", rules, batch(rules, expand=False)), ("unpacked", rules, batch(rules, expand=True))]
    for name, package, loop in (("rlcard", "rlcard", rlcard_loop), ("open_spiel", "pyspiel", open_spiel_loop)):
        if importlib.util.find_spec(package):
            runs.append((name, "dou_dizhu", loop()))
    for name, rules, work in runs:
        pace = per_second(work, args.seconds)
        figures = {"steps_s": round(pace.decisions), "legal": round(pace.moves / pace.decisions, 1)}
        print(json.dumps({"interface": name, "rules": rules, **figures}), flush=True)


if __name__ == "__main__":
    main()
