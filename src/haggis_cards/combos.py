"""Combinations (R5.3 to R5.7): what cards can be put on the table, what beats what, all plays of a hand.

- All combinations but bombs are grids: *width* suited lines over the same *length* consecutive ranks (R5.3).
- Courts are wild in a grid and stand for cells that no number card of the play covers (R5.4). With three courts at
  most one line of a Stair can be without a number card.
- Number cards of one suit fill as few lines as they can: as many as the most copies of one of them. So a play is told
  by its cards, its width, its length and its lowest rank; the suits of wild cells follow (R5.4, R5.5).
- Higher means the same kind, width and length at a higher rank; a bomb beats all but equal and higher bombs (R5.6,
  R5.7).

    Kind       width  length
    SINGLE     1      1         courts rank 11, 12, 13
    SEQUENCE   1      3..
    STAIR      2..    2..
    SET        2..    1         house rule `sets`; its courts stand for any suit, without limit
    BOMB       3-5-7-9 in four suits < J Q < J K < Q K < J Q K < 3-5-7-9 in one suit
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import ClassVar, Final, NamedTuple, TypedDict

from haggis_cards.cards import (
    ALL_COURTS,
    COURT_SHIFT,
    COURTS,
    HAND_BITS,
    LINE,
    LINE_MASK,
    LOW,
    NUMBERS,
    PLANE,
    RANKS,
    SUITS,
    TOP,
    Cards,
    Deck,
    add,
    clip,
    each_kind,
    parse_card,
    rank_of,
    text,
)
from haggis_cards.errors import IllegalAction, NotationError


class Kind(IntEnum):
    """The kinds of combination; the value stands in a play's code."""

    SINGLE = 0
    SEQUENCE = 1
    STAIR = 2
    SET = 3
    BOMB = 4


# A play is one integer: its cards, then what they are read as. Bits above the cards:
#     bit 93        1 in a double deck: a line without number cards may repeat a suit
#     bit 94..97    rank: the lowest of the grid; 11 12 13 for single courts; 1 to 6 for bombs
#     bit 98..101   length
#     bit 102..105  width
#     bit 106..108  kind
# So `code >> 98` is the shape that a following play must share, and `code >> 94` compares plays of one shape.
_DOUBLE: Final = HAND_BITS
_RANK: Final = _DOUBLE + 1
_LENGTH: Final = _RANK + 4
_WIDTH: Final = _LENGTH + 4
_KIND: Final = _WIDTH + 4
_CARDS: Final = (1 << HAND_BITS) - 1


def _reading(kind: Kind, width: int, length: int, rank: int) -> int:
    return kind << _KIND | width << _WIDTH | length << _LENGTH | rank << _RANK


class PlayParts(TypedDict):
    """What a play is, without its cards, ready for JSON."""

    kind: str
    width: int
    length: int
    rank: int


class Play(int):
    """A combination put on the table: cards and how they are read, in the bits of one integer."""

    __slots__ = ()
    verb: ClassVar[str] = "play"

    @property
    def cards(self) -> Cards:
        return self & _CARDS

    @property
    def kind(self) -> Kind:
        return Kind(self >> _KIND)

    @property
    def width(self) -> int:
        return self >> _WIDTH & 15

    @property
    def length(self) -> int:
        return self >> _LENGTH & 15

    @property
    def rank(self) -> int:
        """The lowest rank of the grid; 11, 12, 13 for single courts; 1 to 6 for bombs."""
        return self >> _RANK & 15

    @property
    def is_bomb(self) -> bool:
        return self >> _KIND == Kind.BOMB

    @property
    def count(self) -> int:
        return (self & _CARDS).bit_count()

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
        if self >> _LENGTH == other >> _LENGTH:
            return self >> _RANK > other >> _RANK
        return self.is_bomb

    def __str__(self) -> str:
        return f"play {self.text}"

    def __repr__(self) -> str:
        return f"Play({self.text!r})"


# Bombs, low to high. They share one shape (length zero), so that the rank alone compares them.
_BOMB_NAMES: Final = ("", "3-5-7-9 in four suits", "J Q", "J K", "Q K", "J Q K", "3-5-7-9 in one suit")
_COURT_BOMBS: Final = {2: 0b011, 3: 0b101, 4: 0b110, 5: 0b111}


