"""`haggis verify`: the summary, the place of every fault, exit statuses (RECORD: what a reader checks)."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import played, record_of, run, write
from tests.support import TABLES, name_of

Change = Callable[[dict[str, Any]], object]


def good(**options: Any) -> dict[str, Any]:
    return record_of(played(**options))


@pytest.mark.parametrize("rules", TABLES, ids=name_of)
def test_records_of_every_game_hold(rules: str | dict[str, Any], tmp_path: Path) -> None:
    match = played(rules, rounds=2)
    actions = sum(len(done.round.log) for done in match.finished)
    result = run("verify", write(tmp_path / "a.jsonl", record_of(match)))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"1 match, 2 rounds, {actions} actions, 0 assertions: all hold\n"


def test_counts_add_up_over_files_and_assertions(tmp_path: Path) -> None:
    one, two = good(seed=1), good(seed=2, rounds=2)
    two["rounds"][0]["actions"][:0] = [{"illegal": "0 lead 1"}, {"illegal": "1 nonsense"}]
    actions = sum(len(rnd["actions"]) for data in (one, two, two) for rnd in data["rounds"]) - 4
    files = write(tmp_path / "a.jsonl", one, "", two), write(tmp_path / "b.jsonl", two)
    assert run("verify", *files).stdout == f"3 matches, 5 rounds, {actions} actions, 4 assertions: all hold\n"


def test_an_unfinished_record_holds(tmp_path: Path) -> None:
    data = good(rounds=2)
    del data["winners"], data["rounds"][1]["result"], data["rounds"][1]["next"]
    del data["rounds"][1]["actions"][3:]
    assert run("verify", write(tmp_path / "a.jsonl", data)).exit_code == 0


def test_a_record_over_several_lines_holds(tmp_path: Path) -> None:
    path = tmp_path / "pretty.json"
    path.write_text(json.dumps(good(), indent=2), encoding="utf-8")
    assert run("verify", path).exit_code == 0


@pytest.mark.parametrize("indent", [None, 2])
def test_a_dash_is_standard_input(indent: int | None) -> None:
    assert run("verify", "-", stdin=json.dumps(good(), indent=indent)).stdout.startswith("1 match, 1 round, ")


def _swap_a_card(data: dict[str, Any]) -> None:
    hands = data["rounds"][1]["deal"]["hands"]
    hands[0] = " ".join([*hands[0].split()[1:], hands[1].split()[0]])


def _set(*path: Any) -> Change:
    """A change that sets the value at a path; the last item is the value."""
    *keys, last, value = path

    def change(data: Any) -> None:
        for key in keys:
            data = data[key]
        data[last] = value

    return change


# What is changed in a good record of two rounds, and what the message must say after the file and the line.
TAMPERED: list[tuple[str, Change, str]] = [
    ("result", _set("rounds", 1, "result", "points", [1, 2]), r", round 2: points: expected \[.*\], found \[1, 2\]"),
    (
        "part",
        _set("rounds", 0, "result", "parts", "bets", [7, 7]),
        r", round 1: parts.bets: expected .*, found \[7, 7\]",
    ),
    ("out", _set("rounds", 0, "result", "out", [5]), r", round 1: out: expected \[[01]\], found \[5\]"),
    ("next", _set("rounds", 0, "next", "lead", 7), r", round 1: next.lead: expected [01], found 7"),
    ("dealer", _set("rounds", 1, "dealer", 9), r", round 2: dealer: expected seat [01], found 9"),
    ("action", _set("rounds", 1, "actions", 2, "0 play 2r 9b"), r", round 2, action 3: expected a legal action, .*"),
    (
        "no action",
        _set("rounds", 1, "actions", 2, "0 fly"),
        r", round 2, action 3: expected an action, found '0 fly'.*",
    ),
    (
        "legal that is not",
        lambda data: data["rounds"][0]["actions"].insert(1, {"legal": {"seat": 0, "actions": ["bet 7"]}}),
        r", round 1, action 2: .*bet 7 should be legal, but is not.*",
    ),
    (
        "illegal that is legal",
        lambda data: data["rounds"][0]["actions"].insert(0, {"illegal": data["rounds"][0]["actions"][0]}),
        r", round 1, action 1: .* should be refused, but is legal",
    ),
    (
        "unknown object",
        lambda data: data["rounds"][0]["actions"].insert(4, {"note": 1}),
        r", round 1, action 5: .*note.*",
    ),
    (
        "too many actions",
        lambda data: data["rounds"][0]["actions"].append("0 pass"),
        r", round 1, action \d+: .* is over",
    ),
    ("deal that repeats a card", _swap_a_card, r", round 2: the deal is not the deck of haggis-2: .*"),
    (
        "deal that misses a hand",
        lambda data: data["rounds"][0]["deal"]["hands"].pop(),
        r", round 1: haggis-2 deals 2 hands, not 1",
    ),
    ("winners", _set("winners", [0, 1]), r": winners: expected \[[01]\], found \[0, 1\]"),
    ("too many rounds", lambda data: data["rounds"].append(data["rounds"][0]), r", round 3: the match is over, .*"),
]


@pytest.mark.parametrize(("change", "words"), [row[1:] for row in TAMPERED], ids=[row[0] for row in TAMPERED])
def test_a_fault_names_its_place(change: Change, words: str, tmp_path: Path) -> None:
    bad = good(rounds=2)
    change(bad)
    path = write(tmp_path / "games.jsonl", good(), good(seed=3), bad, good(seed=4))
    result = run("verify", path)
    assert result.exit_code == 1
    assert re.fullmatch(re.escape(f"{path}, line 3") + words + "\n", result.stderr), result.stderr
    assert result.stdout.startswith("1 failed; 3 matches, 3 rounds, ")


UNREADABLE: list[tuple[str, Change, str]] = [
    ("unknown preset", _set("rules", "bridge"), "there is no preset 'bridge'"),
    ("bad house rule", _set("rules", {"preset": "haggis-2", "points": "many"}), "points cannot be 'many'"),
    ("house rule that does not fit", _set("rules", {"preset": "haggis-2", "reenter": True}), "does not fit haggis-2"),
    ("version", _set("haggis", 2), "version 1 can be read"),
    ("wrong type", _set("rounds", {}), "'rounds' of the record must be a list"),
    ("true is not a number", _set("dealer", True), "must be a whole number"),
    ("wrong type in a round", _set("rounds", 0, "actions", "x"), "'actions' of the round must be a list"),
    ("wrong type of an action", _set("rounds", 0, "actions", 2, 7), "an action must be a string, not 7"),
    ("end", _set("end", {"rounds": 0}), "positive whole number"),
    ("missing key", lambda data: data.pop("end"), "lacks the key 'end'"),
    ("missing key in a round", lambda data: data["rounds"][0].pop("lead"), "lacks the key 'lead'"),
]


@pytest.mark.parametrize(("change", "words"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
def test_bad_records_are_unreadable(change: Change, words: str, tmp_path: Path) -> None:
    bad = good()
    change(bad)
    path = write(tmp_path / "games.jsonl", good(), bad)
    result = run("verify", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}, line 2")
    assert words in result.stderr
    assert result.stdout.startswith("1 unreadable; 1 match, 1 round, ")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"haggis": 1, "rules"', "not JSON"),
        ("x" * 1_000_000, "not JSON"),
        ("[1, 2]", "a record must be an object"),
        ("[" * 100_000, "nested too deeply"),
        ("NaN", "not JSON: NaN is not a number"),
    ],
    ids=["truncated", "a million characters", "a list", "too deep", "NaN"],
)
def test_anything_but_a_json_object_is_unreadable(line: str, words: str, tmp_path: Path) -> None:
    path = write(tmp_path / "games.jsonl", good(), line, good())
    result = run("verify", path)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}, line 2: ")
    assert words in result.stderr
    assert len(result.stderr) < 1000
    assert "1 unreadable; 2 matches" in result.stdout


@pytest.mark.parametrize("depth", [100, 900, 960, 975, 985, 995])
def test_deep_nesting_is_reported_not_raised(depth: int, tmp_path: Path) -> None:
    text = json.dumps(good() | {"winners": "@"}).replace('"@"', "[" * depth + "]" * depth)
    assert run("verify", write(tmp_path / "deep.jsonl", text)).exit_code in (1, 2)


def test_a_million_characters_in_an_action_are_clipped(tmp_path: Path) -> None:
    bad = good()
    bad["rounds"][0]["actions"][0] = "0 play " + "7r " * 1_000_000
    result = run("verify", write(tmp_path / "long.jsonl", bad))
    assert result.exit_code == 1
    assert len(result.stderr) < 1000


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    empty = write(tmp_path / "empty.jsonl", "", " ")
    binary = tmp_path / "binary"
    binary.write_bytes(json.dumps(good()).encode() + b"\n\n\xff\xfe\n")
    missing = tmp_path / "missing.jsonl"
    result = run("verify", empty, tmp_path, missing, binary, write(tmp_path / "good.jsonl", good()))
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        f"{empty}: the file holds no record",
        f"{tmp_path}: cannot be read: Is a directory",
        f"{missing}: cannot be read: No such file or directory",
        f"{binary}, line 3: not a record: the file is not UTF-8 text",
    ]
    assert result.stdout.startswith("4 unreadable; 1 match, ")


def test_unreadable_weighs_more_than_failed(tmp_path: Path) -> None:
    bad = good() | {"winners": []}
    result = run("verify", write(tmp_path / "a.jsonl", "{", bad, bad, good()))
    assert result.exit_code == 2
    assert result.stdout.startswith("2 failed and 1 unreadable; 1 match, ")


def test_json_has_counts_and_failures(tmp_path: Path) -> None:
    bad = good()
    bad["rounds"][0]["actions"][1] = "0 fly"
    path = write(tmp_path / "a.jsonl", good(rounds=2), bad, "{")
    result = run("verify", "--json", path, "-", stdin="")
    printed = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (2, "")
    assert (printed["ok"], printed["matches"], printed["rounds"], printed["assertions"]) == (False, 1, 2, 0)
    places = [
        [fault[key] for key in ("file", "line", "round", "action", "unreadable")] for fault in printed["failures"]
    ]
    assert places == [
        [str(path), 2, 1, 2, False],
        [str(path), 3, None, None, True],
        ["stdin", None, None, None, True],
    ]
    assert "0 fly" in printed["failures"][0]["reason"]
    assert json.loads(run("verify", "--json", write(path, good())).stdout)["ok"] is True


def test_a_byte_order_mark_is_no_part_of_the_record(tmp_path: Path) -> None:
    for text in (json.dumps(record_of(played())), json.dumps(record_of(played()), indent=2)):
        (tmp_path / "windows.json").write_text(text, encoding="utf-8-sig")
        assert run("verify", tmp_path / "windows.json").exit_code == 0
