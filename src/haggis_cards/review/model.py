"""What a review says, as plain data that is ready for JSON.

Points are points ahead: a side's points of the round less the mean of the other sides'. Everything in a `DecisionData`
comes from what the seat could see at that moment, except for `seen`, which is by the true cards.
"""

from typing import Any, Literal, NamedTuple, TypedDict

VERSION = 2

Kind = Literal["play", "bet", "bid", "give", "bury", "award", "lead"]
Class = Literal["good", "inaccuracy", "mistake", "blunder"]
Theme = Literal[
    "leads", "follows", "passes", "holds", "bombs", "courts", "bets", "bids", "exchange", "burial", "after-bombs"
]


class FactData(TypedDict):
    """One fact of a reason; `reasons.SENTENCES` has a sentence for each code."""

    code: str
    params: dict[str, Any]


class CandidateData(TypedDict):
    """One answer that was tried. The error is that of the paired difference to the best."""

    action: str
    value: float
    behind: float
    error: float
    first_out: float  # the chance that the seat is out first
    worlds: int


class SeenData(TypedDict):
    """The same with all cards in sight: for each candidate its value, and what the action made has lost by it."""

    values: list[float]
    best: str
    loss: float
    exact: bool


class DecisionData(TypedDict):
    """One decision. `index` is the place of the action in the round's log."""

    round: int
    index: int
    seat: int
    kind: Kind
    made: str
    best: str
    verdict: Class
    loss: float
    error: float
    value: float  # of the best
    exact: bool
    theme: Theme | None  # of one that is not good
    reason: list[FactData]
    candidates: list[CandidateData]  # the best first
    hand: str
    to_beat: str | None
    seen: SeenData | None


class RoundFacts(TypedDict):
    """A round by side: its result, and `par`, what the network makes of the deal when it plays all seats."""

    number: int
    points: list[int]
    result: list[float]
    par: list[float]


class RoundSummary(RoundFacts):
    """One round, by side: result = par + play + hindsight, where par is the luck of the deal.

    `loss` is what the side's decisions have lost that are not good, by what could be known; `play` is its share of what
    the others' have lost less that. The rest is what only hindsight shows.
    """

    loss: list[float]
    play: list[float]
    hindsight: list[float]
    whole: bool  # whether all decisions of all seats have been judged; else loss, play and hindsight say less


class RoundData(RoundSummary):
    """A round and its decisions."""

    decisions: list[DecisionData]


class Finding(NamedTuple):
    """What a review finds, one after the other: a round, then its decisions."""

    facts: RoundFacts | None = None
    decision: DecisionData | None = None


class ReviewData(TypedDict):
    """A match, or what has been reviewed of it."""

    review: int
    rules: str | dict[str, Any]
    players: list[str] | None
    effort: str
    seed: int
    network: bool
    seats: list[int]
    complete: bool
    rounds: list[RoundData]
