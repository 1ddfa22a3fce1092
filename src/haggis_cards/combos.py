"""Combinations put on the table (R5.3 to R5.7): what a play is, what it beats, its name and its text.

Higher means the same kind, width and length at a higher rank; a bomb beats everything but equal and higher bombs (R5.6,
R5.7). `grammar.py` says which plays a game has.

    Kind       width  length
    SINGLE     1      1         courts rank 11, 12, 13
    SEQUENCE   1      3..
    STAIR      2..    2..
    SET        2..    1         house rule `sets`; its courts stand for any suit, without limit
    BOMB       3-5-7-9 in four suits < J Q < J K < Q K < J Q K < 3-5-7-9 in one suit
"""

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from functools import cache, lru_cache, partial
from itertools import repeat
from typing import ClassVar, Final, Self, TypedDict

from haggis_cards.cards import (
    ALL_COURTS,
    COURT_SHIFT,
    COURTS,
    HAND_BITS,
    LINE,
    LOW,
    NUMBERS,
    PLANE,
    RANKS,
    SUITS,
    Hand,
    are_cards,
    as_hand,
    clip,
    text,
)
from haggis_cards.errors import NotationError
from haggis_cards.pictures import Pictured


class Kind(IntEnum):
    """The kinds of combination; the value stands in a play's code."""

    SINGLE = 0
    SEQUENCE = 1
    STAIR = 2
    SET = 3
    BOMB = 4


_KINDS: Final = frozenset(Kind)

# A play is one integer: its cards, then what they are read as. Bits above the cards:
#     bit 93        1 in a double deck: a line without number cards may repeat a suit
#     bit 94..97    rank: the lowest of the grid; 11 12 13 for single courts; 1 to 6 for bombs
#     bit 98..101   length
#     bit 102..105  width
#     bit 106..108  kind
# So `code >> 98` is the shape that a following play must share, and `code >> 94` compares plays of one shape.
DOUBLE_SHIFT: Final = HAND_BITS
RANK_SHIFT: Final = DOUBLE_SHIFT + 1
LENGTH_SHIFT: Final = RANK_SHIFT + 4
WIDTH_SHIFT: Final = LENGTH_SHIFT + 4
KIND_SHIFT: Final = WIDTH_SHIFT + 4
CARDS_MASK: Final = (1 << HAND_BITS) - 1


def reading(kind: Kind, width: int, length: int, rank: int) -> int:
    """How cards are read, as the bits above them."""
    return kind << KIND_SHIFT | width << WIDTH_SHIFT | length << LENGTH_SHIFT | rank << RANK_SHIFT


class PlayParts(TypedDict):
    """What a play is, without its cards, ready for JSON."""

    kind: str
    width: int
    length: int
    rank: int


class Play(Pictured, int):
    """A combination put on the table: cards and how they are read, in the bits of one integer."""

    __slots__ = ()
    verb: ClassVar[str] = "play"

    def __new__(cls, code: int) -> Self:
        """A play by its code; `Round.legal` lists plays, and `parse_play` reads them."""
        is_read = code >> KIND_SHIFT in _KINDS and code >> WIDTH_SHIFT & 15
        if not (is_read and code & CARDS_MASK and are_cards(code & CARDS_MASK)):
            raise NotationError("value-of-action", text=clip(code))
        return super().__new__(cls, code)

    @property
    def cards(self) -> Hand:
        return as_hand(self & CARDS_MASK)

    @property
    def kind(self) -> Kind:
        return Kind(self >> KIND_SHIFT)

    @property
    def width(self) -> int:
        return self >> WIDTH_SHIFT & 15

    @property
    def length(self) -> int:
        return self >> LENGTH_SHIFT & 15

    @property
    def rank(self) -> int:
        """The lowest rank of the grid; 11, 12, 13 for single courts; 1 to 6 for bombs."""
        return self >> RANK_SHIFT & 15

    @property
    def is_bomb(self) -> bool:
        return self >> KIND_SHIFT == Kind.BOMB

    @property
    def count(self) -> int:
        return (self & CARDS_MASK).bit_count()

    @property
    def shape_name(self) -> str:
        """What it is without its rank, which a following play must share: `Sequence of 3`."""
        match self.kind:
            case Kind.SINGLE:
                return "Single"
            case Kind.SEQUENCE:
                return f"Sequence of {self.length}"
            case Kind.STAIR:
                return f"Stair of {self.width} × {self.length}"
            case Kind.SET:
                return f"Set of {self.width}"
            case Kind.BOMB:
                return "Bomb"

    @property
    def name(self) -> str:
        """What it is, in words: `Sequence of 3, top 8`."""
        top = _rank_name(self.rank + self.length - 1)
        match self.kind:
            case Kind.SINGLE:
                return f"{self.shape_name} {top}"
            case Kind.SEQUENCE | Kind.STAIR:
                return f"{self.shape_name}, top {top}"
            case Kind.SET:
                return f"{self.shape_name}, rank {top}"
            case Kind.BOMB:
                return f"{self.shape_name} {_BOMB_NAMES[self.rank]}"

    @property
    def parts(self) -> PlayParts:
        """What it is, for programs."""
        return {"kind": self.kind.name.lower(), "width": self.width, "length": self.length, "rank": self.rank}

    @property
    def text(self) -> str:
        """The one text of this play: cells by rank and suit, wild courts as `J=6b`."""
        return _text(self)

    def beats(self, other: "Play") -> bool:
        """Whether this may be played on the other (R5.6, R5.7)."""
        if self >> LENGTH_SHIFT == other >> LENGTH_SHIFT:
            return self >> RANK_SHIFT > other >> RANK_SHIFT
        return self.is_bomb

    def __str__(self) -> str:
        return f"play {self.text}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Play({self.text!r})"


