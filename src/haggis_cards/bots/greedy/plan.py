"""Splits a hand into few plays: the plan.

A plan covers the whole hand. Its cost is a turn for each play, more for one that is easily beaten, less for a bomb,
which takes the lead whenever it is wanted. The cheapest plan is found by a search over the lowest card that is not
covered yet: alone, in a Sequence, in a Stair or in a 3-5-7-9, with gaps filled by courts, the lowest first. Courts
that fill no gap are singles or bombs, whatever is cheaper.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from haggis_cards.bots.greedy.threats import COURT_BOMBS, OF_RANK, Threats
from haggis_cards.cards import COURT_SHIFT, FIRST, LINE, LINE_MASK, LOW, NUMBERS, PLANE, Cards, remove
from haggis_cards.rules import Rules


class Meld(NamedTuple):
    """A play in a plan: its number cards, how many courts it takes, and its grid; length 0 is a bomb."""

    cards: Cards
    wild: int
    width: int
    length: int
    rank: int


class Plan(NamedTuple):
    """A split of a hand, linked: the cost of all, the first play, and the plan of the rest."""

    cost: float
    meld: Meld | None = None
    rest: "Plan | None" = None

    @property
    def size(self) -> int:
        """How many plays it has."""
        return sum(1 for _ in self.melds())

    def melds(self) -> Iterator[Meld]:
        """The plays, those of the lowest cards first."""
        plan: Plan | None = self
        while plan and plan.meld:
            yield plan.meld
            plan = plan.rest


NO_PLAN: Final = Plan(float("inf"))
DONE: Final = Plan(0.0)

# The ways to part free courts (bits 1, 2, 4 for J, Q, K) into singles and bombs (R5.7).
_PARTINGS: Final[Mapping[int, list[tuple[int, ...]]]] = {
    0b001: [(1,)], 0b010: [(2,)], 0b100: [(4,)],
    0b011: [(1, 2), (3,)], 0b101: [(1, 4), (5,)], 0b110: [(2, 4), (6,)],
    0b111: [(1, 2, 4), (3, 4), (5, 2), (6, 1), (7,)],
}  # fmt: skip


def _without_lowest(courts: int, count: int) -> int:
    for _ in range(count):
        courts &= courts - 1
    return courts


_KEPT: Final = [[_without_lowest(courts, count) for count in range(4)] for courts in range(8)]


class Planner:
    """Finds plans for hands in one position, and remembers them."""

    def __init__(self, rules: Rules, threats: Threats, prices: Mapping[str, float]) -> None:
        self.threats = threats
        self._prices = prices
        self._rules = MeldRules(rules.deck.suits, rules.top_rank - LOW, rules.sets)
        self._plans: dict[tuple[Cards, int], Plan] = {}
        self._tails: dict[int, Plan] = {0: DONE}
        self._costs: dict[tuple[int, int, int], float] = {}

    def plan(self, hand: Cards) -> Plan:
        """The cheapest split of a hand."""
        return self._plan(hand & NUMBERS, hand >> COURT_SHIFT)

    def openings(self, hand: Cards) -> set[tuple[Cards, int, int, int]]:
        """What is worth leading: number cards alone, and what the best plans with all, two, one and no courts hold."""
        numbers, courts = hand & NUMBERS, hand >> COURT_SHIFT
        found = {meld for kept in _KEPT[courts] for meld in self._plan(numbers, kept).melds()}
        left = numbers
        while left:
            covering = melds(self._rules, left, 0)
            found |= {meld for meld, _ in covering}
            left = covering[0][1]
        return {(meld.cards, meld.width, meld.length, meld.rank) for meld in found}

    def _plan(self, numbers: Cards, courts: int) -> Plan:
        if not numbers:
            return self._tail(courts)
        key = numbers, courts
        best = self._plans.get(key)
        if best is None:
            cheapest, first, following = float("inf"), None, DONE
            costs, kept = self._costs, _KEPT[courts]
            for meld, left in melds(self._rules, numbers, courts.bit_count()):
                rest = self._plan(left, kept[meld.wild])
                cost = costs.get(meld[2:])
                if cost is None:
                    cost = costs[meld[2:]] = self.cost(meld)
                if rest.cost + cost < cheapest:
                    cheapest, first, following = rest.cost + cost, meld, rest
            best = self._plans[key] = Plan(cheapest, first, following)
        return best

    def cost(self, meld: Meld) -> float:
        """What a play costs in a plan: a turn, and more if it is easily beaten."""
        if not meld.length:
            return self._prices["bomb"]
        beaten = self.threats.grid_beaten(meld.width, meld.length, meld.rank)
        return 1 + self._prices["beaten"] * beaten - self._prices["size"] * (meld.width * meld.length - 1)

    def _tail(self, courts: int) -> Plan:
        """Courts that fill no gap."""
        plan = self._tails.get(courts)
        if plan is None:
            plan = NO_PLAN
            for parting in _PARTINGS[courts]:
                option = DONE
                for part in parting:
                    single = part & part - 1 == 0
                    grid = (1, 1, 10 + part.bit_length()) if single else (1, 0, COURT_BOMBS[part])
                    meld = Meld(part << COURT_SHIFT, 0, *grid)
                    option = Plan(option.cost + self.cost(meld) - self._prices["court"], meld, option)
                plan = min(plan, option, key=lambda each: each.cost)
            self._tails[courts] = plan
        return plan


class MeldRules(NamedTuple):
    """What the melds of a game depend on."""

    suits: int
    top: int  # the highest rank of a grid, counted from 0
    sets: bool


@lru_cache(maxsize=1 << 12)  # those of a round: other deals have other hands, and more only takes memory
def melds(game: MeldRules, numbers: Cards, wild: int) -> tuple[tuple[Meld, Cards], ...]:
    """The plays that may cover the lowest of these cards with at most `wild` courts, and the cards they leave."""
    start, suit = _lowest(numbers)
    lines = [
        (numbers >> index * LINE & LINE_MASK, numbers >> index * LINE + PLANE & LINE_MASK)
        for index in range(game.suits)
    ]
    found = [Meld(1 << suit * LINE + start, 0, 1, 1, start + LOW)]
    found += _sequences(game, lines[suit][0], start, suit, wild)
    found += _stairs(game, lines, start, suit, wild)
    if game.sets:
        same = numbers & (OF_RANK[start] | OF_RANK[start] << PLANE)
        if same.bit_count() > 1:
            found.append(Meld(same, 0, same.bit_count(), 1, start + LOW))
    if start == _THREE:
        found += _odd_bombs([first for first, _ in lines], suit)
    return tuple((meld, remove(numbers, meld.cards)) for meld in found)


_THREE, _FIVE, _SEVEN, _NINE = (rank - LOW for rank in (3, 5, 7, 9))
_ODD: Final = 1 << _THREE | 1 << _FIVE | 1 << _SEVEN | 1 << _NINE


def _lowest(numbers: Cards) -> tuple[int, int]:
    """The rank, counted from 0, and the suit of the lowest card."""
    for rank, cards in enumerate(OF_RANK):
        here = numbers & cards
        if here:
            return rank, ((here & -here).bit_length() - 1) // LINE
    raise ValueError("there is no number card")


def _sequences(game: MeldRules, line: int, start: int, suit: int, wild: int) -> Iterator[Meld]:
    """From the lowest card up to another; a gap takes a court."""
    shift, cards, gaps = suit * LINE, 0, 0
    for end in range(start, game.top + 1):
        if line >> end & 1:
            cards |= 1 << end
            if end >= start + 2:
                yield Meld(cards << shift, gaps, 1, end - start + 1, start + LOW)
        else:
            gaps += 1
            if gaps > wild:
                break
            if end == start + 2 and gaps == 1:  # two neighbours, a court above them
                yield Meld(cards << shift, gaps, 1, 3, start + LOW)
    if wild and start == game.top - 1 and line >> game.top & 1:  # the two highest, a court below them
        yield Meld(0b11 << start + shift, 1, 1, 3, start - 1 + LOW)


def _stairs(game: MeldRules, lines: list[tuple[int, int]], start: int, suit: int, wild: int) -> Iterator[Meld]:
    """With the lowest card in their lowest rank; at least two number cards for each court."""
    for length in range(2, game.top - start + 2):
        window = (1 << length) - 1 << start
        own = lines[suit][0] & window
        missing = length - own.bit_count()
        if missing > wild:
            break
        others = []
        for index, line in enumerate(lines):
            for copy, held in enumerate(line):
                gaps = length - (held & window).bit_count()
                if held & window and gaps <= wild - missing and (index, copy) != (suit, 0):
                    others.append((gaps, (held & window) << index * LINE + copy * PLANE))
        for more in range(1, len(others) + 1):
            for chosen in combinations(others, more):
                gaps = missing + sum(gap for gap, _ in chosen)
                cards = own << suit * LINE | sum(held for _, held in chosen)
                lone = cards >> PLANE & FIRST & ~cards  # the second line of a suit without the first
                if gaps <= wild and 2 * gaps <= cards.bit_count() and not lone:
                    yield Meld(cards, gaps, more + 1, length, start + LOW)


def _odd_bombs(lines: list[int], suit: int) -> Iterator[Meld]:
    """The 3-5-7-9 with the 3 of this suit: in one suit, or in four (R5.7)."""
    if lines[suit] & _ODD == _ODD:
        yield Meld(_ODD << suit * LINE, 0, 1, 0, 6)
    others = [index for index in range(len(lines)) if index != suit]
    for five in others:
        if lines[five] >> _FIVE & 1:
            for seven in others:
                if seven != five and lines[seven] >> _SEVEN & 1:
                    for nine in others:
                        if nine not in (five, seven) and lines[nine] >> _NINE & 1:
                            cards = (suit, _THREE), (five, _FIVE), (seven, _SEVEN), (nine, _NINE)
                            yield Meld(sum(1 << line * LINE + rank for line, rank in cards), 0, 1, 0, 1)
