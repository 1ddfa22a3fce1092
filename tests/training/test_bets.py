"""Rollouts bet like the bot `neural`: the same rule, for many decisions at once."""

import pytest

pytest.importorskip("torch")

import torch

from haggis_cards.encoding import BET_EDGES, bet_edge, bet_place
from haggis_cards.rules import RULES
from haggis_cards.training.network import Ragged
from haggis_cards.training.rollout import choose_bets


@pytest.mark.parametrize("preset", [name for name, rules in RULES.items() if rules.open_bets])
@pytest.mark.parametrize("bets", [(15, 30, 45), (20,), (10, 20, 30, 40)])
def test_each_answer_is_that_of_the_bot(preset: str, bets: tuple[int, ...]) -> None:
    rules = RULES[preset].replace(bets=bets)
    chances = torch.linspace(0, 1, 997, dtype=torch.float64)
    for left_out in range(len(bets)):  # a partner's bet leaves only the higher ones (R7.3)
        answers = 1 + len(bets) - left_out  # the first is not to bet
        ragged = Ragged.from_offsets(torch.arange(len(chances) + 1) * answers, len(chances) * answers)
        for chance, chosen in zip(
            chances.tolist(), (choose_bets(rules, chances, ragged) % answers).tolist(), strict=True
        ):
            place = bet_place(rules, bet_edge(rules, chance), *BET_EDGES)
            assert chosen == (0 if place is None or place < left_out else place - left_out + 1)


def test_nobody_bets_on_points() -> None:
    rules = RULES["haggis-2"].replace(bet_rule="score")
    ragged = Ragged.from_offsets(torch.tensor([0, 4]), 4)
    assert choose_bets(rules, torch.tensor([0.99]), ragged).tolist() == [0]
