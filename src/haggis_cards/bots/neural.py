"""`neural`: the trained network on the native core, with a short look ahead: a few milliseconds a decision.

`haggis_cards.training` trains the network, and its `network.py` defines it. The core gives what the seat knows as rows
of bits. Where actions are close, it looks a few decisions ahead (`native/look_ahead.hpp`). `neural:FILE` plays with
other weights, as `haggis train` writes them.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards.actions import Bet
from haggis_cards.bots.network import QUICK, Floats, Network, load_network
from haggis_cards.bots.protocol import NO_BET, Decision, out_of_turn
from haggis_cards.bots.stakes import Stakes
from haggis_cards.encoding import BET_EDGES, bet_edge, bet_place, point_scale
from haggis_cards.native import Position, unpack
from haggis_cards.rules import Rules
from haggis_cards.view import View

NO_BETS: Final[Mapping[int, int]] = MappingProxyType({})


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
        standing = {at: one["bet"] for at, one in enumerate(view["seats"]) if one["bet"] and one["bet_stands"]}
        place, why = self.decide_at(position, seat, Stakes.of(view, position.rules), standing, budget)
        return Decision(NO_BET if place is None else legal[place], why)

    def decide_at(
        self,
        position: Position,
        seat: int,
        stakes: Stakes | None = None,
        standing: Mapping[int, int] = NO_BETS,
        budget: float | None = None,
    ) -> tuple[int | None, str]:
        """The place of an action in the seat's legal list, and why; None for no bet out of turn.

        It uses only what the seat knows. `standing` are the bets that stand, by seat; they matter only with `stakes`.
        Measurements ask here: views, and positions made of them again, take ten times as long as the network.
        """
        rules, packed = position.rules, position.packed(seat)
        known, places, rows = position.select_candidates(seat)
        values, (points,), (first_out,) = self._network.evaluate(known[None], rows, [len(rows)])
        why = f"expects {float(points) * point_scale(rules):+.0f} points, first out {first_out:.0%}"
        # Once somebody is out, no bet on being first can be made (R7.2).
        if not position.fields["out_count"]:
            bets = _bets(packed, rules)
            chosen = self._bet_place(rules, seat, float(first_out), stakes if bets else None, standing)
            if chosen in bets:
                return bets[chosen], why
        if not places:  # out of turn
            return None, why
        return self._choose(Question(position, seat, np.array(places), values, stakes, why), budget)

    def _bet_place(
        self, rules: Rules, seat: int, first_out: float, stakes: Stakes | None, standing: Mapping[int, int]
    ) -> int | None:
        """The place of the bet to make, by the chance to be first out."""
        if stakes is None:
            return bet_place(rules, bet_edge(rules, first_out), *self._edges)
        return stakes.bet_place(seat, first_out, standing, self._edges)

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


def _bets(packed: NDArray[np.uint64], rules: Rules) -> dict[int | None, int]:
    """Where in a legal list the bets are, by their places among the rules' bets; they come last."""
    first = max(len(packed) - len(rules.bets), 0)
    actions = [unpack(lo, hi, rules) for lo, hi in packed[first:].tolist()]
    return {rules.bets.index(action.value): at for at, action in enumerate(actions, first) if isinstance(action, Bet)}


def make_neural(argument: str, seed: int) -> Neural:  # noqa: ARG001 - as in the registry
    """The bot `neural`, with the weights of the package or of a file."""
    return Neural(load_network(argument), load_network("", QUICK))
