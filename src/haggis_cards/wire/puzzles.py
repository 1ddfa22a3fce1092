"""What travels over HTTP around puzzles. Until an attempt is over, nothing of the solution is in it."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from haggis_cards.puzzles.model import Kind, Theme
from haggis_cards.review.model import FactData
from haggis_cards.wire.reviews import ActionText


class PuzzleRating(Struct, frozen=True):
    """A rating by Glicko-2, and its standard deviation."""

    value: int
    deviation: int


class PuzzlePlayer(Struct, frozen=True, kw_only=True):
    """How I do. Only my first attempt at each puzzle counts."""

    rating: PuzzleRating
    solved: int
    missed: int
    streak: int  # puzzles in a row that I have solved at once,
    best_streak: int  # and the longest such row


class PuzzleCount(Struct, frozen=True):
    """How many puzzles of a game and kind there are, and how many of them I have tried."""

    preset: str
    kind: Kind
    puzzles: int
    tried: int


class DailyPuzzle(Struct, frozen=True):
    """The puzzle of the day, the same for everybody."""

    id: str
    date: str  # in UTC
    preset: str
    kind: Kind
    solved: bool | None  # by me, at the first attempt; None if I have not finished one


class Puzzles(Struct, frozen=True, kw_only=True):
    """All that the page of puzzles shows before one is chosen."""

    me: PuzzlePlayer
    daily: DailyPuzzle
    counts: list[PuzzleCount]
    themes: dict[Theme, int]


class PuzzleRef(Struct, frozen=True):
    """A puzzle that fits me."""

    id: str


class PuzzleTask(Struct, frozen=True, kw_only=True):
    """A puzzle: what the solver sees, and may do; with open cards, all hands."""

    id: str
    kind: Kind
    preset: str
    seat: int
    rating: PuzzleRating
    view: dict[str, Any]
    hands: list[str] | None
    solved: bool | None  # by me, at the first attempt


class PuzzleAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """My answers so far, each one of the view's `legal`; the last one is new."""

    answers: Annotated[list[ActionText], Meta(max_length=40)]


class PuzzleMove(Struct, frozen=True):
    """An action of the line."""

    seat: int
    action: str
    mine: bool  # one that the solver had to find


class PuzzleReply(Struct, frozen=True, kw_only=True):
    """What came of my answer: what was played since the last position, and the position now."""

    result: Literal["right", "wrong", "solved"]
    moves: list[PuzzleMove]
    view: dict[str, Any] | None  # None after a wrong answer: nothing has changed
    hands: list[str] | None
    counted: bool  # this answer has ended my first attempt
    me: PuzzlePlayer


class PuzzleHint(Struct, frozen=True):
    """What sort of action it is: its verb and, for a play, its kind and its number of cards."""

    verb: str
    kind: str | None
    cards: int | None
    me: PuzzlePlayer


class PuzzleValue(Struct, frozen=True):
    """Another answer, and the points that it loses."""

    action: str
    behind: float


class PuzzleSolution(Struct, frozen=True, kw_only=True):
    """The solution, after an attempt."""

    moves: list[PuzzleMove]
    why: str  # in English
    reason: list[FactData]  # the same as facts
    values: list[PuzzleValue]
    deals: int | None  # for which it is proved, where cards are closed
    themes: list[Theme]
    solved: bool  # by me, at the first attempt
    me: PuzzlePlayer
