"""`haggis lab`: what it prints and draws, and what it refuses."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.helpers import run

QUICK = ("--bots", "random", "--jobs", 1)


def lab(*arguments: object, rounds: int = 10) -> Any:
    return json.loads(run("lab", *arguments, *QUICK, "--rounds", rounds, "--json").stdout)


def test_the_lab_prints_one_json_object() -> None:
    printed = lab("haggis-2", "--vary", "points=flat", "--seed", 3, rounds=60)
    assert (printed["rules"], printed["seed"], printed["bots"]) == ("haggis-2", 3, ["random"])
    assert [arm["label"] for arm in printed["arms"]] == ["haggis-2", "points=flat"]
    assert [(arm["rounds"], arm["paired"]) for arm in printed["arms"]] == [(60, True), (60, True)]
    haggis = next(figure for figure in printed["figures"] if figure["label"] == "the haggis")
    base, flat = haggis["arms"]
    assert flat["mean"] == 8
    assert haggis["differences"][0]["mean"] == pytest.approx(8 - base["mean"], abs=1e-4)
    assert haggis["differences"][0]["beyond_chance"] is True
    assert printed["beyond_chance"] == sum(
        figure["differences"][0]["beyond_chance"] for figure in printed["figures"] if figure["differences"][0]
    )


def test_several_changes_make_a_table() -> None:
    changes = ("--vary", "sets=true+points=flat", "--vary", "reenter")
    text = run("lab", "haggis-3", *changes, *QUICK, "--rounds", 90, columns=60).stdout
    assert "90 rounds of each game" in text
    assert "random in every seat" in text
    head = next(line for line in text.splitlines() if "reenter=false" in line)
    assert head.split() == ["haggis-3", "sets=true+points=flat", "reenter=false"]
    assert "…" not in text
    assert "▲" in text


def test_a_game_alone_is_described_and_another_preset_is_compared() -> None:
    alone = lab("tatties-3")
    assert all(figure["differences"] == [] for figure in alone["figures"])
    assert {"the Shepherd: points ahead", "bids won, of all bids"} <= {figure["label"] for figure in alone["figures"]}
    other = lab("haggis-2", "--against", "haggis-2-2010", "--against", "haggis-3")
    assert [arm["paired"] for arm in other["arms"]] == [True, True, False]


def test_skill_is_the_margin_of_the_first_bot_over_the_second() -> None:
    result = run("lab", "haggis-2", "--rounds", 10, "--bots", "greedy:90,random", "--jobs", 1, "--json")
    skill = [figure for figure in json.loads(result.stdout)["figures"] if figure["group"] == "Skill"]
    assert [figure["label"] for figure in skill] == ["greedy:90 over random", "rounds that greedy:90 wins"]


def test_the_control_compares_a_game_with_itself_on_other_deals() -> None:
    printed = lab("haggis-2", "--control")
    assert [arm["paired"] for arm in printed["arms"]] == [True, False]
    plays = next(figure for figure in printed["figures"] if figure["label"] == "plays")
    assert plays["differences"][0]["mean"] != 0


@pytest.mark.skipif(not importlib.util.find_spec("matplotlib"), reason="Matplotlib is not installed")
def test_the_report_is_drawn_and_written(tmp_path: Path) -> None:
    png, svg, page = tmp_path / "lab.png", tmp_path / "lab.svg", tmp_path / "lab.md"
    run("lab", "haggis-2", "--vary", "sets", *QUICK, "--rounds", 10, "--png", png, "--svg", svg, "--page", page)
    assert png.read_bytes().startswith(b"\x89PNG")
    assert "</svg>" in svg.read_text()
    text = page.read_text()
    assert "![The figures of this report as a picture](lab.png)" in text
    assert "| Length | haggis-2 | sets=true | difference |" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["haggis-9"], "haggis-2, haggis-3"),
        (["haggis-2", "--vary", "points=round"], "printed or flat"),
        (["haggis-2", "--vary", "colour=red"], "points, sets, top_rank, bets"),
        (["haggis-2", "--vary", "reenter=false"], "haggis-3"),
        (["haggis-2", "--vary", "bets"], "--vary bets needs a value, for example bets=10,20,30"),
        (["haggis-2", "--vary", "flat"], "a house rule is NAME=VALUE, for example points=flat"),
        (["haggis-2", "--vary", "sets", "--vary", "sets=true"], "sets=true is there twice"),
        (["haggis-2", "--against", "poker"], "haggis-2, haggis-3"),
        (["haggis-2", "--bots", "a,b"], "there is no bot"),
        (["haggis-2", "--png", "lab.jpg"], "--png takes a file that ends in .png"),
    ],
)
def test_what_cannot_be_measured_is_refused_with_what_would_be_right(arguments: list[str], sentence: str) -> None:
    result = run("lab", *arguments, "--rounds", 60)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert result.stdout == ""
