"""Every field of `Rules` that matters for play reaches the core; one that it does not know is an error on import."""

from dataclasses import dataclass
from typing import Literal

import pytest

from haggis_cards import RULES, Rules, _native
from haggis_cards.native.rules import check_fields
from haggis_cards.packing import NOT_IN_PLAY, choices_of
from haggis_cards.rules import HOUSE_RULES, HouseRule
from tests.side_by_side import house_values


@dataclass(frozen=True, kw_only=True)
class OneFlagMore(Rules):
    blindfold: bool = False


@dataclass(frozen=True, kw_only=True)
class OneChoiceMore(Rules):
    points: Literal["printed", "flat", "double"] = "printed"  # type: ignore[assignment]


@dataclass(frozen=True, kw_only=True)
class AnotherOrder(Rules):
    points: Literal["flat", "printed"] = "flat"


@dataclass(frozen=True, kw_only=True)
class AnotherKind(Rules):
    blindfold: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("rules", "field"), [(OneFlagMore, "blindfold"), (OneChoiceMore, "points"), (AnotherOrder, "points")]
)
def test_a_field_that_the_core_does_not_know(rules: type[Rules], field: str) -> None:
    with pytest.raises(TypeError, match=rf"differ in: {field};"):
        check_fields(rules, _native.rule_fields())


def test_a_field_of_a_kind_that_nobody_converts() -> None:
    with pytest.raises(TypeError, match="cannot convert the field blindfold"):
        choices_of(AnotherKind)


@pytest.mark.parametrize("field", ["slam", "bomb_to"])
def test_a_field_that_only_the_core_knows(field: str) -> None:
    known = _native.rule_fields() | {"blindfold": []}
    with pytest.raises(TypeError, match="differ in: blindfold;"):
        check_fields(Rules, known)
    del known["blindfold"], known[field]
    with pytest.raises(TypeError, match=rf"differ in: {field};"):
        check_fields(Rules, known)


def test_the_core_refuses_fields_of_its_own_accord() -> None:
    fields = dict.fromkeys(_native.rule_fields(), 1)
    with pytest.raises(ValueError, match="rules need sets"):
        _native.Rules(
            [15], {name: value for name, value in fields.items() if name != "sets"} | {"suits": 4, "players": 2}
        )
    with pytest.raises(ValueError, match="bomb_to must be from 0 to 3, not 4"):
        _native.Rules([15], fields | {"suits": 4, "players": 2, "bomb_to": 4})


@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=list(HOUSE_RULES))
def test_the_differential_test_draws_every_house_rule(rule: HouseRule) -> None:
    """R10: at least two values in every game that has the rule."""
    assert rule.name not in NOT_IN_PLAY - {"tie"}  # which decides between rounds
    assert all(len(house_values(RULES[game], rule)) > 1 for game in rule.games)
