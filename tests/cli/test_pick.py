"""`haggis pick`: matches out of many files, as records or as a table; and reviews that are saved into records."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Record
from haggis_cards.comments import comments_of
from haggis_cards.review import judge
from haggis_cards.review.model import Finding
from haggis_cards.review.reviewer import Reviewer
from tests.cli.helpers import played, record_of, run, write
from tests.review.helpers import TINY


@pytest.fixture
def file(tmp_path: Path) -> Path:
    first = {
        **record_of(played("haggis-2", seed=1), named=True),
        "date": "2026-11-01T10:00:00+01:00",
        "bots": [None, "club"],
    }
    second = {**record_of(played("neeps-4", rounds=2)), "date": "2026-11-19"}
    second["rounds"][0]["comments"] = [{"action": 0, "verdict": "blunder"}]
    third = record_of(played("haggis-2", seed=2))
    del third["winners"], third["rounds"][0]["result"], third["rounds"][0]["next"]
    third["rounds"][0]["actions"] = third["rounds"][0]["actions"][:4]
    return write(tmp_path / "records.jsonl", first, second, third)


@pytest.mark.parametrize(
    ("options", "picked"),
    [
        ([], [0, 1, 2]),
        (["--rules", "haggis-2"], [0, 2]),
        (["--rules", "haggis-2", "--over"], [0]),
        (["--open"], [2]),
        (["--player", "Ann"], [0]),
        (["--bot", "club"], [0]),
        (["--since", "2026-11-02"], [1]),
        (["--until", "2026-11-01"], [0]),
        (["--verdict", "blunder"], [1]),
        (["--player", "Nobody"], []),
    ],
)
def test_matches_are_picked(options: list[str], picked: list[int], file: Path, tmp_path: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    expected = [json.loads(lines[place]) for place in picked]
    result = run("pick", file, *options)
    assert [json.loads(line) for line in result.stdout.splitlines()] == expected
    out = tmp_path / "out.jsonl.gz"
    assert f"{len(picked)} match" in run("pick", file, *options, "--out", out).stderr
    if picked:
        assert [dict(record.data) for record in Record.load_all(out)] == expected


def test_a_table(file: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("pick", file, "--csv").stdout)))
    assert [row["rules"] for row in rows] == ["haggis-2", "neeps-4", "haggis-2"]
    assert (rows[0]["players"], rows[0]["bots"], rows[0]["over"]) == ("Ann; Bob", "; club", "True")
    assert (rows[1]["rounds"], rows[1]["comments"], rows[2]["totals"]) == ("2", "1", "")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--since", "yesterday"], "a day is written as in 2026-11-19, not 'yesterday'"),
        (["--out", "none/such.jsonl"], "'none/such.jsonl' cannot be written"),
    ],
)
def test_bad_options_are_refused(options: list[str], words: str, file: Path) -> None:
    result = run("pick", file, *options)
    assert (result.exit_code, words in result.stderr) == (2, True)


def test_a_saved_review_is_shown_again_without_computing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(judge.EFFORTS, "quick", TINY)
    file = write(tmp_path / "match.jsonl", record_of(played("haggis-2", seed=3), named=True))
    saved, again = tmp_path / "saved.jsonl", tmp_path / "again.jsonl"
    first = run("review", file, "--threads", 1, "--save", saved)
    assert (first.exit_code, first.stderr) == (0, f"The records are in {saved}.\n")
    record = Record.load(saved)
    record.verify()
    review: Any = record.data["review"]
    wrong = [one for found in review["rounds"] for one in found["decisions"] if one["verdict"] != "good"]
    told = [one for one in comments_of(record) if one.verdict]
    assert [(one.action, one.verdict) for one in told] == [(one["index"], one["verdict"]) for one in wrong]
    shown = run("show", saved, columns=1000).stdout
    for one in told:
        assert f"{one.verdict}; {one.value:+.1f} ± {one.error:.1f}; {one.text}; haggis review" in shown

    computed: list[Reviewer] = []

    def compute(self: Reviewer, start: int = 0) -> Iterator[Finding]:
        computed.append(self)
        return iter(())

    monkeypatch.setattr(Reviewer, "findings", compute)
    for options in ([], ["--json"]):
        assert run("review", saved, *options).stdout == run("review", saved, *options, "--save", again).stdout
    assert run("review", saved).stdout == first.stdout
    assert again.read_text(encoding="utf-8") == saved.read_text(encoding="utf-8")
    assert not computed
    run("review", saved, "--seed", 7)
    changed = json.loads(saved.read_text(encoding="utf-8"))
    changed["review"]["rounds"][0]["decisions"][0]["made"] = "play 2r 2r"
    run("review", write(tmp_path / "foreign.jsonl", changed))
    changed["review"] = {"review": 1}
    run("review", write(tmp_path / "broken.jsonl", changed))
    assert len(computed) == 3
