"""`haggis deal`: the same seed deals the same cards, as text or as a record."""

import json
import re

import pytest

from haggis_cards import Match
from haggis_cards.cards import GLYPHS, names
from tests.cli.helpers import run
from tests.support import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_all_cards_are_shown(preset: str) -> None:
    rnd = Match(preset, seed=7).round
    text = run("deal", preset, "--seed", 7).stdout
    for seat, hand in enumerate(rnd.hands):
        cards = " ".join(name[0] + GLYPHS[name[1]] if name[1:] else name for name in names(hand))
        assert f"Seat {seat}  {cards}\n" in re.sub(r" +\n", "\n", text)
        assert cards.endswith(" J Q K")
    assert ("haggis  " in text) == bool(rnd.deal.haggis)
    assert f"seed 7 · Seat {rnd.dealer} deals, " in text
    assert f"{'the auction decides who' if rnd.lead is None else f'Seat {rnd.lead}'} leads" in text


@pytest.mark.parametrize("preset", PRESETS)
def test_json_is_a_record_that_verifies(preset: str) -> None:
    result = run("deal", preset, "--seed", 7, "--json")
    assert json.loads(result.stdout)["seed"] == 7
    assert run("deal", preset, "--seed", 7, "--json").stdout == result.stdout
    assert run("verify", "-", stdin=result.stdout).stdout == "1 match, 1 round, 0 actions, 0 assertions: all hold\n"


def test_a_seed_that_was_not_given_is_printed() -> None:
    text = run("deal", "haggis-3").stdout
    seed = re.search(r"seed (\d+)", text)
    assert seed
    assert run("deal", "haggis-3", "--seed", seed[1]).stdout == text
    data = json.loads(run("deal", "haggis-3", "--json").stdout)
    assert json.loads(run("deal", "haggis-3", "--json", "--seed", data["seed"]).stdout) == data
    assert run("deal", "haggis-3").stdout != text


def test_house_rules() -> None:
    house = ["--house", "points=flat", "--house", "sets=true", "--house", "bets=10", "--house", "reenter=false"]
    assert "House rules: points=flat, sets=true, bets=10, reenter=false\n" in run("deal", "haggis-3", *house).stdout
    data = json.loads(run("deal", "haggis-3", *house, "--json").stdout)
    assert data["rules"] == {"preset": "haggis-3", "points": "flat", "sets": True, "bets": [10], "reenter": False}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bridge"], "there is no preset 'bridge'; the games are haggis-2, "),
        (["haggis-2", "--house", "points"], "a house rule is NAME=VALUE, for example points=flat, not 'points'"),
        (["haggis-2", "--house", "points=many"], "points cannot be 'many' in haggis-2; it takes printed or flat"),
        (["haggis-2", "--house", "slam=true"], "there is no house rule 'slam'; the house rules are points, "),
        (["haggis-2", "--house", "reenter=true"], "reenter does not fit haggis-2; it is for haggis-3, tatties-3,"),
        (["tatties-3", "--house", "bets=10,20,30"], "bets cannot be (10, 20, 30) in tatties-3; it takes "),
        (["haggis-2", "--house", "bets=30,15"], "bets cannot be (30, 15) in haggis-2; it takes strictly ascending"),
        (["haggis-2", "--house", "sets=1"], "sets cannot be '1' in haggis-2; it takes true or false"),
    ],
    ids=lambda words: words[-1] if isinstance(words, list) else "",
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], words: str) -> None:
    result = run("deal", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"haggis: {words}")
    assert result.stderr.count("\n") == 1


def test_a_seed_is_a_number() -> None:
    result = run("deal", "haggis-2", "--seed", "seven")
    assert result.exit_code == 2
    assert "--seed" in result.stderr
