"""Attempts at puzzles and the ratings of people and puzzles. A first attempt counts once, whoever asks how often."""

from collections.abc import Mapping
from typing import Any, Final

import sqlalchemy as sa

from haggis_cards.puzzles import Puzzle
from haggis_cards.server.glicko2 import Rating, update
from haggis_cards.server.puzzle_messages import PuzzlePlayer, PuzzleRating
from haggis_cards.server.review_store import insert_new
from haggis_cards.server.schema import puzzle_attempts, puzzle_players, puzzle_ratings

PUZZLE_DEVIATION: Final = 250.0  # of a puzzle that nobody has tried: its difficulty is only estimated
_NEW: Final = {"solved": 0, "missed": 0}


def player(conn: sa.Connection, guest: str | None) -> PuzzlePlayer:
    """How a person does; as somebody new, if there is nobody or nothing is known."""
    row = conn.execute(sa.select(puzzle_players).where(puzzle_players.c.guest == guest)).first() if guest else None
    if row is None:
        return PuzzlePlayer(rating=_shown(Rating()), solved=0, missed=0, streak=0, best_streak=0)
    return PuzzlePlayer(
        rating=_shown(_rating(row)),
        solved=row.solved,
        missed=row.missed,
        streak=row.streak,
        best_streak=row.best_streak,
    )


def results(conn: sa.Connection, guest: str | None) -> dict[str, bool | None]:
    """The puzzles that a person has tried: solved at the first attempt or not, None if it is not over."""
    if guest is None:
        return {}
    query = sa.select(puzzle_attempts.c.puzzle, puzzle_attempts.c.solved).where(puzzle_attempts.c.guest == guest)
    return {row.puzzle: row.solved for row in conn.execute(query)}


def result(conn: sa.Connection, guest: str, puzzle: str) -> bool | None:
    """How the first attempt has ended; None if it has not."""
    found: bool | None = conn.execute(sa.select(puzzle_attempts.c.solved).where(*_at(guest, puzzle))).scalar()
    return found


def ratings(conn: sa.Connection) -> dict[str, PuzzleRating]:
    """The ratings of puzzles that somebody has tried."""
    return {row.puzzle: _shown(_rating(row)) for row in conn.execute(sa.select(puzzle_ratings))}


def rating_of(conn: sa.Connection, puzzle: Puzzle) -> PuzzleRating:
    """The rating of a puzzle, or the estimate of its difficulty."""
    row = conn.execute(sa.select(puzzle_ratings).where(puzzle_ratings.c.puzzle == puzzle.id)).first()
    return estimate(puzzle) if row is None else _shown(_rating(row))


def estimate(puzzle: Puzzle) -> PuzzleRating:
    """The rating of a puzzle that nobody has tried."""
    return PuzzleRating(puzzle.rating, round(PUZZLE_DEVIATION))


def begin(conn: sa.Connection, guest: str, puzzle: str, now: int) -> None:
    """Notes that a person has seen a puzzle."""
    insert_new(conn, puzzle_attempts, [{"guest": guest, "puzzle": puzzle, "solved": None, "at": now}])


def end(conn: sa.Connection, guest: str, puzzle: Puzzle, solved: bool, now: int) -> bool:
    """Ends a first attempt and rates both sides; False if it had ended before, and then nothing changes."""
    begin(conn, guest, puzzle.id, now)
    still_open = (*_at(guest, puzzle.id), puzzle_attempts.c.solved.is_(None))
    if not conn.execute(sa.update(puzzle_attempts).where(*still_open).values(solved=solved, at=now)).rowcount:
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
    own_after, other_after = update(own, [(other, float(solved))]), update(other, [(own, float(not solved))])
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


def _shown(rating: Rating) -> PuzzleRating:
    return PuzzleRating(round(rating.value), round(rating.deviation))
