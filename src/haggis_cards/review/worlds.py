"""Rounds played out in worlds that a seat cannot rule out: what comes of each action, as records of NumPy."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.bots.network import QUICK, Network, load_network
from haggis_cards.cards import NUMBERS, Cards, gather, parse_cards
from haggis_cards.encoding import bet_threshold
from haggis_cards.native import Position
from haggis_cards.round import Round
from haggis_cards.view import View, known_gifts

WAIT: Final = -1  # in place of an action: the seat makes no bet now

_NAMES: Final = _native.outcome_names()
_BETS: Final = sum(name.startswith("with_bet_") for name in _NAMES)

# What came of an action in one world: the fields of `native/outcome.hpp`. Margins are doubled.
OUTCOME: Final = np.dtype([*((name, np.int32) for name in _NAMES[:-_BETS]), ("with_bet", np.int32, (_BETS,))])

Outcomes = NDArray[Any]


class Players(NamedTuple):
    """Who plays rounds out: the networks of the package, or without them the core's own policy."""

    network: Network | None
    quick: Network | None

    @classmethod
    def load(cls, network: bool = True) -> "Players":
        return cls(load_network(""), load_network("", QUICK)) if network else cls(None, None)

    def play_out(
        self,
        position: Position,
        seat: int,
        places: Sequence[int] | NDArray[np.int64],
        first: int,
        worlds: int,
        seed: int,
        *,
        known: bool = False,
    ) -> Outcomes:
        """What comes of each action in the same worlds, numbered from `first` on: [actions, worlds].

        With `known` the position is the only world, and the players draw their actions by their probabilities.
        """
        native = None if self.quick is None else self.quick.native
        rows = _native.outcomes(
            native,
            position.native,
            seat,
            np.asarray(places, np.int64),
            first,
            worlds,
            seed,
            bet_threshold(position.rules),
            1,
            known,
            known,
        )
        return np.ascontiguousarray(rows).view(OUTCOME)[..., 0]

    def par(self, rnd: Round, rounds: int, seed: int) -> list[float]:
        """How far each side is ahead on average if they play all seats of a fresh round, with its true cards."""
        position = Position.from_round(rnd)
        rules, turn = rnd.rules, position.turn
        margins: dict[int, float] = {}
        for seat in rules.seats:
            if seat != turn and len(margins) < rules.side_count - 1 and rules.sides[seat] not in margins:
                played = self.play_out(position, seat, [WAIT], 0, rounds, seed, known=True)
                margins[rules.sides[seat]] = float(played["margin"].mean()) / 2
        return [margins.get(side, -sum(margins.values())) for side in range(rules.side_count)]


def are_hands_known(view: View, position: Position) -> bool:
    """Whether the seat knows who holds which card: all that it has not seen is in one place."""
    seat = view["seat"]
    assert seat is not None
    rules = position.rules
    auction = view["auction"]
    hidden = [view["haggis"] - parse_cards((auction and auction["buried"]) or "").bit_count()]
    for other in rules.others(seat):
        unknown = (position.hands[other] & NUMBERS).bit_count()
        if other == rules.partner(seat):
            unknown -= known_gifts(view["exchange"], _played(view, other)).bit_count()
        hidden.append(unknown)
    return sum(count > 0 for count in hidden) <= 1


def _played(view: View, seat: int) -> Cards:
    """The number cards that a seat has played."""
    entries = [entry for trick in view["tricks"] for entry in trick["entries"]] + view["trick"]
    cells = [cell for entry in entries if entry["seat"] == seat for cell in (entry["play"] or "").split()]
    return gather(parse_cards(cell) & NUMBERS for cell in cells if "=" not in cell)


def solve(position: Position, seat: int, places: Sequence[int]) -> NDArray[np.float64] | None:
    """How far the seat is ahead after each action with best play and all cards in sight, if that can be worked out."""
    values = _native.solve(position.native, seat, np.asarray(places, np.int64))
    return None if None in values else np.array(values, np.float64)
