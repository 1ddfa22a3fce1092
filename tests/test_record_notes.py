"""What records carry beside the game, how they are read step by step and in large files, and their schema."""

import doctest
import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from haggis_cards import Match, Record, RecordError, Rounds, RulesError, UnreadableRecord
from tests.support import TABLES, name_of, random_play

ROOT = Path(__file__).parents[1]
GAMES = sorted((ROOT / "tests" / "conformance").rglob("*.jsonl"))
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
NOTES: dict[str, Any] = {
    "id": "9f",
    "date": "2026-11-18T20:15:00+01:00",
    "app": "haggis 0.1.0",
    "edition": "2025-08-12",
    "bots": [None, "greedy"],
    "ended": "abandoned",
    "x-mine": {"deep": [1, 2]},
}


def timed_match() -> Match:
    match = Match("haggis-2", Rounds(2), seed=5, players=["Ann", "Bob"]).noted(**NOTES)
    for number in range(60):
        seat = match.to_act[0]
        match = match.act(seat, match.legal(seat)[0], seconds=number / 4)
    return match


def test_notes_and_times_survive_a_replay() -> None:
    match = timed_match()
    record = match.record()
    assert {name: record.data[name] for name in NOTES} == NOTES
    assert len(match.finished) == 1
    for item in record.data["rounds"]:
        assert len(item["times"]) == len(item["actions"])
    assert record.data["rounds"][0]["times"][:3] == [0.0, 0.25, 0.5]
    again = Record.parse(record.dump()).replay()
    assert again.record() == record
    more = again.act(again.to_act[0], again.legal(again.to_act[0])[0], seconds=1).record()
    assert more.data["rounds"][1]["times"][-2:] == [14.75, 1]


def test_an_action_without_a_time_between_others() -> None:
    match = Match("haggis-2", seed=5)
    for seconds in (1.5, None, 2):
        match = match.act(match.to_act[0], match.legal(match.to_act[0])[0], seconds=seconds)
    assert match.record().data["rounds"][0]["times"] == [1.5, None, 2]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_golden_records_survive_a_replay_and_fit_the_schema(path: Path) -> None:
    """Unknown keys everywhere and assertions among the actions are kept."""
    for record in Record.stream(path):
        VALIDATOR.validate(record.data)
        data = json.loads(record.canonical().dump())
        data["x"] = 1
        for item in data["rounds"]:
            item["deal"]["y"] = item["z"] = [2]
            if "result" in item:
                item["result"]["parts"]["w"] = 3
        assert Record(data).replay().record().data == data


def test_the_seed_of_a_finished_match_survives() -> None:
    *_, last = random_play("haggis-2", Rounds(1), 12)
    record = last.record()
    assert record.replay().record() == record
    assert record.data["seed"] == 12


def test_notes_are_no_part_of_the_match() -> None:
    match = Match("haggis-2", seed=1)
    assert match.noted(id="x") == match
    assert match.noted(id="x").noted(id=None).record() == match.record()
    assert "id" not in Record.from_match(match.noted(id="x"), notes=False).data
    with pytest.raises(RulesError, match="'rounds' is part of the game"):
        match.noted(rounds=3)
    assert "date" not in match.noted(date="today").view(0)


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_positions_are_the_match_step_by_step(table: str | dict[str, Any]) -> None:
    *played, last = random_play(table, Rounds(2), 3)
    positions = list(last.record().positions())
    deals = [match for match in positions if not match.round.log]
    assert len(deals) == 2
    assert len(positions) == 2 + last.record().verify().actions
    shown = [(len(match.finished), match.round.log) for match in positions]
    for match in played:
        assert (len(match.finished), match.round.log) in shown
    assert positions[-1].totals == last.totals


def test_positions_are_verified_as_far_as_they_are_read() -> None:
    record = timed_match().record()
    data = json.loads(record.dump())
    data["rounds"][0]["actions"][4] = "0 award 1"
    positions: Iterator[Match] = Record(data).positions()
    for count in range(5):
        assert len(next(positions).round.log) == count
    with pytest.raises(RecordError, match="round 1, action 5"):
        next(positions)


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".jsonl.xz", ".jsonl.bz2"])
def test_a_large_file_is_read_as_far_as_it_is_asked_for(tmp_path: Path, suffix: str) -> None:
    import bz2
    import lzma

    record = Match("haggis-2", seed=1).record()
    openers: dict[str, Any] = {".jsonl": open, ".gz": gzip.open, ".xz": lzma.open, ".bz2": bz2.open}
    path = tmp_path / f"games{suffix}"
    with openers[path.suffix](path, "wt", encoding="utf-8") as file:
        file.write(f"{record.dump()}\n" * 3 + "{broken\n")
    records = Record.stream(path)
    assert [next(records) for _ in range(3)] == [record] * 3
    with pytest.raises(UnreadableRecord, match="line 4: not JSON"):
        next(records)


def test_a_file_that_is_not_packed_says_so(tmp_path: Path) -> None:
    (tmp_path / "games.jsonl.xz").write_text("{}")
    with pytest.raises(UnreadableRecord, match="cannot be unpacked"):
        next(Record.stream(tmp_path / "games.jsonl.xz"))


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_our_records_fit_the_schema(table: str | dict[str, Any]) -> None:
    matches = list(random_play(table, Rounds(1), 4))
    for match in (matches[0], matches[len(matches) // 2], matches[-1]):
        VALIDATOR.validate(match.noted(**NOTES).record().data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("haggis",), 2),
        (("rules",), 5),
        (("end",), {}),
        (("dealer",), -1),
        (("players",), [1, 2]),
        (("date",), 20261118),
        (("bots",), "greedy"),
        (("rounds",), {}),
        (("rounds", 0, "actions", 0), "play 2r"),
        (("rounds", 0, "actions", 0), {"lega": 1}),
        (("rounds", 0, "deal", "haggis"), "J"),
        (("rounds", 0, "times"), ["1"]),
    ],
)
def test_the_schema_finds_what_is_wrong(path: tuple[Any, ...], value: Any) -> None:
    data = json.loads(timed_match().record().dump())
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    assert not VALIDATOR.is_valid(data)


def test_the_examples_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(ROOT / "docs" / "records.md"), module_relative=False)
    assert results.attempted > 3
    assert not results.failed
