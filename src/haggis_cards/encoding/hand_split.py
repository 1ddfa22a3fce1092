"""How a hand could be shed: a quick estimate of the fewest plays that empty it, and of what its low cards cost.

This is the reference of the same estimate in `native/encode.hpp`, which asks `native/policy_plan.hpp` with two price
lists: every play costs one; or a play costs less the higher it ranks, and courts nothing. Prices are in eighths.

- The cheapest split into Sequences and singles is looked up for each line of nine cards and number of courts in gaps.
- Courts go to the lines where they save most, the lowest court first; those left over are singles or bombs.
- To count plays, Stairs and 3-5-7-9s are taken out first, one after the other, the most helpful one first, as long as
  that helps. The cost of low cards ignores them.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import Final, NamedTuple, TypeAlias

from haggis_cards.cards import COURT_SHIFT, FIRST, LINE, LINE_MASK, LOW, PLANE, SUITS, Cards, Deck

Line: TypeAlias = int  # nine cards of a suit
Lines: TypeAlias = tuple[Line, ...]

ONE: Final = 8  # the price of a play
MOST_MELDS: Final = 8
NEVER: Final = 1 << 30
_ODDS: Final = tuple(rank - LOW for rank in (3, 5, 7, 9))


class HandSplit(NamedTuple):
    """The fewest plays found, and what low Sequences and singles cost."""

    plays: int
    low_card_cost: int  # in quarters: four for a play of the lowest rank, none for one of the highest


@lru_cache(maxsize=1 << 16)
def split_hand(deck: Deck, hand: Cards) -> HandSplit:
    """Estimates how a hand of this deck could be shed."""
    planes = (hand & FIRST, hand >> PLANE & FIRST)[: deck.copies]
    shown = [(suit, plane >> suit * LINE & LINE_MASK) for plane in planes for suit in range(deck.suits)]
    suits = [suit for suit, line in shown if line]
    lines = tuple(line for _, line in shown if line)
    firsts = sum(line > 0 for _, line in shown[: deck.suits])
    courts = hand >> COURT_SHIFT
    cost = _lines_price(lines, courts, by_rank=True)
    return HandSplit(_fewest(deck, suits[:firsts], lines, courts) // ONE, (cost + 1) // 2)


def _price(low: int, by_rank: bool) -> int:
    """The price of a play with this lowest rank, counted from 0."""
    return ONE - low if by_rank else ONE


@cache
def _court_price(courts: int, by_rank: bool) -> int:
    """The price of courts that fill no gap: one play, a single or a bomb of all of them."""
    return ONE * (courts > 0) * (not by_rank)


@cache
def _line_price(line: Line, gaps: int, by_rank: bool) -> int:
    """The cheapest split of a line into singles and Sequences with exactly this number of courts in their gaps."""
    if not line:
        return NEVER if gaps else 0
    best = NEVER
    for length in (1, *range(3, LINE + 1)):
        for low in range(LINE - length + 1):
            held = line & (1 << length) - 1 << low
            missing = length - held.bit_count()
            if held & -line & line and missing <= gaps and (length == 1 or missing <= length - 2):
                best = min(best, _price(low, by_rank) + _line_price(line ^ held, gaps - missing, by_rank))
    return best


def _lines_price(lines: Sequence[Line], courts: int, by_rank: bool) -> int:
    """The price of lines whose gaps courts may fill, the lowest court first, and of the courts left over."""
    held = courts.bit_count()
    with_courts = [0, *[NEVER] * held]  # by number of courts in gaps
    for line in lines:
        with_courts = [
            min(with_courts[gaps - more] + _line_price(line, more, by_rank) for more in range(gaps + 1))
            for gaps in range(held + 1)
        ]
    best = NEVER
    for price in with_courts:
        best = min(best, price + _court_price(courts, by_rank))
        courts &= courts - 1
    return best


def _fewest(deck: Deck, suits: list[int], lines: Lines, courts: int) -> int:
    """The price of the whole hand; `suits` are the suits of the first lines, which hold first copies."""
    spent, best = 0, _lines_price(lines, courts, by_rank=False)
    for _ in range(MOST_MELDS):
        chosen: Lines | None = None
        for rest in (*_stairs(lines), *_odd_bombs(deck.suits, suits, lines)):
            total = spent + ONE + _lines_price(rest, courts, by_rank=False)
            if total < best:
                best, chosen = total, rest
        if chosen is None:
            break
        spent, lines = spent + ONE, chosen
    return best


def _stairs(lines: Lines) -> Iterator[Lines]:
    """The lines after taking out a Stair of number cards over two or more of them."""
    for i, one in enumerate(lines):
        for j in range(i + 1, len(lines)):
            for ranks in _runs(one & lines[j]):
                rest = [*lines]
                rest[i] ^= ranks
                for k in range(j, len(lines)):
                    if not ranks & ~lines[k]:
                        rest[k] ^= ranks
                        yield tuple(rest)


def _runs(line: Line) -> Iterator[Line]:
    """The maximal runs of two or more neighbouring cards."""
    low = 0
    while line >> low:
        length = 0
        while line >> low + length & 1:
            length += 1
        if length > 1:
            yield (1 << length) - 1 << low
        low += length + 1


def _odd_bombs(deck_suits: int, suits: list[int], lines: Lines) -> Iterator[Lines]:
    """The lines after taking a 3-5-7-9 in four suits out of the first lines, whose suits are given."""
    place = {suit: index for index, suit in enumerate(suits)}
    for order in _bomb_suits(deck_suits):
        if all(suit in place and lines[place[suit]] >> rank & 1 for suit, rank in zip(order, _ODDS, strict=True)):
            rest = [*lines]
            for suit, rank in zip(order, _ODDS, strict=True):
                rest[place[suit]] ^= 1 << rank
            yield tuple(rest)


@cache
def _bomb_suits(suits: int) -> list[tuple[int, ...]]:
    """The suits of 3, 5, 7 and 9 in the core's order: those without the fifth suit first, then by the suit of the 9."""
    five = len(SUITS) - 1
    return sorted(permutations(range(suits), 4), key=lambda order: (five in order, order[::-1]))