@cache
def _bombs(suits: int, double: int) -> tuple[int, ...]:
    """All bombs of a deck, low to high (R5.7)."""

    def bomb(rank: int, cards: Cards) -> int:
        return _reading(Kind.BOMB, 1, 0, rank) | double << _DOUBLE | cards

    def odd(lines: Iterable[int]) -> Cards:
        return sum(1 << suit * LINE + rank - LOW for suit, rank in zip(lines, (3, 5, 7, 9), strict=True))

    return (
        *(bomb(1, odd(lines)) for lines in permutations(range(suits), 4)),
        *(bomb(rank, courts << COURT_SHIFT) for rank, courts in _COURT_BOMBS.items()),
        *(bomb(6, odd([suit] * 4)) for suit in range(suits)),
    )


# The courts to choose by mask of those held and number wanted, as cards.
_CHOICES: Final = tuple(
    tuple(
        tuple(sum(chosen) << COURT_SHIFT for chosen in combinations([bit for bit in (1, 2, 4) if held & bit], size))
        for size in range(held.bit_count() + 1)
    )
    for held in range(8)
)


@cache
def _most(mask: int, fewer: int) -> tuple[int, ...]:
    """The submasks that lack at most so many bits of the mask."""
    bits = [1 << i for i in range(mask.bit_length()) if mask >> i & 1]
    return tuple(mask ^ sum(gone) for size in range(fewer + 1) for gone in combinations(bits, size))


class _Part(NamedTuple):
    """Number cards of one suit in a grid: the lines they need, the cells they leave to courts."""

    lines: int
    missing: int
    cards: Cards


@lru_cache(maxsize=1 << 15)
def _parts(first: int, second: int, wild: int) -> dict[tuple[int, int], list[_Part]]:
    """What a suit's cards (nine bits a copy) can give to the grid at each (length, low), with so many courts."""
    parts: dict[tuple[int, int], list[_Part]] = {}
    for length in range(1, LINE + 1):
        for low in range(LINE - length + 1):
            held = first & (1 << length) - 1 << low
            spare = wild - (length - held.bit_count())
            if spare < 0 or not held:
                continue
            found = []
            for one in _most(held, spare):
                missing = length - one.bit_count()
                if one:
                    found.append(_Part(1, missing, one))
                twice = one & second
                spare_twice = wild - missing - (length - twice.bit_count())
                if twice and spare_twice >= 0:
                    found += [
                        _Part(2, missing + length - two.bit_count(), one | two << PLANE)
                        for two in _most(twice, spare_twice)
                        if two
                    ]
            if found:
                parts[length, low + LOW] = found
    return parts


