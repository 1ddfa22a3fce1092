"""Bets follow the estimate of being first out: each value occurs, and higher bets come true more often (R7)."""

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from haggis_cards import RULES, Match, Rounds, Rules, _native
from haggis_cards.bots import make_bot
from haggis_cards.encoding import BET_EDGES, bet_edge, bet_place, bet_threshold
from haggis_cards.native import Position, native_rules
from haggis_cards.rules import HOUSE_RULES

WORLDS = 32


def first_out_rates(spec: str, preset: str, deals: int) -> dict[int, list[float]]:
    """By value: how often the leader of a deal is first out after its bet, in rounds that the core's policy plays on.

    Many rounds for each bet: whether it came true in one of them says little.
    """
    rates, bot = defaultdict(list), make_bot(spec, 1)
    rollout = _native.Rollout(native_rules(RULES[preset]), WORLDS, 1, 1)
    for seed in range(deals):
        match = Match(preset, Rounds(1), seed=seed)
        (seat,) = match.to_act
        view = match.view(seat)
        action = bot.decide(view).action
        if not action.startswith("bet "):
            continue
        rollout.determinize(
            [(Position.from_round(match.round).native, seat, [view["legal"].index(action)], seed)], WORLDS
        )
        while len(rollout.rounds):
            rollout.step(np.zeros(len(rollout.rounds), np.int64))  # the policy's favourite; no bet
        rates[int(action.removeprefix("bet "))].append(float(np.mean(rollout.first_out == seat)))
    return rates


@pytest.mark.parametrize(
    ("spec", "deals", "least"), [("greedy", 250, 15), ("neural", 250, 5), ("search:200it:1", 100, 5)]
)
def test_R7_every_value_occurs_and_higher_bets_come_true_more_often(spec: str, deals: int, least: int) -> None:
    rates = first_out_rates(spec, "haggis-2", deals)
    assert sorted(rates) == [15, 30, 45]
    assert all(len(bets) >= least for bets in rates.values())
    low, middle, high = (np.mean(rates[value]) for value in (15, 30, 45))
    assert low < middle < high
    assert high > bet_threshold(RULES["haggis-2"])


@pytest.mark.parametrize("preset", [name for name, rules in RULES.items() if rules.open_bets])
def test_R7_4_the_edge_is_zero_where_a_bet_begins_to_pay(preset: str) -> None:
    rules = RULES[preset]
    assert bet_edge(rules, bet_threshold(rules)) == pytest.approx(0)
    assert bet_edge(rules, 1) == rules.bet_multiplier


@pytest.mark.parametrize("house", [{}, {"bets": (20,)}, {"bets": (10, 20, 30, 40)}, {"bet_rule": "score"}])
@pytest.mark.parametrize("preset", [name for name, rules in RULES.items() if rules.open_bets])
def test_the_core_does_the_same_sums(preset: str, house: dict[str, Any]) -> None:
    """R7.4: `bet_values` for parts that have no core, `native/opinion.hpp` for all others."""
    plain = RULES[preset]
    rules = plain.replace(**house) if "bet_rule" not in house or HOUSE_RULES["bet_rule"].fits(plain) else plain
    position = Position.from_round(Match(rules, Rounds(1), seed=1).round)
    for chance in np.linspace(0, 1, 499).tolist():
        place = bet_place(rules, bet_edge(rules, chance), *BET_EDGES)
        assert _native.suggest_bet(position.native, 0, chance) == place


def test_a_bet_on_points_has_no_edge() -> None:
    assert bet_edge(RULES["haggis-2"].replace(bet_rule="score"), 0.9) < 0


@pytest.mark.parametrize(("bets", "places"), [((15, 30, 45), [None, 0, 0, 1, 2, 2]), ((20,), [None, 0, 0, 0, 0, 0])])
def test_the_place_rises_with_the_edge(bets: tuple[int, ...], places: list[int | None]) -> None:
    rules: Rules = RULES["haggis-2"].replace(bets=bets)
    assert [bet_place(rules, edge, 0.1, 0.3) for edge in (0.1, 0.11, 0.19, 0.21, 0.31, 1.0)] == places
