"""Puzzles that a browser can solve by a few clicks."""

from itertools import islice

from haggis_cards.puzzles import Collection, Puzzle

PUZZLES = Collection.load().puzzles


def right(puzzle: Puzzle) -> list[str]:
    return [step.action for step in puzzle.line if step.accepts]


def wrong(puzzle: Puzzle) -> str:
    """A wrong answer that is easy to give, a single card or to pass; nothing if there is none."""
    legal = [str(one) for one in puzzle.start.legal(puzzle.seat)]
    easy = [one for one in legal if one == "pass" or (one.startswith("play ") and len(one.split()) == 2)]
    return next((one for one in easy if one not in puzzle.line[0].accepts), "")


def some(kind: str, decisions: int = 1, skip: int = 0) -> Puzzle:
    """A puzzle whose answers are plays of number cards, or passes."""
    fitting = (
        one
        for one in PUZZLES
        if one.kind == kind
        and one.decisions >= decisions
        and all(action == "pass" or (action.startswith("play ") and "=" not in action) for action in right(one))
        and wrong(one)
    )
    return next(islice(fitting, skip, None))
