"""Why one answer is better than another: at most two facts, each a code with parameters; `sentences.py` words them.

What the position shows comes first (`causes.py`), then what it leads to in the worlds that both answers were played out
in (`contrasts.py`). Only where neither says anything do the points speak, added up by where they come from.
"""

from collections.abc import Iterable
from typing import Final

from haggis_cards.bet_values import bet_threshold
from haggis_cards.cards import COURTS
from haggis_cards.review.causes import Weighted, causes, fact
from haggis_cards.review.contrasts import Contrasts, deals, whole
from haggis_cards.review.judge import NO_BET, Answer, Judgement
from haggis_cards.review.model import DecisionData, FactData
from haggis_cards.rules import Rules
from haggis_cards.view import View

MOST: Final = 2  # facts of a reason, and one that says what seems to speak against it
BID_WEIGHT: Final = 100.0
LIKELY: Final = 40  # deals out of 100 in which a bid succeeds, to speak for it
EQUAL: Final = 1.5  # points behind the best that make no difference to a person


def rival_of(judgement: Judgement) -> Answer | None:
    """What the best answer is compared with: the action made or, without one, the first answer that is not as good."""
    if judgement.made is not None:
        return judgement.made
    return next((one for one in judgement.answers if one.behind >= EQUAL), None)


def reason_for(judgement: Judgement, view: View) -> list[FactData]:
    """Why the best answer is better than its rival."""
    rules = Rules.from_spec(view["rules"])
    best, other = judgement.best, rival_of(judgement)
    if best.action == NO_BET or best.action.startswith("bet "):
        return _bet_facts(judgement, best, other or best, rules)
    if other is None or other is best:
        as_good = [fact("equal", action=one.action) for one in judgement.answers[1:2] if judgement.made is None]
        return [_outlook(best, judgement.seat), *as_good]
    equal = next((one for one in judgement.answers[1:2] if one.behind < EQUAL and one is not other), None)
    compared = _Compared(best, other, equal if judgement.made else None, view, rules)
    if judgement.exact:
        points = round(other.behind, 1)
        solved = fact("solved", points=tidy(points)) if points > 0 else fact("solved-best")
        return [*_facts(compared.causes[:1]), solved]
    return compared.reason() or [fact("points", points=whole(other.behind))]


def as_good(decision: DecisionData, most: int = 2) -> list[str]:
    """Other answers as good as the best one."""
    others = [one for one in decision["candidates"] if one["action"] not in (decision["best"], decision["made"])]
    return [one["action"] for one in others if one["behind"] < EQUAL][:most]


class _Compared:
    """The better answer beside its rival; what is said holds for an `equal` answer too, if anything does."""

    def __init__(self, best: Answer, other: Answer, equal: Answer | None, view: View, rules: Rules) -> None:
        self._contrasts = contrasts = Contrasts(best, other, view, rules)
        shown = [one for one in causes(view, rules, best.action, other.action) if self._holds_up(one.fact)]
        events = [*_bid_facts(best, other, rules, contrasts), *contrasts.events()]
        if equal is not None:
            codes = {one.fact["code"] for one in causes(view, rules, equal.action, other.action)}
            codes |= {one.fact["code"] for one in Contrasts(equal, other, view, rules).events()}
            shared = [[one for one in found if one.fact["code"] in codes] for found in (shown, events)]
            shown, events = shared if any(shared) else (shown, events)
        self.causes = _weightiest(shown)
        self._events = _weightiest(events)

    def reason(self) -> list[FactData]:
        """The weightiest cause and the weightiest event, or two of a kind; sums where there is neither."""
        causes, though = self.causes, list(self._contrasts.though())
        events = [one for one in self._events if one.group != (causes and causes[0].group)]
        sums = _weightiest(self._contrasts.sums())
        if though:
            bonus = [one for one in events if one.fact["code"] == "trick-bonus"]
            return [*_facts([*causes[:1], *bonus] or events[:1] or sums[:1]), *though]
        most = MOST - len(causes[:1])
        chosen = [*causes[:1], *events[:most], *causes[1:]][:MOST]
        return _facts(chosen or sums[:MOST])

    def _holds_up(self, cause: FactData) -> bool:
        """Whether the worlds that were played out agree with a cause."""
        match cause["code"]:
            case "kept":
                courts = [card for card in cause["params"]["cards"].split() if card in COURTS]
                return self._contrasts.keeps(courts)
            case "threat":
                return self._contrasts.gains_bonus()
        return True


def _weightiest(found: Iterable[Weighted]) -> list[Weighted]:
    """The facts by weight, one of each group."""
    chosen: dict[str, Weighted] = {}
    for one in sorted(found, key=lambda one: -one.weight):
        chosen.setdefault(one.group, one)
    return list(chosen.values())


def _facts(found: Iterable[Weighted]) -> list[FactData]:
    return [one.fact for one in found]


def _bid_facts(best: Answer, other: Answer, rules: Rules, contrasts: Contrasts) -> list[Weighted]:
    """What comes of the bid that is better, or that should not have been made."""
    if rules.opening != "auction":
        return []
    good, bad = contrasts.first_out()
    action, chance = (best.action, good) if best.action.startswith("bid ") else (other.action, bad)
    if not action.startswith("bid ") or (chance >= LIKELY) != (action is best.action):
        return []
    return [Weighted(BID_WEIGHT, "out", fact("bid-outlook", value=int(action.removeprefix("bid ")), best=chance))]


def _bet_facts(judgement: Judgement, best: Answer, other: Answer, rules: Rules) -> list[FactData]:
    """About the bet that is best, or that should not have been made."""
    bet = best if best.action != NO_BET else other
    if bet.action == NO_BET:  # nothing was bet, and rightly so
        return [_outlook(best, judgement.seat)]
    value = int(bet.action.removeprefix("bet "))
    made, least = deals(row.first_out == judgement.seat for row in bet.played), round(100 * bet_threshold(rules))
    # With `bet_rule: score` going out does not matter, and beside a partner's bet not that alone.
    if rules.bet_rule == "out" and (made > least) == (bet is best):
        return [fact("bet", value=value, best=made, least=least)]
    silent = next(one for one in judgement.answers if one.action == NO_BET)
    points = silent.behind - bet.behind
    return [fact("bet-wins" if points > 0 else "bet-costs", value=value, points=whole(abs(points)))]


def _outlook(best: Answer, seat: int) -> FactData:
    return fact("outlook", best=deals(row.first_out == seat for row in best.played))


def tidy(points: float) -> float:
    """Points that are exact: halves come up among three."""
    return int(points) if float(points).is_integer() else points
