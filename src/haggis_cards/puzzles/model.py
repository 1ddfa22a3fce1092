"""A puzzle: a position of a round, the line that solves it, and what proves that.

As JSON, a puzzle is an object with these keys:

    id      of its position, the same for positions that differ only in the names of suits or in the solver's seat
    kind    open, sure or best
    rules   the preset
    round   the round up to the position, as in a record
    seat    the solver's
    line    [seat, action, accepted answers] for each step; a step without accepted answers is not the solver's
    themes  what the solution is about
    rating  an estimate of the difficulty, on the scale of Glicko
    reason  facts, each {code, params}; `words.py` has a sentence for each code
    proof   what was worked out or measured; its keys depend on the kind
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, NamedTuple, get_args

from haggis_cards.match import Match, Record
from haggis_cards.replay import VERSION
from haggis_cards.review.model import FactData

Kind = Literal["open", "sure", "best"]
Theme = Literal[
    "keep-bomb",
    "break-bomb",
    "bomb",
    "lead-low",
    "court-single",
    "give-trick",
    "unblock-partner",
    "count-cards",
    "bids",
    "exchange",
    "burial",
    "after-bombs",
    "long",
]

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)


class Step(NamedTuple):
    """One action of the solution; `accepts` are the solver's answers that count as this one."""

    seat: int
    action: str
    accepts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """A position with one right answer."""

    id: str
    kind: Kind
    rules: str
    round: Mapping[str, Any]
    seat: int
    line: tuple[Step, ...]
    themes: tuple[Theme, ...]
    rating: int
    reason: tuple[FactData, ...]
    proof: Mapping[str, Any]

    @property
    def start(self) -> Match:
        """A match whose first round stands at the position."""
        rounds = [dict(self.round)]
        end, dealer = {"rounds": 1}, self.round["dealer"]
        return Record({"haggis": VERSION, "rules": self.rules, "end": end, "dealer": dealer, "rounds": rounds}).replay()

    @property
    def decisions(self) -> int:
        """How many answers the solver has to find."""
        return sum(bool(step.accepts) for step in self.line)

    def after(self, steps: int) -> Match:
        """The match after some steps of the solution."""
        match = self.start
        for seat, action, _ in self.line[:steps]:
            match = match.act(seat, action)
        return match

    def follow(self, answers: Sequence[str]) -> int | None:
        """How many steps of the line the solver's answers make, with what the others reply; None for a wrong one."""
        given = list(answers)
        for number, step in enumerate(self.line):
            if step.accepts:
                if not given:
                    return number
                if given.pop(0) not in step.accepts:
                    return None
        return None if given else len(self.line)

    def proved(self, **changes: Any) -> "Puzzle":
        """The puzzle with more in its proof."""
        return replace(self, proof={**self.proof, **changes})

    def explained(self, facts: Sequence[FactData]) -> "Puzzle":
        """The puzzle with another reason."""
        return replace(self, reason=tuple(facts))

    def data(self) -> dict[str, Any]:
        """The puzzle as JSON."""
        return {
            "id": self.id,
            "kind": self.kind,
            "rules": self.rules,
            "round": dict(self.round),
            "seat": self.seat,
            "line": [[seat, action, *([list(accepts)] if accepts else [])] for seat, action, accepts in self.line],
            "themes": list(self.themes),
            "rating": self.rating,
            "reason": list(self.reason),
            "proof": dict(self.proof),
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Puzzle":
        """The puzzle of a JSON object; ValueError, KeyError or TypeError if it is none."""
        line = tuple(Step(seat, action, tuple(*accepts)) for seat, action, *accepts in data["line"])
        if data["kind"] not in KINDS or not line or not line[0].accepts:
            raise ValueError("a puzzle has a kind, and a line that begins with the solver's answer")
        named = {name: data[name] for name in ("id", "kind", "rules", "round", "seat", "rating", "proof")}
        return cls(**named, line=line, themes=tuple(data["themes"]), reason=tuple(data["reason"]))
