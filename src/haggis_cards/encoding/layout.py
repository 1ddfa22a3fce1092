"""The layout of the rows: which bits there are, where they lie and what they say.

A row is a few 64-bit words; `unpack` turns their bits, lowest first, into features of 0 and 1. `STATE_FIELDS` and
`ACTION_FIELDS` list the fields in the order of `native/encode.hpp`. A seat is given by its distance to the left of the
seat whose row it is. A number is either one bit of many or a bar of bits that grows with it.

>>> STATE_FEATURES[137]
'unseen: 2y'
>>> ACTION_FEATURES[BET_BIT]
'verb: bet'
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from haggis_cards.cards import COURTS, LINE, PLANE, RANKS, SUITS
from haggis_cards.combos import Kind
from haggis_cards.round import SWAPS, Phase

WORD: Final = 64
SEATS: Final = 4  # at the largest table
PAST: Final = 12  # past actions that a state shows

Words: TypeAlias = NDArray[np.uint64]
Labels: TypeAlias = Sequence[str]


class Field(NamedTuple):
    """Neighbouring bits of a row that belong together."""

    name: str
    first: int  # the index of its lowest bit in the row
    labels: tuple[str, ...]  # what each bit says

    @property
    def width(self) -> int:
        return len(self.labels)


# Names and labels, word by word.

_CARDS: Final = tuple(RANKS[bit % LINE] + SUITS[bit // LINE] for bit in range(PLANE))
SEAT_NAMES: Final = ("self", "1 left", "2 left", "3 left")
KIND_NAMES: Final = tuple(kind.name.lower() for kind in Kind)
VERBS: Final = (*KIND_NAMES, "pass", "bet", "bid", "give", "bury", "award", "lead")
PHASES: Final = tuple(phase.value for phase in Phase if phase is not Phase.OVER)
FLAGS: Final = (
    *("five suits", "two copies", "partners", "open_bets", "name_lead", "reenter", "out_bonus trick"),
    *("last_hand last_out", "slam", "points flat", "bet_multiplier 2", "bet_rule score", "haggis_to last_to_play"),
    "sets",
)
BET_VALUES: Final = 3  # whose size a state shows


def _numbers(room: int, start: int = 0, unit: str = "") -> Labels:
    """One bit for each number; the last one also stands for all numbers above it."""
    return [f"{number}{unit}" for number in range(start, start + room)]


def _steps(room: int, step: int = 1, unit: str = "") -> Labels:
    """A bar: the number divided by the step is how many bits are set."""
    return [f"{step * (place + 1)}{unit} or more" for place in range(room)]


_Word: TypeAlias = list[tuple[str, Labels]]


def _planes(name: str, *more: tuple[str, Labels]) -> list[_Word]:
    """Cards, and in a second word those that occur twice."""
    return [[(name, _CARDS), *more], [(f"{name}, twice", _CARDS)]]


_COURTS: Final = tuple(COURTS)
LOGGED: Final[list[_Word]] = [
    [("cards", (*_CARDS, *_COURTS)), ("verb", VERBS)],
    [("cards, twice", _CARDS), ("by", SEAT_NAMES), ("names", SEAT_NAMES), ("bet", _numbers(8, 1, ". value"))],
    [
        ("rank", _numbers(14)),
        ("length", _numbers(10)),
        ("width", _numbers(8, 1)),
        ("left in hand", _numbers(22)),
        ("points", _steps(10)),
    ],
]
_ACTION: Final[list[_Word]] = [
    *LOGGED,
    [
        ("plays left, at least", _steps(16)),
        ("plays left", _numbers(16)),
        ("quarters of low-card cost left", _steps(32)),
    ],
]
_STATE: Final[list[_Word]] = [
    *_planes("hand", ("own courts", _COURTS)),
    *_planes("unseen"),
    *(
        word
        for seat in SEAT_NAMES
        for word in _planes(f"played by {seat}", (f"courts played by {seat}", _COURTS), (f"courts of {seat}", _COURTS))
    ),
    *_planes("given, with the partner"),
    *_planes("received"),
    [("buried", _CARDS)],
    [
        ("top kind", KIND_NAMES),
        ("top width", _numbers(8, 1)),
        ("top length", _numbers(10)),
        ("top rank", _numbers(14)),
        ("top by", SEAT_NAMES),
        ("passed", SEAT_NAMES),
        ("phase", PHASES),
        ("trick points", _steps(13, 3)),
    ],
    [(f"size of {seat}", _numbers(21, 1)) for seat in SEAT_NAMES[:3]],
    [
        (f"size of {SEAT_NAMES[3]}", _numbers(21, 1)),
        *((f"bet of {seat}", _steps(4, unit=". value")) for seat in SEAT_NAMES),
        *((f"{place} out", SEAT_NAMES) for place in ("first", "second", "third")),
        ("bidder", SEAT_NAMES),
        ("bid", _numbers(3, 1, ". value")),
        ("first lead", SEAT_NAMES),
    ],
    [
        ("dealer", SEAT_NAMES),
        ("swaps", _steps(SWAPS)),
        *((f"pile of side {seat}", _steps(14, 6)) for seat in SEAT_NAMES),
    ],
    [
        field
        for seat in SEAT_NAMES
        for field in ((f"bonus of side {seat}", _steps(8, 10)), (f"eighths of goal of side {seat}", _steps(8)))
    ],
    [
        ("players", _numbers(3, 2)),
        ("opening", ("nothing", "auction", "exchange")),
        ("bomb_to", ("winner", "opponents", "chosen")),
        ("rules", FLAGS),
        *((f"{place + 1}. bet value", _steps(10, 10)) for place in range(BET_VALUES)),
    ],
    *([(f"{back} ago: {name}", labels) for name, labels in word] for back in range(1, PAST + 1) for word in LOGGED),
]


def _placed(words: list[_Word]) -> tuple[Field, ...]:
    fields = []
    for number, word in enumerate(words):
        at = number * WORD
        for name, labels in word:
            fields.append(Field(name, at, tuple(labels)))
            at += len(labels)
        assert at <= (number + 1) * WORD
    return tuple(fields)


def _features(fields: tuple[Field, ...], words: int) -> tuple[str, ...]:
    names = [""] * (words * WORD)
    for field in fields:
        names[field.first : field.first + field.width] = [f"{field.name}: {label}" for label in field.labels]
    return tuple(names)


STATE_WORDS: Final = len(_STATE)
STATE_FIELDS: Final = _placed(_STATE)
ACTION_WORDS: Final = len(_ACTION)
ACTION_FIELDS: Final = _placed(_ACTION)
STATE_FEATURES: Final = _features(STATE_FIELDS, STATE_WORDS)  # the name of every bit; empty where no bit is ever set
ACTION_FEATURES: Final = _features(ACTION_FIELDS, ACTION_WORDS)
BET_BIT: Final = ACTION_FEATURES.index("verb: bet")  # in the first word of an action's row
HAND_FEATURES: Final = 2 * WORD  # the first features of a state are the seat's own hand


def field_table(fields: Iterable[Field]) -> str:
    """Fields as a Markdown table: their bits, their names and what the bits say."""
    rows = ["| bits | field | what they say |", "|---|---|---|"]
    for field in fields:
        few = field.labels if field.width < 9 else (*field.labels[:3], "...", field.labels[-1])
        rows.append(f"| {field.first}-{field.first + field.width - 1} | {field.name} | {', '.join(few)} |")
    return "\n".join(rows)


def unpack(words: Words, dtype: DTypeLike = np.uint8) -> NDArray[Any]:
    """The bits of rows as features of 0 and 1, lowest bit first: [..., words] to [..., 64 * words]."""
    rows = np.ascontiguousarray(words, dtype="<u8")
    return np.unpackbits(rows.view(np.uint8), axis=-1, bitorder="little").astype(dtype, copy=False)
