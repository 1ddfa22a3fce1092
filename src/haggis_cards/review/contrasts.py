"""Why one answer is better than another, as it was measured in the worlds that both were played out in.

A contrast is said only if it speaks for the better answer, is large enough to matter to a person, and is no accident
of the worlds that were drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final

from haggis_cards.cards import COURTS
from haggis_cards.review.causes import FEW, Weighted, fact
from haggis_cards.review.core import Outcome, Outcomes
from haggis_cards.review.judge import Answer
from haggis_cards.review.model import FactData
from haggis_cards.review.numbers import mean, standard_error
from haggis_cards.rules import Rules
from haggis_cards.view import View

LEAST_Z: Final = 2.0  # standard errors of a difference that is told
LEAST_DEALS: Final = 6  # out of 100, that a difference of chances must have
LEAST_POINTS: Final = 1.5
LEAST_TRICK: Final = 3.0  # points of a trick
LEAST_HELD: Final = 2.0  # cards in hand,
LEAST_CARDS: Final = 1.0  # and at the end
# What differences are worth, in points, to say the important ones: a chance counts from 0 to 1.
FIRST_OUT_WEIGHT: Final = 40.0
PARTNER_WEIGHT: Final = 30.0
STOPPED_WEIGHT: Final = 30.0
STILL_OUT_WEIGHT: Final = 15.0
TRICK_WEIGHT: Final = 12.0
LEAD_WEIGHT: Final = 14.0
COURT_WEIGHT: Final = 8.0
CARD_WEIGHT: Final = 1.0
LEFT_WEIGHT: Final = 2.0
TRICK_POINT_WEIGHT: Final = 0.6
POINT_WEIGHT: Final = 0.3
OWN_WEIGHT: Final = 0.5  # of points of one's own
SURE: Final = 90  # deals out of 100
POINT_SHARE: Final = 1 / 3  # of what the worse answer costs, that a part of the points must explain to be told

Number = Callable[[Outcome], float]


class Contrasts:
    """What differs between two answers, the better one first, in the same worlds."""

    def __init__(self, best: Answer, other: Answer, view: View, rules: Rules) -> None:
        assert view["seat"] is not None
        worlds = min(len(best.played), len(other.played))
        self._best, self._other = best.played[:worlds], other.played[:worlds]
        self._view, self._rules, self._seat = view, rules, view["seat"]
        self._least = POINT_SHARE * other.behind

    def events(self) -> Iterator[Weighted]:
        """What happens at the table more often, or less."""
        yield from self._who_is_out()
        yield from self._mean("left", "out", LEFT_WEIGHT, LEAST_CARDS, _field("left"), fewer=True)
        if self._view["phase"] == "play":
            yield from self._tricks()
            if self._rules.out_bonus == "trick" and not self._view["out"]:  # to be out first is not all (R6.2)
                yield from self._mean("trick-bonus", "out", 1.0, LEAST_POINTS, _field("own_bonus"))

    def first_out(self) -> tuple[int, int]:
        """In how many of 100 deals the seat is out first, after each answer."""
        mine = self._first(self._seat)
        return deals(map(mine, self._best)), deals(map(mine, self._other))

    def though(self) -> Iterator[FactData]:
        """What speaks against the better answer on the same screen: the seat is out first less often."""
        for one in self._chance("though", "out", 1.0, self._first(self._seat), less=True):
            yield one.fact

    def sums(self) -> Iterator[Weighted]:
        """What the points add up to: the part of one's own before that of all."""
        bets, others = "bid" if self._rules.opening == "auction" else "bets", self._rules.side_count - 1
        yield from self._gain("captured", "cards", OWN_WEIGHT, _field("own_cards"))
        yield from self._gain("going-out", "bonus", OWN_WEIGHT, _field("own_bonus"))
        yield from self._gain("given", "bonus", OWN_WEIGHT, lambda row: others * (row.bonus / 2 - row.own_bonus))
        yield from self._gain("cards", "cards", POINT_WEIGHT, lambda row: row.cards / 2)
        yield from self._gain("bonus", "bonus", POINT_WEIGHT, lambda row: row.bonus / 2)
        yield from self._gain(bets, "bets", POINT_WEIGHT, lambda row: row.bets / 2)

    def keeps(self, courts: Sequence[str]) -> bool:
        """Whether courts that an answer keeps are there after the trick, too."""
        bits = [COURTS.index(court) for court in courts]
        return deals(all(_holds(bit, row) for bit in bits) for row in self._best) >= SURE

    def gains_bonus(self) -> bool:
        """Whether the points for going out speak for the better answer."""
        return self._difference(lambda row: row.bonus / 2)[1] >= LEAST_POINTS

    def _who_is_out(self) -> Iterator[Weighted]:
        view, rules, seat = self._view, self._rules, self._seat
        if view["out"]:
            yield from self._chance("still-out", "out", STILL_OUT_WEIGHT, lambda row: row.place < rules.players)
            return
        auction = view["auction"]
        shepherd = auction and auction["shepherd"]
        own = "bet-made" if self._stands(seat) else "bid-made" if shepherd == seat else "first-out"
        yield from self._chance(own, "out", FIRST_OUT_WEIGHT, self._first(seat))
        partner = rules.partner(seat)
        if partner is not None:
            yield from self._chance("partner-first-out", "out", PARTNER_WEIGHT, self._first(partner))
        for other in rules.opponents(seat):
            at = view["seats"][other]
            stopped = partial(self._chance, group="out", weight=STOPPED_WEIGHT, happens=self._first(other), less=True)
            if self._stands(other):
                yield from stopped("bet-stopped", value=at["bet"])
            elif other == shepherd and auction is not None:
                value = max(bid["bid"] or 0 for bid in auction["bids"])
                yield from stopped("bid-stopped", value=value)
            elif at["cards"] <= 2 * FEW:
                yield from stopped("stopped", count=at["cards"])

    def _tricks(self) -> Iterator[Weighted]:
        rules, seat = self._rules, self._seat
        partner, side = rules.partner(seat), rules.sides[seat]
        if partner is not None:
            both = (seat, partner)
            yield from self._chance("side-lead", "trick", LEAD_WEIGHT, lambda row: row.next_lead in both)
        yield from self._chance("trick", "trick", TRICK_WEIGHT, lambda row: row.trick_winner == seat)
        yield from self._chance("lead", "trick", LEAD_WEIGHT, lambda row: row.next_lead == seat)
        for bit, court in enumerate(COURTS):
            for one in self._chance("court", "kept", COURT_WEIGHT + bit, partial(_holds, bit), court=court):
                params = one.fact["params"]
                always = params["best"] >= SURE and params["other"] <= 100 - SURE
                yield one._replace(fact=fact("court-kept", court=court)) if always else one
        yield from self._mean("held", "shed", CARD_WEIGHT, LEAST_HELD, _field("held"), fewer=True)
        brings = partial(self._mean, group="points", weight=TRICK_POINT_WEIGHT, least=LEAST_TRICK)
        yield from brings("trick-points", number=lambda row: row.trick_points * (row.trick_side == side))
        yield from brings("trick-given", number=lambda row: row.trick_points * (row.trick_side != side), fewer=True)

    def _stands(self, seat: int) -> bool:
        """Whether the seat has an open bet to be out first."""
        at = self._view["seats"][seat]
        return at["bet"] is not None and at["bet_stands"] and self._rules.bet_rule == "out"

    def _first(self, seat: int) -> Callable[[Outcome], bool]:
        return lambda row: row.first_out == seat

    def _chance(
        self,
        code: str,
        group: str,
        weight: float,
        happens: Callable[[Outcome], bool],
        *,
        less: bool = False,
        **params: Any,
    ) -> Iterator[Weighted]:
        """Something that happens more often after the better answer, or less often."""
        error, difference = self._difference(happens)
        difference *= -1 if less else 1
        if 100 * difference >= LEAST_DEALS and difference >= LEAST_Z * error:
            numbers = {"best": deals(map(happens, self._best)), "other": deals(map(happens, self._other))}
            yield Weighted(weight * difference, group, fact(code, **numbers, **params))

    def _mean(
        self, code: str, group: str, weight: float, least: float, number: Number, *, fewer: bool = False
    ) -> Iterator[Weighted]:
        """A number that is larger after the better answer, or smaller."""
        error, difference = self._difference(number)
        difference *= -1 if fewer else 1
        if difference >= least and difference >= LEAST_Z * error:
            numbers = {name: round(mean(list(map(number, rows)))) for name, rows in self._rows}
            yield Weighted(weight * difference, group, fact(code, **numbers))

    def _gain(self, code: str, group: str, weight: float, number: Number) -> Iterator[Weighted]:
        """A part of the points, if it explains enough of the difference."""
        error, difference = self._difference(number)
        if difference >= max(LEAST_POINTS, self._least) and difference >= LEAST_Z * error:
            yield Weighted(weight * difference, group, fact(code, points=whole(difference)))

    @property
    def _rows(self) -> tuple[tuple[str, Outcomes], tuple[str, Outcomes]]:
        return ("best", self._best), ("other", self._other)

    def _difference(self, number: Number) -> tuple[float, float]:
        """The standard error of a paired difference, and its mean."""
        differences = [number(more) - number(less) for more, less in zip(self._best, self._other, strict=True)]
        return standard_error(differences), mean(differences)


def deals(happens: Iterable[bool]) -> int:
    """In how many of 100 deals it happens."""
    return round(100 * mean(list(happens)))


def whole(points: float) -> int:
    """Points as people read them."""
    return max(1, round(points))


def _holds(bit: int, row: Outcome) -> bool:
    return bool(row.courts >> bit & 1)


def _field(name: str) -> Number:
    return attrgetter(name)
