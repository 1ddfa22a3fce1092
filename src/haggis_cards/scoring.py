"""The points of a round by parts: captured cards, bonuses for going out, bets (R6.4 to R8.1)."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, TypedDict

from haggis_cards.cards import COURT_SHIFT, LINE, LOW, SUITS, Cards
from haggis_cards.round import Round
from haggis_cards.rules import Rules

# What is printed on the cards (R8.1): 1 on each 3, 5, 7, 9, and on the courts.
_ODDS: Final = sum(1 << suit * LINE + rank - LOW for suit in range(2 * len(SUITS)) for rank in (3, 5, 7, 9))
_COURT_POINTS: Final = [sum(points for bit, points in ((1, 2), (2, 3), (4, 5)) if held & bit) for held in range(8)]


class Parts(TypedDict):
    """Points by their source, each by side."""

    cards: list[int]
    out: list[int]
    bets: list[int]


class ResultData(TypedDict):
    """What records and views both say of a finished round, ready for JSON."""

    out: list[int]
    points: list[int]
    parts: Parts
    totals: list[int]


class Result(NamedTuple):
    """The outcome of a finished round; points are by side."""

    out: tuple[int, ...]
    points: tuple[int, ...]
    cards: tuple[int, ...]
    bonus: tuple[int, ...]
    bets: tuple[int, ...]
    totals: tuple[int, ...]
    shepherd: int | None
    slam: int | None = None  # the side that made a slam (R6.5)

    @property
    def data(self) -> ResultData:
        """The part of the result that records and views share."""
        return {
            "out": list(self.out),
            "points": list(self.points),
            "parts": {"cards": list(self.cards), "out": list(self.bonus), "bets": list(self.bets)},
            "totals": list(self.totals),
        }

    def as_record(self, rules: Rules) -> dict[str, Any]:
        """The result as a record states it."""
        return {**self.data, **({"shepherd": self.shepherd} if rules.opening == "auction" else {})}


def card_points(rules: Rules, cards: Cards) -> int:
    """What cards on a score pile count (R8.1)."""
    match rules.points:
        case "flat":
            return cards.bit_count()
        case "printed":
            return (cards & _ODDS).bit_count() + _COURT_POINTS[cards >> COURT_SHIFT]


def captured(rnd: Round) -> tuple[int, ...]:
    """The points of the tricks that lie on each side's pile so far."""
    points = [0] * rnd.rules.side_count
    for trick in rnd.tricks:
        points[trick.side] += sum(card_points(rnd.rules, play.cards) for _, play in trick.entries if play)
    return tuple(points)


def score(rnd: Round) -> Result:
    """The result of a round that is over."""
    if not rnd.over or rnd.haggis_to is None:
        raise ValueError("the round is not over")
    rules = rnd.rules
    cards = list(captured(rnd))
    cards[rnd.haggis_to] += card_points(rules, rnd.haggis)
    taker = leftover_side(rnd)
    if taker is not None:
        cards[taker] += sum(card_points(rules, hand) for hand in rnd.hands)
    bets = _auction_points(rnd) if rules.opening == "auction" else _bet_points(rnd, cards)
    points = tuple(sum(parts) for parts in zip(cards, rnd.bonus, bets, strict=True))
    totals = tuple(sum(parts) for parts in zip(rnd.totals, points, strict=True))
    return Result(rnd.out, points, tuple(cards), rnd.bonus, tuple(bets), totals, rnd.shepherd, slam_side(rnd))


def slam_side(rnd: Round) -> int | None:
    """The side that made a slam in a finished round: both partners out before the others (R6.5)."""
    return rnd.rules.sides[rnd.out[0]] if rnd.rules.slam and _is_clean_sweep(rnd) else None


def leftover_side(rnd: Round) -> int | None:
    """The side that takes the cards left in hand; None for nobody (R6.4, R6.5)."""
    if _is_clean_sweep(rnd):
        return slam_side(rnd)
    match rnd.rules.leftover:
        case "first_out":
            return rnd.rules.sides[rnd.out[0]]
        case "last_out":
            return rnd.rules.sides[rnd.out[-1]]


def _is_clean_sweep(rnd: Round) -> bool:
    """Whether the first two players out are partners; without the rule `slam` it earns nothing (R6.5)."""
    sides = rnd.rules.sides
    return rnd.rules.partners and sides[rnd.out[0]] == sides[rnd.out[1]]


def bet_made(rnd: Round, seat: int, cards: Sequence[int]) -> bool:
    """Whether the seat's open bet stands and came true; `cards` are the points of the piles (R7.2, R10)."""
    if not rnd.stands(seat):
        return False
    match rnd.rules.bet_rule:
        case "out":
            return seat == rnd.out[0]
        case "score":
            side = rnd.rules.sides[seat]
            return cards[side] + rnd.bonus[side] >= (rnd.bets[seat] or 0)


def _bet_points(rnd: Round, cards: Sequence[int]) -> list[int]:
    """Open bets (R7.4), and the house rule `bet_rule` (R10)."""
    rules, sides = rnd.rules, rnd.rules.sides
    points = [0] * rules.side_count
    for seat in filter(rnd.stands, rules.seats):
        value, side = rnd.bets[seat] or 0, sides[seat]
        if bet_made(rnd, seat, cards):
            points[side] += rules.bet_multiplier * value
        elif rules.partners:
            points[1 - side] += value
        else:
            for winner in _bet_winners(rnd, seat):
                points[winner] += value
    return points


def _bet_winners(rnd: Round, seat: int) -> set[int]:
    """The players who score a lost bet of the seat, in a game without partners (R7.4, R10)."""
    match rnd.rules.bet_rule:
        case "out":
            return {rnd.out[0]}
        case "score":
            return {rnd.out[0], *(other for other in rnd.rules.seats if rnd.bets[other] is None)} - {seat}


def _auction_points(rnd: Round) -> list[int]:
    """The Shepherd's bid, or two thirds and one third of it for the Sheep (R7.5)."""
    points = [0] * rnd.rules.players
    shepherd, first = rnd.shepherd, rnd.out[0]
    if shepherd is None:
        return points
    if first == shepherd:
        points[shepherd] = rnd.bid
        return points
    other = next(seat for seat in rnd.rules.seats if seat not in (shepherd, first))
    points[first], points[other] = rnd.bid * 2 // 3, rnd.bid // 3
    return points
