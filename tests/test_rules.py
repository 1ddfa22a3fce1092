"""The presets as data (R2) and the house rules of a table (R10)."""

from typing import Any

import pytest

from haggis_cards import RULES, Rules, RulesError
from haggis_cards.rules import HOUSE_RULES, differences
from tests.support import PRESETS, TABLES

SHEETS = ("haggis-2", "haggis-3")
PUBLISHED = ("haggis-2-2010", "haggis-3-2010")
STANDARD = (*SHEETS, *PUBLISHED)
OF_THREE = ("haggis-3", "haggis-3-2010")
TATTIES = ("tatties-3", "tatties-3-2024")
NEEPS = ("neeps-4", "neeps-4-2024")
MANY = tuple(preset for preset in PRESETS if not preset.startswith("haggis-2"))


@pytest.mark.parametrize(
    ("field", "values"),
    [
        # The table of section 2, line by line: haggis-2, haggis-3, tatties-3, neeps-4, tatties-3-2024, neeps-4-2024,
        # and behind them the published game: haggis-2-2010, haggis-3-2010.
        ("players", [2, 3, 3, 4, 3, 4, 2, 3]),
        ("partners", [False, False, False, True, False, True, False, False]),
        ("deck", [(4, 1), (5, 1), (5, 1), (4, 2), (5, 1), (4, 2), (4, 1), (5, 1)]),
        ("haggis_size", [8, 3, 3, 0, 3, 0, 8, 3]),
        ("hand_size", [14, 14, 14, 18, 14, 18, 14, 14]),
        ("opening", ["", "", "auction", "exchange", "auction", "exchange", "", ""]),
        ("open_bets", [True, True, False, True, False, True, True, True]),
        ("bomb_to", ["chosen", "chosen", "winner", "opponents", "winner", "chosen", "chosen", "chosen"]),
        ("name_lead", [False, False, False, True, False, True, False, False]),
        ("reenter", [None, True, True, True, False, True, None, True]),
        ("out_bonus", ["immediate", "immediate", "trick", "immediate", "trick", "immediate", "immediate", "immediate"]),
        ("last_hand", ["first_out", "last_out"] + ["first_out"] * 6),
        ("slam", [False, False, False, True, False, False, False, False]),
        ("points", ["printed"] * 2 + ["flat"] * 4 + ["printed"] * 2),
        ("next_round", ["trailing_leads"] * 2 + ["leader_deals", "trailing_leads"] + ["leader_deals"] * 4),
        ("suggested_rounds", [(6, 8), (6, 8), (6, 9), (4, 6), (6, 9), (4, 6), None, None]),
        ("suggested_goal", [(250, 350)] * 3 + [(350, 550), (250, 350), (350, 550)] + [(250, 350)] * 2),
        ("bets", [(15, 30, 45)] * 6 + [(15, 30)] * 2),
        ("bet_rule", ["out"] * 8),
        ("bets_until", ["first-out"] * 6 + ["first-card"] * 2),
        ("failed_bet_to", ["first_out"] * 7 + ["without_bet"]),
        ("haggis_to", ["first_out"] * 8),
        ("sets", [False] * 6 + [True] * 2),
        ("top_rank", [10] * 6 + [13] * 2),
        ("tie", ["shared"] * 6 + ["play_on"] * 2),
        ("edition", ["2025-08-12"] * 4 + ["2024-06-04"] * 2 + ["2010"] * 2),
    ],
)
def test_R2_the_presets(field: str, values: list[Any]) -> None:
    """R2, R9.2, R9.11, R9.12."""
    assert [getattr(RULES[preset], field) for preset in PRESETS] == values
    assert tuple(RULES) == PRESETS


def test_R2_a_made_bet_scores_twice_in_neeps() -> None:
    assert [RULES[preset].bet_multiplier for preset in (*STANDARD, *NEEPS)] == [1, 1, 1, 1, 2, 2]


