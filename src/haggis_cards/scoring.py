"""The points of a round by parts, and where they come from: captured cards, going out, bets (R6.2 to R8.1).

A part of the result is the sum of its sources: each names the rule, who scores, and the cards, hand or bet behind it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypedDict

from haggis_cards.cards import COURT_SHIFT, LINE, LOW, SUITS, Cards, names
from haggis_cards.round import OUT_BONUS, Round
from haggis_cards.rules import Rules

# What is printed on the cards (R8.1): 1 on each 3, 5, 7, 9, and on the courts.
_ODDS: Final = sum(1 << suit * LINE + rank - LOW for suit in range(2 * len(SUITS)) for rank in (3, 5, 7, 9))
_COURT_POINTS: Final = [sum(points for bit, points in ((1, 2), (2, 3), (4, 5)) if held & bit) for held in range(8)]


class Ended(Protocol):
    """What bets, bids and the last hand of a finished round depend on: a `Round`, or what people remember of one."""

    @property
    def rules(self) -> Rules: ...
    @property
    def totals(self) -> tuple[int, ...]: ...  # by side, before this round
    @property
    def out(self) -> tuple[int, ...]: ...
    @property
    def bonus(self) -> tuple[int, ...]: ...  # by side (R6.2)
    @property
    def bets(self) -> tuple[int | None, ...]: ...
    @property
    def shepherd(self) -> int | None: ...
    @property
    def bid(self) -> int: ...
    def stands(self, seat: int, /) -> bool: ...


class Parts(TypedDict):
    """Points by their source, each by side."""

    cards: list[int]
    out: list[int]
    bets: list[int]


class Source(TypedDict):
    """Where points of a round come from: a side scores by a rule."""

    part: Literal["cards", "out", "bets"]
    rule: Literal[
        "tricks",  # captured cards
        "hand",  # the cards left in a hand
        "haggis",
        "out",  # going out, with the points at once
        "out-trick",  # going out, with the trick: out, and won it
        "out-overplayed",  # going out first without winning that trick, where the points come with it: none
        "bet",  # an open bet that was made
        "bet-failed",
        "bid",  # the Shepherd was first out
        "bid-failed",  # a Sheep was first out
    ]
    side: int  # who scores
    points: int
    seat: int | None  # who went out, who bet, the Shepherd; None for cards
    hand: int | None  # the seat whose hand counts: what was left in it, or the largest one when somebody went out
    count: int  # cards, or the value of the bet
    cards: str  # the cards that score; only those of the part `cards`


# The clause behind each rule by which points come, for people who want to look it up.
CLAUSES: Final = {
    "tricks": "R5.9",
    "hand": "R6.4",
    "haggis": "R6.6",
    "out": "R6.2",
    "out-trick": "R6.2",
    "out-overplayed": "R6.2",
    "bet": "R7.4",
    "bet-failed": "R7.4",
    "bid": "R7.5",
    "bid-failed": "R7.5",
}


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
    sources: tuple[Source, ...] = ()

    @property
    def data(self) -> ResultData:
        """The part of the result that records and views share."""
        return {
            "out": list(self.out),
            "points": list(self.points),
            "parts": {"cards": list(self.cards), "out": list(self.bonus), "bets": list(self.bets)},
            "totals": list(self.totals),
        }

    def _repr_html_(self) -> str:
        """A table with a column for each side, for notebooks."""
        names = ("cards", "bonus", "bets", "points", "totals")
        head = "".join(f"<th>side {side}</th>" for side in range(len(self.points)))
        rows = "".join(
            f"<tr><th>{name}</th>{''.join(f'<td>{number}</td>' for number in getattr(self, name))}</tr>"
            for name in names
        )
        return f"<table><tr><th></th>{head}</tr>{rows}</table>"

    def as_record(self, rules: Rules) -> dict[str, Any]:
        """The result as a record states it."""
        return {**self.data, **({"shepherd": self.shepherd} if rules.opening == "auction" else {})}


def card_points(rules: Rules, cards: Cards) -> int:
    """What cards on a score pile count (R8.1)."""
    match rules.points:
        case "flat":
            return cards.bit_count()
        case "printed":
            held = int(cards)  # an operator of a hand would make a hand of the result
            return (held & _ODDS).bit_count() + _COURT_POINTS[held >> COURT_SHIFT]


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
    sources = [*_card_sources(rnd)]
    return settle(rnd, add_up(rnd.rules, sources), (*sources, *_out_sources(rnd)))


def settle(ended: Ended, cards: tuple[int, ...], sources: Sequence[Source]) -> Result:
    """The result from the points of the cards by side, and the sources of cards and going out: bets come last."""
    betting = [*(_bid_sources(ended) if ended.rules.opening == "auction" else _bet_sources(ended, cards))]
    bets = add_up(ended.rules, betting)
    points = tuple(sum(parts) for parts in zip(cards, ended.bonus, bets, strict=True))
    totals = tuple(sum(parts) for parts in zip(ended.totals, points, strict=True))
    return Result(
        out=ended.out,
        points=points,
        cards=cards,
        bonus=ended.bonus,
        bets=bets,
        totals=totals,
        shepherd=ended.shepherd,
        slam=slam_side(ended),
        sources=(*sources, *betting),
    )


def add_up(rules: Rules, sources: Iterable[Source]) -> tuple[int, ...]:
    """The points of these sources by side."""
    points = [0] * rules.side_count
    for source in sources:
        points[source["side"]] += source["points"]
    return tuple(points)


def _card_sources(rnd: Round) -> Iterator[Source]:
    """What lies on the piles at the end: tricks, hands that were left, the haggis."""
    rules, taker = rnd.rules, last_hand_side(rnd)
    for side, points in enumerate(captured(rnd)):
        plays = [play for trick in rnd.tricks if trick.side == side for _, play in trick.entries if play]
        if plays:
            yield _cards("tricks", side, points, [name for play in plays for name in names(play.cards)])
    for seat, hand in enumerate(rnd.hands):
        if hand and taker is not None:
            yield _cards("hand", taker, card_points(rules, hand), names(hand), seat)
    if rnd.haggis and rnd.haggis_to is not None:
        yield _cards("haggis", rnd.haggis_to, card_points(rules, rnd.haggis), names(rnd.haggis))


def _cards(
    rule: Literal["tricks", "hand", "haggis"], side: int, points: int, cards: Sequence[str], hand: int | None = None
) -> Source:
    return Source(
        part="cards", rule=rule, side=side, points=points, seat=None, hand=hand, count=len(cards), cards=" ".join(cards)
    )


def _out_sources(rnd: Round) -> list[Source]:
    """Who went out, and the hand that counted then (R6.2), read from the tricks: the round keeps only the points."""
    sizes = [hand.bit_count() for hand in rnd.hands]
    for trick in rnd.tricks:
        for seat, play in trick.entries:
            sizes[seat] += play.count if play else 0
    with_trick = rnd.rules.out_bonus == "trick"
    found: dict[int, Source] = {}
    for trick in rnd.tricks:
        first: int | None = None  # out in this trick, and still to get its points with it
        for seat, play in trick.entries:
            sizes[seat] -= play.count if play else 0
            if play and not sizes[seat]:
                if with_trick and seat == rnd.out[0]:
                    first = seat
                else:
                    found[seat] = out_source(rnd.rules, "out", seat, sizes)
        if first is not None:
            won = trick.winner == first  # whoever goes out behind the first in the same trick wins it
            found[first] = out_source(rnd.rules, "out-trick" if won else "out-overplayed", first, sizes)
    return [found[seat] for seat in rnd.out]


def out_source(
    rules: Rules, rule: Literal["out", "out-trick", "out-overplayed"], seat: int, sizes: Sequence[int]
) -> Source:
    """The points for going out while the hands had these sizes (R6.2)."""
    largest = max(rules.opponents(seat), key=lambda other: sizes[other])
    count = sizes[largest] if rule != "out-overplayed" else 0
    side = rules.sides[seat]
    hand = largest if count else None
    return Source(
        part="out", rule=rule, side=side, points=OUT_BONUS * count, seat=seat, hand=hand, count=count, cards=""
    )


def slam_side(ended: Ended) -> int | None:
    """The side that made a slam in a finished round: both partners out before the others (R6.5)."""
    return ended.rules.sides[ended.out[0]] if ended.rules.slam and _is_clean_sweep(ended) else None


def last_hand_side(ended: Ended) -> int | None:
    """The side that takes the cards left in hand; None for nobody (R6.4, R6.5, R10)."""
    if _is_clean_sweep(ended):
        return slam_side(ended)
    match ended.rules.last_hand:
        case "first_out":
            return ended.rules.sides[ended.out[0]]
        case "last_out":
            return ended.rules.sides[ended.out[-1]]
        case "nobody":
            return None


def _is_clean_sweep(ended: Ended) -> bool:
    """Whether the first two players out are partners; without the rule `slam` it earns nothing (R6.5)."""
    sides = ended.rules.sides
    return ended.rules.partners and sides[ended.out[0]] == sides[ended.out[1]]


def bet_made(ended: Ended, seat: int, cards: Sequence[int]) -> bool:
    """Whether the seat's open bet stands and came true; `cards` are the points of the piles (R7.2, R10)."""
    if not ended.stands(seat):
        return False
    match ended.rules.bet_rule:
        case "out":
            return seat == ended.out[0]
        case "score":
            side = ended.rules.sides[seat]
            return cards[side] + ended.bonus[side] >= (ended.bets[seat] or 0)


