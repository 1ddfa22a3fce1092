"""`foresight`: the trained network and the search together; for the rest of its time it plays rounds out in its mind.

The search (`search.py`) has the first half. Then the actions that the network or the search thinks well of are tried in
the same imagined worlds, none of which the seat can rule out, and from there a smaller network, which learnt from the
first, plays for everybody to the end of the round. The two err in different ways: the mean of what they say decides.

`foresight:500ms` thinks so long, `foresight:64it` plays in so many worlds and is then reproducible, whatever the number
of cores; `foresight:500ms:1` takes one core instead of all, `foresight:500ms@FILE` other weights, for both networks.
"""

import time
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.network import QUICK, Floats, Network, load_network
from haggis_cards.bots.neural import Neural, Question
from haggis_cards.bots.search import Effort, search
from haggis_cards.encoding import bet_threshold, margins

SHARE: Final = 0.5  # of the search, in the time and in the last word
ROUNDS: Final = 64  # that it plays out for each world, where worlds are counted and not seconds
SEARCHED: Final = 2  # actions to try because the search thinks most of them
MOST: Final = 8  # because the network does
BREADTH: Final = 6.0  # of those whose logarithmic chance is so near to the best
TRUST: Final = 1.0  # points that a unit of logarithmic chance is worth
WORLDS: Final = 16  # at first
PACE: Final = 0.001  # seconds a round, before it is known
SPUR: Final = 0.8  # of it, where it left too little time: one slow moment does not count for ever
SURE: Final = 3.5  # deviations behind the best, to be out


class Foresight(Neural):
    """Chooses by how rounds end that begin with each action."""

    name = "foresight"

    def __init__(self, mind: Network, quick: Network, effort: Effort, seed: int = 0) -> None:
        super().__init__(mind)
        self._quick, self._effort, self._seed, self._pace = quick, effort, seed, PACE

    def reseed(self, seed: int) -> None:
        """Its random numbers, from this seed."""
        self._seed = seed

    def _choose(self, question: Question, budget: float | None) -> tuple[int, str]:
        if len(question.places) == 1:
            return super()._choose(question, budget)
        effort = self._effort.within(budget)
        most, end = effort.iterations or np.inf, time.monotonic() + (effort.seconds or np.inf)
        rng = Random(f"{self._seed} {question.position.action_count}")
        tries, liking, points = self._search(question, effort, rng.getrandbits(64))
        seed, seen, best, why = rng.getrandbits(64), 0, 0, question.why
        searched, played = SHARE * points, np.empty((len(tries), 0))
        while len(tries) > 1:
            # A few worlds at first, then half as many more each time, as far as they fit in.
            now = time.monotonic()
            worlds = int(min(max(WORLDS, seen // 2), most - seen, (end - now) / (len(tries) * self._pace)))
            if worlds < (1 if seen else min(WORLDS, most)):  # less than that tells less than the network knows
                self._pace *= 1 if seen else SPUR
                break
            played = np.hstack([played, (1 - SHARE) * self._play_out(question, tries, seen, worlds, seed)])
            self._pace = (time.monotonic() - now) / (len(tries) * worlds)
            seen += worlds
            points = searched + played.mean(1)
            worth = points + liking
            best = int(worth.argmax())
            why = f"{points[best]:+.1f} points ahead, by a search and {seen} deals played out"
            stays = worth[best] - worth <= SURE * (played - played[best]).std(1) / np.sqrt(seen)
            tries, liking, searched, played = tries[stays], liking[stays], searched[stays], played[stays]
            best = int(stays[:best].sum())
        return int(tries[best]), why

    def _search(self, question: Question, effort: Effort, seed: int) -> tuple[NDArray[np.int64], Floats, Floats]:
        """What to try, the network's own choice first; how well the network likes it, and the points by a search."""
        part = effort._replace(seconds=SHARE * effort.seconds, iterations=ROUNDS * effort.iterations)
        options = search(question.position, question.seat, seed, part).options
        found = {place: points for place, points, worlds in options if worlds}
        chances = question.values - np.logaddexp.reduce(question.values)
        order = np.argsort(-chances)[:MOST]
        order = order[chances[order] > chances.max() - BREADTH]
        promising = np.flatnonzero(np.isin(question.places, list(found)[:SEARCHED]))
        order = np.append(order, np.setdiff1d(promising, order))
        tries, worst = question.places[order], min(found.values(), default=0.0)
        liking = TRUST * np.maximum(chances[order], chances.max() - BREADTH)
        return tries, liking, np.array([found.get(int(place), worst) for place in tries])

    def _play_out(
        self, question: Question, tries: NDArray[np.int64], first: int, worlds: int, seed: int
    ) -> NDArray[np.float64]:
        """Points ahead at the end of rounds that begin with each action, in worlds from the first on."""
        position, seat, rules = question.position, question.seat, question.position.rules
        points = self._quick.play_out(
            position, seat, tries, first, worlds, seed, bet_threshold(rules), self._effort.threads
        )
        return margins(points)[..., rules.sides[seat]]


def make_foresight(argument: str, seed: int) -> Foresight:
    """The bot `foresight`: a budget, and after an @ a file of weights other than the package's."""
    budget, _, path = argument.partition("@")
    if "/" in budget:
        raise BotError(f"foresight takes a budget alone, as in foresight:500ms or foresight:64it, not {argument!r}")
    return Foresight(load_network(path), load_network(path, QUICK), Effort.of(budget, "foresight"), seed)
