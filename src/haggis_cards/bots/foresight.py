"""`foresight`: the trained network and the search together; it plays rounds out for the rest of its time.

The search (`search.py`) has the first half of the time. Then the actions that the network or the search prefers are
tried in the same worlds, none of which the seat can rule out, and from there a smaller network, distilled from the
first, plays for everybody to the end of the round. The two err in different ways: the mean of their estimates decides.
All worlds are dealt by the smaller network's belief about the cards (`native/belief.hpp`), if it has one.

`foresight:500ms` thinks that long, `foresight:64it` plays in 64 worlds and is then reproducible, whatever the number
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

SEARCH_SHARE: Final = 0.5  # of the search, in the time and in the final value
SEARCH_ROUNDS: Final = 64  # that the search plays out for each world, where worlds are counted and not seconds
SEARCH_CANDIDATES: Final = 2  # actions to try because the search prefers them
NETWORK_CANDIDATES: Final = 8  # at most, because the network prefers them
LOG_PROB_WINDOW: Final = 6.0  # below the best log-probability, for those
LOG_PROB_POINTS: Final = 1.0  # points that a unit of log-probability is worth
FIRST_WORLDS: Final = 16  # of the first batch
SECONDS_PER_ROUND: Final = 0.001  # before it is measured
PACE_DECAY: Final = 0.8  # of a measured pace that left too little time, so that one slow moment is forgotten
ELIMINATION_Z: Final = 3.5  # standard errors behind the best, to be eliminated


class Foresight(Neural):
    """Chooses by how rounds end that begin with each action."""

    name = "foresight"
    _quick: Network

    def __init__(self, network: Network, quick: Network, effort: Effort, seed: int = 0) -> None:
        super().__init__(network, quick)
        self._effort, self._seed, self._pace = effort, seed, SECONDS_PER_ROUND

    def reseed(self, seed: int) -> None:
        """Draws its random numbers from this seed."""
        self._seed = seed

    def _choose(self, question: Question, budget: float | None) -> tuple[int, str]:
        if len(question.places) == 1:
            return super()._choose(question, budget)
        effort = self._effort.within(budget)
        most, end = effort.iterations or np.inf, time.monotonic() + (effort.seconds or np.inf)
        rng = Random(f"{self._seed} {question.position.action_count}")
        tries, prior, points = self._search(question, effort, rng.getrandbits(64))
        seed, seen, best, why = rng.getrandbits(64), 0, 0, question.why
        searched, played = SEARCH_SHARE * points, np.empty((len(tries), 0))
        while len(tries) > 1:
            # A few worlds at first, then half as many more each time, as far as the time allows.
            now = time.monotonic()
            worlds = int(min(max(FIRST_WORLDS, seen // 2), most - seen, (end - now) / (len(tries) * self._pace)))
            if worlds < (1 if seen else min(FIRST_WORLDS, most)):  # fewer would say less than the network knows
                self._pace *= 1 if seen else PACE_DECAY
                break
            played = np.hstack([played, (1 - SEARCH_SHARE) * self._play_out(question, tries, seen, worlds, seed)])
            self._pace = (time.monotonic() - now) / (len(tries) * worlds)
            seen += worlds
            points = searched + played.mean(1)
            value = points + prior
            best = int(value.argmax())
            why = f"{_describe(question, points[best])}, by a search and {seen} deals played out"
            stays = value[best] - value <= ELIMINATION_Z * (played - played[best]).std(1) / np.sqrt(seen)
            tries, prior, searched, played = tries[stays], prior[stays], searched[stays], played[stays]
            best = int(stays[:best].sum())
        return int(tries[best]), why

    def _search(self, question: Question, effort: Effort, seed: int) -> tuple[NDArray[np.int64], Floats, Floats]:
        """The actions to try, the network's choice first; the points of their priors, and their points by a search."""
        part = effort._replace(seconds=SEARCH_SHARE * effort.seconds, iterations=SEARCH_ROUNDS * effort.iterations)
        quick = self._quick.native
        options = search(question.position, question.seat, seed, part, question.stakes, network=quick).options
        found = {place: points for place, points, worlds in options if worlds}
        log_probs = question.values - np.logaddexp.reduce(question.values)
        order = np.argsort(-log_probs)[:NETWORK_CANDIDATES]
        order = order[log_probs[order] > log_probs.max() - LOG_PROB_WINDOW]
        promising = np.flatnonzero(np.isin(question.places, list(found)[:SEARCH_CANDIDATES]))
        order = np.append(order, np.setdiff1d(promising, order))
        tries, worst = question.places[order], min(found.values(), default=0.0)
        prior = LOG_PROB_POINTS * np.maximum(log_probs[order], log_probs.max() - LOG_PROB_WINDOW)
        return tries, prior, np.array([found.get(int(place), worst) for place in tries])

    def _play_out(
        self, question: Question, tries: NDArray[np.int64], first: int, worlds: int, seed: int
    ) -> NDArray[np.float64]:
        """What rounds that begin with each action are worth at their ends, in worlds from the first on."""
        position, seat, rules = question.position, question.seat, question.position.rules
        points = self._quick.play_out(
            position, seat, tries, first, worlds, seed, bet_threshold(rules), self._effort.threads
        )
        return question.stakes.worth(points, seat) if question.stakes else margins(points)[..., rules.sides[seat]]


def _describe(question: Question, points: float) -> str:
    """What the best action promises, in words."""
    if question.stakes is None:
        return f"{points:+.1f} points ahead"
    return f"wins {question.stakes.chance(question.seat, points):.0%} of such matches"


def make_foresight(argument: str, seed: int) -> Foresight:
    """The bot `foresight`: a budget, and after an @ a file of weights in place of the package's."""
    budget, _, path = argument.partition("@")
    if "/" in budget:
        raise BotError(f"foresight takes a budget alone, as in foresight:500ms or foresight:64it, not {argument!r}")
    return Foresight(load_network(path), load_network(path, QUICK), Effort.parse(budget, "foresight"), seed)
