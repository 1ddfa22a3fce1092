"""What distinguishes the games of the family, as fields; `rules.py` has the games themselves."""

import operator
from dataclasses import dataclass, fields
from functools import cached_property
from html import escape
from typing import Any, Literal

from haggis_cards.cards import TOP, Deck, clip
from haggis_cards.combos import Kind
from haggis_cards.errors import IllegalAction
from haggis_cards.grammar import Grammar


@dataclass(frozen=True, kw_only=True, repr=False)
class Game:
    """The fields of `Rules`, and what follows from them."""

    preset: str
    title: str
    edition: str
    players: int
    deck: Deck
    haggis_size: int  # cards face down (R6.6)
    hand_size: int  # number cards dealt to each
    partners: bool = False  # across the table: seats 0 and 2 are side 0, seats 1 and 3 side 1
    opening: Literal["", "auction", "exchange"] = ""  # the phase before the tricks (R4, R3)
    open_bets: bool = True  # R7.1; otherwise bets are made only in the auction
    bomb_to: Literal["winner", "opponents", "chosen", "previous"]  # who gets a bombed trick (R5.9)
    name_lead: bool = False  # the winner by bomb may name the partner to lead (R5.10)
    reenter: bool | None  # play again after passing (R5.2); None for two players, where a pass ends the trick
    out_bonus: Literal["immediate", "trick"] = "immediate"  # R6.2
    last_hand: Literal["first_out", "last_out", "nobody"] = "first_out"  # who scores the cards left in it (R6.4, R10)
    slam: bool = False  # R6.5
    points: Literal["printed", "flat"]  # R8.1
    bet_multiplier: int = 1  # a made open bet scores its value this many times (R7.4)
    next_round: Literal["trailing_leads", "leader_deals"]  # R8.3
    suggested_rounds: tuple[int, int] | None  # the lengths that the rules suggest (R8.2); None: only to a goal
    suggested_goal: tuple[int, int]
    bets: tuple[int, ...] = (15, 30, 45)  # R1.3
    bet_rule: Literal["out", "score"] = "out"  # R7.2, R10
    bets_until: Literal["first-out", "first-card"] = "first-out"  # what closes open bets (R7.1, R10)
    failed_bet_to: Literal["first_out", "without_bet"] = "first_out"  # who scores a failed open bet (R7.4)
    haggis_to: Literal["first_out", "last_to_play"] = "first_out"  # R6.6, R10
    sets: bool = False  # R5.3
    top_rank: int = TOP  # the highest rank of a grid; above the ten there are only courts (R5.3, R5.4)
    tie: Literal["shared", "play_on"] = "shared"  # what equal highest totals at the end do (R8.2)

    def _repr_html_(self) -> str:
        """A table of the fields, for notebooks."""
        values = ((field.name, escape(str(getattr(self, field.name)))) for field in fields(self))
        return f"<table>{''.join(f'<tr><th>{name}</th><td>{value}</td></tr>' for name, value in values)}</table>"

    @cached_property
    def grammar(self) -> Grammar:
        """The combinations of this game."""
        kinds = {Kind.SINGLE, Kind.SEQUENCE, Kind.STAIR, Kind.BOMB} | ({Kind.SET} if self.sets else set())
        return Grammar(self.deck, frozenset(kinds), self.top_rank)

    @cached_property
    def seats(self) -> range:
        return range(self.players)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return tuple(seat % 2 if self.partners else seat for seat in self.seats)

    @cached_property
    def side_count(self) -> int:
        return len(set(self.sides))

    def partner(self, seat: int) -> int | None:
        """The player across the table, in a game of partners."""
        return (seat + self.players // 2) % self.players if self.partners else None

    def opponents(self, seat: int) -> list[int]:
        """The seats of other sides, from the left on."""
        return [other for other in self.others(seat) if self.sides[other] != self.sides[seat]]

    def others(self, seat: int) -> list[int]:
        """All other seats, from the left on."""
        return [(seat + step) % self.players for step in range(1, self.players)]

    def seat(self, number: Any) -> int:
        """The number as a seat of this game; anything else, also True and 1.0, is refused."""
        try:
            seat = -1 if isinstance(number, bool) else operator.index(number)
        except TypeError:
            seat = -1
        if seat in self.seats:
            return seat
        shown = number if type(number) is int else clip(number)
        raise IllegalAction("no-such-seat", number=shown, last=self.players - 1)