def test_R2_sides() -> None:
    """Section 2: seats 0 and 2 are side 0, seats 1 and 3 side 1; elsewhere every seat is its own side."""
    assert RULES["neeps-4"].sides == (0, 1, 0, 1)
    assert [RULES["neeps-4"].partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert RULES["haggis-3"].sides == (0, 1, 2)
    assert RULES["haggis-2"].partner(0) is None


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("field", list(HOUSE_RULES))
def test_R10_a_value_equal_to_the_presets_is_fine(preset: str, field: str) -> None:
    rules = RULES[preset]
    assert rules.replace(**{field: getattr(rules, field)}) == rules
    assert rules.replace(**{field: getattr(rules, field)}).spec == preset


@pytest.mark.parametrize(
    ("presets", "field", "value"),
    [
        (PRESETS, "points", "printed"),
        (PRESETS, "points", "flat"),
        (PRESETS, "sets", True),
        (PRESETS, "sets", False),
        (PRESETS, "top_rank", 13),
        (PRESETS, "top_rank", 10),
        (PRESETS, "tie", "play_on"),
        (PRESETS, "tie", "shared"),
        ((*STANDARD, *NEEPS), "bets", [15, 30]),
        ((*STANDARD, *NEEPS), "bets", [1]),
        ((*STANDARD, *NEEPS), "bets", [1, 2, 3, 4, 5, 1000000]),
        (TATTIES, "bets", [3, 6, 9]),
        (TATTIES, "bets", [15, 30, 60]),
        (SHEETS, "bet_rule", "score"),
        (PRESETS, "bet_rule", "out"),
        ((*STANDARD, *NEEPS), "bets_until", "first-card"),
        (PRESETS, "bets_until", "first-out"),
        ((*SHEETS, "tatties-3-2024"), "haggis_to", "last_to_play"),
        (PRESETS, "haggis_to", "first_out"),
        (TATTIES, "last_hand", "nobody"),
        (PRESETS[2:], "last_hand", "first_out"),
        (OF_THREE, "last_hand", "first_out"),
        (OF_THREE, "last_hand", "last_out"),
        (OF_THREE, "failed_bet_to", "without_bet"),
        (PRESETS[:7], "failed_bet_to", "first_out"),
        (OF_THREE, "bomb_to", "previous"),
        (STANDARD, "bomb_to", "chosen"),
        (NEEPS, "bomb_to", "opponents"),
        (TATTIES, "bomb_to", "winner"),
        (TATTIES, "out_bonus", "immediate"),
        (TATTIES, "out_bonus", "trick"),
        (MANY, "reenter", True),
        (MANY, "reenter", False),
    ],
)
def test_R10_what_a_table_may_change(presets: tuple[str, ...], field: str, value: Any) -> None:
    for preset in presets:
        rules = RULES[preset].replace(**{field: value})
        kept = tuple(value) if isinstance(value, list) else value
        assert getattr(rules, field) == kept
        assert Rules.from_spec({"preset": preset, field: value}) == rules
        changed = {} if kept == getattr(RULES[preset], field) else {field: value}
        assert rules.spec == ({"preset": preset, **changed} if changed else preset)
        assert differences(RULES[preset], rules).keys() == changed.keys()


@pytest.mark.parametrize(
    ("presets", "field", "value", "takes"),
    [
        (PRESETS, "points", "double", "printed or flat"),
        (PRESETS, "points", None, "printed or flat"),
        (PRESETS, "points", True, "printed or flat"),
        (PRESETS, "points", ["flat"], "printed or flat"),
        (PRESETS, "sets", 1, "true or false"),
        (PRESETS, "sets", 0, "true or false"),
        (PRESETS, "sets", "true", "true or false"),
        (PRESETS, "sets", None, "true or false"),
        (PRESETS, "bets", [], "ascending"),
        (PRESETS, "bets", [30, 15, 45], "ascending"),
        (PRESETS, "bets", [15, 15, 45], "ascending"),
        (PRESETS, "bets", [0, 15, 30], "positive"),
        (PRESETS, "bets", [-15, 15, 30], "positive"),
        (PRESETS, "bets", [15.0, 30, 45], "whole"),
        (PRESETS, "bets", [True, 30, 45], "whole"),
        (PRESETS, "bets", ["15", 30, 45], "whole"),
        (PRESETS, "bets", 15, "whole"),
        (PRESETS, "bets", "15 30 45", "whole"),
        (PRESETS, "bets", {"15": 30}, "whole"),
        (PRESETS, "bets", None, "whole"),
        (TATTIES, "bets", [15, 30], "exactly three"),
        (TATTIES, "bets", [15, 30, 45, 60], "exactly three"),
        (TATTIES, "bets", [10, 20, 30], "multiple of 3"),
        (STANDARD, "bet_rule", "win", "out or score"),
        (STANDARD, "bet_rule", None, "out or score"),
        ((*TATTIES, *NEEPS, *PUBLISHED), "bet_rule", "score", "haggis-2 and haggis-3"),
        (PRESETS, "top_rank", 11, "10 or 13"),
        (PRESETS, "top_rank", "13", "10 or 13"),
        (PRESETS, "top_rank", 13.0, "10 or 13"),
        (PRESETS, "tie", "replay", "shared or play_on"),
        (("haggis-2", *TATTIES, *NEEPS, "haggis-2-2010"), "failed_bet_to", "without_bet", "haggis-3 and haggis-3-2010"),
        (OF_THREE, "failed_bet_to", "opponents", "first_out or without_bet"),
        (OF_THREE, "bomb_to", "opponents", "chosen or previous"),
        (OF_THREE, "bomb_to", "winner", "chosen or previous"),
        (("neeps-4-2024",), "bomb_to", "previous", "chosen or opponents"),
        (("haggis-2", *TATTIES, "neeps-4", "haggis-2-2010"), "bomb_to", "previous", "haggis-3, neeps-4-2024"),
        ((*STANDARD, *NEEPS), "out_bonus", "trick", "tatties-3 and tatties-3-2024"),
        (TATTIES, "out_bonus", "none", "immediate or trick"),
        (PRESETS, "bets_until", "first_card", "first-out or first-card"),
        (PRESETS, "bets_until", None, "first-out or first-card"),
        (
            TATTIES,
            "bets_until",
            "first-card",
            "haggis-2, haggis-3, neeps-4, neeps-4-2024, haggis-2-2010 and haggis-3-2010",
        ),
        (STANDARD, "haggis_to", "nobody", "first_out or last_to_play"),
        (
            ("tatties-3", *NEEPS, *PUBLISHED),
            "haggis_to",
            "last_to_play",
            "haggis-2, haggis-3 and tatties-3-2024",
        ),
        (TATTIES, "last_hand", "last", "first_out or nobody"),
        (NEEPS, "last_hand", "last", "first_out, nobody or last_out"),
        (TATTIES, "last_hand", "last_out", "first_out or nobody"),
        (OF_THREE, "last_hand", None, "first_out or last_out"),
        (OF_THREE, "last_hand", "nobody", "first_out or last_out"),
        (("haggis-2", *NEEPS), "last_hand", "nobody", "haggis-3, tatties-3, tatties-3-2024 and haggis-3-2010"),
        (("haggis-2", "haggis-2-2010"), "reenter", True, "haggis-3, tatties-3, neeps-4"),
        (("haggis-2", "haggis-2-2010"), "reenter", False, "haggis-3, tatties-3, neeps-4"),
        (MANY, "reenter", 1, "true or false"),
        (MANY, "reenter", None, "true or false"),
    ],
)
def test_R10_refusals_name_the_field_and_what_it_takes(
    presets: tuple[str, ...], field: str, value: Any, takes: str
) -> None:
    for preset in presets:
        with pytest.raises(RulesError) as caught:
            RULES[preset].replace(**{field: value})
        assert field in str(caught.value)
        assert takes in str(caught.value)
        with pytest.raises(RulesError, match=field):
            Rules.from_spec({"preset": preset, field: value})


@pytest.mark.parametrize(
    "field",
    ["slam", "players", "name_lead", "next_round", "leftover", "dealt", "title", "nonsense", "self", ""],
)
def test_R10_anything_else_is_refused(field: str) -> None:
    """Fields of the sheets that are not house rules, and words that are not fields at all."""
    with pytest.raises(RulesError, match="house rule") as caught:
        Rules.from_spec({"preset": "haggis-3", field: True})
    assert caught.value.params["names"] == list(HOUSE_RULES)


def test_R10_house_rules_add_up() -> None:
    rules = RULES["haggis-3"].replace(points="flat").replace(sets=True)
    assert rules.spec == {"preset": "haggis-3", "points": "flat", "sets": True}
    assert rules.replace(points="printed").spec == {"preset": "haggis-3", "sets": True}
    assert RULES["haggis-3"].points == "printed"


@pytest.mark.parametrize("spec", ["haggis", "", "Haggis-2", "x" * 10000, "tatties-3-2025"])
def test_an_unknown_preset_is_told_the_known_ones(spec: str) -> None:
    for unknown in (spec, {"preset": spec}):
        with pytest.raises(RulesError, match="no preset") as caught:
            Rules.from_spec(unknown)
        assert (
            "haggis-2, haggis-3, tatties-3, neeps-4, tatties-3-2024, neeps-4-2024, haggis-2-2010 and haggis-3"
            in str(caught.value)
        )
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize("spec", [None, 5, True, [], {}, {"points": "flat"}, {"preset": None}, {1: 2}, ["haggis-2"]])
def test_rules_of_a_wrong_type(spec: object) -> None:
    with pytest.raises(RulesError):
        Rules.from_spec(spec)


@pytest.mark.parametrize("depth", [1, 2000])
def test_a_preset_is_a_name_and_no_further_object(depth: int) -> None:
    """RECORD: `rules` is a preset's name, or an object with `preset` and the house rules; it does not nest."""
    nested: object = {"preset": "haggis-2"}
    for _ in range(depth):
        nested = {"preset": nested}
    with pytest.raises(RulesError):
        Rules.from_spec(nested)


def test_R10_the_tables_of_the_tests_have_every_house_rule() -> None:
    """R10: properties, bots and the native core are tried at `TABLES`."""
    tried = {name for table in TABLES if isinstance(table, dict) for name in table}
    assert tried >= HOUSE_RULES.keys()
