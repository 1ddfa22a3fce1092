"""Whom a review asks: the core in this process (`native_core`), or one in the workers of a browser (part `browser`).

A judge awaits what it asks, because a browser answers later. The native core answers at once, and what awaits nothing
else is a plain function: `at_once` runs it.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from haggis_cards.bots.asked import at_once as at_once
from haggis_cards.round import Round
from haggis_cards.view import View

WAIT: Final = -1  # in place of an action: the seat makes no bet now


class Outcome(NamedTuple):
    """What came of an action in one world: the fields of `native/outcome.hpp`. Margins are doubled."""

    margin: int
    cards: int
    bonus: int
    bets: int
    own_cards: int
    own_bonus: int
    first_out: int
    place: int
    trick_winner: int
    trick_side: int
    trick_points: int
    next_lead: int
    held: int
    courts: int
    plays: int
    left: int
    with_bet: tuple[int, ...]  # the margin if the seat had bet now, by place of the bet

    @classmethod
    def read(cls, row: Sequence[int]) -> "Outcome":
        """The outcome that a row of the core says."""
        return cls._make((*row[:_PLAIN], tuple(row[_PLAIN:])))


_PLAIN: Final = len(Outcome._fields) - 1

Outcomes = list[Outcome]  # world by world


class Weighed(NamedTuple):
    """What a search found about one action."""

    place: int  # in the legal list
    points: float
    worlds: int
    behind: float  # the best in the same worlds,
    error: float  # and the standard error of that


class Core(Protocol):
    """Answers about positions, which only it can read."""

    def allowed(self, view: View) -> Any:
        """A position that the view allows; any will do, as the core uses only what the seat knows."""
        ...

    def true(self, rnd: Round) -> Any:
        """The position of a round, with its cards."""
        ...

    async def opinion(self, position: Any, seat: int) -> list[tuple[int, float]]:
        """The places that the network looks at and their values; none where no network is to be asked."""
        ...

    async def weigh(
        self, position: Any, seat: int, seed: int, iterations: int, required: Sequence[int]
    ) -> list[Weighed]:
        """What a search finds that tries the required actions too, the best first."""
        ...

    async def play_out(
        self,
        position: Any,
        seat: int,
        places: Sequence[int],
        first: int,
        worlds: int,
        seed: int,
        *,
        known: bool = False,
    ) -> list[Outcomes]:
        """What comes of each action in the same worlds, numbered from `first` on.

        With `known` the position is the only world, and the players draw their actions by their probabilities.
        """
        ...

    async def solve(self, position: Any, seat: int, places: Sequence[int]) -> list[float] | None:
        """How far the seat is ahead after each action with best play, all cards in sight, if it can be worked out."""
        ...

    async def analyse(self, position: Any, seat: int, nodes: int) -> list[tuple[float, float]]:
        """The same of every legal action, bets aside: between what and what it lies, after so many nodes at most."""
        ...


def dealt_again(rnd: Round) -> Round:
    """A round before its first action."""
    lead = None if rnd.rules.opening == "auction" else rnd.lead
    return Round.start(rnd.rules, rnd.deal, dealer=rnd.dealer, lead=lead, totals=rnd.totals)


async def par(core: Core, rnd: Round, rounds: int, seed: int) -> list[float]:
    """How far each side is ahead on average if the core plays all seats of a fresh round, with its true cards."""
    position, rules = core.true(rnd), rnd.rules
    margins: dict[int, float] = {}
    for seat in rules.seats:
        if seat != rnd.turn and len(margins) < rules.side_count - 1 and rules.sides[seat] not in margins:
            (played,) = await core.play_out(position, seat, [WAIT], 0, rounds, seed, known=True)
            margins[rules.sides[seat]] = sum(row.margin for row in played) / len(played) / 2
    return [margins.get(side, -sum(margins.values())) for side in range(rules.side_count)]
