"""The combinations of a game (R5.3 to R5.5): generates all plays of a hand, accepts and reads single ones.

- All combinations but bombs are grids: *width* suited lines over the same *length* consecutive ranks (R5.3).
- Courts are wild in a grid and stand for cells that no number card of the play covers (R5.4). With three courts at
  most one line of a Stair can be without a number card.
- Number cards of one suit fill as few lines as they can: as many as the most copies of one of them. So the cards, the
  width, the length and the lowest rank define a play; the suits of wild cells follow (R5.4, R5.5).
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Final, NamedTuple

from haggis_cards.cards import (
    ALL_COURTS,
    COURT_SHIFT,
    COURTS,
    LINE,
    LINE_MASK,
    LOW,
    NUMBERS,
    PLANE,
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
from haggis_cards.combos import (
    CARDS_MASK,
    CELLS,
    DOUBLE_SHIFT,
    KIND_SHIFT,
    RANK_SHIFT,
    Kind,
    Play,
    as_play,
    as_plays,
    reading,
)
from haggis_cards.errors import IllegalAction, NotationError

# The bombs of courts by rank, as bits 1, 2, 4 for J, Q, K.
_COURT_BOMBS: Final = {2: 0b011, 3: 0b101, 4: 0b110, 5: 0b111}


@cache
def _bombs(suits: int, double: int) -> tuple[int, ...]:
    """All bombs of a deck, low to high (R5.7)."""

    def bomb(rank: int, cards: Cards) -> int:
        return reading(Kind.BOMB, 1, 0, rank) | double << DOUBLE_SHIFT | cards

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
    """The submasks that lack at most `fewer` bits of the mask."""
    bits = [1 << i for i in range(mask.bit_length()) if mask >> i & 1]
    return tuple(mask ^ sum(gone) for size in range(fewer + 1) for gone in combinations(bits, size))


class _Part(NamedTuple):
    """Number cards of one suit in a grid: the lines they need, the cells they leave to courts."""

    lines: int
    missing: int
    cards: Cards


@lru_cache(maxsize=1 << 15)
def _parts(first: int, second: int, wild: int) -> dict[tuple[int, int], list[_Part]]:
    """What a suit's cards (nine bits a copy) can give to the grid at each (length, low), with `wild` courts."""
    parts: dict[tuple[int, int], list[_Part]] = {}
    for length in range(1, len(CELLS) + 1):
        for low in range(min(LINE, len(CELLS) - length + 1)):
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
        """Every play of a hand, or those that beat the given one, always in the same order."""
        hand, codes = int(hand), list[int]()
        if over is None:
            codes += self._singles(hand, 0)
            codes += self._grids(hand, 0, 0, 0)
        elif over.kind is Kind.SINGLE:
            codes += self._singles(hand, over.rank)
        elif over.kind is not Kind.BOMB:
            codes += self._grids(hand, over.width, over.length, over.rank)
        lowest = over >> RANK_SHIFT if over and over.is_bomb else 0
        codes += [bomb for bomb in _bombs(*self._deck) if not bomb & CARDS_MASK & ~hand and bomb >> RANK_SHIFT > lowest]
        return list(as_plays(codes))

    @property
    def _deck(self) -> tuple[int, int]:
        return self.deck.suits, self.deck.copies - 1

    def _singles(self, hand: Cards, above: int) -> list[int]:
        base = reading(Kind.SINGLE, 1, 1, 0) | (self.deck.copies - 1) << DOUBLE_SHIFT
        return [base | rank_of(card) << RANK_SHIFT | card for card in each_kind(hand) if rank_of(card) > above]

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
            if self.top > TOP:
                windows.sort(key=lambda window: sum(window) > TOP + 1)  # those that reach above the ten come last
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
        """Whether this is a combination of the game; generating and reading agree with this definition."""
        cards, kind = play & CARDS_MASK, play >> KIND_SHIFT
        numbers = cards & NUMBERS
        if kind == Kind.BOMB:
            return play in _bombs(*self._deck)
        if kind == Kind.SINGLE:
            return play in self._singles(cards, 0) and cards.bit_count() == 1 and not numbers >> self.deck.suits * LINE
        shape = _shapes(self).get((play.width, play.length), 0)
        window = range(play.rank, play.rank + play.length)
        if play != shape | play.rank << RANK_SHIFT | cards or not numbers or window[0] < LOW or window[-1] > self.top:
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
        """The play that a text names: cells in any order, courts on any of the cells they stand for."""
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
                if code & CARDS_MASK == cards:
                    return as_play(code)
        shape = self._shape(cells) if not plain else None
        if shape:
            play = as_play(shape | min(cells)[0] << RANK_SHIFT | cards)
            if self.accepts(play):
                return play
        raise self._fault(cells, numbers, courts)

    def _cell(self, token: str, target: str) -> tuple[int, int]:
        """The (rank, suit) that a token names."""
        rank, suit = CELLS.find(target[:1]) if target else -1, SUITS.find(target[1:]) if target[1:] else -1
        if rank < 0 or len(target) > 2 or (target[1:] and suit < 0) or (target == token and suit < 0):
            raise NotationError("cell", text=clip(token))
        if rank >= LINE and rank + LOW > self.top:
            raise NotationError("cell-above", text=clip(token), top=CELLS[self.top - LOW])
        if rank >= LINE and rank > CELLS.index(token[0]):
            raise NotationError("court-above", text=clip(token))
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
        missing = [rank for rank in range(ranks[0], ranks[-1]) if rank not in ranks]
        gaps = [rank if rank <= TOP else CELLS[rank - LOW] for rank in missing]
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
    """The grids of a game by (width, length), as the part of a play's code above its rank."""
    most = grammar.deck.suits * grammar.deck.copies
    lengths = range(1, grammar.top - LOW + 2)
    sizes = {
        Kind.SEQUENCE: [(1, length) for length in lengths if length >= 3],
        Kind.STAIR: [(width, length) for width in range(2, most + 1) for length in lengths if length >= 2],
        Kind.SET: [(width, 1) for width in range(2, most + len(COURTS) + 1)],
    }
    double = (grammar.deck.copies - 1) << DOUBLE_SHIFT
    return {size: reading(kind, *size, 0) | double for kind in sizes if kind in grammar.kinds for size in sizes[kind]}


@cache
def _readings(grammar: Grammar, only: int, length: int, low: int) -> list[int]:
    """How a grid of this length and lowest rank is read, by its number of lines; 0 if it is not wanted."""
    most = grammar.deck.suits * grammar.deck.copies + len(COURTS)
    shapes = _shapes(grammar)
    return [
        shapes[lines, length] | low << RANK_SHIFT if (lines, length) in shapes and only in (0, lines) else 0
        for lines in range(most + 1)
    ]
