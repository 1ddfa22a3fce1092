"""The networks of the package on the native core: one line of JSON a network, and one a game.

    python bench/network.py [--seconds 2]

`evaluations_s` counts decisions with all their actions on one core, some way into rounds of two games; `worlds_s` the
worlds that the smaller network plays four actions out in, from the first decision of each game on all cores.
`decision_ms` is what a decision of `neural` takes from view to answer, in rounds that it plays itself, with and without
its look ahead: the median and the 95th percentile of the processor's time, of each decision the best of four passes.
"""

import argparse
import json
from collections.abc import Callable
from time import perf_counter, thread_time

import numpy as np

from haggis_cards import RULES, Match, Rounds, _native
from haggis_cards.bots.machine import cores
from haggis_cards.bots.network import QUICK, WEIGHTS, load_network
from haggis_cards.bots.neural import Neural, make_neural
from haggis_cards.encoding import bet_threshold
from haggis_cards.native import Position, native_rules
from haggis_cards.view import View

WORLDS = 64  # at once


def rate(work: Callable[[], int], seconds: float) -> int:
    """How much of it is done in a second."""
    done, start = 0, perf_counter()
    while perf_counter() - start < seconds:
        done += work()
    return round(done / (perf_counter() - start))


def evaluations(network: _native.Network, game: str, seconds: float) -> dict[str, float]:
    rollout = _native.Rollout(native_rules(RULES[game]), 128, 3, 1)
    rollout.deal(np.zeros(128, np.uint8))
    for _ in range(6):
        rollout.step(np.zeros(len(rollout.rounds), np.int64))

    def evaluate() -> int:
        return len(network.evaluate(rollout.states, rollout.actions, rollout.offsets)[1])

    actions = round(len(rollout.actions) / len(rollout.states), 1)
    return {f"{game}_evaluations_s": rate(evaluate, seconds), f"{game}_actions": actions}


def play_outs(network: _native.Network, game: str, seconds: float) -> int:
    rules, position = RULES[game], Position.from_round(Match(game, seed=1).round)
    seat = Match(game, seed=1).to_act[0]
    tries = np.array(position.select_candidates(seat)[1][:4])

    def play() -> int:
        network.play_out(position.native, seat, tries, 0, WORLDS, 1, bet_threshold(rules), cores())
        return WORLDS

    return rate(play, seconds)


def own_views(bot: Neural, game: str, rounds: int) -> list[View]:
    """What the bot has to decide in rounds with itself."""
    views = []
    for seed in range(rounds):
        match = Match(game, seed=seed, end=Rounds(1))
        while not match.over:
            view = match.view(match.to_act[0])
            views += [view] if len(view["legal"]) > 1 else []
            match = match.act(match.to_act[0], bot.decide(view).action)
    return views


def decision_ms(bots: dict[str, Neural], views: list[View], passes: int = 4) -> dict[str, list[float]]:
    best = {name: np.full(len(views), np.inf) for name in bots}
    for _ in range(passes):
        for name, bot in bots.items():
            for at, view in enumerate(views):
                begin = thread_time()
                bot.decide(view)
                best[name][at] = min(best[name][at], thread_time() - begin)
    return {name: [round(1000 * float(np.quantile(one, q)), 3) for q in (0.5, 0.95)] for name, one in best.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds for each figure")
    seconds = parser.parse_args().seconds
    for name in (WEIGHTS, QUICK):
        network = load_network("", name).native
        figures = evaluations(network, "haggis-2", seconds) | evaluations(network, "neeps-4", seconds)
        print(json.dumps({"network": name, **figures}), flush=True)
    for game in RULES:
        worlds = play_outs(load_network("", QUICK).native, game, seconds)
        print(json.dumps({"rules": game, "worlds_s": worlds, "cores": cores()}), flush=True)
    bots = {"neural": make_neural("", 0), "alone": Neural(load_network(""))}
    for game in RULES:
        found = decision_ms(bots, own_views(bots["neural"], game, 3))
        print(json.dumps({"rules": game, "decision_ms": found}), flush=True)


if __name__ == "__main__":
    main()
