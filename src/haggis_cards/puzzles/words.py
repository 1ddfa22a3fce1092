"""What is said of a solution: the facts of puzzles, beside those of reviews."""

from collections.abc import Sequence

from haggis_cards.review.model import FactData
from haggis_cards.review.sentences import sentence


def told(facts: Sequence[FactData]) -> list[FactData]:
    """The facts that are said: of the answer that tempts, only where nothing has just said that it is worse."""
    named = {one["params"].get("action") for one in facts if one["code"] != "tempting"}
    return [one for one in facts if one["code"] != "tempting" or one["params"]["action"] not in named]


def why(facts: Sequence[FactData]) -> str:
    """The same in words."""
    return sentence(told(facts))
