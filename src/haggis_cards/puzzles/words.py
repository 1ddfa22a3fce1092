"""Why a solution is right, in words: the facts of puzzles, beside those of reviews."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from haggis_cards.review.model import FactData
from haggis_cards.review.sentences import plain, sentence

OWN: Final[Mapping[str, str]] = {
    "open": "Against the best defence it is worth {points} points more than the next best, {action}.",
    "sure": "You go out first in every deal that you cannot rule out; there are {deals:,} of them.",
    "best": "On average over {worlds:,} deals it is worth {points} points more than the next best, {action}.",
    "tempting": "A player by rules of thumb would choose {action}.",
}


def reason_words(facts: Sequence[FactData], show: Callable[[str], str] = plain) -> str:
    """The reason of a puzzle; `show` writes an action."""
    words = []
    named = {one["params"].get("action") for one in facts if one["code"] != "tempting"}
    for one in facts:
        if one["code"] == "tempting" and one["params"]["action"] in named:
            continue  # it has just been said that it is worse
        if one["code"] not in OWN:
            words.append(sentence([one], show))
            continue
        params = {name: show(value) if name == "action" else value for name, value in one["params"].items()}
        words.append(OWN[one["code"]].format(**params))
    return " ".join(words)
