"""Puzzles of best play: closed cards, and one answer that is by far the best on average.

A position is a puzzle if the best answer is at least `GAP` points and `LEAST_Z` standard errors ahead of all others, in
worlds that the solver cannot rule out; if the search and the network both choose it; if there are several sensible
answers; and if a player by rules of thumb goes wrong. What seems to be one, by the values of the arena's bank or in a
few worlds, `confirm` measures in many worlds, and `verify` anew, with other random numbers.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from haggis_cards.actions import parse
from haggis_cards.arena.bank import Entry
from haggis_cards.match import Match
from haggis_cards.puzzles.making import make_puzzle, natural_answer
from haggis_cards.puzzles.model import Puzzle, Step
from haggis_cards.puzzles.solution import Answer
from haggis_cards.review.answers import answer_key
from haggis_cards.review.causes import fact
from haggis_cards.review.contrasts import whole
from haggis_cards.review.core import Outcomes, at_once
from haggis_cards.review.judge import Answer as Candidate
from haggis_cards.review.judge import Judgement
from haggis_cards.review.native_core import NativeCore
from haggis_cards.review.numbers import mean, standard_error
from haggis_cards.review.reasons import reason_for

GAP: Final = 8.0  # points ahead of every other answer,
LEAST_Z: Final = 4.0  # and standard errors
LEAST_ANSWERS: Final = 4
SENSIBLE: Final = 40.0  # points behind the best, at most
ITERATIONS: Final = 4096  # of the search that must agree
SCREENING: Final = (16, 64, 256)  # worlds after which a position is left where another answer is too near
FIRST_WORLDS: Final = 256  # in which all rivals are played out,
WORLDS: Final = 4096  # and those that are not clearly worse
MOST_RIVALS: Final = 12  # answers that the best one is compared with


class Value(NamedTuple):
    """An action, how far it is behind the best, and the standard error of that."""

    action: str
    behind: float
    error: float


def from_entry(entry: Entry) -> Puzzle | None:
    """The puzzle that a position of the bank is, if it is one."""
    if not entry.choices:
        return None
    best = entry.choices[0].points
    return find(entry.match(), [Value(one.action, best - one.points, one.error) for one in entry.choices])


def is_doubtful(match: Match) -> bool:
    """Whether the network would do something else than rules of thumb, where there is much to choose from."""
    seat = match.to_act[0]
    view = match.view(seat)
    if sum(not action.startswith("bet ") for action in view["legal"]) < LEAST_ANSWERS:
        return False
    key = _keys(match, seat)
    return key(natural_answer(match, seat)) != key(view["legal"][_by_network(_core().allowed(view), seat)[0]])


def from_position(match: Match, seed: int) -> Puzzle | None:
    """The puzzle that a position seems to be, if the network's choice stays ahead of all other answers."""
    seat = match.to_act[0]
    view, key = match.view(seat), _keys(match, seat)
    position = _core().allowed(view)
    distinct: dict[Hashable, int] = {}
    for place in _by_network(position, seat):
        distinct.setdefault(key(view["legal"][place]), place)
    places = list(distinct.values())
    rows: list[Outcomes] = [[] for _ in places]
    values: list[Value] = []
    for worlds in SCREENING:
        seen = len(rows[0])
        more = at_once(_core().play_out(position, seat, places, seen, worlds - seen, seed))
        rows = [[*row, *new] for row, new in zip(rows, more, strict=True)]
        values = [_value(view["legal"][place], rows[0], row) for place, row in zip(places, rows, strict=True)]
        if any(one.behind < GAP for one in values[1:]):
            return None
    return find(match, values)


def find(match: Match, values: Sequence[Value]) -> Puzzle | None:
    """The puzzle of the seat to act, if the values of its actions, the best first, make it one."""
    seat = match.to_act[0]
    view = match.view(seat)
    key = _keys(match, seat)
    answers: dict[Hashable, Value] = {}
    for value in values:
        answers.setdefault(key(value.action), value)
    best, *others = answers.values()
    rivals = sorted(others, key=lambda one: one.behind)[:MOST_RIVALS]
    # `confirm` sees how sure that is: the bank left out of further worlds what was three standard errors behind.
    if _sensible(rivals) < LEAST_ANSWERS or rivals[0].behind < GAP:
        return None
    if key(natural_answer(match, seat)) == key(best.action) or not _agree(match, seat, best.action):
        return None
    accepts = tuple(text for text in view["legal"] if key(text) == key(best.action))
    listed = [Answer(one.action, -one.behind, (one.action,)) for one in rivals]
    proof = {"values": [[one.action, round(one.behind, 2)] for one in rivals]}
    right = Answer(best.action, 0.0, accepts)
    return make_puzzle("best", match, [Step(seat, best.action, accepts)], [right, *listed], [], proof)


