"""Attempts at puzzles and the ratings of people and puzzles. A first attempt counts once, whoever asks how often."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from haggis_cards.puzzles import Puzzle
from haggis_cards.server.store.personal import own_rows
from haggis_cards.server.store.schema import puzzle_attempts, puzzle_players, puzzle_ratings
from haggis_cards.server.store.statements import insert_new
from haggis_cards.study.glicko2 import Game, Rating, update
from haggis_cards.study.puzzles import PUZZLE_DEVIATION, shown
from haggis_cards.wire.puzzles import PuzzlePlayer, PuzzleRating

T = TypeVar("T")
SETTLED: Final = 200.0  # deviation of people whose attempts move the ratings of puzzles
_NEW: Final = {"solved": 0, "missed": 0}


def attempted(conn: sa.Connection, work: Callable[..., T], guest: str | None, now: int, *args: Any) -> T:
    """What a function of `puzzles` makes of a person's attempts; who only looks needs no name."""
    return work(StoredAttempts(conn, guest, now), *args)


class StoredAttempts:
    """The attempts of a guest, and what they do to ratings."""

    def __init__(self, conn: sa.Connection, guest: str | None, now: int) -> None:
        self._conn, self._guest, self._now = conn, guest, now

    def player(self) -> PuzzlePlayer:
        query = sa.select(puzzle_players).where(puzzle_players.c.guest == self._guest)
        row = self._conn.execute(query).first() if self._guest else None
        if row is None:
            return PuzzlePlayer(rating=shown(Rating()), solved=0, missed=0, streak=0, best_streak=0)
        return PuzzlePlayer(
            rating=shown(_rating(row)),
            solved=row.solved,
            missed=row.missed,
            streak=row.streak,
            best_streak=row.best_streak,
        )

    def results(self) -> dict[str, bool | None]:
        if self._guest is None:
            return {}
        mine = puzzle_attempts.c.guest == self._guest
        query = sa.select(puzzle_attempts.c.puzzle, puzzle_attempts.c.solved).where(mine)
        return {row.puzzle: row.solved for row in self._conn.execute(query)}

    def ratings(self) -> dict[str, PuzzleRating]:
        return {row.puzzle: shown(_rating(row)) for row in self._conn.execute(sa.select(puzzle_ratings))}

    def begin(self, puzzle: str) -> None:
        row = {"guest": self._guest, "puzzle": puzzle, "solved": None, "at": self._now}
        insert_new(self._conn, puzzle_attempts, [row])

    def end(self, puzzle: Puzzle, solved: bool) -> bool:
        """Rates both sides; somebody new, who may know the answer as another guest, moves only their own rating."""
        assert self._guest is not None
        conn, guest = self._conn, self._guest
        self.begin(puzzle.id)
        still_open = (*_at(guest, puzzle.id), puzzle_attempts.c.solved.is_(None))
        if not conn.execute(sa.update(puzzle_attempts).where(*still_open).values(solved=solved, at=self._now)).rowcount:
            return False
        fresh = {**_NEW, **_columns(Rating())}
        insert_new(conn, puzzle_players, [{"guest": guest, "streak": 0, "best_streak": 0, **fresh}])
        guessed = _columns(Rating(puzzle.rating, PUZZLE_DEVIATION))
        insert_new(conn, puzzle_ratings, [{"puzzle": puzzle.id, **_NEW, **guessed}])
        # Always in this order, so that two attempts at once wait for each other and never both for both.
        mine, theirs = puzzle_players.c.guest == guest, puzzle_ratings.c.puzzle == puzzle.id
        person = conn.execute(sa.select(puzzle_players).where(mine).with_for_update()).one()
        problem = conn.execute(sa.select(puzzle_ratings).where(theirs).with_for_update()).one()
        own, other = _rating(person), _rating(problem)
        streak = person.streak + 1 if solved else 0
        rows = {"streak": streak, "best_streak": max(streak, person.best_streak)}
        counted = "solved" if solved else "missed"
        own_after = update(own, [Game(other, float(solved))])
        other_after = update(other, [Game(own, float(not solved))]) if own.deviation <= SETTLED else other
        values: Mapping[str, Any] = {**rows, **_columns(own_after), counted: getattr(person, counted) + 1}
        conn.execute(sa.update(puzzle_players).where(mine).values(**values))
        changed = {**_columns(other_after), counted: getattr(problem, counted) + 1}
        conn.execute(sa.update(puzzle_ratings).where(theirs).values(**changed))
        return True


def _at(guest: str, puzzle: str) -> tuple[sa.ColumnElement[bool], ...]:
    return puzzle_attempts.c.guest == guest, puzzle_attempts.c.puzzle == puzzle


def _rating(row: Any) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _columns(rating: Rating) -> dict[str, float]:
    return {"rating": rating.value, "deviation": rating.deviation, "volatility": rating.volatility}


PERSONAL: Final = own_rows(puzzle_attempts, puzzle_players)
