"""The line that solves a puzzle: the solver's only right answers, and what the others reply.

The line goes on as long as the solver has exactly one right answer; where there are several, it ends. Steps in which
the solver has no choice are played without asking.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

from haggis_cards.actions import Action, Bet, parse
from haggis_cards.native import Position
from haggis_cards.puzzles.model import Puzzle, Step

MOST_REPLIES: Final = 6  # equally good ones that are followed, to find the longest line
MOST_POSITIONS: Final = 2_000  # of that search; from then on one reply is followed


class Answer(NamedTuple):
    """Actions that count as one, and what the best of them is worth."""

    action: str
    value: float
    accepts: tuple[str, ...]  # those that are worth as much


class Solver(Protocol):
    """What is right in a position of one kind of puzzle."""

    seat: int
    gap: float  # that the right answer must be ahead of all others

    def answers(self, position: Position) -> list[Answer]:
        """The solver's answers, the best first; none if they cannot be worked out."""
        ...

    def replies(self, position: Position) -> list[Action]:
        """What another seat may do without helping the solver."""
        ...


def actions_of(position: Position) -> list[Action]:
    """What the seat to act may do, bets aside."""
    return [action for action in position.legal() if not isinstance(action, Bet)]


def group(actions: Sequence[Action], values: Sequence[float], keys: Iterable[Hashable]) -> list[Answer]:
    """Answers out of actions, the best first."""
    groups: dict[Hashable, list[tuple[float, str]]] = {}
    for action, value, key in zip(actions, values, keys, strict=True):
        groups.setdefault(key, []).append((value, str(action)))
    found = []
    for members in groups.values():
        best = max(value for value, _ in members)
        accepts = tuple(text for value, text in members if value == best)
        found.append(Answer(accepts[0], best, accepts))
    return sorted(found, key=lambda answer: -answer.value)


def is_unique(answers: Sequence[Answer], gap: float) -> bool:
    """Whether the first answer is the only right one."""
    return len(answers) > 1 and answers[0].value - answers[1].value >= gap


def find_line(position: Position, solver: Solver) -> tuple[Step, ...]:
    """The longest line from here on; empty where the solver has nothing to find."""
    seen = 0

    def search(position: Position) -> tuple[Step, ...]:
        nonlocal seen
        seen += 1
        if position.over:
            return ()
        turn = position.turn
        assert turn is not None
        if turn != solver.seat:
            most = MOST_REPLIES if seen < MOST_POSITIONS else 1
            lines = [extended(position, Step(turn, str(reply))) for reply in solver.replies(position)[:most]]
            return max(lines, key=_decisions, default=())
        answers = solver.answers(position)
        if len(answers) == 1:
            return extended(position, Step(turn, answers[0].action))
        if not is_unique(answers, solver.gap):
            return ()
        return extended(position, Step(turn, answers[0].action, answers[0].accepts))

    def extended(position: Position, step: Step) -> tuple[Step, ...]:
        rest = search(position.act(parse(step.action, position.rules)))
        return (step, *rest) if step.accepts or rest else ()

    return search(position)


def _decisions(line: Sequence[Step]) -> int:
    return sum(bool(step.accepts) for step in line)


def check_line(puzzle: Puzzle, solver: Solver) -> str | None:
    """What is wrong with the line of a puzzle, if anything."""
    position = Position.from_round(puzzle.start.round)
    for number, step in enumerate(puzzle.line, 1):
        if position.turn != step.seat:
            return f"step {number} is not for seat {step.seat} to make"
        if step.seat == solver.seat:
            answers = solver.answers(position)
            if not answers:
                return f"step {number} cannot be worked out"
            wanted = (answers[0].action, answers[0].accepts if len(answers) > 1 else ())
            if (step.action, step.accepts) != wanted:
                return f"step {number} should be {wanted[0]}"
            if step.accepts and not is_unique(answers, solver.gap):
                return f"step {number} is not the only right answer: {answers[1].action} is as good"
        elif step.action not in map(str, solver.replies(position)):
            return f"step {number} is not the best defence"
        position = position.act(parse(step.action, position.rules))
    return None
