"""Makes `equity.npz` of the bots: the chance to win a match by where it stands, from rounds of a network with itself.

    python lab/equity.py src/haggis_cards/bots/equity.npz      # a few minutes

A match is a row of rounds, each as likely as the others to end like one of those that were played, with any side in
the place of any other. The chances follow from the end of the match backwards: for rounds, from one round to come to
many; for a goal, over and over until they do not change any more. Who leads or deals next (R8.3) is left out.
"""

import argparse
from collections.abc import Iterable
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.arena.workers import spread
from haggis_cards.bots.network import QUICK, load_network
from haggis_cards.deal import Deal
from haggis_cards.lab.together import play_together
from haggis_cards.native import native_rules
from haggis_cards.round import Round
from haggis_cards.rules import RULES, Rules
from haggis_cards.scoring import score

ROUNDS = 10  # to come, at most
AHEAD = {2: 30, 3: 15}  # steps of the axes of points ahead, to both sides, by the number of sides
SWEEPS = 40  # of the chances in a match to a goal
USUAL = 64  # rounds to judge bets by
TOGETHER = 250  # rounds that are played at once


def play(rules: Rules, count: int, seed: int) -> list[Round]:
    """Rounds of the network with itself, from even totals."""
    network, rounds = load_network("", QUICK), []
    for first in range(0, count, TOGETHER):
        starts = [
            Round.start(rules, Deal.shuffled(rules, Random(f"{seed} {number}")), dealer=number % rules.players)
            for number in range(first, min(first + TOGETHER, count))
        ]
        rounds += play_together(network, starts)
    return rounds


class Chances:
    """The chances of a side to win a match of these rounds."""

    def __init__(self, rules: Rules, rounds: Iterable[Round]) -> None:
        self._rules, self._sides = native_rules(rules), rules.side_count
        self._none = np.zeros((1, 2, self._sides), np.int32)
        points = np.array([score(rnd).points for rnd in rounds], np.int32)
        self._points = np.concatenate([np.roll(points, side, axis=1) for side in range(self._sides)])

    def of(self, after: NDArray[np.float32], low: int, step: int, goal: int, totals: tuple[int, ...]) -> float:
        """The chance of side 0 with these totals before a round, by the chances after it."""
        stakes = _native.Stakes(self._rules, after, low, step, goal, list(totals), self._none)
        return float(stakes.chances(self._points, 0).mean())

    def by_rounds(self, step: int) -> NDArray[np.float32]:
        """For 1 and more rounds to come, by what side 0 is ahead of each other side."""
        most = AHEAD[self._sides] * step
        axis = range(-most, most + 1, step)
        shape = (len(axis),) * (self._sides - 1)
        grids: list[NDArray[np.float32]] = []
        for _ in range(ROUNDS):
            after = grids[-1] if grids else np.empty(0, np.float32)
            chances = [
                self.of(after, axis[0], step, 0, (0, *(-each for each in ahead)))
                for ahead in product(axis, repeat=self._sides - 1)
            ]
            grids.append(np.array(chances, np.float32).reshape(shape))
        return np.stack(grids)

    def by_distances(self, step: int, farthest: int) -> NDArray[np.float32]:
        """By the distances of all sides to the goal."""
        axis = range(0, farthest + 1, step)
        grid = np.full((len(axis),) * self._sides, 1 / self._sides, np.float32)
        for _ in range(SWEEPS):
            before, places = grid.copy(), product(axis, repeat=self._sides)
            goal = farthest  # any: distances decide
            chances = [self.of(before, 0, step, goal, tuple(goal - each for each in place)) for place in places]
            grid = np.array(chances, np.float32).reshape(grid.shape)
            if np.abs(grid - before).max() < 0.001:
                break
        return grid


def usual_rounds(rules: Rules, rounds: Iterable[Round]) -> NDArray[np.int16]:
    """The points of rounds, without their bets and from these, those of the side that was first out first."""
    results = [score(rnd) for rnd in rounds]
    parts = [np.roll([result.points, result.bets], -rules.sides[result.out[0]], axis=1) for result in results]
    return np.array([(points - bets, bets) for points, bets in parts], np.int16)


def table_of(rounds: int, seed: int, game: str) -> dict[str, NDArray[np.generic]]:
    """The arrays of one game, as `haggis_cards.bots.equity` reads them."""
    rules = RULES[game]
    played = play(rules, rounds, seed)
    chances, step = Chances(rules, played), 10 if rules.players == 2 else 20
    arrays: dict[str, NDArray[np.generic]] = {
        "step": np.array(step),
        "rounds": chances.by_rounds(step).astype(np.float16),
        "goal": chances.by_distances(step, rules.suggested_goal[1]).astype(np.float16),
        "points": usual_rounds(rules, played[:USUAL]),
    }
    return {f"{game}/{name}": array for name, array in arrays.items()}


def main() -> None:
    """Plays, and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", nargs="*", default=list(RULES), choices=list(RULES))
    parser.add_argument("--rounds", type=int, default=1000, help="rounds a game (default 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="worker processes (default: one for each core)")
    options = parser.parse_args()
    table: dict[str, NDArray[np.generic]] = {}
    for arrays in spread(partial(table_of, options.rounds, options.seed), options.games, jobs=options.jobs):
        table |= arrays
    with options.file.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **table)


if __name__ == "__main__":
    main()
