"""The sums of a round: what each side has lost by its decisions, got from the others', and what remains as luck."""

from collections.abc import Sequence

from haggis_cards.review.model import RoundFacts, RoundSummary
from haggis_cards.rules import Rules
from haggis_cards.scoring import points_ahead


def summarise(rules: Rules, facts: RoundFacts, lost: Sequence[float], *, whole: bool) -> RoundSummary:
    """A round of which the decisions of each seat have lost so much; `whole` if all of them have been judged."""
    loss = [0.0] * rules.side_count
    for seat, points in enumerate(lost):
        loss[rules.sides[seat]] += points
    gift = [(sum(loss) - own) / (rules.side_count - 1) for own in loss]
    parts = zip(facts["result"], facts["par"], loss, gift, strict=True)
    luck = [result - par + own - given for result, par, own, given in parts]
    return {**facts, "loss": rounded(loss), "gift": rounded(gift), "luck": rounded(luck), "whole": whole}


def facts_of(number: int, points: Sequence[int], par: Sequence[float]) -> RoundFacts:
    """What is known of a round before its decisions are judged."""
    result = rounded([points_ahead(points, side) for side in range(len(points))])
    return {"number": number, "points": list(points), "result": result, "par": rounded(par)}


def rounded(numbers: Sequence[float]) -> list[float]:
    """Points as they are written."""
    return [round(number, 2) for number in numbers]
