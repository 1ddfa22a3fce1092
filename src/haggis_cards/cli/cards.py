"""Cards, plays and players as they are shown in a terminal: each suit by a glyph and a colour of its own."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from haggis_cards.cards import SUITS, Cards, names
from haggis_cards.combos import Play
from haggis_cards.rules import Rules

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

NAME_LENGTH: Final = 16


class Suit(NamedTuple):
    """How a suit looks."""

    glyph: str
    colour: str


LOOKS: Final = {
    "r": Suit("♥", "red1"),
    "y": Suit("★", "yellow1"),
    "g": Suit("♣", "green3"),
    "b": Suit("◆", "dodger_blue1"),
    "o": Suit("▲", "dark_orange"),
}
assert "".join(LOOKS) == SUITS


def make_console() -> "Console":
    """The terminal: coloured where it can be, plain text elsewhere (NO_COLOR, pipes)."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def card_text(name: str) -> "Text":
    """A card by its name: `7g` as a green 7♣, a court bold."""
    from rich.text import Text

    rank, suit = name[0], LOOKS.get(name[1:])
    if suit is None:  # a court, or the bare rank that a Set's court stands for
        return Text(name, "bold")
    draws = (sys.stdout.encoding or "").lower().startswith("utf")
    return Text(rank + (suit.glyph if draws else name[1]), suit.colour)


def cards_text(cards: Cards) -> "Text":
    """Cards by rank, then by suit, courts last."""
    return spaced(card_text(name) for name in names(cards))


def play_text(play: Play) -> "Text":
    """The cells of a play; a wild court is shown with the card that it stands for."""
    return spaced(_cell_text(cell) for cell in play.text.split())


def _cell_text(cell: str) -> "Text":
    from rich.text import Text

    court, wild, card = cell.partition("=")
    return Text.assemble(card_text(court), ("=", "dim"), card_text(card)) if wild else card_text(court)


def spaced(texts: Iterable["Text"]) -> "Text":
    """Texts with spaces between them."""
    from rich.text import Text

    return Text(" ").join(texts)


class Party:
    """Who sits at the table, by seat and by side."""

    def __init__(self, rules: Rules, players: Sequence[str] | None = None) -> None:
        self.rules = rules
        self.seats = [_presentable(name) for name in players or ()] or [f"Seat {seat}" for seat in rules.seats]
        self.sides = [
            " & ".join(name for seat, name in enumerate(self.seats) if rules.sides[seat] == side)
            for side in range(rules.side_count)
        ]
        self.width = max(map(len, self.seats))


def _presentable(name: str) -> str:
    """A name from a file, fit for a terminal: no control characters, not too long."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name).strip() or "?"
    return shown if len(shown) <= NAME_LENGTH else shown[: NAME_LENGTH - 1] + "…"


class Grid:
    """Lines of columns behind a name, without a frame."""

    def __init__(self, party: Party, indent: int) -> None:
        from rich.table import Table

        self.indent = " " * indent
        self.table = Table.grid(padding=(0, 2, 0, 0))
        self.table.add_column(min_width=indent + party.width, no_wrap=True)

    def add(self, name: str, *cells: "Text", style: str = "") -> None:
        from rich.text import Text

        self.table.add_row(Text(self.indent + name, style), *cells)


def hands_table(party: Party, hands: Sequence[Cards], haggis: Sequence[Cards] = ()) -> "Table":
    """The hands of all, courts included, and the haggis, top card first."""
    grid = Grid(party, 2)
    for name, hand in zip(party.seats, hands, strict=True):
        grid.add(name, cards_text(hand), style="bold")
    if haggis:
        grid.add("haggis", spaced(map(cards_text, haggis)), style="dim")
    return grid.table
