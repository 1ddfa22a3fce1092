"""Steps a second of the environments, with an observation each, at random legal play: one line of JSON each.

    python bench/environments.py [--seconds 3] [--rules haggis-2 haggis-3 tatties-3 neeps-4] [--threads 2]

`aec` counts every seat's steps, `gymnasium` those of one seat against random opponents. `vector` steps 256 rounds on
`--threads`, for all seats (`self`) or for one seat against random ones. `batch` steps 1024 rounds and encodes all
states and legal actions as words of bits; `unpacked` also turns the words into features of 0 and 1. RLCard's and
OpenSpiel's dou_dizhu (the latter without tensors, in a Python loop) are measured too if they are installed. On a busy
machine `steps_cpu_s`, steps for each second of the processor's time, says more than `steps_s`.
"""

import argparse
import importlib.util
import json
import random
import time
from collections.abc import Callable

import numpy as np
from peers import open_spiel_loop, per_second, rlcard_loop

from haggis_cards.encoding import unpack
from haggis_cards.envs.aec import TableEnv
from haggis_cards.envs.gym import SeatEnv
from haggis_cards.envs.vector import Opponents, VectorTableEnv
from haggis_cards.native import Batch

Work = Callable[[], tuple[int, int]]  # steps, and legal moves


def aec(rules: str) -> Work:
    table, rng = TableEnv(rules), random.Random(1)

    def work() -> tuple[int, int]:
        steps = moves = 0
        table.reset()
        for _ in table.agent_iter():
            _, _, terminated, _, _ = table.last()
            if terminated:
                break
            legal = table.legal_actions()
            table.step(rng.choice(legal))
            steps, moves = steps + 1, moves + len(legal)
        return steps, moves

    return work


def gymnasium(rules: str) -> Work:
    table, rng = SeatEnv(rules, opponents="random"), random.Random(1)

    def work() -> tuple[int, int]:
        table.reset()
        over, steps, moves = False, 0, 0
        while not over:
            legal = table.legal_actions()
            _, _, over, _, _ = table.step(rng.choice(legal))
            steps, moves = steps + 1, moves + len(legal)
        return steps, moves

    return work


def vector(rules: str, opponents: Opponents, threads: int) -> Work:
    envs = VectorTableEnv(rules, 256, opponents=opponents, threads=threads, copy=False)
    masks = envs.reset(seed=1)[1]["action_mask"]
    for _ in range(50):  # so that the rounds are not all at their start
        envs.step(envs.sample_actions())

    def work() -> tuple[int, int]:
        moves = 0
        for _ in range(10):
            moves += int(np.count_nonzero(masks))
            envs.step(envs.sample_actions())
        return 10 * envs.num_envs, moves

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
    parser.add_argument("--threads", type=int, default=2, help="threads of the vector environment")
    args = parser.parse_args()
    runs: list[tuple[str, str, Work]] = []
    for rules in args.rules:
        runs += [("aec", rules, aec(rules)), ("gymnasium", rules, gymnasium(rules))]
        runs += [
            ("vector self", rules, vector(rules, "self", args.threads)),
            ("vector random", rules, vector(rules, "random", args.threads)),
        ]
        runs += [("batch", rules, batch(rules, expand=False)), ("unpacked", rules, batch(rules, expand=True))]
    for name, package, loop in (("rlcard", "rlcard", rlcard_loop), ("open_spiel", "pyspiel", open_spiel_loop)):
        if importlib.util.find_spec(package):
            runs.append((name, "dou_dizhu", loop()))
    for name, rules, work in runs:
        spent = (time.perf_counter(), time.process_time())
        pace = per_second(work, args.seconds)
        share = (time.process_time() - spent[1]) / (time.perf_counter() - spent[0])  # of one processor
        figures = {
            "steps_s": round(pace.decisions),
            "steps_cpu_s": round(pace.decisions / share),
            "legal": round(pace.moves / pace.decisions, 1),
        }
        print(json.dumps({"interface": name, "rules": rules, **figures}), flush=True)


if __name__ == "__main__":
    main()
