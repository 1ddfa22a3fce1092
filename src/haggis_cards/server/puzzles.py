"""Puzzles as people get them: the one of the day, the next one that fits, what a solver sees, and the solution."""

import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from random import Random
from typing import Any, Final

import sqlalchemy as sa

from haggis_cards.actions import parse
from haggis_cards.cards import text
from haggis_cards.combos import Play
from haggis_cards.match import Match
from haggis_cards.puzzles import Collection, Puzzle, Step
from haggis_cards.server import puzzle_messages as m
from haggis_cards.server import puzzle_store
from haggis_cards.server.errors import Refused

NEAREST: Final = 12  # puzzles by rating, from which the next one is drawn
_DAY: Final = 24 * 3600 * 1000  # milliseconds


@cache
def collection() -> Collection:
    """The puzzles of the package."""
    return Collection.load()


def find(id: str) -> Puzzle:
    """A puzzle by its id."""
    found = collection().by_id.get(id)
    if found is None:
        raise Refused("no-puzzle", fault="id")
    return found


@cache
def _order() -> list[str]:
    """The puzzles in the order of their days; it begins again when all have had theirs."""
    ids = sorted(collection().by_id)
    Random("puzzles of the day").shuffle(ids)
    return ids


def daily(now: int) -> Puzzle:
    """The puzzle of the day, by UTC."""
    order = _order()
    return find(order[now // _DAY % len(order)])


def overview(conn: sa.Connection, guest: str | None, now: int) -> m.Puzzles:
    """What there is, and how a person does."""
    tried = puzzle_store.results(conn, guest)
    puzzles, today = collection().puzzles, daily(now)
    done = Counter((one.rules, one.kind) for one in puzzles if tried.get(one.id) is not None)
    every = Counter((one.rules, one.kind) for one in puzzles)
    date = datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
    return m.Puzzles(
        me=puzzle_store.player(conn, guest),
        daily=m.DailyPuzzle(today.id, date, today.rules, today.kind, tried.get(today.id)),
        counts=[m.PuzzleCount(*of, count, done[of]) for of, count in every.items()],
        themes=dict(Counter(theme for one in puzzles for theme in one.themes).most_common()),
    )


def choose(conn: sa.Connection, guest: str | None, game: str, kind: str, theme: str) -> str | None:
    """A puzzle that a person has not finished, drawn from those nearest to the person's rating, if one is left."""
    tried, rated = puzzle_store.results(conn, guest), puzzle_store.ratings(conn)
    fitting = [
        one
        for one in collection().puzzles
        if tried.get(one.id) is None
        and game in ("", one.rules)
        and kind in ("", one.kind)
        and (not theme or theme in one.themes)
    ]
    own = puzzle_store.player(conn, guest).rating.value
    fitting.sort(key=lambda one: abs(rated.get(one.id, puzzle_store.estimate(one)).value - own))
    return secrets.choice(fitting[:NEAREST]).id if fitting else None


def task(conn: sa.Connection, guest: str | None, puzzle: Puzzle) -> m.PuzzleTask:
    """What the solver sees."""
    match = _after(puzzle.id, 0)
    return m.PuzzleTask(
        id=puzzle.id,
        kind=puzzle.kind,
        preset=puzzle.rules,
        seat=puzzle.seat,
        rating=puzzle_store.rating_of(conn, puzzle),
        view=view(puzzle, match),
        hands=hands(puzzle, match),
        solved=puzzle_store.result(conn, guest, puzzle.id) if guest else None,
    )


@lru_cache(maxsize=256)
def _after(id: str, steps: int) -> Match:
    """The match after some steps; those of a puzzle are asked for one after the other."""
    puzzle = find(id)
    if not steps:
        return puzzle.start
    seat, action, _ = puzzle.line[steps - 1]
    return _after(id, steps - 1).act(seat, action)


def view(puzzle: Puzzle, match: Match) -> dict[str, Any]:
    """The solver's view; puzzles leave bets aside."""
    seen = match.view(puzzle.seat)
    return {**seen, "legal": [action for action in seen["legal"] if not action.startswith("bet ")]}


def hands(puzzle: Puzzle, match: Match) -> list[str] | None:
    """All hands, where cards are open."""
    return [text(hand) for hand in match.round.hands] if puzzle.kind == "open" else None


def answer(conn: sa.Connection, guest: str, puzzle: Puzzle, answers: Sequence[str], now: int) -> m.PuzzleReply:
    """Judges the last of a person's answers; a wrong one ends the first attempt, and so does the last right one."""
    before, steps = puzzle.follow(answers[:-1]), puzzle.follow(answers)
    if before is None or before == len(puzzle.line) or not answers:
        raise Refused("not-now", fault="puzzle")
    match = _after(puzzle.id, before)
    if answers[-1] not in view(puzzle, match)["legal"]:
        match.act(puzzle.seat, answers[-1])  # which says what is wrong with it
        raise Refused("not-now", fault="puzzle")  # a bet
    puzzle_store.begin(conn, guest, puzzle.id, now)
    over = steps is None or steps == len(puzzle.line)
    counted = over and puzzle_store.end(conn, guest, puzzle, steps is not None, now)
    after = None if steps is None else _after(puzzle.id, steps)
    return m.PuzzleReply(
        result="wrong" if steps is None else "solved" if over else "right",
        moves=[] if steps is None else moves(puzzle.line[before:steps]),
        view=None if after is None else view(puzzle, after),
        hands=None if after is None else hands(puzzle, after),
        counted=counted,
        me=puzzle_store.player(conn, guest),
    )


def moves(steps: Sequence[Step]) -> list[m.PuzzleMove]:
    """Steps of a line."""
    return [m.PuzzleMove(seat, action, bool(accepts)) for seat, action, accepts in steps]


def hint(conn: sa.Connection, guest: str, puzzle: Puzzle, answers: Sequence[str], now: int) -> m.PuzzleHint:
    """What sort of action comes next; a first attempt with a hint counts as missed."""
    steps = puzzle.follow(answers)
    if steps is None or steps == len(puzzle.line):
        raise Refused("not-now", fault="puzzle")
    puzzle_store.end(conn, guest, puzzle, False, now)
    me, action = puzzle_store.player(conn, guest), puzzle.line[steps].action
    play = parse(action, puzzle.start.rules)
    if isinstance(play, Play):
        return m.PuzzleHint("play", play.kind.name.lower(), play.cards.bit_count(), me)
    return m.PuzzleHint(action.partition(" ")[0], None, None, me)


def solution(conn: sa.Connection, guest: str, puzzle: Puzzle, now: int) -> m.PuzzleSolution:
    """The solution, and why it is right; whoever asks for it before has missed the puzzle."""
    from haggis_cards.puzzles.words import reason_words

    puzzle_store.end(conn, guest, puzzle, False, now)
    proof = puzzle.proof
    values = [m.PuzzleValue(action, behind) for action, behind in proof.get("values", ())]
    if puzzle.kind == "open":  # there they are points ahead
        values = [m.PuzzleValue(one.action, values[0].behind - one.behind) for one in values]
    return m.PuzzleSolution(
        moves=moves(puzzle.line),
        why=reason_words(puzzle.reason),
        values=values,
        deals=proof.get("deals"),
        themes=list(puzzle.themes),
        solved=bool(puzzle_store.result(conn, guest, puzzle.id)),
        me=puzzle_store.player(conn, guest),
    )
