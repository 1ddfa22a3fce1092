"""A hint: what to do, why, and the three best answers."""

from collections.abc import Callable
from typing import NamedTuple

from haggis_cards.review.core import Core, at_once
from haggis_cards.review.judge import EFFORTS, NO_BET, Judge
from haggis_cards.review.model import CandidateData, FactData
from haggis_cards.review.reasons import reason_for, rival_of
from haggis_cards.review.sentences import plain, sentence
from haggis_cards.rules import Rules
from haggis_cards.view import View

BEST = 3  # answers that a hint can show


class Explanation(NamedTuple):
    """The best action of a seat, why it is better than another one, and the best answers with their values."""

    action: str
    other: str | None  # that the reason compares it with; None if no answer is worse
    reason: list[FactData]
    best: list[CandidateData]

    def why(self, show: Callable[[str], str] = plain) -> str:
        """The reason in words; `show` writes an action."""
        words = sentence(self.reason, show)
        return words if self.other is None else f"Better than {show(self.other)}. {words}"


def explain(view: View, *, seed: int = 0, effort: str = "quick", network: bool = True) -> Explanation:
    """What the seat should do, from what it sees, and why."""
    from haggis_cards.review.native_core import NativeCore

    return at_once(explain_by(NativeCore(network), view, seed=seed, effort=effort))


async def explain_by(core: Core, view: View, *, seed: int = 0, effort: str = "quick") -> Explanation:
    """The same by any core."""
    judge = Judge(Rules.from_spec(view["rules"]), EFFORTS[effort], core, seed)
    bets = sum(text.startswith("bet ") for text in view["legal"])
    judgement = await judge.judge_bet(view, NO_BET) if bets else None
    if judgement is None or (judgement.verdict == "good" and bets < len(view["legal"])):
        judgement = await judge.judge(view)
    judgement.made = None
    rival = None if judgement.best.action.startswith("bet ") else rival_of(judgement)
    other = None if rival is None else rival.action
    return Explanation(judgement.best.action, other, reason_for(judgement, view), judgement.candidates()[:BEST])