def _keys(match: Match, seat: int) -> Callable[[str], Hashable]:
    """Actions as text with the same key are one answer."""
    key = answer_key(match.view(seat), match.rules)
    return lambda text: key(parse(text, match.rules))


def _agree(match: Match, seat: int, best: str, seed: int = 0) -> bool:
    """Whether the network and the search both choose this answer."""
    view, key = match.view(seat), _keys(match, seat)
    position = _core().allowed(view)
    searched = at_once(_core().weigh(position, seat, seed, ITERATIONS, [view["legal"].index(best)]))[0].place
    return all(key(view["legal"][place]) == key(best) for place in (_by_network(position, seat)[0], searched))


def _by_network(position: Any, seat: int) -> list[int]:
    """The places of actions in the legal list, the one that the network likes best first."""
    return [place for place, _ in sorted(at_once(_core().opinion(position, seat)), key=lambda one: -one[1])]


def _sensible(rivals: Sequence[Value]) -> int:
    """How many answers there are to think about: the best and those that are not far behind."""
    return 1 + sum(one.behind <= SENSIBLE for one in rivals)


@lru_cache(maxsize=1)
def _core() -> NativeCore:
    return NativeCore()


class Measured(NamedTuple):
    """The rivals of a puzzle's answer, the nearest first, and what came of both in the same worlds."""

    rivals: list[Value]
    judgement: Judgement


def measure(puzzle: Puzzle, seed: int) -> Measured:
    """Plays the answer and its rivals out in worlds that this seed draws; the nearest ones in `WORLDS` of them."""
    match, seat, core = puzzle.start, puzzle.seat, _core()
    view = match.view(seat)
    position = core.allowed(view)
    names = [puzzle.line[0].action, *(action for action, _ in puzzle.proof["values"])]
    places = [view["legal"].index(name) for name in names]
    rows = at_once(core.play_out(position, seat, places, 0, FIRST_WORLDS, seed))
    first = [_value(name, rows[0], row) for name, row in zip(names, rows, strict=True)]
    nearest = min(first[1:], key=lambda one: one.behind).action
    near = [at for at, one in enumerate(first) if at == 0 or one.action == nearest or _is_near(one)]
    worlds = WORLDS - FIRST_WORLDS
    more = at_once(core.play_out(position, seat, [places[at] for at in near], FIRST_WORLDS, worlds, seed))
    for at, row in zip(near, more, strict=True):
        rows[at] += row
    values = [_value(name, rows[0], row) for name, row in zip(names, rows, strict=True)]
    rivals = sorted(values[1:], key=lambda one: one.behind)
    other = (
        names.index(puzzle.proof["tempting"]) if puzzle.proof["tempting"] in names else names.index(rivals[0].action)
    )
    tried = [Candidate(places[at], names[at], 0.0, 0.0, 0.0, rows[at], values[at].behind) for at in (0, other)]
    return Measured(rivals, Judgement(seat, tried, 0.0, tried[1]))


def _value(name: str, best: Outcomes, row: Outcomes) -> Value:
    leads = [(ours.margin - theirs.margin) / 2 for ours, theirs in zip(best, row, strict=False)]
    return Value(name, mean(leads), standard_error(leads))


def _is_near(one: Value) -> bool:
    return one.behind - LEAST_Z * one.error < GAP


def confirm(puzzle: Puzzle, seed: int) -> Puzzle | None:
    """The puzzle with what was measured and why the answer is right, or None if it does not hold."""
    rivals, judgement = measure(puzzle, seed)
    if fault(rivals):
        return None
    nearest = rivals[0]
    view = puzzle.start.view(puzzle.seat)
    facts = [fact("best", worlds=WORLDS, points=whole(nearest.behind), action=nearest.action)]
    facts += reason_for(judgement, view) + list(puzzle.reason)
    values = [[one.action, round(one.behind, 2)] for one in rivals]
    changed = puzzle.proved(values=values, error=round(nearest.error, 2), worlds=WORLDS, seed=seed)
    return changed.explained(facts)


def fault(rivals: Sequence[Value]) -> str | None:
    """Why the answer is not by far the best of several sensible ones, if so."""
    for one in rivals:
        if one.behind < max(GAP, LEAST_Z * one.error):
            return f"{one.action} is only {one.behind:.1f} ± {one.error:.1f} points behind"
    if _sensible(rivals) < LEAST_ANSWERS:
        return f"only {_sensible(rivals)} answers are sensible"
    return None


def verify(puzzle: Puzzle, seed: int) -> str | None:
    """What is wrong with a puzzle in worlds that this seed draws, if anything."""
    if not _agree(puzzle.start, puzzle.seat, puzzle.line[0].action):
        return "the network or the search chooses something else"
    return fault(measure(puzzle, seed).rivals)
