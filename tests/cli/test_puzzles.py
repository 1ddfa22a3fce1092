"""`haggis puzzles`: mining that can be continued, packing, verifying and showing."""

import json
from pathlib import Path

from haggis_cards.cli.cards import PlayerNames
from haggis_cards.cli.review_report import action_text
from haggis_cards.puzzles import Collection
from haggis_cards.puzzles.model import Puzzle, Step
from haggis_cards.puzzles.words import why as reason_of
from tests.cli.helpers import played, record_of, run, write

MINE = ("puzzles", "mine")
QUICK = ("--kinds", "open,sure", "--rules", "haggis-2", "--jobs", "1", "--seed", "3")


def shown_action(puzzle: Puzzle, step: Step) -> str:
    """A step as the terminal writes it, with the signs of suits."""
    rules = puzzle.start.rules
    return action_text(step.action, rules, PlayerNames(rules)).plain


def test_mining_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert "4 looked through" in run(*MINE, whole, "--rounds", 4, *QUICK).output
    run(*MINE, part, "--rounds", 2, *QUICK)
    with part.open("a") as file:
        file.write('{"task": 2, "puzz')  # a run that was killed
    assert "4 looked through" in run(*MINE, part, "--rounds", 4, *QUICK).output
    assert part.read_text() == whole.read_text()
    other = run(*MINE, part, "--rounds", 4, "--kinds", "open", "--jobs", "1")
    assert other.exit_code == 2
    assert "holds another plan" in other.output


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    run(*MINE, one, "--rounds", 3, *QUICK[:4], "--jobs", 1)
    run(*MINE, two, "--rounds", 3, *QUICK[:4], "--jobs", 2)
    assert one.read_text() == two.read_text()


def test_puzzles_are_packed_verified_and_shown(tmp_path: Path) -> None:
    mined, packed, kept = tmp_path / "mined.jsonl", tmp_path / "packed.xz", tmp_path / "kept.xz"
    run(*MINE, mined, "--rounds", 14, *QUICK)
    assert "puzzles" in run("puzzles", "pack", packed, mined, mined).output
    collection = Collection.load(packed)
    assert len({one.id for one in collection.puzzles}) == len(collection.puzzles) > 2, "the same file twice"
    assert collection.about["plans"][0]["seed"] == 3
    verified = run("puzzles", "verify", packed, "--jobs", 1, "--keep", kept)
    assert verified.exit_code == 0
    assert f"open: {sum(one.kind == 'open' for one in collection.puzzles)} verified, 0 failed" in verified.output
    assert Collection.load(kept).puzzles == collection.puzzles
    puzzle = collection.puzzles[0]
    hidden = run("puzzles", "show", puzzle.id, "--file", packed)
    assert puzzle.id in hidden.output
    assert "points more" not in hidden.output
    shown = run("puzzles", "show", puzzle.id, "--file", packed, "--solution")
    assert shown_action(puzzle, puzzle.line[0]) in shown.output
    told = json.loads(run("puzzles", "show", puzzle.id, "--file", packed, "--json").output)
    assert not {*told} & {"line", "reason", "themes", "proof"}


def test_records_are_looked_through(tmp_path: Path) -> None:
    records = write(tmp_path / "records.jsonl", *(record_of(played("haggis-2", 2, seed)) for seed in range(4)))
    out = tmp_path / "out.jsonl"
    assert "8 looked through" in run(*MINE, out, records, *QUICK).output


def test_bad_input_is_told_in_one_sentence(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    for words, why in (
        ((*MINE, out, "--kinds", "hard"), "there is no kind 'hard'; there are: open, sure, best"),
        ((*MINE, out, "--rules", "whist"), "whist"),
        ((*MINE, out, "--bots", "nobody"), "nobody"),
        ((*MINE, out, "records.jsonl", "--bank"), "give records or --bank, not both"),
        (("puzzles", "verify", tmp_path / "none.xz"), "has no collection of puzzles"),
        (("puzzles", "show", "nothing"), "there is no puzzle 'nothing'"),
        (("puzzles", "pack", tmp_path / "x.xz", write(tmp_path / "y.jsonl", "{}")), "has written"),
    ):
        result = run(*words)
        assert result.exit_code == 2, words
        assert why in result.output
        assert "Traceback" not in result.output


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    """Every answer of the line, typed as people type; a wrong one is told, and the end of the input shows nothing."""
    collection = Collection.load()
    for kind in ("open", "sure", "best"):
        puzzle = next(one for one in collection if one.kind == kind)
        answers = [step.action.removeprefix("play ").lower() for step in puzzle.line if step.accepts]
        solved = run("puzzles", "solve", puzzle.id, stdin="\n".join(["2x", *answers]))
        assert solved.exit_code == 0
        assert solved.output.count("Right.") == len(answers)
        assert "'2x' is not a card" in solved.output
        assert reason_of(puzzle.reason) in solved.output
        first = next(step for step in puzzle.line if step.accepts)
        right = {first.action, *first.accepts}
        wrong = next(text for text in puzzle.start.view(puzzle.seat)["legal"] if text not in right)
        failed = run("puzzles", "solve", puzzle.id, stdin=f"{wrong}\n").output
        assert f"No: {shown_action(puzzle, first)} is better." in failed
        left = run("puzzles", "solve", puzzle.id, stdin="")
        assert left.exit_code == 0
        assert reason_of(puzzle.reason) not in left.output
    assert "rated" in run("puzzles", "solve", "--rules", "neeps-4", "--kinds", "best", stdin="quit\n").output
