"""Rounds that the network plays for every seat, many at once: as `neural` without its look ahead, many times as fast.

The core prepares the decisions of all rounds, the network evaluates them together, and the core acts. `neural` itself
would be shown a view for each decision, and would rebuild the round from it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import TypeAlias

import numpy as np

from haggis_cards import _native
from haggis_cards.actions import Bet
from haggis_cards.bots.network import Evaluation, Floats, Network
from haggis_cards.native import Position, pack
from haggis_cards.round import Round

ChooseBet: TypeAlias = Callable[[Position, int, float], int | None]
"""The place of the bet that a seat makes among the bets, by its chance to be first out; None for no bet."""


def by_points(position: Position, seat: int, first_out: float) -> int | None:
    """The bet that `neural` makes in a round by itself."""
    return _native.suggest_bet(position.native, seat, first_out)


class _Table:
    """One round, and the decision that it waits for."""

    def __init__(self, start: Round, choose_bet: ChooseBet) -> None:
        self.position, self._choose_bet = Position.from_round(start), choose_bet
        self._advance()

    def _advance(self) -> None:
        """Plays on until there is something to decide, or the round is over."""
        while (turn := self.position.turn) is not None:
            self.seat, self.legal = turn, self.position.packed(turn)
            if len(self.legal) > 1:
                self.state, self.places, self.rows = self.position.select_candidates(turn)
                return
            self._act(0)

    def _act(self, place: int) -> None:
        lo, hi = self.legal[place].tolist()
        self.position.native.act(self.seat, lo, hi)

    def answer(self, values: Floats, first_out: float) -> None:
        """A bet if it promises enough, else the action with the best value."""
        place = self._bet(first_out)
        self._act(self.places[int(values.argmax())] if place is None else place)
        self._advance()

    def _bet(self, first_out: float) -> int | None:
        """The place of the bet to make in the legal list."""
        rules = self.position.rules
        if self.position.fields["out_count"]:
            return None
        bet = self._choose_bet(self.position, self.seat, first_out)
        if bet is None:
            return None
        places = np.flatnonzero((self.legal == np.array(pack(Bet(rules.bets[bet]), rules), np.uint64)).all(axis=1))
        return int(places[0]) if len(places) else None


def play_together(
    network: Network, starts: Sequence[Round], choose_bets: Sequence[ChooseBet] | None = None
) -> list[Round]:
    """Plays fresh rounds to their ends, with the network in every seat; `choose_bets` are ways to bet, one a round."""
    tables = [_Table(start, choose) for start, choose in zip(starts, choose_bets or repeat(by_points), strict=False)]
    while waiting := [table for table in tables if table.position.turn is not None]:
        for table, values, first_out in _evaluate(network, waiting):
            table.answer(values, first_out)
    return [table.position.to_round() for table in tables]


def _evaluate(network: Network, tables: Sequence[_Table]) -> Iterator[tuple[_Table, Floats, float]]:
    counts = [len(table.rows) for table in tables]
    rows = np.concatenate([table.rows for table in tables])
    found: Evaluation = network.evaluate(np.stack([table.state for table in tables]), rows, counts)
    ends = np.cumsum(counts)
    for table, count, end, first_out in zip(tables, counts, ends, found.first_out, strict=True):
        yield table, found.values[end - count : end], float(first_out)
