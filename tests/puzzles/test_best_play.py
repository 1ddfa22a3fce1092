"""Best play: what seems to be a puzzle, and what must hold of one."""

from random import Random

import pytest

from haggis_cards.puzzles import Collection, Puzzle
from haggis_cards.puzzles.best_play import Value, fault, find, from_position, is_doubtful
from tests.seed import SEED


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return [one for one in Collection.load().puzzles if one.kind == "best" and one.rules == "haggis-2"]


def rivals(*behind: float, error: float = 1.0) -> list[Value]:
    return [Value(f"play {number}", points, error) for number, points in enumerate(behind, 2)]


def test_the_answer_must_be_far_and_surely_ahead_of_several_sensible_ones() -> None:
    assert fault(rivals(8, 20, 40)) is None
    assert fault(rivals(7.9, 20, 40)) == "play 2 is only 7.9 ± 1.0 points behind"
    assert fault(rivals(12, 20, 40, error=3.1)) == "play 2 is only 12.0 ± 3.1 points behind"
    assert fault(rivals(8, 20, 41)) == "only 3 answers are sensible"


def test_a_position_is_measured_even_where_few_worlds_leave_it_unsure(puzzles: list[Puzzle]) -> None:
    # In others, answers are sensible only by what they lose in other worlds.
    clear = [one for one in puzzles if fault(rivals(*(behind for _, behind in one.proof["values"]))) is None]
    puzzle = Random(SEED).choice(clear)
    best, others = puzzle.line[0].action, puzzle.proof["values"]
    unsure = [Value(best, 0.0, 0.0), *(Value(action, points, points) for action, points in others)]
    found = find(puzzle.start, unsure)
    assert found is not None
    assert (found.id, found.line) == (puzzle.id, puzzle.line)
    near = [unsure[0], unsure[1]._replace(behind=7.9), *unsure[2:]]
    assert find(puzzle.start, near) is None


def test_puzzles_are_found_in_positions(puzzles: list[Puzzle]) -> None:
    assert all(is_doubtful(one.start) for one in puzzles)
    drawn = Random(SEED).sample(puzzles, min(8, len(puzzles)))
    found = [(one, from_position(one.start, SEED)) for one in drawn]
    assert any(other for _, other in found), "a few worlds may mislead, but not in all of them"
    assert all(other is None or other.line == one.line for one, other in found)
