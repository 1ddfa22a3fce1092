"""Puzzles as people get them: the one of the day, the next one that fits, what a solver sees, and the solution."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from random import Random
from typing import Any, Final, Protocol

from haggis_cards.actions import parse
from haggis_cards.cards import text
from haggis_cards.combos import Play
from haggis_cards.match import Match
from haggis_cards.puzzles.collection import Collection
from haggis_cards.puzzles.model import Puzzle, Step
from haggis_cards.puzzles.words import told, why
from haggis_cards.study.glicko2 import Rating
from haggis_cards.wire import puzzles as m
from haggis_cards.wire.facts import DAY_MS
from haggis_cards.wire.refusals import Refused

PUZZLE_DEVIATION: Final = 250.0  # of a puzzle that nobody has tried: its difficulty is only estimated
NEAREST: Final = 12  # puzzles by rating, from which the next one is drawn


class Attempts(Protocol):
    """What is known of a person's attempts: in the store of a server (`puzzle_store`), or in a browser."""

    def player(self) -> m.PuzzlePlayer:
        """How the person does; as somebody new, if nothing is known."""
        ...

    def results(self) -> Mapping[str, bool | None]:
        """The puzzles that the person has tried: solved at the first attempt or not, None if it is not over."""
        ...

    def ratings(self) -> Mapping[str, m.PuzzleRating]:
        """The ratings of puzzles, where they are not the estimates of their difficulty."""
        ...

    def begin(self, puzzle: str) -> None:
        """Notes that the person has seen a puzzle."""
        ...

    def end(self, puzzle: Puzzle, solved: bool) -> bool:
        """Ends a first attempt; False if it had ended before, and then nothing changes."""
        ...


_collections: list[Collection] = []


def collection() -> Collection:
    """The puzzles of the package, unless others were brought."""
    if not _collections:
        _collections.append(Collection.load())
    return _collections[0]


def bring(text: str) -> None:
    """The puzzles of this text are the ones: for a browser, which cannot unpack those of the package."""
    _collections[:] = [Collection.read(text)]


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
    return find(order[now // DAY_MS % len(order)])


def overview(attempts: Attempts, now: int) -> m.Puzzles:
    """What there is, and how a person does."""
    tried = attempts.results()
    puzzles, today = collection().puzzles, daily(now)
    done = Counter((one.rules, one.kind) for one in puzzles if tried.get(one.id) is not None)
    every = Counter((one.rules, one.kind) for one in puzzles)
    date = datetime.fromtimestamp(now / 1000, UTC).date().isoformat()
    return m.Puzzles(
        me=attempts.player(),
        daily=m.DailyPuzzle(today.id, date, today.rules, today.kind, tried.get(today.id)),
        counts=[m.PuzzleCount(*of, count, done[of]) for of, count in every.items()],
        themes=dict(Counter(theme for one in puzzles for theme in one.themes).most_common()),
    )


def choose(attempts: Attempts, game: str, kind: str, theme: str) -> str | None:
    """A puzzle that a person has not finished, drawn from those nearest to the person's rating, if one is left."""
    tried, rated = attempts.results(), attempts.ratings()
    fitting = [
        one
        for one in collection().puzzles
        if tried.get(one.id) is None
        and game in ("", one.rules)
        and kind in ("", one.kind)
        and (not theme or theme in one.themes)
    ]
    own = attempts.player().rating.value
    fitting.sort(key=lambda one: abs(rated.get(one.id, estimate(one)).value - own))
    return secrets.choice(fitting[:NEAREST]).id if fitting else None


def estimate(puzzle: Puzzle) -> m.PuzzleRating:
    """The rating of a puzzle that nobody has tried."""
    return m.PuzzleRating(puzzle.rating, round(PUZZLE_DEVIATION))


def shown(rating: Rating) -> m.PuzzleRating:
    """A rating as people see it."""
    return m.PuzzleRating(round(rating.value), round(rating.deviation))


def task(attempts: Attempts, puzzle: Puzzle) -> m.PuzzleTask:
    """What the solver sees."""
    match = _after(puzzle.id, 0)
    return m.PuzzleTask(
        id=puzzle.id,
        kind=puzzle.kind,
        preset=puzzle.rules,
        seat=puzzle.seat,
        rating=attempts.ratings().get(puzzle.id, estimate(puzzle)),
        view=view(puzzle, match),
        hands=hands(puzzle, match),
        solved=attempts.results().get(puzzle.id),
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


def answer(attempts: Attempts, puzzle: Puzzle, answers: Sequence[str]) -> m.PuzzleReply:
    """Judges the last of a person's answers; a wrong one ends the first attempt, and so does the last right one."""
    before, steps = puzzle.follow(answers[:-1]), puzzle.follow(answers)
    if before is None or before == len(puzzle.line) or not answers:
        raise Refused("not-now", fault="puzzle")
    match = _after(puzzle.id, before)
    if answers[-1] not in view(puzzle, match)["legal"]:
        match.act(puzzle.seat, answers[-1])  # which says what is wrong with it
        raise Refused("not-now", fault="puzzle")  # a bet
    attempts.begin(puzzle.id)
    over = steps is None or steps == len(puzzle.line)
    counted = over and attempts.end(puzzle, steps is not None)
    after = None if steps is None else _after(puzzle.id, steps)
    return m.PuzzleReply(
        result="wrong" if steps is None else "solved" if over else "right",
        moves=[] if steps is None else moves(puzzle.line[before:steps]),
        view=None if after is None else view(puzzle, after),
        hands=None if after is None else hands(puzzle, after),
        counted=counted,
        me=attempts.player(),
    )


def moves(steps: Sequence[Step]) -> list[m.PuzzleMove]:
    """Steps of a line."""
    return [m.PuzzleMove(seat, action, bool(accepts)) for seat, action, accepts in steps]


def hint(attempts: Attempts, puzzle: Puzzle, answers: Sequence[str]) -> m.PuzzleHint:
    """What sort of action comes next; a first attempt with a hint counts as missed."""
    steps = puzzle.follow(answers)
    if steps is None or steps == len(puzzle.line):
        raise Refused("not-now", fault="puzzle")
    attempts.end(puzzle, False)
    me, action = attempts.player(), puzzle.line[steps].action
    play = parse(action, puzzle.start.rules)
    if isinstance(play, Play):
        return m.PuzzleHint("play", play.kind.name.lower(), play.cards.bit_count(), me)
    return m.PuzzleHint(action.partition(" ")[0], None, None, me)


def solution(attempts: Attempts, puzzle: Puzzle) -> m.PuzzleSolution:
    """The solution, and why it is right; whoever asks for it before has missed the puzzle."""
    attempts.end(puzzle, False)
    proof = puzzle.proof
    values = [m.PuzzleValue(action, behind) for action, behind in proof.get("values", ())]
    if puzzle.kind == "open":  # there they are points ahead
        values = [m.PuzzleValue(one.action, values[0].behind - one.behind) for one in values]
    return m.PuzzleSolution(
        moves=moves(puzzle.line),
        why=why(puzzle.reason),
        reason=told(puzzle.reason),
        values=values,
        deals=proof.get("deals"),
        themes=list(puzzle.themes),
        solved=bool(attempts.results().get(puzzle.id)),
        me=attempts.player(),
    )
