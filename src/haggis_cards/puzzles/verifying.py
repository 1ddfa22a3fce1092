"""Verifies puzzles: kinds `open` and `sure` are proved again, `best` is measured in fresh worlds."""

from random import Random
from typing import NamedTuple

from haggis_cards.errors import HaggisError
from haggis_cards.puzzles import best_play, open_cards, sure_out
from haggis_cards.puzzles.canonical import puzzle_id
from haggis_cards.puzzles.model import Puzzle


class Verdict(NamedTuple):
    """What verifying a puzzle has shown; no fault if it holds."""

    puzzle: Puzzle
    fault: str | None


def verify(puzzle: Puzzle, seed: int) -> Verdict:
    """Looks at a puzzle again; the seed draws the worlds of `best`, other ones for each puzzle."""
    try:
        return Verdict(puzzle, _fault(puzzle, seed))
    except (HaggisError, LookupError, ValueError, TypeError) as error:
        return Verdict(puzzle, f"it cannot be read: {error}")


def _fault(puzzle: Puzzle, seed: int) -> str | None:
    start = puzzle.start
    if start.over or start.to_act[0] != puzzle.seat:
        return f"it is not the turn of seat {puzzle.seat}"
    if puzzle.id != puzzle_id(puzzle.kind, start.round, puzzle.seat):
        return "its id is that of another position"
    match puzzle.kind:
        case "open":
            return open_cards.verify(puzzle)
        case "sure":
            return sure_out.verify(puzzle)
        case "best":
            return best_play.verify(puzzle, Random(f"{seed} {puzzle.id}").getrandbits(64))
