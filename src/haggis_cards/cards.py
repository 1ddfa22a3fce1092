"""Cards and hands (R1): multisets of cards as bit planes in one integer, and their text.

A hand is an `int`, so that set algebra is integer algebra:

    bit  0..44   number cards, first copy:   bit = suit * 9 + (rank - 2)
    bit 45..89   number cards, second copy:  the same, set only where the first copy is set
    bit 90..92   the courts J, Q, K

The second copy of a card is set only where the first is, so `part & ~whole == 0` says that `whole` contains `part`, and
`bit_count()` is the number of cards. Nine neighbouring bits are one suit.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, Self, TypeAlias

from haggis_cards.errors import NotationError

Cards: TypeAlias = int

SUITS: Final = "rygbo"
SUIT_NAMES: Final = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "o": "orange"}
GLYPHS: Final = {"r": "♥", "y": "★", "g": "♣", "b": "◆", "o": "▲"}  # a suit's sign, where text can show it
RANKS: Final = "23456789T"
COURTS: Final = "JQK"
LOW, TOP = 2, 10  # ranks of number cards (R1.1)

LINE: Final = len(RANKS)  # bits of one suit
PLANE: Final = LINE * len(SUITS)  # bits of one copy of the deck
LINE_MASK: Final = (1 << LINE) - 1
FIRST: Final = (1 << PLANE) - 1  # all first copies
SECOND: Final = FIRST << PLANE
NUMBERS: Final = FIRST | SECOND
COURT_SHIFT: Final = 2 * PLANE
ALL_COURTS: Final = 0b111 << COURT_SHIFT
HAND_BITS: Final = COURT_SHIFT + len(COURTS)

# The order in which cards are listed: by rank, then by suit; courts last (RECORD: cards and plays).
_ORDER: Final = [suit * LINE + rank for rank in range(LINE) for suit in range(len(SUITS))]
_NAMES: Final = {bit: RANKS[bit % LINE] + SUITS[bit // LINE] for bit in _ORDER}
_ONE: Final = {name: 1 << bit for bit, name in _NAMES.items()} | {
    name: 1 << COURT_SHIFT + i for i, name in enumerate(COURTS)
}
_LISTED: Final = [(1 << bit, _NAMES[bit]) for bit in _ORDER]
_LISTED_COURTS: Final = [(_ONE[name], name) for name in COURTS]


class Deck(NamedTuple):
    """The number cards of a game: its suits, and the copies of each card (R1.1)."""

    suits: int
    copies: int

    def cards(self) -> list[Cards]:
        """Every number card of the deck, one entry a card, in the order of the text."""
        return [
            1 << suit * LINE + rank for rank in range(LINE) for suit in range(self.suits) for _ in range(self.copies)
        ]


def add(a: Cards, b: Cards) -> Cards:
    """The cards of both; together they may hold no card more than twice."""
    return a | b | (a & b & FIRST) << PLANE


def remove(whole: Cards, part: Cards) -> Cards:
    """`whole` without `part`, which it must contain."""
    rest = whole ^ part
    lone = rest >> PLANE & FIRST & ~rest  # second copies without a first
    return rest ^ (lone | lone << PLANE)


def gather(cards: Iterable[Cards]) -> Cards:
    """The multiset of single cards or parts."""
    total = 0
    for part in cards:
        total = add(total, part)
    return total


def are_cards(value: object) -> bool:
    """Whether a value is a multiset of cards, as this module writes them."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return 0 <= value < 1 << HAND_BITS and not value >> PLANE & FIRST & ~value


def each(cards: Cards) -> Iterator[Cards]:
    """The cards one by one in the order of the text, a card held twice two times."""
    for bit, _ in _LISTED:
        if cards & bit:
            yield bit
            if cards >> PLANE & bit:
                yield bit
    for bit, _ in _LISTED_COURTS:
        if cards & bit:
            yield bit


def each_kind(cards: Cards) -> Iterator[Cards]:
    """The different cards in the order of the text."""
    return each(cards & ~SECOND)


def rank_of(card: Cards) -> int:
    """The rank of a single card: 2 to 10, and 11, 12, 13 for the courts (R5.4)."""
    bit = card.bit_length() - 1
    return LOW + bit % LINE if bit < COURT_SHIFT else TOP + 1 + bit - COURT_SHIFT


def parse_card(name: str) -> Cards:
    """A card by its name: `7g`, `Tb`, `J`."""
    try:
        return _ONE[name]
    except KeyError:
        raise NotationError("card", text=clip(name)) from None


def parse_cards(text: str) -> Cards:
    """Cards separated by spaces, in any order; no card may occur more than twice."""
    total = 0
    for name in text.split():
        card = parse_card(name)
        if total & (card << PLANE if card & FIRST else card):
            raise NotationError("too-often", card=name)
        total = add(total, card)
    return total


@lru_cache(maxsize=1 << 14)
def text(cards: Cards) -> str:
    """The cards by rank, then by suit, courts last."""
    return " ".join(names(cards))


def names(cards: Cards) -> list[str]:
    """The names of the cards in the order of the text."""
    if cards & SECOND:
        listed = [name for bit, name in _LISTED if cards & bit for _ in range(1 + (cards >> PLANE & bit > 0))]
    else:
        listed = [name for bit, name in _LISTED if cards & bit]
    return listed + [name for bit, name in _LISTED_COURTS if cards & bit]


class Card(int):
    """One card that people can read, `Card("7g")`; it is the integer that this package uses for the card."""

    __slots__ = ()

    def __new__(cls, card: "str | Cards") -> Self:
        return super().__new__(cls, parse_card(card) if isinstance(card, str) else card)

    @property
    def name(self) -> str:
        """Its text: `7g`, `Tb`, `J`."""
        return text(self)

    @property
    def rank(self) -> int:
        """2 to 10, and 11, 12, 13 for the courts."""
        return rank_of(self)

    @property
    def suit(self) -> str:
        """`r`, `y`, `g`, `b` or `o`; empty for a court."""
        return self.name[1:]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Card({self.name!r})"

    def _repr_svg_(self) -> str:
        from haggis_cards import svg

        return svg.card(self.name)


class Hand(int):
    """Cards that people can read, `Hand("7g Tb J")`; it is the integer that this package uses for them."""

    __slots__ = ()

    def __new__(cls, cards: "str | Cards" = 0) -> Self:
        return super().__new__(cls, parse_cards(cards) if isinstance(cards, str) else cards)

    def __iter__(self) -> Iterator[Card]:
        """The cards in the order of the text."""
        return map(Card, each(self))

    def __len__(self) -> int:
        return self.bit_count()

    def __contains__(self, cards: "str | Cards") -> bool:
        """Whether these cards, or this card, are in the hand."""
        return not (parse_cards(cards) if isinstance(cards, str) else cards) & ~self

    def __str__(self) -> str:
        return text(self)

    def __repr__(self) -> str:
        return f"Hand({text(self)!r})"

    def _repr_svg_(self) -> str:
        from haggis_cards import svg

        return svg.cards(self)


def clip(text: object, length: int = 40) -> str:
    """A user's input, quoted and short enough for a message."""
    try:
        shown = repr(text)
    except RecursionError:
        shown = f"<{type(text).__name__}, nested too deeply>"
    return shown if len(shown) <= length else shown[: length - 4] + "..." + shown[0]
