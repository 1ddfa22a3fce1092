"""Makes a puzzle out of a position and its solution: id, themes, difficulty, and what rules of thumb would do there."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import log2
from typing import Any

from haggis_cards.actions import parse
from haggis_cards.bots import Bot, make_bot
from haggis_cards.match import Match, Record
from haggis_cards.puzzles.canonical import puzzle_id
from haggis_cards.puzzles.model import Kind, Puzzle, Step
from haggis_cards.puzzles.solution import Answer
from haggis_cards.puzzles.themes import find_themes
from haggis_cards.review.causes import fact
from haggis_cards.review.model import FactData

EASIEST, HARDEST = 800, 2400
EASY_NODES = 4096  # that the solver looks at in an easy position


def make_puzzle(
    kind: Kind,
    match: Match,
    line: Sequence[Step],
    answers: Sequence[Answer],
    reason: Sequence[FactData],
    proof: Mapping[str, Any],
) -> Puzzle:
    """The puzzle of the seat whose turn it is; `answers` are all that there are, the right one first."""
    rnd, seat, best = match.round, match.to_act[0], answers[0]
    tempting = natural_answer(match, seat)
    found = tempting in best.accepts
    decisions = sum(bool(step.accepts) for step in line)
    facts = list(reason) if found else [*reason, fact("tempting", action=tempting)]
    return Puzzle(
        id=puzzle_id(kind, rnd, seat),
        kind=kind,
        rules=rnd.rules.preset,
        round=Record.from_match(match, notes=False).data["rounds"][-1],
        seat=seat,
        line=tuple(line),
        themes=find_themes(kind, rnd, parse(best.action, rnd.rules), None if found else tempting, decisions),
        rating=rate(kind, len(answers), decisions, found, proof.get("nodes", 0)),
        reason=tuple(facts),
        proof={**proof, "tempting": None if found else tempting},
    )


def rate(kind: Kind, answers: int, decisions: int, found: bool, nodes: int = 0) -> int:
    """A guess at the difficulty: more to choose from, more to find, rules of thumb that do not help, and more nodes
    that the solver looked at, if it did.
    """
    base = {"open": 950, "best": 1050, "sure": 1150}[kind]
    rating = base + 90 * log2(answers) + 130 * (decisions - 1) + (0 if found else 220)
    rating += 40 * log2(max(nodes, EASY_NODES) / EASY_NODES)
    return round(min(max(rating, EASIEST), HARDEST))


def goes_out(match: Match, action: str) -> bool:
    """Whether an action of the seat to act leaves it without cards: that is too easy to find."""
    seat = match.to_act[0]
    return seat in match.round.act(seat, action).out


def natural_answer(match: Match, seat: int) -> str:
    """What a player by rules of thumb would do, bets aside."""
    bot = _greedy()
    action = bot.decide(match.view(seat)).action
    if action.startswith("bet "):
        action = bot.decide(match.act(seat, action).view(seat)).action
    return action


@lru_cache(maxsize=1)
def _greedy() -> Bot:
    return make_bot("greedy", 0)
