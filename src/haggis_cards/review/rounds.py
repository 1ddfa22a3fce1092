"""The sums of a round: the luck of the deal, what each side has won or lost by decisions, and what remains."""

from collections.abc import Sequence
from typing import Final

from haggis_cards.review.model import RoundFacts, RoundSummary
from haggis_cards.rules import Rules
from haggis_cards.scoring import points_ahead

# The result of a round is their sum.
PARTS: Final = {
    "luck": "Luck is the par of the deal: what strong bots make of the same cards when they sit in all seats.",
    "play": "Play is what the others' decisions have lost, less what yours have lost, by what each could know.",
    "hindsight": "Hindsight is the rest: what the hidden cards made of decisions that nobody could call wrong.",
}


def account(done: RoundSummary, side: int) -> list[float | None]:
    """The result of a side and its parts, as far as all decisions that they depend on are judged."""
    parts = [done["play"][side], done["hindsight"][side]] if done["whole"] else [None, None]
    return [done["result"][side], done["par"][side], *parts]


def summarise(rules: Rules, facts: RoundFacts, lost: Sequence[float], *, whole: bool) -> RoundSummary:
    """A round of which the decisions of each seat have lost so much; `whole` if all of them have been judged."""
    loss = [0.0] * rules.side_count
    for seat, points in enumerate(lost):
        loss[rules.sides[seat]] += points
    play = [(sum(loss) - own) / (rules.side_count - 1) - own for own in loss]
    rest = [result - par - own for result, par, own in zip(facts["result"], facts["par"], play, strict=True)]
    return {**facts, "loss": rounded(loss), "play": rounded(play), "hindsight": rounded(rest), "whole": whole}


def facts_of(number: int, points: Sequence[int], par: Sequence[float]) -> RoundFacts:
    """What is known of a round before its decisions are judged."""
    result = rounded([points_ahead(points, side) for side in range(len(points))])
    return {"number": number, "points": list(points), "result": result, "par": rounded(par)}


def rounded(numbers: Sequence[float]) -> list[float]:
    """Points as they are written."""
    return [round(number, 2) for number in numbers]
