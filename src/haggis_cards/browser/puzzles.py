"""Puzzles in the browser, in the messages of the server: the page brings the collection, and keeps the attempts.

Ratings are those of this browser: a puzzle's is the estimate of its difficulty, as no other attempts are known.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from haggis_cards.browser.page import page
from haggis_cards.puzzles.model import Puzzle
from haggis_cards.study import puzzles
from haggis_cards.study.glicko2 import Game, Rating, update
from haggis_cards.table.log import now
from haggis_cards.wire import puzzles as m
from haggis_cards.wire.refusals import Refused

_KEPT: Final = "puzzles"
_NEW: Final[Mapping[str, Any]] = {
    "results": {},
    "rating": Rating(),
    "solved": 0,
    "missed": 0,
    "streak": 0,
    "best_streak": 0,
}


class LocalAttempts:
    """The attempts in this browser, as they are kept."""

    def __init__(self, kept: Mapping[str, Any]) -> None:
        self.data: dict[str, Any] = {**_NEW, **kept}
        self.data["results"] = dict(self.data["results"])

    def player(self) -> m.PuzzlePlayer:
        counts = {name: self.data[name] for name in ("solved", "missed", "streak", "best_streak")}
        return m.PuzzlePlayer(rating=puzzles.shown(Rating(*self.data["rating"])), **counts)

    def results(self) -> Mapping[str, bool | None]:
        found: dict[str, bool | None] = self.data["results"]
        return found

    def ratings(self) -> Mapping[str, m.PuzzleRating]:
        return {}

    def begin(self, puzzle: str) -> None:
        self.data["results"].setdefault(puzzle, None)

    def end(self, puzzle: Puzzle, solved: bool) -> bool:
        self.begin(puzzle.id)
        if self.data["results"][puzzle.id] is not None:
            return False
        self.data["results"][puzzle.id] = solved
        self.data["solved" if solved else "missed"] += 1
        self.data["streak"] = self.data["streak"] + 1 if solved else 0
        self.data["best_streak"] = max(self.data["streak"], self.data["best_streak"])
        other = Rating(puzzle.rating, puzzles.PUZZLE_DEVIATION)
        self.data["rating"] = update(Rating(*self.data["rating"]), [Game(other, float(solved))])
        return True


def _about(asked: Callable[..., Any]) -> Callable[..., Any]:
    """A question about one puzzle, as the page asks it: by id."""
    return lambda attempts, puzzle, *args: asked(attempts, puzzles.find(puzzle), *args)


def _choose(attempts: LocalAttempts, *args: Any) -> m.PuzzleRef:
    found = puzzles.choose(attempts, *args)
    if found is None:
        raise Refused("no-puzzle", fault="left")
    return m.PuzzleRef(found)


def _asked(question: Callable[..., Any]) -> Callable[..., Any]:
    """A question about the attempts that the page keeps; it keeps what it makes of them."""

    async def answer(*args: Any) -> Any:
        text = await page().find(_KEPT)
        attempts = LocalAttempts(json.loads(text) if text else {})
        found = question(attempts, *args)
        after = json.dumps(attempts.data)
        if after != text:
            await page().put(_KEPT, after)
        return found

    return answer


def bring(text: str) -> int:
    """The page has fetched the collection; says how many puzzles there are."""
    puzzles.bring(text)
    return len(puzzles.collection().puzzles)


EXPOSED: Final[Mapping[str, Callable[..., Any]]] = {
    "bring": bring,
    "overview": _asked(lambda attempts: puzzles.overview(attempts, now())),
    "choose": _asked(_choose),
    "task": _asked(_about(puzzles.task)),
    "answer": _asked(_about(puzzles.answer)),
    "hint": _asked(_about(puzzles.hint)),
    "solution": _asked(_about(puzzles.solution)),
}
