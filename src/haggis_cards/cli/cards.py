"""How a terminal shows cards, plays, players and scores: each suit has its own glyph and colour."""

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from haggis_cards.cards import GLYPHS, Cards, names
from haggis_cards.combos import Play
from haggis_cards.rules import Rules
from haggis_cards.scoring import Result

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

NAME_LENGTH: Final = 16


COLOURS: Final = {"r": "red1", "y": "yellow1", "g": "green3", "b": "dodger_blue1", "o": "dark_orange"}


def make_console() -> "Console":
    """The terminal: in colour where it can, plain text elsewhere (NO_COLOR, pipes)."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def card_text(name: str) -> "Text":
    """A card by its name: `7g` as a green 7♣, a court bold."""
    from rich.text import Text

    rank, suit = name[0], name[1:]
    if not suit:  # a court, or the bare rank that a Set's court stands for
        return Text(name, "bold")
    has_glyphs = (sys.stdout.encoding or "").lower().startswith("utf")
    return Text(rank + (GLYPHS[suit] if has_glyphs else suit), COLOURS[suit])


def cards_text(cards: Cards) -> "Text":
    """Cards by rank, then by suit, courts last."""
    return spaced(card_text(name) for name in names(cards))


def count_text(cards: int) -> str:
    """`1 card`, `3 cards`."""
    return f"{cards} card{'s' * (cards != 1)}"


def play_text(play: Play) -> "Text":
    """The cells of a play; a wild court is shown with the card that it stands for."""
    return spaced(_cell_text(cell) for cell in play.text.split())


def _cell_text(cell: str) -> "Text":
    from rich.text import Text

    court, wild, card = cell.partition("=")
    return Text.assemble(card_text(court), ("=", "dim"), card_text(card)) if wild else card_text(court)


def spaced(texts: Iterable["Text"]) -> "Text":
    """Texts separated by spaces."""
    from rich.text import Text

    return Text(" ").join(texts)


class PlayerNames:
    """The names of the players, by seat and by side."""

    def __init__(self, rules: Rules, players: Sequence[str] | None = None) -> None:
        self.rules = rules
        self.seats = [presentable(name) for name in players or ()] or [f"Seat {seat}" for seat in rules.seats]
        self.sides = [
            " & ".join(name for seat, name in enumerate(self.seats) if rules.sides[seat] == side)
            for side in range(rules.side_count)
        ]
        self.width = max(map(len, self.seats))

    def who(self, seat: int, verb: str) -> str:
        """`You lead`, `Isla leads`; `You pass`, `Isla passes`."""
        name = self.seats[seat]
        if name == "You":
            return f"{name} {verb}"
        ending = "ies" if verb.endswith("ry") else "es" if verb.endswith("s") else "s"
        return f"{name} {verb.removesuffix('y') if ending == 'ies' else verb}{ending}"


def winners_text(players: PlayerNames, winners: Sequence[int]) -> str:
    """`You win`, `Ann wins`, `Ann & Cleo win`, `Ann and Bob share the win`."""
    names = " and ".join(players.sides[side] for side in winners)
    if len(winners) > 1:
        return f"{names} share the win"
    return f"{names} win" if players.rules.partners or names == "You" else f"{names} wins"


def presentable(name: str, length: int = NAME_LENGTH) -> str:
    """A name or text from a file, made safe for a terminal: no control characters, not too long."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name).strip() or "?"
    return shown if len(shown) <= length else shown[: length - 1] + "…"


class Grid:
    """A table without a frame; each line starts with a name."""

    def __init__(self, players: PlayerNames, indent: int) -> None:
        from rich.table import Table

        self.indent = " " * indent
        self.table = Table.grid(padding=(0, 2, 0, 0))
        self.table.add_column(min_width=indent + players.width, no_wrap=True)

    def add(self, name: str, *cells: "Text", style: str = "") -> None:
        from rich.text import Text

        self.table.add_row(Text(self.indent + name, style), *cells)


def hands_table(players: PlayerNames, hands: Sequence[Cards], haggis: Sequence[Cards] = ()) -> "Table":
    """All hands, courts included, and the haggis, top card first."""
    grid = Grid(players, 2)
    for name, hand in zip(players.seats, hands, strict=True):
        grid.add(name, cards_text(hand), style="bold")
    if haggis:
        grid.add("haggis", spaced(map(cards_text, haggis)), style="dim")
    return grid.table


def score_table(players: PlayerNames, number: int, result: Result) -> "Table":
    """The score of a round by parts, and the totals after it."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(f"Round {number}")
    for name in players.sides:
        table.add_column(Text(name), justify="right")
    for label, values in (("cards", result.cards), ("going out", result.bonus), ("bets", result.bets)):
        table.add_row(label, *(str(value) if value else Text("–", "dim") for value in values))
    table.add_section()
    table.add_row("points", *map(str, result.points))
    best = max(result.totals)
    table.add_row("total", *(Text(str(total), "bold" if total == best else "") for total in result.totals))
    return table
