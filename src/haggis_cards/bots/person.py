"""`person`: a player that errs like people: a small network, and a table of habits for each level (`habits`).

`person:novice` has the habits of that level.
"""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.actions import Action
from haggis_cards.bots.asked import Opinion, at_once
from haggis_cards.bots.errors import BotError
from haggis_cards.bots.habits import HABITS, Habits
from haggis_cards.bots.network import QUICK, Network, load_network
from haggis_cards.bots.protocol import NO_BET, Decision, nothing_else
from haggis_cards.bots.stakes import Stakes
from haggis_cards.native import Position, unpack
from haggis_cards.view import View


class _Asked(NamedTuple):
    """The core in this process, about one decision."""

    network: _native.Network
    position: Position
    seat: int
    stakes: _native.Stakes | None
    packed: NDArray[np.uint64]

    async def opinion(self) -> Opinion:
        places, values, _, first_out = _native.ask(self.network, self.position.native, self.seat)
        return Opinion(places, values, first_out)

    def action(self, place: int) -> Action:
        lo, hi = self.packed[place].tolist()
        return unpack(lo, hi, self.position.rules)

    async def bet(self, chance: float) -> int | None:
        return _native.suggest_bet(self.position.native, self.seat, chance, self.stakes)


class Person:
    """Chooses as well as its habits let it."""

    name = "person"

    def __init__(self, network: Network, habits: Habits, seed: int = 0) -> None:
        self._network, self._habits, self._seed, self._random = network.native, habits, seed, Random(seed)

    def reseed(self, seed: int) -> None:
        """Draws its random numbers from this seed."""
        self._seed, self._random = seed, Random(seed)

    def decide(self, view: View, budget: float | None = None) -> Decision:  # noqa: ARG002 - it needs no time
        """What it does now; the same view and seed give the same errors."""
        if only := nothing_else(view):
            return only
        legal, seat = view["legal"], view["seat"]
        assert seat is not None
        self._random = Random(f"{self._seed} {view['round']} {len(view['log'])}")
        position = Position.from_view(view, Random(0))
        place = self._choose(position, seat, legal, Stakes.of(view, position.rules))
        return Decision(NO_BET, "no bet") if place is None else Decision(legal[place], "the best that it sees")

    def decide_at(self, position: Position, seat: int) -> tuple[int | None, str]:
        """The place of an action in the seat's legal list in a round by itself, and why; for measurements."""
        return self._choose(position, seat, [str(action) for action in position.legal(seat)]), ""

    def _choose(self, position: Position, seat: int, legal: Sequence[str], stakes: Stakes | None = None) -> int | None:
        asked = _Asked(self._network, position, seat, stakes.native if stakes else None, position.packed(seat))
        any_out = bool(position.fields["out_count"])
        return at_once(self._habits.decide(position.rules, legal, any_out, asked, self._random))

    def close(self) -> None:
        """Nothing to free."""


def make_person(argument: str, seed: int) -> Person:
    """The bot `person` with the habits of a level."""
    if argument not in HABITS:
        raise BotError(f"person takes a level: {', '.join(HABITS)}, not {argument!r}")
    return Person(load_network("", QUICK), HABITS[argument], seed)
