"""The network on the native core: one line of JSON a network, and one a game.

    python bench/mind.py [--seconds 2] [--registers 512]

`evaluations_s` counts decisions with all their actions on one core, some way into rounds of two games, with the weights
of the package and with random ones of larger networks; `worlds_s` the worlds that `foresight` plays all its candidates
out in, from the first lead of each game on all cores.
"""

import argparse
import json
import time
from collections.abc import Callable

import numpy as np

from haggis import RULES, Match, _native
from haggis.bots import make
from haggis.bots.machine import cores
from haggis.bots.mind import HAND, load_mind
from haggis.native import native_rules

SHAPES = [(256, 1, 128), (512, 2, 256), (768, 2, 512)]  # width, blocks, head


def random_mind(width: int, blocks: int, head: int, registers: int) -> _native.Mind:
    layers = {"trunk.0": (width, 64 * _native.STATE_WORDS), "action": (head, 64 * _native.CHOICE_WORDS)}
    layers |= {"situation": (head, width + HAND), "inner": (head, head), "out": (1, head), "value": (2, width)}
    layers |= {f"trunk.{2 + block}.{part}": (width, width) for block in range(blocks) for part in ("inner", "outer")}
    norms = ["norm", *(f"trunk.{2 + block}.norm" for block in range(blocks))]
    rng = np.random.default_rng(1)
    weights = {f"{name}.weight": rng.normal(0, shape[1] ** -0.5, shape) for name, shape in layers.items()}
    weights |= {f"{name}.bias": np.zeros(shape[0]) for name, shape in layers.items() if name != "action"}
    weights |= {f"{name}.{part}": np.ones(width) for name in norms for part in ("weight", "bias")}
    return _native.Mind({name: array.astype(np.float32) for name, array in weights.items()}, registers)


def rate(work: Callable[[], int], seconds: float) -> int:
    """How much of it is done in a second."""
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        done += work()
    return round(done / (time.perf_counter() - start))


def evaluations(mind: _native.Mind, game: str, seconds: float) -> dict[str, float]:
    wave = _native.Wave(native_rules(RULES[game]), 128, 3, 1)
    wave.deal(np.zeros(128, np.uint8))
    for _ in range(6):
        wave.step(np.zeros(len(wave.rounds), np.int64))

    def judge() -> int:
        return len(mind.judge(wave.states, wave.actions, wave.offsets)[1])

    actions = round(len(wave.actions) / len(wave.states), 1)
    return {f"{game}_evaluations_s": rate(judge, seconds), f"{game}_actions": actions}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--registers", type=int, default=512, help="bits of the registers to compute with, at most")
    args = parser.parse_args()
    minds = {"packaged": load_mind("").native}
    minds |= {"/".join(map(str, shape)): random_mind(*shape, args.registers) for shape in SHAPES}
    for name, mind in minds.items():
        figures = [evaluations(mind, game, args.seconds) for game in ("haggis-2", "neeps-4")]
        print(json.dumps({"network": name, **figures[0], **figures[1]}), flush=True)
    for game in RULES:
        # The first decision that it thinks about: no bet, no bid.
        match, seed = Match(game, seed=1), 1
        while (
            len(match.legal(match.to_act[0])) < 2
            or "over" not in make("foresight:1it").decide(match.view(match.to_act[0])).why
        ):
            match, seed = Match(game, seed=seed + 1), seed + 1
        start = time.perf_counter()
        why = make("foresight:256it").decide(match.view(match.to_act[0])).why
        worlds = int(why.split(" over ")[1].split()[0])
        spent = time.perf_counter() - start
        print(json.dumps({"rules": game, "worlds_s": round(worlds / spent), "cores": cores()}), flush=True)


if __name__ == "__main__":
    main()