class Grammar(NamedTuple):
    """The combinations of a game: its deck, its kinds, the top rank of its grids."""

    deck: Deck
    kinds: frozenset[Kind]
    top: int = TOP

    def plays(self, hand: Cards, over: Play | None = None) -> list[Play]:
        """Every play of a hand, or those that beat the given one, in an order that is always the same."""
        codes: list[int] = []
        if over is None:
            codes += self._singles(hand, 0)
            codes += self._grids(hand, 0, 0, 0)
        elif over.kind is Kind.SINGLE:
            codes += self._singles(hand, over.rank)
        elif over.kind is not Kind.BOMB:
            codes += self._grids(hand, over.width, over.length, over.rank)
        lowest = over >> _RANK if over and over.is_bomb else 0
        codes += [bomb for bomb in _bombs(*self._deck) if not bomb & _CARDS & ~hand and bomb >> _RANK > lowest]
        return list(map(Play, codes))

    @property
    def _deck(self) -> tuple[int, int]:
        return self.deck.suits, self.deck.copies - 1

    def _singles(self, hand: Cards, above: int) -> list[int]:
        base = _reading(Kind.SINGLE, 1, 1, 0) | (self.deck.copies - 1) << _DOUBLE
        return [base | rank_of(card) << _RANK | card for card in each_kind(hand) if rank_of(card) > above]

    def _grids(self, hand: Cards, width: int, length: int, above: int) -> list[int]:
        """Sequences, Stairs and Sets: of one width and length above a rank, or (zeros) all of them."""
        courts = hand >> COURT_SHIFT
        wild = courts.bit_count()
        choices = _CHOICES[courts]
        suits = [
            (suit * LINE, _parts(hand >> suit * LINE & LINE_MASK, hand >> PLANE + suit * LINE & LINE_MASK, wild))
            for suit in range(self.deck.suits)
        ]
        if length:
            windows = [(length, low) for low in range(above + 1, self.top - length + 2)]
        else:
            shortest = 1 if Kind.SET in self.kinds else 2
            found = {window for _, parts in suits for window in parts}
            windows = sorted((length, low) for length, low in found if shortest <= length <= self.top - low + 1)
        codes: list[int] = []
        for length, low in windows:
            # Suit by suit, every choice of parts: (lines, cells left to courts, cards).
            stacks = [(0, 0, 0)]
            for shift, parts in suits:
                if (length, low) in parts:
                    stacks += [
                        (lines + more, missing + gaps, cards | part << shift)
                        for lines, missing, cards in stacks
                        for more, gaps, part in parts[length, low]
                        if missing + gaps <= wild
                    ]
            readings = _readings(self, width, length, low)
            for lines, missing, cards in stacks[1:]:
                # The grid of these lines, and those with more lines, of courts alone, as far as they go.
                for total in range(missing, wild + 1, length):
                    if readings[lines]:
                        base = readings[lines] | cards
                        codes += [base | chosen for chosen in choices[total]]
                    lines += 1
        return codes

    def accepts(self, play: Play) -> bool:
        """Whether this is a combination of the game: the definition that generating and reading agree with."""
        cards, kind = play.cards, play >> _KIND
        numbers = cards & NUMBERS
        if kind == Kind.BOMB:
            return play in _bombs(*self._deck)
        if kind == Kind.SINGLE:
            return play in self._singles(cards, 0) and cards.bit_count() == 1 and not numbers >> self.deck.suits * LINE
        shape = _shapes(self).get((play.width, play.length), 0)
        window = range(play.rank, play.rank + play.length)
        if play != shape | play.rank << _RANK | cards or not numbers or window[0] < LOW or window[-1] > self.top:
            return False
        reach = ((1 << play.length) - 1) << play.rank - LOW
        lines = 0
        for suit in range(self.deck.suits):
            first, second = numbers >> suit * LINE & LINE_MASK, numbers >> PLANE + suit * LINE & LINE_MASK
            if first & ~reach or second & ~first or (second and self.deck.copies == 1):
                return False
            lines += (first > 0) + (second > 0)
            numbers &= ~((LINE_MASK << PLANE | LINE_MASK) << suit * LINE)
        return not numbers and lines <= play.width and play.count == play.width * play.length

    def read(self, text: str) -> Play:
        """The play that a text means: cells in any order, courts on any of the cells they stand for."""
        numbers, courts = 0, 0
        cells: list[tuple[int, int]] = []  # (rank, suit), suit -1 where a Set's court names the rank only
        plain = 0
        for token in text.split():
            name, wild, target = token.partition("=")
            card = parse_card(name)
            if card & ALL_COURTS:
                if courts & card:
                    raise NotationError("two-courts", card=name)
                courts |= card
                if wild:
                    cells.append(self._cell(token, target))
                else:
                    plain += 1
                continue
            if wild:
                raise NotationError("not-a-court", text=clip(token))
            rank, suit = self._cell(token, name)
            if numbers & card << (PLANE if self.deck.copies == 2 else 0):
                raise NotationError("copies", card=name, copies=self.deck.copies)
            numbers = add(numbers, card)
            cells.append((rank, suit))
        if not numbers | courts:
            raise NotationError("no-cards")
        cards = numbers | courts
        if plain and (plain < courts.bit_count() or (numbers and plain)):
            raise NotationError("bare-court")
        if plain or not courts:
            for code in (*self._singles(cards, 0), *_bombs(*self._deck)):
                if code & _CARDS == cards:
                    return Play(code)
        shape = self._shape(cells) if not plain else None
        if shape:
            play = Play(shape | min(cells)[0] << _RANK | cards)
            if self.accepts(play):
                return play
        raise self._fault(cells, numbers, courts)

    def _cell(self, token: str, target: str) -> tuple[int, int]:
        """The (rank, suit) that a token names."""
        rank, suit = RANKS.find(target[:1]) if target else -1, SUITS.find(target[1:]) if target[1:] else -1
        if rank < 0 or len(target) > 2 or (target[1:] and suit < 0) or (target == token and suit < 0):
            raise NotationError("cell", text=clip(token))
        if suit >= self.deck.suits:
            raise NotationError("suit", text=clip(token), suit=SUITS[suit], suits=list(SUITS[: self.deck.suits]))
        return rank + LOW, suit

    def _shape(self, cells: list[tuple[int, int]]) -> int | None:
        """The shape of a grid that these cells fill, if they do."""
        ranks = sorted({rank for rank, _ in cells})
        if len(ranks) == 1:
            return _shapes(self).get((len(cells), 1))
        suits = {suit for _, suit in cells}
        counts = {suit: {cells.count((rank, suit)) for rank in range(ranks[0], ranks[-1] + 1)} for suit in suits}
        if -1 in suits or any(len(count) > 1 or max(count) > self.deck.copies for count in counts.values()):
            return None
        return _shapes(self).get((len(cells) // len(ranks), len(ranks)))

    def _fault(self, cells: list[tuple[int, int]], numbers: Cards, courts: Cards) -> IllegalAction:
        """Why these cells are not a combination, for the player who tried them."""
        cards = text(numbers | courts)
        ranks = sorted({rank for rank, _ in cells})
        suits = {suit for _, suit in cells}
        if not numbers:
            return IllegalAction("no-combination", fault="courts", cards=cards)
        if len(cells) == 1:
            return IllegalAction("no-combination", fault="lone-court", cards=cards)
        if len(ranks) == 1:
            if Kind.SET not in self.kinds:
                return IllegalAction("no-combination", fault="sets-off", cards=cards)
            return IllegalAction("no-combination", fault="set", cards=cards)
        if -1 in suits:
            return IllegalAction("no-combination", fault="court-suit", cards=cards)
        gaps = [rank for rank in range(ranks[0], ranks[-1]) if rank not in ranks]
        if gaps:
            return IllegalAction("no-combination", fault="gap", cards=cards, ranks=gaps)
        if len(suits) > 1 and len(cells) == len(ranks):
            return IllegalAction("no-combination", fault="suits", cards=cards, count=len(suits))
        if len(suits) == 1 and len(cells) == len(ranks):
            return IllegalAction("no-combination", fault="short", cards=cards)
        if any(cells.count(cell) > self.deck.copies for cell in cells):
            return IllegalAction("no-combination", fault="copies", cards=cards, copies=self.deck.copies)
        return IllegalAction("no-combination", fault="stair", cards=cards)


@cache
def _shapes(grammar: Grammar) -> dict[tuple[int, int], int]:
    """The grids of a game by (width, length), as the part of the code that tells them."""
    most = grammar.deck.suits * grammar.deck.copies
    lengths = range(1, grammar.top - LOW + 2)
    sizes = {
        Kind.SEQUENCE: [(1, length) for length in lengths if length >= 3],
        Kind.STAIR: [(width, length) for width in range(2, most + 1) for length in lengths if length >= 2],
        Kind.SET: [(width, 1) for width in range(2, most + len(COURTS) + 1)],
    }
    double = (grammar.deck.copies - 1) << _DOUBLE
    return {size: _reading(kind, *size, 0) | double for kind in sizes if kind in grammar.kinds for size in sizes[kind]}


@cache
def _readings(grammar: Grammar, only: int, length: int, low: int) -> list[int]:
    """By number of lines, what a grid of this length and lowest rank is read as; 0 where it is none, or not wanted."""
    most = grammar.deck.suits * grammar.deck.copies + len(COURTS)
    shapes = _shapes(grammar)
    return [
        shapes[lines, length] | low << _RANK if (lines, length) in shapes and only in (0, lines) else 0
        for lines in range(most + 1)
    ]


# The cells of one rank in every line of a hand: `cards >> rank & _COLUMN`, with 2 as rank 0.
_COLUMN: Final = sum(1 << line * LINE for line in range(2 * len(SUITS)))
_COURT_NAMES: Final = tuple(tuple(name for i, name in enumerate(COURTS) if held >> i & 1) for held in range(8))


# A list of plays to lead can have thousands, so texts are put together out of parts that are known already.
@lru_cache(maxsize=1 << 16)
def _text(code: int) -> str:
    kind = code >> _KIND
    if kind in (Kind.SINGLE, Kind.BOMB):
        return text(code & _CARDS)
    courts = _COURT_NAMES[code >> COURT_SHIFT & 7]
    if kind == Kind.SET:
        rank = RANKS[(code >> _RANK & 15) - LOW]
        return " ".join([text(code & NUMBERS), *(f"{court}={rank}" for court in courts)])
    return _grid(code & ~ALL_COURTS) % courts


@lru_cache(maxsize=1 << 14)
def _grid(code: int) -> str:
    """The text of a Sequence or Stair with `%s` for each court."""
    low, length, width = (code >> _RANK & 15) - LOW, code >> _LENGTH & 15, code >> _WIDTH & 15
    columns = [(rank, code >> rank & _COLUMN) for rank in range(low, low + length)]
    held = 0
    for _, cells in columns:
        held |= cells
    lines = _lines(held, width, 1 + (code >> _DOUBLE & 1))
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
        name = RANKS[rank] + SUITS[suit]
        here = (cells >> suit * LINE & 1) + (cells >> PLANE + suit * LINE & 1)
        shown += [name] * here + [f"%s={name}"] * (count - here)
    return " ".join(shown)


def _rank_name(rank: int) -> str:
    """A rank as it is written: 2 to 9, T, J, Q, K."""
    return (RANKS + COURTS)[rank - LOW]
