"""`neural`: the trained network on the native core, with a short look ahead: a few milliseconds a decision.

`haggis_cards.training` trains the network, and its `network.py` defines it. `native/thought.hpp` decides; where actions
are close, it looks a few decisions ahead (`native/look_ahead.hpp`). `neural:FILE` plays with other weights, as
`haggis train` writes them.
"""

from random import Random

from haggis_cards.bots.network import QUICK, Network, load_network
from haggis_cards.bots.protocol import NO_BET, Decision, nothing_else
from haggis_cards.bots.stakes import Stakes
from haggis_cards.encoding import BET_EDGES
from haggis_cards.native import Choice, Position
from haggis_cards.view import View


class Neural:
    """Chooses the action that the network values most, by a short look ahead where some are close.

    In the look ahead a smaller network, `quick`, plays on; without it there is none.
    """

    name = "neural"

    def __init__(
        self, network: Network, quick: Network | None = None, *, edges: tuple[float, float] = BET_EDGES
    ) -> None:
        self._network, self._quick, self._edges = network, quick, edges  # how sure it must be of a bet

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """The legal action with the best value, and what the network expects."""
        if only := nothing_else(view):
            return only
        seat = view["seat"]
        assert seat is not None
        # Any position that the view allows will do: the core uses only what the seat knows.
        position = Position.from_view(view, Random(0))
        place, why = self.decide_at(position, seat, Stakes.of(view, position.rules), budget)
        return Decision(NO_BET if place is None else view["legal"][place], why)

    def decide_at(
        self, position: Position, seat: int, stakes: Stakes | None = None, budget: float | None = None
    ) -> tuple[int | None, str]:
        """The place of an action in the seat's legal list, and why; None for no bet out of turn.

        It uses only what the seat knows. Measurements ask here: views, and positions made of them again, take ten times
        as long as the network.
        """
        found = self._think(position, seat, stakes, budget)
        return found.place, self._explain(found, seat, stakes)

    def _think(self, position: Position, seat: int, stakes: Stakes | None, budget: float | None) -> Choice:  # noqa: ARG002 - it needs no time
        quick, native = self._quick and self._quick.native, stakes and stakes.native
        return position.think(
            seat,
            iterations=0,
            seconds=0,
            threads=1,
            stakes=native,
            network=self._network.native,
            quick=quick,
            edges=self._edges,
        )

    def _explain(self, found: Choice, seat: int, stakes: Stakes | None) -> str:  # noqa: ARG002 - in every match alike
        return f"expects {found.points:+.0f} points, first out {found.first_out:.0%}"

    def reseed(self, seed: int) -> None:
        """It draws no random numbers."""

    def close(self) -> None:
        """Nothing to free."""


def make_neural(argument: str, seed: int) -> Neural:  # noqa: ARG001 - as in the registry
    """The bot `neural`, with the weights of the package or of a file."""
    return Neural(load_network(argument), load_network("", QUICK))
