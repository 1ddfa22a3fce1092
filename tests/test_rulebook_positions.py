"""Positions of the games of 2010, each by a sentence of the rulebook (`from`) and checked by hand; R2, R9.17."""

import json
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import RULES, Goal, Rules
from haggis_cards.errors import HaggisError
from haggis_cards.match_end import has_ended, next_seats
from haggis_cards.scoring import score
from tests.support import legal, play, table

POSITIONS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("rulebook_2010.json").read_text())
HANDLED = {
    *("id", "says", "from", "preset", "rules", "hands", "haggis", "bets", "turn", "actions", "phase", "to_act"),
    *("legal", "legal_of_size", "illegal", "then", "to_act_after", "piles", "over", "result", "next", "ends"),
}


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position['id']}: {position['says']}")
def test_R2_a_position_of_the_rulebook(position: dict[str, Any]) -> None:
    """R5.3, R5.4, R5.7 to R5.9, R6.2, R6.4, R7.4, R8.2, R8.3."""
    assert position.keys() <= HANDLED
    rules = RULES[position["preset"]].replace(**position.get("rules", {}))
    for case in position.get("next", ()):
        totals, dealer, lead = case["totals"], case["dealer"], case["lead"]
        assert next_seats(rules, totals, dealer=0, lead=1, first_out=case["first_out"]) == (dealer, lead)
    for case in position.get("ends", ()):
        assert has_ended(rules, Goal(case["goal"]), 1, case["totals"]) == case["over"]
    if "hands" in position:
        _check_round(rules, position)


def _check_round(rules: Rules, position: dict[str, Any]) -> None:
    bets = tuple(position.get("bets", [None] * rules.players))
    hands = [*position["hands"]]
    rnd = table(rules, *hands, turn=position.get("turn", 0), haggis=position.get("haggis", ""), bets=bets)
    rnd = play(rnd, *position["actions"])
    if "phase" in position:
        assert rnd.phase.value == position["phase"]
    if "to_act" in position:
        assert list(rnd.to_act) == position["to_act"]
    if "legal" in position:
        assert legal(rnd, position["legal"]["seat"]) == sorted(position["legal"]["actions"])
    if "legal_of_size" in position:
        asked = position["legal_of_size"]
        plays = [line for line in legal(rnd, asked["seat"]) if len(line.split()) == asked["cards"] + 1]
        assert plays == sorted(asked["actions"])
    for line in position.get("illegal", ()):
        with pytest.raises(HaggisError):
            play(rnd, line)
    rnd = play(rnd, *position.get("then", ()))
    if "to_act_after" in position:
        assert list(rnd.to_act) == position["to_act_after"]
    if "piles" in position:
        assert [trick.side for trick in rnd.tricks] == position["piles"]
    if "over" in position:
        assert rnd.over == position["over"]
    for part, expected in position.get("result", {}).items():
        assert list(getattr(score(rnd), part)) == expected, part
