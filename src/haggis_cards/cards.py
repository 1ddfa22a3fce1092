"""Cards and hands (R1): multisets of cards as bit planes in one integer, and their text.

A hand is an `int`, so that set algebra is integer algebra:

    bit  0..44   number cards, first copy:   bit = suit * 9 + (rank - 2)
    bit 45..89   number cards, second copy:  the same, set only where the first copy is set
    bit 90..92   the courts J, Q, K

The second copy of a card is set only where the first is, so `part & ~whole == 0` says that `whole` contains `part`, and
`bit_count()` is the number of cards. Nine neighbouring bits are one suit.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Final, NamedTuple, Self, SupportsIndex, TypeAlias, overload

from haggis_cards.errors import NotationError
from haggis_cards.pictures import Pictured

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
_PLACES: Final = {card: place for place, (card, _) in enumerate([*_LISTED, *_LISTED_COURTS])}
_TO_LETTERS: Final = str.maketrans({glyph: suit for suit, glyph in GLYPHS.items()} | {",": " "})


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
    value = int(value)
    return 0 <= value < 1 << HAND_BITS and not value >> PLANE & FIRST & ~value


def each(cards: Cards) -> Iterator[Cards]:
    """The cards one by one in the order of the text, a card held twice two times."""
    cards = int(cards)  # whose arithmetic is quicker than that of a hand
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
    cards = int(cards)
    if cards & SECOND:
        listed = [name for bit, name in _LISTED if cards & bit for _ in range(1 + (cards >> PLANE & bit > 0))]
    else:
        listed = [name for bit, name in _LISTED if cards & bit]
    return listed + [name for bit, name in _LISTED_COURTS if cards & bit]


class _Cards(Pictured, int):
    """What a card and a hand share: they are the integers of this module, with the arithmetic of multisets."""

    __slots__ = ()

    def __add__(self, other: "str | Cards") -> "Hand":
        """The cards of both."""
        more, held = _part(other), int(self)
        total = add(held, more)
        if total.bit_count() != held.bit_count() + more.bit_count():
            parse_cards(f"{text(held)} {text(more)}")  # which says what card is there too often
        return as_hand(total)

    __radd__ = __add__

    def __sub__(self, other: "str | Cards") -> "Hand":
        """These cards without others, which must be among them."""
        part, held = _part(other), int(self)
        if part & ~held:
            raise NotationError("not-among", cards=text(part), held=text(held) or "no cards")
        return as_hand(remove(held, part))

    def __rsub__(self, other: "str | Cards") -> "Hand":
        return as_hand(_part(other)) - self

    def __or__(self, other: "str | Cards") -> "Hand":
        """Each card as often as one of both has it at most."""
        return as_hand(int(self) | _bits(other))

    __ror__ = __or__

    def __and__(self, other: "str | Cards") -> "Hand":
        """The cards that both have."""
        return as_hand(int(self) & _bits(other))

    __rand__ = __and__

    def __contains__(self, cards: object) -> bool:
        """Whether these cards, or this card, are among them; a text that names no cards is not."""
        try:
            return not _bits(cards) & ~int(self)
        except (NotationError, TypeError):
            return False

    def __str__(self) -> str:
        return text(self)

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


def _place(card: Cards) -> int:
    return _PLACES[card] if type(card) is Card else int(card)


class Card(_Cards):
    """One card that people can read, `Card("7g")`; it is the integer that this package uses for the card.

    >>> Card("10g") < Card("J"), Card("7g") + Card("7g"), Card("7♣").suit
    (True, Hand('7g 7g'), 'g')
    """

    __slots__ = ()

    def __new__(cls, card: "str | Cards") -> Self:
        bits = parse_card(" ".join(tidy(card))) if isinstance(card, str) else card
        if bits not in _PLACES:
            raise NotationError("value-of-card", text=clip(card))
        return super().__new__(cls, bits)

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

    # Cards are sorted as they are shown: by rank, then by suit, courts last.

    def __lt__(self, other: int) -> bool:
        return _place(self) < _place(other)

    def __le__(self, other: int) -> bool:
        return _place(self) <= _place(other)

    def __gt__(self, other: int) -> bool:
        return _place(self) > _place(other)

    def __ge__(self, other: int) -> bool:
        return _place(self) >= _place(other)


class Hand(_Cards):
    """Cards that people can read, `Hand("7g Tb J")`; it is the integer that this package uses for them.

    >>> hand = Hand("7g, 10b, J")
    >>> hand - "7g", hand + Card("7g"), hand & Hand("7g 8g"), hand[0], hand[1:]
    (Hand('Tb J'), Hand('7g 7g Tb J'), Hand('7g'), Card('7g'), Hand('Tb J'))
    """

    __slots__ = ()

    def __new__(cls, cards: "str | Cards | Iterable[str | Cards]" = 0) -> Self:
        if isinstance(cards, int):
            bits: Cards = cards
        else:
            bits = parse_cards(" ".join(tidy(cards) if isinstance(cards, str) else (str(Card(one)) for one in cards)))
        if not are_cards(bits):
            raise NotationError("value-of-cards", text=clip(cards))
        return super().__new__(cls, bits)

    def __iter__(self) -> Iterator[Card]:
        """The cards in the order of the text."""
        return map(as_card, each(self))

    def __len__(self) -> int:
        return self.bit_count()

    @overload
    def __getitem__(self, place: SupportsIndex) -> Card: ...
    @overload
    def __getitem__(self, place: slice) -> "Hand": ...
    def __getitem__(self, place: SupportsIndex | slice) -> "Card | Hand":
        """The card at a place of the text, or some of the cards."""
        cards = list(self)
        return as_hand(gather(cards[place])) if isinstance(place, slice) else cards[place]


# The same for cards that the engine has made, unchecked: quick enough for every action.
as_card: Final[Callable[[Cards], Card]] = partial(int.__new__, Card)
as_hand: Final[Callable[[Cards], Hand]] = partial(int.__new__, Hand)


def _bits(cards: object) -> Cards:
    """Cards as an exact integer: a hand, a card, their text, or the integer itself."""
    if isinstance(cards, int):
        return int(cards)
    if isinstance(cards, str):
        return parse_cards(" ".join(tidy(cards)))
    raise TypeError(f"cards go with cards, as in Card('7g') or '7g 8g', not with {clip(cards)}")


def _part(cards: object) -> Cards:
    """The same for what is added or taken away, where a bare number is a mistake; `sum` begins with 0."""
    if isinstance(cards, _Cards | str) or (cards == 0 and type(cards) is int):
        return _bits(cards)
    raise TypeError(f"cards go with cards, as in Card('7g') or '7g 8g', not with {clip(cards)}")


def tidy(line: str) -> list[str]:
    """The cards of a line as records write them: `10B` is Tb, `j=6b` is J=6b, `7♣` is 7g."""
    return ["=".join(map(_tidy_card, token.lower().split("="))) for token in line.translate(_TO_LETTERS).split()]


def _tidy_card(name: str) -> str:
    name = f"t{name[2:]}" if name.startswith("10") else name
    return name[:1].upper() + name[1:]


def clip(text: object, length: int = 40) -> str:
    """A user's input, quoted and short enough for a message."""
    try:
        shown = repr(text)
    except RecursionError:
        shown = f"<{type(text).__name__}, nested too deeply>"
    return shown if len(shown) <= length else shown[: length - 4] + "..." + shown[0]
