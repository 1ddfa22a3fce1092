"""Pictures of cards, hands, plays, tricks, views and rounds as SVG text, for notebooks and pages.

Every function returns an `Svg`: a `str` that a notebook shows as a picture. Names of players are escaped.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, cast

from haggis_cards.cards import GLYPHS, RANKS, SUIT_NAMES, Card, Cards, Hand, names, tidy
from haggis_cards.combos import Play
from haggis_cards.match import Match, Record
from haggis_cards.pictures import picture
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.view import ShownView, View

__all__ = ["Svg", "card", "cards", "play", "round_table", "trick", "view"]

COLOURS: Final = {"r": "#c62828", "y": "#a67c00", "g": "#2e7d32", "b": "#1565c0", "o": "#d84315"}
WIDTH, HEIGHT, STEP = 44, 62, 48  # of a card, and from one to the next
_ROW: Final = HEIGHT + 14
_MARGIN: Final = 8
_LABEL: Final = 150  # of a row
_INK, _PAPER, _COURT, _DIM = "#222", "#fff", "#efe7d6", "#666"


class Svg(str):
    """SVG text that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def card(card: str | Cards) -> Svg:
    """One card: `7g`, `J`, or a court that stands for a card, `J=6b`."""
    name, wild, target = ("" if isinstance(card, int) else " ".join(tidy(card))).partition("=")
    shown = Card(name or card).name + (f"={Card(target)}" if wild and target not in RANKS else f"{wild}{target}")
    return _picture([_card(shown, 0, 0)], WIDTH, HEIGHT, shown)


def cards(hand: str | Cards | Iterable[str | Cards]) -> Svg:
    """A hand, or any cards, in a row."""
    return _row_picture(names(Hand(hand)))


def play(combination: Play) -> Svg:
    """A play with its name below; a wild court shows the card that it stands for."""
    cells = combination.text.split()
    width = max(_width(len(cells)), 8 * len(combination.name))
    parts = [*_cells(cells, 0, 0), _text(combination.name, 0, HEIGHT + 15, size=13, colour=_DIM)]
    return _picture(parts, width, HEIGHT + 20, f"{combination.name}: {combination.text}")


def trick(entries: Iterable[tuple[int, Play | None]], players: Sequence[str] | None = None) -> Svg:
    """The plays of a trick, one row for each; None is a pass."""
    rows = [
        (_player(seat, players), "pass" if made is None else "", made.text.split() if made else [])
        for seat, made in entries
    ]
    return _table("a trick", rows)


def view(seen: View) -> Svg:
    """What a seat sees: the players with their courts and counts, the trick, and the own hand."""
    players = seen["players"]
    rows: list[_Row] = []
    for seat, public in enumerate(seen["seats"]):
        bet = f", bet {public['bet']}" if public["bet"] is not None and public["bet_stands"] else ""
        state = "out" if public["out"] else f"{public['cards']} cards"
        shown = public["courts"] if seat != seen["seat"] else seen["hand"] or ""
        rows.append((_player(seat, players, seat in seen["to_act"]), f"{state}{bet}", shown.split()))
    for entry in seen["trick"]:
        name = _player(entry["seat"], players)
        rows.append((f"trick: {name}", "pass" if entry["play"] is None else "", (entry["play"] or "").split()))
    rules = Rules.from_spec(seen["rules"])
    totals = ", ".join(map(str, seen["totals"]))
    return _table(f"{rules.title}, round {seen['round']}, {seen['phase']}, totals {totals}", rows)


def round_table(position: Round | Match, players: Sequence[str] | None = None) -> Svg:
    """A round, or the current one of a match, with all hands; not for players who are in it."""
    rnd: Round = getattr(position, "round", None) or position  # type: ignore[assignment]
    players = players or getattr(position, "players", None)
    rows: list[_Row] = []
    for seat, hand in enumerate(rnd.hands):
        bet = f", bet {rnd.bets[seat]}" if rnd.stands(seat) else ""
        state = "out" if seat in rnd.out else f"{hand.bit_count()} cards"
        rows.append((_player(seat, players, seat in rnd.to_act), f"{state}{bet}", names(hand)))
    if rnd.haggis:
        rows.append(("haggis", f"{rnd.haggis.bit_count()} cards", names(rnd.haggis)))
    for seat, made in rnd.trick:
        rows.append((f"trick: {_player(seat, players)}", "" if made else "pass", made.text.split() if made else []))
    return _table(f"{rnd.rules.title}, {rnd.phase}, totals {', '.join(map(str, rnd.totals))}", rows)


