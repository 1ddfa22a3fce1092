"""Other climbing-game engines at random play beside ours, in one run on one core: one line of JSON an engine.

    pip install "haggis-cards[peers]"
    python bench/peers.py [--seconds 3] [--repeat 3]

OpenSpiel's dou_dizhu plays its C++ random bots in `pyspiel.evaluate_bots`, and once more in a Python loop, which also
counts the decisions of a game and the legal moves of a decision: the first figure is games a second times
these. RLCard's doudizhu plays its own random agents. Measurements alternate and the best of `--repeat` counts, so that
a busy machine disturbs all alike; `ratio` is ours over theirs.
"""

import argparse
import importlib.util
import json
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from haggis_cards.native import Batch, play_random
from haggis_cards.rules import RULES


class Pace(NamedTuple):
    """What an engine does in a second."""

    decisions: float
    moves: float


def per_second(work: Callable[[], tuple[int, int]], seconds: float) -> Pace:
    """`work` returns decisions and legal moves; it is repeated until the time is up."""
    work()
    decisions = moves = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        more = work()
        decisions, moves = decisions + more[0], moves + more[1]
    return Pace(decisions / spent, moves / spent)


def ours(preset: str) -> Callable[[], tuple[int, int]]:
    seeds = iter(range(10**9))

    def work() -> tuple[int, int]:
        stats = play_random(preset, 200_000, next(seeds))
        return stats.decisions, stats.moves

    return work


def batch(preset: str, threads: int) -> Callable[[], tuple[int, int]]:
    rounds = Batch(preset, 2048, seed=1, threads=threads)

    def work() -> tuple[int, int]:
        stats = rounds.play_random(100)
        return stats.decisions, stats.moves

    return work


def open_spiel_loop() -> Callable[[], tuple[int, int]]:
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    rng = random.Random(1)

    def work() -> tuple[int, int]:
        decisions = moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            legal = state.legal_actions()
            decisions, moves = decisions + 1, moves + len(legal)
            state.apply_action(rng.choice(legal))
        return decisions, moves

    return work


def open_spiel_bots() -> Callable[[], tuple[int, int]]:
    """The C++ loop has no counts: they are those of an average game of the Python loop."""
    import pyspiel

    game = pyspiel.load_game("dou_dizhu")
    loop = open_spiel_loop()
    played = [loop() for _ in range(400)]
    decisions = sum(one[0] for one in played) / len(played)
    moves = sum(one[1] for one in played) / len(played)
    bots = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in range(game.num_players())]
    seeds = iter(range(10**9))

    def work() -> tuple[int, int]:
        for _ in range(50):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return round(50 * decisions), round(50 * moves)

    return work


def rlcard_loop() -> Callable[[], tuple[int, int]]:
    import rlcard

    environment = rlcard.make("doudizhu", config={"seed": 1})
    rng = random.Random(1)

    def work() -> tuple[int, int]:
        decisions = moves = 0
        state, _ = environment.reset()
        while not environment.is_over():
            legal = list(state["legal_actions"])
            decisions, moves = decisions + 1, moves + len(legal)
            state, _ = environment.step(rng.choice(legal))
        return decisions, moves

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    engines: dict[str, Callable[[], tuple[int, int]]] = {preset: ours(preset) for preset in RULES}
    engines |= {f"haggis-2 Batch, {threads} thread(s)": batch("haggis-2", threads) for threads in (1, 2)}
    peers: dict[str, tuple[str, Callable[[], Any]]] = {
        "OpenSpiel dou_dizhu, C++ bots": ("pyspiel", open_spiel_bots),
        "OpenSpiel dou_dizhu, Python loop": ("pyspiel", open_spiel_loop),
        "RLCard doudizhu": ("rlcard", rlcard_loop),
    }
    for name, (module, make) in peers.items():
        if importlib.util.find_spec(module):
            engines[name] = make()
        else:
            print(json.dumps({"engine": name, "skipped": f"{module} is not installed"}))
    best = dict.fromkeys(engines, Pace(0, 0))
    for _ in range(args.repeat):
        for name, work in engines.items():
            best[name] = max(best[name], per_second(work, args.seconds))
    reference = best.get("OpenSpiel dou_dizhu, C++ bots")
    for name, pace in best.items():
        line = {
            "engine": name,
            "decisions_s": round(pace.decisions),
            "moves_s": round(pace.moves),
            "moves_per_decision": round(pace.moves / pace.decisions, 1),
        }
        if reference and name != "OpenSpiel dou_dizhu, C++ bots":
            line["ratio_decisions"] = round(pace.decisions / reference.decisions, 2)
            line["ratio_moves"] = round(pace.moves / reference.moves, 2)
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
