"""A preset that exists only here: everything goes by the game's structure, nothing by the names of known presets."""

from dataclasses import replace

import pytest

from haggis_cards import RULES, Match, Record, Rounds, Rules
from haggis_cards.bots import make_bot
from haggis_cards.rules import _PRESETS, HOUSE_RULES, choices
from tests.bots.helpers import play

STRUCTURES = ("haggis-2", "haggis-3", "tatties-3", "neeps-4")


@pytest.fixture(params=STRUCTURES)
def attic(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Rules:
    """The rules of a known game under a name that nobody knows."""
    rules = replace(RULES[request.param], preset=f"attic-{request.param}", title="Attic")
    monkeypatch.setitem(_PRESETS, rules.preset, rules)
    return rules


def test_greedy_plays_it_as_the_game_that_it_is_like(attic: Rules) -> None:
    known = attic.preset.removeprefix("attic-")
    ours, theirs = (
        play(name, [make_bot("greedy") for _ in attic.seats], seed=5).finished[0].round.log
        for name in (attic.preset, known)
    )
    assert ours == theirs


def test_views_and_records_name_it(attic: Rules) -> None:
    match = play(attic.preset, [make_bot("greedy") for _ in attic.seats], seed=6)
    assert match.view(0)["rules"] == attic.preset
    record = Record.parse(match.record().dump())
    assert record.verify().rounds == 1
    assert record.replay().totals == match.totals


def test_house_rules_fit_it_by_its_structure(attic: Rules) -> None:
    known = attic.preset.removeprefix("attic-")
    for name, rule in HOUSE_RULES.items():
        assert (attic.preset in rule.games) == (known in rule.games), name
        for value in rule.choices_in(attic):
            changed = attic.replace(**{name: value})
            assert Match(changed, Rounds(1), seed=1).view(None)["rules"] == changed.spec


def test_R10_the_choices_of_a_house_rule_are_those_of_its_field() -> None:
    """R10: written once, in the type of the field."""
    assert choices("points") == ("printed", "flat")
    assert choices("haggis_to") == ("first_out", "last_to_play")
    assert choices("reenter") == (True, False)
    assert choices("bets") == ()
    for name, rule in HOUSE_RULES.items():
        assert set(rule.choices) <= set(choices(name)) or name == "top_rank"
        for preset in rule.games:
            words = rule.values_in(RULES[preset])
            assert (
                words == " or ".join(str(value).lower() for value in rule.choices_in(RULES[preset])) or name == "bets"
            )
