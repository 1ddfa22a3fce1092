"""`neural`: the trained network on the native core, with a short look ahead: a few milliseconds a decision.

`haggis_cards.training` trains the network, and its `network.py` defines it. The core gives what the seat knows as rows
of bits. Where actions are close, it looks a few decisions ahead (`native/look_ahead.hpp`). `neural:FILE` plays with
other weights, as `haggis train` writes them.
"""

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards.bots.network import QUICK, Floats, Network, load_network
from haggis_cards.bots.protocol import NO_BET, Decision, out_of_turn
from haggis_cards.bots.stakes import Stakes
from haggis_cards.encoding import BET_EDGES, bet_edge, bet_place, point_scale
from haggis_cards.native import Position
from haggis_cards.rules import Rules
from haggis_cards.view import View


class Question(NamedTuple):
    """What a seat has to choose from, and what the network makes of it."""

    position: Position  # that the seat cannot rule out
    seat: int
    places: NDArray[np.int64]  # in the legal list
    values: Floats
    stakes: Stakes | None  # of the round in its match
    why: str


class Neural:
    """Chooses the action that the network values most, by a short look ahead where some are close.

    In the look ahead a smaller network, `quick`, plays on; without it there is none.
    """

    name = "neural"

    def __init__(
        self, network: Network, quick: Network | None = None, *, edges: tuple[float, float] = BET_EDGES
    ) -> None:
        self._network, self._quick, self._edges = network, quick, edges  # of `bet_place`

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """The legal action with the best value, and what the network expects."""
        legal, seat = view["legal"], view["seat"]
        assert seat is not None
        if len(legal) == 1 and not out_of_turn(view):
            return Decision(legal[0], "there is nothing else to do")
        # Any position that the view allows will do: the rows say only what the seat knows.
        position = Position.from_view(view, Random(0))
        rules = position.rules
        known, places, rows = position.select_candidates(seat)
        values, (points,), (first_out,) = self._network.evaluate(known[None], rows, [len(rows)])
        why = f"expects {float(points) * point_scale(rules):+.0f} points, first out {first_out:.0%}"
        stakes = Stakes.of(view, rules)
        # Once somebody is out, no bet on being first can be made (R7.2).
        place = None if view["out"] else self._bet_place(view, rules, stakes, float(first_out))
        if place is not None and (bet := f"bet {rules.bets[place]}") in legal:
            return Decision(bet, why)
        if not places:  # out of turn
            return Decision(NO_BET, why)
        place, why = self._choose(Question(position, seat, np.array(places), values, stakes, why), budget)
        return Decision(legal[place], why)

    def _bet_place(self, view: View, rules: Rules, stakes: Stakes | None, first_out: float) -> int | None:
        """The place of the bet to make, by the chance to be first out."""
        if stakes is None or view["seat"] is None or not view["legal"][-1].startswith("bet "):  # bets come last
            return bet_place(rules, bet_edge(rules, first_out), *self._edges)
        standing = {seat: one["bet"] for seat, one in enumerate(view["seats"]) if one["bet"] and one["bet_stands"]}
        return stakes.bet_place(view["seat"], first_out, standing, self._edges)

    def _choose(self, question: Question, budget: float | None) -> tuple[int, str]:  # noqa: ARG002 - it needs no time
        """The place of an action in the legal list, and why."""
        if self._quick is None:
            return int(question.places[question.values.argmax()]), question.why
        position, seat, places, values, _, why = question
        return int(places[self._network.choose(self._quick, position, seat, places, values)]), why

    def reseed(self, seed: int) -> None:
        """It draws no random numbers."""

    def close(self) -> None:
        """Nothing to free."""


def make_neural(argument: str, seed: int) -> Neural:  # noqa: ARG001 - as in the registry
    """The bot `neural`, with the weights of the package or of a file."""
    return Neural(load_network(argument), load_network("", QUICK))