picture.register(Card, lambda value: card(value.name))
picture.register(Hand, cards)
picture.register(Play, play)
picture.register(Round, round_table)
picture.register(Match, round_table)
picture.register(Record, lambda value: round_table(value.replay()))
picture.register(ShownView, lambda value: view(cast("View", value)))


_Row = tuple[str, str, list[str]]  # a name, a note below it, and cards


def _player(seat: int, players: Sequence[str] | None, acts: bool = False) -> str:
    return ("▸ " if acts else "") + (players[seat] if players else f"seat {seat}")


def _table(title: str, rows: Sequence[_Row]) -> Svg:
    """Rows of cards with a name and a note before each."""
    parts = [_text(title, 0, 16, weight="bold")]
    for number, (name, note, cells) in enumerate(rows):
        top = 28 + number * _ROW
        parts.append(_text(name if len(name) <= 18 else f"{name[:17]}…", 0, top + 22))
        parts.append(_text(note, 0, top + 42, size=12, colour=_DIM))
        parts += _cells(cells, _LABEL, top)
    longest = max((len(cells) for _, _, cells in rows), default=0)
    width = max(_LABEL + _width(longest), 9 * len(title))
    lines = "; ".join(f"{name}: {' '.join(cells) or note}" for name, note, cells in rows)
    return _picture(parts, width, 28 + len(rows) * _ROW, f"{title}. {lines}")


def _row_picture(cells: Sequence[str]) -> Svg:
    return _picture([*_cells(cells, 0, 0)], _width(len(cells)), HEIGHT, " ".join(cells) or "no cards")


def _width(count: int) -> int:
    return max(0, (count - 1) * STEP) + WIDTH


def _cells(cells: Iterable[str], left: int, top: int) -> Iterator[str]:
    for place, cell in enumerate(cells):
        yield _card(cell, left + place * STEP, top)


def _card(cell: str, left: int, top: int) -> str:
    """A card: its rank over its suit; a court with what it stands for."""
    name, _, target = cell.partition("=")
    rank, suit = name[0], name[1:]
    paper = _PAPER if suit else _COURT
    parts = [_tag("rect", x=0.5, y=0.5, width=WIDTH - 1, height=HEIGHT - 1, rx=6, fill=paper, stroke="#999")]
    colour = COLOURS.get(suit, _INK)
    shown = "10" if rank == "T" else rank
    parts.append(_text(shown, WIDTH / 2, 27, size=22, colour=colour, weight="bold", anchor="middle"))
    if suit:
        parts.append(_text(GLYPHS[suit], WIDTH / 2, 52, size=22, colour=colour, anchor="middle"))
    elif target:
        stands = ("10" if target[0] == "T" else target[0]) + GLYPHS.get(target[1:], "")
        parts.append(_text(f"={stands}", WIDTH / 2, 50, size=15, colour=COLOURS.get(target[1:], _INK), anchor="middle"))
    title = f"<title>{escape(_words(name))}</title>"
    return f'<g transform="translate({left} {top})">{title}{"".join(parts)}</g>'


def _words(name: str) -> str:
    """A card in words, for readers who do not see it."""
    court = {"J": "Jack", "Q": "Queen", "K": "King"}.get(name)
    return court or f"{'10' if name[0] == 'T' else name[0]} of {SUIT_NAMES[name[1]]}"


def _text(
    words: str, x: float, y: float, *, size: int = 15, colour: str = _INK, weight: str = "normal", anchor: str = "start"
) -> str:
    style: Mapping[str, Any] = {"font-size": size, "font-weight": weight, "text-anchor": anchor, "fill": colour}
    return _tag("text", escape(words), x=x, y=y, **style)


def _tag(name: str, inside: str = "", **attributes: Any) -> str:
    given = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    return f"<{name}{given}>{inside}</{name}>"


def _picture(parts: Iterable[str], width: int, height: int, words: str) -> Svg:
    whole, high = width + 2 * _MARGIN, height + 2 * _MARGIN
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{high}" viewBox="0 0 {whole} {high}" '
        f'role="img" aria-label="{escape(words)}" font-family="system-ui, sans-serif">'
        f'<rect width="{whole}" height="{high}" fill="#f6f8f6" rx="8"/>'
        f'<g transform="translate({_MARGIN} {_MARGIN})">{"".join(parts)}</g></svg>'
    )
