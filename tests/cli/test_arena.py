"""`haggis arena` and `haggis ladder`: what they print, and what they refuse."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.helpers import with_last
from tests.bots.helpers import program
from tests.cli.helpers import run

PAIR = ("--rules", "haggis-2", "--bots", "last,random", "--jobs", 1)


@pytest.fixture(autouse=True)
def _last(monkeypatch: pytest.MonkeyPatch) -> None:
    with_last(monkeypatch)


def test_the_arena_prints_one_json_object() -> None:
    result = run("arena", *PAIR, "--deals", 6, "--seed", 3, "--json")
    assert result.stderr == ""
    printed = json.loads(result.stdout)
    assert (printed["rules"], printed["deals"], printed["seed"]) == ("haggis-2", 6, 3)
    margin, (first, second) = printed["margin"], printed["bots"]
    assert (margin["a"], margin["b"]) == (first["name"], second["name"]) == ("last", "random")
    assert margin["mean"] == pytest.approx(first["points_per_round"] - second["points_per_round"], abs=1e-3)
    low, high = margin["ci95"]
    assert low < margin["mean"] < high
    assert first["wins"] + second["wins"] == first["rounds"] == second["rounds"] == 12
    for bot in printed["bots"]:
        assert bot["bets"] >= bot["bets_won"] >= 0
        assert bot["slowest_ms"] >= bot["ms_per_decision"] > 0
        assert bot["decisions"] > 12
        assert bot["incidents"] == 0


def test_the_same_seed_gives_the_same_result_and_another_seed_does_not() -> None:
    def margin(seed: int) -> object:
        return json.loads(run("arena", *PAIR, "--deals", 4, "--seed", seed, "--json").stdout)["margin"]

    assert margin(1) == margin(1) != margin(2)


def test_house_rules_apply() -> None:
    result = run("arena", *PAIR, "--deals", 2, "--house", "sets=true", "--house", "bets=10,20", "--json")
    assert json.loads(result.stdout)["rules"] == {"preset": "haggis-2", "sets": True, "bets": [10, 20]}
    assert "House rules: sets=true" in run("arena", *PAIR, "--deals", 2, "--house", "sets=true").stdout


def test_the_arena_for_people() -> None:
    text = run("arena", *PAIR, "--deals", 6, columns=80).stdout
    assert "6 deals, each played in 2 seatings" in text
    assert "last over random: " in text
    assert "points a round, 95% interval" in text
    assert "…" not in text


def test_until_sure_stops_early_and_prints_the_wider_interval() -> None:
    printed = json.loads(run("arena", *PAIR, "--deals", 400, "--until-sure", "--json").stdout)
    assert printed["sure"]
    assert 30 <= printed["deals"] < 400
    low, high = printed["margin"]["ci95"]
    assert low * high > 0
    plain = json.loads(run("arena", *PAIR, "--deals", printed["deals"], "--json").stdout)
    assert plain["margin"]["mean"] == printed["margin"]["mean"]
    assert low < plain["margin"]["ci95"][0] < plain["margin"]["ci95"][1] < high


def test_bots_may_be_given_one_per_option() -> None:
    result = run("arena", "--rules", "haggis-2", "--bots", "last", "--bots", "random", "--deals", 1, "--jobs", 1)
    assert "last over random: " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--rules", "whist", "--bots", "random,random"), "there is no preset"),
        (("--rules", "haggis-2", "--bots", "random"), "two bots or more"),
        (("--rules", "haggis-2", "--bots", "random,fish"), "there is no bot"),
        (
            ("--rules", "haggis-2", "--bots", "process:./no-such-bot,random"),
            "'./no-such-bot' cannot be started: No such",
        ),
        (("--rules", "haggis-2", "--bots", "random,random,last"), "haggis ladder"),
        (("--rules", "haggis-2", "--bots", "random,random", "--house", "reenter=true"), "does not fit"),
        (("--rules", "haggis-2", "--bots", "random,random", "--deals", 0), "--deals"),
        (("--rules", "haggis-2", "--bots", "random,random", "--out", "/dev/null/x"), "cannot be"),
    ],
    ids=lambda value: "" if isinstance(value, tuple) else value,
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[object, ...], reason: str) -> None:
    result = run("arena", *arguments)
    assert result.exit_code == 2
    assert reason in result.stderr
    assert result.stdout == ""


def test_a_program_that_dies_at_once_is_refused_before_play_starts(tmp_path: Path) -> None:
    spec, out = program(tmp_path, "break", "raise SystemExit('no cards today')\nwhile True:\n"), tmp_path / "out.jsonl"
    for command in ("arena", "ladder"):
        result = run(command, "--rules", "haggis-2", "--bots", spec, "--bots", "random", "--jobs", 1, "--out", out)
        assert result.exit_code == 2
        [line] = result.stderr.splitlines()
        assert line.endswith("cannot play: ended with exit status 1: no cards today")
        assert result.stdout == ""
        assert not out.exists()


def test_a_program_that_dies_later_forfeits_decisions_and_the_arena_goes_on(tmp_path: Path) -> None:
    spec = program(tmp_path, "sys.exit(3)")
    options = ("--rules", "haggis-2", "--bots", spec, "--bots", "random", "--jobs", 1, "--deals", 1, "--json")
    dying, sound = json.loads(run("arena", *options).stdout)["bots"]
    assert dying["incidents"] > 1
    assert sound["incidents"] == 0
    assert dying["rounds"] == sound["rounds"] == 2


def test_the_ladder_prints_one_json_object_and_draws(tmp_path: Path) -> None:
    picture, out = tmp_path / "ladder.png", tmp_path / "results.jsonl"
    pool = ("ladder", "--rules", "haggis-3", "--bots", "random,last,first", "--deals", 3, "--jobs", 1, "--out", out)
    printed = json.loads(run(*pool, "--json", "--png", picture).stdout)
    assert (printed["rules"], printed["deals"], printed["seed"]) == ("haggis-3", 3, 0)
    ratings = [rung["rating"] for rung in printed["ladder"]]
    assert ratings == sorted(ratings, reverse=True)
    assert all(rung["ci95"][0] < rung["rating"] < rung["ci95"][1] for rung in printed["ladder"])
    assert {rung["name"] for rung in printed["ladder"]} == {"random", "last", "first"}
    assert [(pair["a"], pair["b"]) for pair in printed["pairs"]] == [
        ("random", "last"),
        ("random", "first"),
        ("last", "first"),
    ]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert printed["ladder"][-1]["name"] == "first"
    before = out.read_text()
    text = run(*pool, columns=80).stdout
    assert out.read_text() == before  # nothing is played again
    assert text.count("●") == 3
    assert "…" not in text


def test_a_terminal_shows_the_margin_so_far_and_a_pipe_does_not(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty", reason="POSIX terminals")
    command = [sys.executable, "-m", "haggis_cards.cli", "arena", "--rules", "haggis-2", "--bots", "random,random"]
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"}
    done = subprocess.run(
        [*command, "--deals", "20", "--jobs", "1", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
        check=True,
    )
    os.close(theirs)
    seen = os.read(ours, 100_000).decode()
    os.close(ours)
    assert "random : random" in seen
    assert "± 0.0" in seen
    assert json.loads(done.stdout)["deals"] == 20
