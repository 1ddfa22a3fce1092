"""`haggis puzzles`: mining that can be continued, packing, verifying and showing."""

import json
from pathlib import Path

from haggis_cards.puzzles import Collection
from tests.cli.helpers import played, record_of, run, write

MINE = ("puzzles", "mine")
QUICK = ("--kinds", "open,sure", "--rules", "haggis-2", "--jobs", "1", "--seed", "3")


def test_mining_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    assert "12 looked through" in run(*MINE, whole, "--rounds", 12, *QUICK).output
    run(*MINE, part, "--rounds", 5, *QUICK)
    with part.open("a") as file:
        file.write('{"task": 5, "puzz')  # a run that was killed
    assert "12 looked through" in run(*MINE, part, "--rounds", 12, *QUICK).output
    assert part.read_text() == whole.read_text()
    other = run(*MINE, part, "--rounds", 12, "--kinds", "open", "--jobs", "1")
    assert other.exit_code == 2
    assert "was mined by another plan" in other.output


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    run(*MINE, one, "--rounds", 6, *QUICK[:4], "--jobs", 1)
    run(*MINE, two, "--rounds", 6, *QUICK[:4], "--jobs", 2)
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
    assert puzzle.line[0].action in shown.output
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