def _bet_sources(ended: Ended, cards: Sequence[int]) -> Iterator[Source]:
    """Open bets (R7.4), and the house rule `bet_rule` (R10)."""
    rules, sides = ended.rules, ended.rules.sides
    for seat in filter(ended.stands, rules.seats):
        value, side = ended.bets[seat] or 0, sides[seat]
        if bet_made(ended, seat, cards):
            yield _bet("bet", seat, side, rules.bet_multiplier * value, value)
        else:
            betting = [other for other in rules.seats if ended.bets[other] is not None]
            winners = {1 - side} if rules.partners else bet_winners(rules, betting, ended.out[0]) - {seat}
            for winner in sorted(winners):
                yield _bet("bet-failed", seat, winner, value, value)


def _bet(
    rule: Literal["bet", "bet-failed", "bid", "bid-failed"], seat: int, side: int, points: int, value: int
) -> Source:
    return Source(part="bets", rule=rule, side=side, points=points, seat=seat, hand=None, count=value, cards="")


def bet_winners(rules: Rules, betting: Collection[int], first: int) -> set[int]:
    """The players who score a lost bet of another seat, in a game without partners (R7.4, R10)."""
    shared = rules.bet_rule == "score" or rules.failed_bet_to == "without_bet"
    return {first, *(seat for seat in rules.seats if shared and seat not in betting)}


def _bid_sources(ended: Ended) -> Iterator[Source]:
    """The Shepherd's bid, or two thirds and one third of it for the Sheep (R7.5)."""
    shepherd, first = ended.shepherd, ended.out[0]
    if shepherd is None:
        return
    if first == shepherd:
        yield _bet("bid", shepherd, shepherd, ended.bid, ended.bid)
        return
    other = next(seat for seat in ended.rules.seats if seat not in (shepherd, first))
    yield _bet("bid-failed", shepherd, first, ended.bid * 2 // 3, ended.bid)
    yield _bet("bid-failed", shepherd, other, ended.bid // 3, ended.bid)


def points_ahead(points: Sequence[int], side: int) -> float:
    """What a side has more than the mean of the others."""
    return points[side] - (sum(points) - points[side]) / (len(points) - 1)
