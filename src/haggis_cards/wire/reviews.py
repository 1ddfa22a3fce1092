"""What travels over HTTP around reviews: records, reviews, positions of a record, and the bank of mistakes.

A place in a record is a round, counted from 1, and the index of an action in the log of that round. The position of a
place is the one before this action.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from haggis_cards.review.model import CandidateData, Class, DecisionData, FactData, Kind, RoundSummary, Theme
from haggis_cards.wire.tables import Level, Replay, Seat, encode

Effort: TypeAlias = Literal["quick", "normal", "deep"]
ReviewStatus: TypeAlias = Literal["none", "waiting", "running", "done", "failed"]
RecordId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
RoundNumber: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
Index: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
ActionText: TypeAlias = Annotated[str, Meta(max_length=200)]


class RecordRef(Struct, frozen=True):
    """A record that the server keeps; the id cannot be guessed."""

    id: str


class ReviewWish(Struct, frozen=True, forbid_unknown_fields=True):
    """How thorough a review is to be."""

    effort: Effort = "quick"


class Decision(DecisionData):
    """A decision, and its reason in English."""

    why: str


class Review(Struct, frozen=True, kw_only=True):
    """A review, or what has been found so far."""

    id: str  # of the record
    status: ReviewStatus  # none: nobody has asked for it
    effort: Effort
    ahead: int  # reviews before it in the queue
    done: int  # actions that have been looked at,
    total: int  # and those that there are
    seat: int | None  # mine in this match
    players: list[str] | None
    rules: str | dict[str, Any]
    rounds: list[RoundSummary]  # those that have been begun; their sums are final once they are `whole`
    decisions: list[Decision]  # in the order of the match, without the first `since`


class Position(Struct, frozen=True, kw_only=True):
    """What the seat saw that made the action of this place, with all that it could do."""

    seat: int
    view: dict[str, Any]
    made: str  # what it did
    line: str  # of what the seat saw, to analyse it: it shows no card that the seat did not know


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What I would do in this position: one of the view's `legal`, or "no bet" where a bet is possible."""

    action: ActionText


class Verdict(Struct, frozen=True, kw_only=True):
    """What an answer is worth. Answers that differ only in readings or in suits that are alike count as one."""

    accepted: bool  # within 1.5 points or one standard error of the best
    verdict: Class
    action: str
    behind: float  # points behind the best,
    error: float  # and the standard error of that
    best: str
    why: str  # why the best is better, in English; empty where the answer is the best
    reason: list[FactData]  # the same as facts
    candidates: list[CandidateData]  # the best first
    due: int | None  # seconds until this mistake comes back, None if it is not in my bank (any more)


class LineWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that leaves the record: actions of all seats, each as in a log: "1 pass"."""

    round: RoundNumber
    index: Index
    line: Annotated[list[ActionText], Meta(max_length=400)] = []
    values: bool = False  # what the next seat's answers are worth, too


class Line(Struct, frozen=True, kw_only=True):
    """The position of a place, and what the line makes of it."""

    replay: Replay  # begins at the place; a step for each action of the line
    over: bool  # the round is over
    seat: int | None  # who is to act next, the first of several
    view: dict[str, Any] | None  # what that seat sees and may do
    candidates: list[CandidateData]  # its answers, the best first, if `values` were asked for


class ValuesWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many positions the solver may look at for the values of a place."""

    round: RoundNumber
    index: Index
    nodes: Annotated[int, Meta(ge=1, le=4_000_000)]


class ActionValue(Struct, frozen=True):
    """The points of the round by which the side to act will be ahead after an action: from `low` to `high`."""

    action: str
    low: float
    high: float


class Values(Struct, frozen=True, kw_only=True):
    """What the plays of a place are worth with all cards in sight and best play of everybody."""

    seat: int  # that is to act
    exact: bool  # all of them are known
    actions: list[ActionValue]  # the best first; bets are left aside, and before the first trick there are none


class AnalysisWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to analyse: its line, the line of what a seat sees, or the record of a match that is not over."""

    position: Annotated[str, Meta(max_length=20_000)]
    effort: Literal["quick", "normal"] = "quick"  # somebody waits for it: `haggis analyse` looks deeper


class OptionValue(Struct, frozen=True, kw_only=True):
    """What an option is worth, by what the seat knows: points of the round by which it will be ahead."""

    action: str  # or "no bet"
    value: float
    error: float  # the standard error of that
    behind: float  # the best option
    behind_error: float  # the standard error of that
    first_out: float  # the chance that the seat is the first out
    worlds: int  # deals in which it was compared with the others


class Analysis(Struct, frozen=True, kw_only=True):
    """The options of a seat, the best first; open bets apart, because they go with any of them."""

    line: str  # of what the seat sees: it shows no card that the seat does not know
    seat: int
    view: dict[str, Any]
    options: list[OptionValue]
    bets: list[OptionValue]


class TableWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table that goes on from a place: which seat I want, and the level of the bots elsewhere."""

    round: RoundNumber
    index: Index
    seat: Seat
    bot: Level = "club"


class MistakeWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A decision of a review that was mine."""

    record: RecordId
    round: RoundNumber
    index: Index


class Mistake(Struct, frozen=True, kw_only=True):
    """A mistake of mine, to be tried again."""

    record: str
    round: int
    index: int
    seat: int
    preset: str
    kind: Kind
    theme: Theme
    loss: float
    made_at: int  # when it came into the bank, in milliseconds since 1970
    due: int  # seconds until it is due, 0 or less if it is


class Mistakes(Struct, frozen=True, kw_only=True):
    """My bank of mistakes."""

    due: list[Mistake]  # the longest due first
    kept: int  # all that are in the bank
    next: int | None  # seconds until the next one is due, None if none waits
    solved: int  # mistakes that have left it, solved for good


def encode_review(review: Review, decisions: Sequence[str]) -> bytes:
    """A review with its decisions as the store has them, so that they need not be read and written again."""
    raw: Any = [msgspec.Raw(one.encode()) for one in decisions]
    return encode(msgspec.structs.replace(review, decisions=raw))
