"""Judges an answer to a decision: by what a review has found there, or anew."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from haggis_cards.actions import parse
from haggis_cards.review.answers import answer_key
from haggis_cards.review.causes import fact
from haggis_cards.review.classes import classify
from haggis_cards.review.contrasts import whole
from haggis_cards.review.core import Core
from haggis_cards.review.judge import EFFORTS, NO_BET, Judge, Judgement
from haggis_cards.review.model import CandidateData, Class, DecisionData, FactData
from haggis_cards.review.reasons import EQUAL, reason_for
from haggis_cards.review.sentences import plain, sentence
from haggis_cards.rules import Rules
from haggis_cards.view import View

ACCEPTED_ERRORS: Final = 1.0  # standard errors behind the best that an answer may be, if not EQUAL points


class Judged(NamedTuple):
    """What an answer is worth beside the best one."""

    verdict: Class
    behind: float
    error: float
    best: str
    reason: list[FactData]  # why the best is better
    candidates: list[CandidateData]

    @property
    def accepted(self) -> bool:
        """Whether a person who answers so has solved the exercise."""
        return self.behind <= EQUAL or self.behind <= ACCEPTED_ERRORS * self.error

    def why(self, show: Callable[[str], str] = plain) -> str:
        """The reason in words; `show` writes an action."""
        return sentence(self.reason, show)


async def judge_answer(
    core: Core, view: View, action: str, found: Sequence[DecisionData] = (), *, seed: int = 0, scale: float = 1.0
) -> Judged:
    """A legal action, or `NO_BET`, of the seat whose view it is; `found` is what a review has of this decision."""
    rules = Rules.from_spec(view["rules"])
    decision = _asked(action, found)
    about_bet = _is_bet(action) or (decision is not None and decision["kind"] == "bet")
    action = action if _is_bet(action) or not about_bet else NO_BET
    known = _known(view, rules, action, decision)
    if known is not None:
        return known
    judge = Judge(rules, EFFORTS["quick"].scaled(scale), core, seed)
    judgement = await (judge.judge_bet(view, action) if about_bet else judge.judge(view, action))
    return _fresh(judgement, view)


async def weigh(core: Core, view: View, *, seed: int = 0, scale: float = 1.0) -> list[CandidateData]:
    """The answers of a seat with their values, the best first; bets where there is nothing else to do."""
    judge = Judge(Rules.from_spec(view["rules"]), EFFORTS["quick"].scaled(scale), core, seed)
    only_bets = all(_is_bet(text) for text in view["legal"])
    return (await (judge.judge_bet(view, NO_BET) if only_bets else judge.judge(view))).candidates()


def _is_bet(action: str) -> bool:
    return action == NO_BET or action.startswith("bet ")


def _asked(action: str, found: Sequence[DecisionData]) -> DecisionData | None:
    """The decision that an answer is about: a bet for a bet, else the one that was worse."""
    about = [one for one in found if one["kind"] == "bet"] if _is_bet(action) else list(found)

    def weight(one: DecisionData) -> tuple[float, bool]:
        return 0.0 if one["verdict"] == "good" else one["loss"], one["kind"] != "bet"

    return max(about, key=weight, default=None)


def _known(view: View, rules: Rules, action: str, decision: DecisionData | None) -> Judged | None:
    """The answer by the candidates of a review, if it is one of them."""
    if decision is None:
        return None
    key = answer_key(view, rules)

    def same(one: str, other: str) -> bool:
        if _is_bet(one) or _is_bet(other):
            return one == other
        return key(parse(one, rules)) == key(parse(other, rules))

    mine = next((one for one in decision["candidates"] if same(one["action"], action)), None)
    if mine is None:
        return None
    if same(decision["made"], action):
        verdict, reason = decision["verdict"], decision["reason"]
    else:
        verdict = classify(mine["behind"], mine["error"])
        reason = [] if verdict == "good" else [fact("points", points=whole(mine["behind"]))]
    best = decision["candidates"][0]["action"]
    return Judged(verdict, mine["behind"], mine["error"], best, reason, decision["candidates"])


def _fresh(judgement: Judgement, view: View) -> Judged:
    made, verdict = judgement.made, judgement.verdict
    assert made is not None
    reason = [] if verdict == "good" else reason_for(judgement, view)
    behind, error = round(made.behind, 2), round(made.error, 2)
    return Judged(verdict, behind, error, judgement.best.action, reason, judgement.candidates())
