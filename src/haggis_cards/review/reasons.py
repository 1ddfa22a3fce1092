"""Why one answer is better than another: contrasts measured in the worlds that both were played out in.

A reason is at most two facts, each a code with parameters; `SENTENCES` words them. A fact is told only if it speaks for
the better answer, is large enough to matter to a person, and is no accident of the worlds that were drawn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from haggis_cards.bet_values import bet_threshold
from haggis_cards.cards import COURTS, Cards, parse_cards, remove
from haggis_cards.review.core import Outcome, Outcomes
from haggis_cards.review.judge import NO_BET, Answer, Judgement
from haggis_cards.review.model import FactData
from haggis_cards.review.numbers import mean, standard_error
from haggis_cards.rules import Rules

# The one table of sentences. `best` and `other` are deals out of 100, or means, of the better answer and of the other.
SENTENCES: Final[Mapping[str, str]] = {
    "first-out": "you go out first in {best} of 100 deals instead of {other}",
    "partner-first-out": "your partner goes out first in {best} of 100 deals instead of {other}",
    "trick": "you win this trick in {best} of 100 deals instead of {other}",
    "lead": "you lead the next trick in {best} of 100 deals instead of {other}",
    "side-lead": "you or your partner lead the next trick in {best} of 100 deals instead of {other}",
    "court": "you still have the {court} after this trick in {best} of 100 deals instead of {other}",
    "bomb": "your bomb {bomb} stays whole",
    "held": "you are down to about {best} cards after this trick instead of {other}",
    "court-kept": "you keep the {court} for later",
    "cards": "in cards you come out about {points} points better",
    "bonus": "going out turns out about {points} points better for you",
    "bets": "the bets turn out about {points} points better for you",
    "bid": "the bid turns out about {points} points better for you",
    "points": "it is worth about {points} points more on average",
    "solved": "you know all cards that are left: played to the end, it is worth {points} points more",
    "solved-best": "you know all cards that are left: played to the end, nothing is worth more",
    "bet": "a bet of {value} comes true in {best} of 100 deals; it pays from {least} on",
    "bet-wins": "a bet of {value} brings you about {points} points on average",
    "bet-costs": "a bet of {value} costs you about {points} points on average",
    "outlook": "you go out first in {best} of 100 deals",
    "equal": "{action} is about as good",
}

MOST: Final = 2  # facts of a reason
LEAST_Z: Final = 2.0  # standard errors of a difference that is told
LEAST_DEALS: Final = 6  # out of 100, that a difference of chances must have
LEAST_POINTS: Final = 1.5
LEAST_CARDS: Final = 1.0
# What differences are worth, in points, to tell the important ones: a chance counts from 0 to 1. What happens at the
# table says more than points, which are told where nothing else explains them.
FIRST_OUT_WEIGHT: Final = 40.0
PARTNER_WEIGHT: Final = 30.0
TRICK_WEIGHT: Final = 12.0
LEAD_WEIGHT: Final = 14.0
COURT_WEIGHT: Final = 8.0
BOMB_WEIGHT: Final = 8.0
CARD_WEIGHT: Final = 1.0
POINT_WEIGHT: Final = 0.3
POINT_SHARE: Final = 1 / 3  # of what the worse answer costs, that a part of the points must explain to be told
EQUAL: Final = 1.5  # points behind the best that make no difference to a person


class _Contrast(NamedTuple):
    weight: float
    group: str  # only one fact of a group is told
    fact: FactData


def rival_of(judgement: Judgement) -> Answer | None:
    """What the best answer is compared with: the action made or, without one, the first answer that is not as good."""
    if judgement.made is not None:
        return judgement.made
    return next((one for one in judgement.answers if one.behind >= EQUAL), None)


def reason_for(judgement: Judgement, rules: Rules, hand: str) -> list[FactData]:
    """Why the best answer is better than its rival."""
    best, other = judgement.best, rival_of(judgement)
    if best.action == NO_BET or best.action.startswith("bet "):
        return _bet_facts(judgement, best, other or best, rules)
    if other is None or other is best:
        equal = [fact("equal", action=one.action) for one in judgement.answers[1:2] if judgement.made is None]
        return [_outlook(best, judgement.seat), *equal]
    if judgement.exact:
        points = round(other.behind, 1)
        return [fact("solved", points=tidy(points)) if points > 0 else fact("solved-best")]
    contrasts = sorted(_contrasts(best, other, judgement.seat, rules, hand), key=lambda one: -one.weight)
    chosen: dict[str, FactData] = {}
    for contrast in contrasts:
        chosen.setdefault(contrast.group, contrast.fact)
    return list(chosen.values())[:MOST] or [fact("points", points=whole(other.behind))]


def fact(code: str, **params: Any) -> FactData:
    """A fact by its code."""
    return {"code": code, "params": params}


def plain(action: str) -> str:
    """An action as notation, and a play as its cards alone."""
    return action.removeprefix("play ")


def sentence(facts: Sequence[FactData], show: Callable[[str], str] = plain) -> str:
    """The reason in words; `show` writes an action."""
    parts = []
    for one in facts:
        params = dict(one["params"])
        if "action" in params:
            params["action"] = show(params["action"])
        if "bomb" in params:
            params["bomb"] = show(f"play {params['bomb']}")
        parts.append(SENTENCES[one["code"]].format(**params))
    words = "; ".join(parts).replace(" 1 points", " 1 point").replace(" 1 cards", " 1 card")
    return words[:1].upper() + words[1:] + "." if words else ""


def points_text(points: float) -> str:
    """Points with their noun."""
    return f"{points:.0f} {'point' if round(points) == 1 else 'points'}"


def _contrasts(best: Answer, other: Answer, seat: int, rules: Rules, hand: str) -> Iterator[_Contrast]:
    worlds = min(len(best.played), len(other.played))
    a, b = best.played[:worlds], other.played[:worlds]

    def chance(
        code: str, group: str, weight: float, happens: Callable[[Outcome], bool], **params: Any
    ) -> Iterator[_Contrast]:
        ours, theirs = list(map(happens, a)), list(map(happens, b))
        share, difference = _difference(ours, theirs)
        if 100 * difference >= LEAST_DEALS and difference >= LEAST_Z * share:
            numbers = {"best": deals(ours), "other": deals(theirs)}
            if code == "court" and numbers == {"best": 100, "other": 0}:
                code, numbers = "court-kept", {}
            yield _Contrast(weight * difference, group, fact(code, **numbers, **params))

    partner = rules.partner(seat)
    yield from chance("first-out", "out", FIRST_OUT_WEIGHT, lambda row: row.first_out == seat)
    if partner is not None:
        yield from chance("partner-first-out", "out", PARTNER_WEIGHT, lambda row: row.first_out == partner)
        lead = [seat, partner]
        yield from chance("side-lead", "trick", LEAD_WEIGHT, lambda row: row.next_lead in lead)
    yield from chance("trick", "trick", TRICK_WEIGHT, lambda row: row.trick_winner == seat)
    yield from chance("lead", "trick", LEAD_WEIGHT, lambda row: row.next_lead == seat)
    for bit, court in enumerate(COURTS):
        weight = COURT_WEIGHT + bit  # a K is worth more than a J
        yield from chance("court", "court", weight, partial(_holds, bit), court=court)
    yield from _points(a, b, "bid" if rules.opening == "auction" else "bets", POINT_SHARE * other.behind)
    bomb = kept_bomb(best.action, other.action, hand, rules)
    if bomb is not None:
        yield _Contrast(BOMB_WEIGHT, "court", fact("bomb", bomb=bomb))


def _holds(bit: int, row: Outcome) -> bool:
    return bool(row.courts >> bit & 1)


def _points(a: Outcomes, b: Outcomes, bets: str, least: float) -> Iterator[_Contrast]:
    """Means that differ: parts of the points, and cards in hand. The bonus follows from who is out first."""
    parts: tuple[tuple[str, Callable[[Outcome], int], str], ...] = (
        ("cards", lambda row: row.cards, "points"),
        ("bonus", lambda row: row.bonus, "out"),
        (bets, lambda row: row.bets, "points"),
    )
    for code, part, group in parts:
        error, difference = _difference([part(row) / 2 for row in a], [part(row) / 2 for row in b])
        if difference >= max(LEAST_POINTS, least) and difference >= LEAST_Z * error:
            yield _Contrast(POINT_WEIGHT * difference, group, fact(code, points=whole(difference)))
    ours, theirs = [row.held for row in a], [row.held for row in b]
    error, difference = _difference(theirs, ours)
    if difference >= LEAST_CARDS and difference >= LEAST_Z * error:
        numbers = {"best": round(mean(ours)), "other": round(mean(theirs))}
        yield _Contrast(CARD_WEIGHT * difference, "held", fact("held", **numbers))


def _bet_facts(judgement: Judgement, best: Answer, other: Answer, rules: Rules) -> list[FactData]:
    """About the bet that is best, or that should not have been made."""
    bet = best if best.action != NO_BET else other
    if bet.action == NO_BET:  # nothing was bet, and rightly so
        return [_outlook(best, judgement.seat)]
    value = int(bet.action.removeprefix("bet "))
    made, least = deals([row.first_out == judgement.seat for row in bet.played]), round(100 * bet_threshold(rules))
    # With `bet_rule: score` going out does not matter, and beside a partner's bet not that alone.
    if rules.bet_rule == "out" and (made > least) == (bet is best):
        return [fact("bet", value=value, best=made, least=least)]
    silent = next(one for one in judgement.answers if one.action == NO_BET)
    points = silent.behind - bet.behind
    return [fact("bet-wins" if points > 0 else "bet-costs", value=value, points=whole(abs(points)))]


def _outlook(best: Answer, seat: int) -> FactData:
    return fact("outlook", best=deals([row.first_out == seat for row in best.played]))


def deals(happens: Sequence[bool]) -> int:
    """In how many of 100 deals it happens."""
    return round(100 * mean(happens))


def whole(points: float) -> int:
    """Points as people read them."""
    return max(1, round(points))


def tidy(points: float) -> float:
    """Points that are exact: halves come up among three."""
    return int(points) if points.is_integer() else points


def _difference(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    """The standard error of a paired difference, and its mean."""
    differences = [more - less for more, less in zip(a, b, strict=True)]
    return standard_error(differences), mean(differences)


def kept_bomb(best: str, other: str, hand: str, rules: Rules) -> str | None:
    """The highest bomb of a hand that the best action keeps, and the other one breaks or plays."""
    held = parse_cards(hand)
    rest, broken = _rest(held, best), _rest(held, other)
    if rest is None or broken is None:
        return None
    bombs = rules.grammar.plays(held, rules.grammar.read("K"))  # nothing else beats a single K
    kept = [play for play in bombs if not play.cards & ~rest and play.cards & ~broken]
    return max(kept, key=lambda play: play.rank).text if kept else None


def _rest(hand: Cards, action: str) -> Cards | None:
    """What an action of a trick leaves of a hand."""
    if action == "pass":
        return hand
    if not action.startswith("play "):
        return None
    spent = parse_cards(" ".join(cell.partition("=")[0] for cell in action.split()[1:]))
    return remove(hand, spent)
