"""`haggis rules`: the rules of every game in words (R2, R10), and their differences."""

import json
from dataclasses import fields

import pytest

from haggis_cards import RULES, Rules
from haggis_cards.cli.rules import ROWS
from haggis_cards.rulebook import sections
from haggis_cards.rules import HOUSE_RULES, differences
from tests.cli.helpers import run
from tests.support import PRESETS


def test_every_field_of_the_rules_is_shown() -> None:
    shown = {name for row in ROWS for name in row.fields}
    assert shown == {field.name for field in fields(Rules)} - {"preset", "title"}


@pytest.mark.parametrize("other", PRESETS)
@pytest.mark.parametrize("preset", PRESETS)
def test_games_that_differ_in_a_field_differ_in_words(preset: str, other: str) -> None:
    found = differences(RULES[preset], RULES[other]).keys()
    for row in ROWS:
        if found & set(row.fields):
            assert row.words(RULES[preset]) != row.words(RULES[other]), row.label


def test_house_rules_change_the_words() -> None:
    for name, rule in HOUSE_RULES.items():
        (row,) = [row for row in ROWS if name in row.fields]
        for preset in rule.games:
            values = rule.choices_in(RULES[preset]) or ((15, 30, 45), (3, 6, 9))
            words = {row.words(RULES[preset].replace(**{name: value})) for value in values}
            assert len(words) == len(values), (name, preset)


def test_all_games_side_by_side() -> None:
    result = run("rules", columns=260)
    assert result.exit_code == 0
    assert all(preset[:7] in result.stdout for preset in PRESETS)
    assert "-2010" in result.stdout
    for words in ("partners across", "the Shepherd auction", "twice its value", "the trailing side leads"):
        assert words in result.stdout


@pytest.mark.parametrize("preset", PRESETS)
def test_one_game_with_its_house_rules(preset: str) -> None:
    text = run("rules", preset, columns=200).stdout
    game = RULES[preset]
    assert f"{game.title} for {game.players} players ({preset}, edition of {game.edition})" in text
    low, high = game.suggested_goal
    rounds = "{}–{} rounds, or ".format(*game.suggested_rounds) if game.suggested_rounds else ""
    assert f" {rounds}to {low}–{high} points" in text
    for name, rule in HOUSE_RULES.items():
        assert (rule.about in text) == rule.fits(game)
        assert (f"\n {name} " in text) == rule.fits(game)


@pytest.mark.parametrize("preset", PRESETS)
def test_one_game_is_told_from_the_deal_to_the_end(preset: str) -> None:
    text = run("rules", preset, columns=300).stdout
    for section in sections(RULES[preset]):
        assert section.title in text
        assert all(line in text for line in section.lines)
    assert "R9.15" in text


def test_house_rules_are_told_and_what_they_change() -> None:
    text = run("rules", "tatties-3", "--house", "last_hand=nobody", columns=300).stdout
    assert "The cards left in the last hand score for nobody." in text
    assert "The first player out takes the last hand. Changed here by last_hand." in text
    assert "House rule: bets." in text
    wrong = run("rules", "--house", "points=flat")
    assert wrong.exit_code == 2
    assert "haggis rules PRESET --house" in wrong.stderr


def test_only_what_differs() -> None:
    text = run("rules", "neeps-4", "--diff", "neeps-4-2024").stdout
    assert "slam" in text
    assert "dealt" not in text
    assert run("rules", "neeps-4", "--diff", "neeps-4").stdout == "neeps-4 and neeps-4 have the same rules.\n"


def test_json_of_all_forms() -> None:
    everything = json.loads(run("rules", "--json").stdout)
    assert list(everything) == list(RULES)
    one = json.loads(run("rules", "tatties-3", "--json").stdout)
    assert one == everything["tatties-3"]
    assert one["bets"] == [15, 30, 45]
    assert one["deck"] == {"suits": 5, "copies": 1}
    assert list(one["house_rules"]) == [name for name, rule in HOUSE_RULES.items() if "tatties-3" in rule.games]
    assert json.loads(run("rules", "tatties-3", "--diff", "tatties-3-2024", "--json").stdout) == {
        "preset": {"tatties-3": "tatties-3", "tatties-3-2024": "tatties-3-2024"},
        "edition": {"tatties-3": "2025-08-12", "tatties-3-2024": "2024-06-04"},
        "reenter": {"tatties-3": True, "tatties-3-2024": False},
    }
    assert json.loads(run("rules", "neeps-4", "--diff", "neeps-4", "--json").stdout) == {}


@pytest.mark.parametrize(
    "arguments", [["bridge"], ["haggis-2", "--diff", "bridge"], ["bridge", "--json"]], ids=lambda words: words[-1]
)
def test_an_unknown_game_is_refused_in_one_line(arguments: list[str]) -> None:
    result = run("rules", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    games = f"{', '.join(PRESETS[:-1])} and {PRESETS[-1]}"
    assert result.stderr == f"haggis: there is no preset 'bridge'; the games are {games}\n"


def test_diff_needs_a_game() -> None:
    result = run("rules", "--diff", "haggis-2")
    assert result.exit_code == 2
    assert result.stderr == "haggis: --diff compares two games: haggis rules PRESET --diff haggis-2\n"


def test_nothing_is_cut_off_in_a_narrow_terminal() -> None:
    for columns in (60, 80, 100):
        said = run("rules", columns=columns).stdout
        assert "…" not in said
        assert max(map(len, said.splitlines())) <= columns