# The play of a code that the engine has made, unchecked; and those of many, which is quicker than one by one.
as_play: Final[Callable[[int], Play]] = partial(int.__new__, Play)
as_plays: Final[Callable[[Iterable[int]], Iterator[Play]]] = partial(map, int.__new__, repeat(Play))


# Bombs, low to high. They share one shape (length zero), so that their ranks alone compare them.
_BOMB_NAMES: Final = ("", "3-5-7-9 in four suits", "J Q", "J K", "Q K", "J Q K", "3-5-7-9 in one suit")


CELLS: Final = RANKS + COURTS  # ranks as they are written; above the ten only courts fill cells (R5.4)

# The cells of one rank in every line of a hand: `cards >> rank & _COLUMN`, with 2 as rank 0.
_COLUMN: Final = sum(1 << line * LINE for line in range(2 * len(SUITS)))
_COURT_NAMES: Final = tuple(tuple(name for i, name in enumerate(COURTS) if held >> i & 1) for held in range(8))


# A list of plays to lead can have thousands, so texts are assembled from cached parts.
@lru_cache(maxsize=1 << 16)
def _text(code: int) -> str:
    kind = code >> KIND_SHIFT
    if kind in (Kind.SINGLE, Kind.BOMB):
        return text(code & CARDS_MASK)
    courts = _COURT_NAMES[code >> COURT_SHIFT & 7]
    if kind == Kind.SET:
        rank = RANKS[(code >> RANK_SHIFT & 15) - LOW]
        return " ".join([text(code & NUMBERS), *(f"{court}={rank}" for court in courts)])
    return _grid(code & ~ALL_COURTS) % courts


@lru_cache(maxsize=1 << 14)
def _grid(code: int) -> str:
    """The text of a Sequence or Stair with `%s` for each court."""
    low, length, width = (code >> RANK_SHIFT & 15) - LOW, code >> LENGTH_SHIFT & 15, code >> WIDTH_SHIFT & 15
    columns = [(rank, code >> rank & _COLUMN if rank < LINE else 0) for rank in range(low, low + length)]
    held = 0
    for _, cells in columns:
        held |= cells
    lines = _lines(held, width, 1 + (code >> DOUBLE_SHIFT & 1))
    return " ".join([_column(rank, cells, lines) for rank, cells in columns])


@cache
def _lines(held: int, width: int, copies: int) -> tuple[int, ...]:
    """By suit, how many lines of a grid there are, if number cards are in these lines of the hand."""
    lines = [(held >> suit * LINE & 1) + (held >> PLANE + suit * LINE & 1) for suit in range(len(SUITS))]
    for _ in range(width - sum(lines)):
        lines[next(suit for suit, count in enumerate(lines) if count < copies)] += 1
    return tuple(lines)


@lru_cache(maxsize=1 << 16)
def _column(rank: int, cells: int, lines: tuple[int, ...]) -> str:
    """The cells of a grid at one rank, suit by suit, with `%s` for each court."""
    shown = []
    for suit, count in enumerate(lines):
        name = CELLS[rank] + SUITS[suit]
        here = (cells >> suit * LINE & 1) + (cells >> PLANE + suit * LINE & 1)
        shown += [name] * here + [f"%s={name}"] * (count - here)
    return " ".join(shown)


def _rank_name(rank: int) -> str:
    """A rank as it is written."""
    return CELLS[rank - LOW]
