"""What people know of a finished round, in the form that `scoring` settles."""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from haggis_cards.keeper.sheet import Sheet
from haggis_cards.round import bet_stands
from haggis_cards.rules import Rules
from haggis_cards.scoring import Source, add_up, last_hand_side

Sizes: TypeAlias = tuple[int, ...]  # of the hands that are counted at one moment, by seat; 0 for all others


@dataclass(frozen=True)
class Told:
    """A finished round as far as people know it; `scoring` settles it like one that was played here."""

    sheet: Sheet
    totals: tuple[int, ...]
    out: tuple[int, ...]
    held: tuple[Sizes, ...] = ()
    outs: tuple[Source, ...] = ()
    bets: tuple[int | None, ...] = ()
    shepherd: int | None = None
    bid: int = 0

    @cached_property
    def rules(self) -> Rules:
        return self.sheet.rules

    @cached_property
    def bonus(self) -> tuple[int, ...]:
        return add_up(self.rules, self.outs)

    def stands(self, seat: int) -> bool:
        return bet_stands(self.rules, self.bets, seat)

    @cached_property
    def lost(self) -> list[int]:
        """The seats whose last cards score for nobody."""
        return [] if last_hand_side(self) is not None else [seat for seat in self.rules.seats if seat not in self.out]

    @property
    def left(self) -> int:
        """How many cards were left in hands at the end."""
        return sum(self.held[-1][seat] for seat in self.rules.seats if seat not in self.out)

    @cached_property
    def haggis_to(self) -> int | None:
        """The side that gets the haggis, where the order of going out decides it."""
        to_first = self.rules.haggis_size and self.rules.haggis_to == "first_out"
        return self.rules.sides[self.out[0]] if to_first else None
