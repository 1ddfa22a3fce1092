"""Bets after somebody is out (R10 `bets_until`): one on being first out can only fail, so no bot makes it (R7.2)."""

from importlib.resources import files

import numpy as np
import pytest

from haggis_cards import RULES, Match, Round
from haggis_cards.bots import Bot, make_bot
from haggis_cards.bots.foresight import Foresight
from haggis_cards.bots.network import QUICK, WEIGHTS, Network
from haggis_cards.bots.neural import Neural
from haggis_cards.bots.search import Effort
from haggis_cards.native import Position
from tests.support import first_out, passes, play

GAMES = ("haggis-3", "neeps-4", "neeps-4-2024")
SPECS = ("greedy", "greedy:100", "search:60it", "search:60it/plain", "neural", "foresight:4it")


def positions(preset: str) -> list[Round]:
    """Seat 1 may still bet and has a hand that would be worth it: it can follow a trick, and then leads one."""
    rules = RULES[preset].replace(bets_until="first-card")
    ranks, second = "23456789T"[: rules.hand_size // 2], "b" if rules.deck.copies == 1 else "g"
    rnd = first_out(rules, " ".join(f"{rank}g {rank}{second}" for rank in ranks))
    return [rnd, play(rnd, *passes(*rules.others(0)))]


def chooses(bot: Bot, rnd: Round) -> str:
    view = Match(rnd.rules, seed=0)._with(round=rnd).view(1)
    assert view["legal"][-1] == "bet 45"
    return bot.decide(view).action


def sure_network(name: str) -> Network:
    """A network of the package that believes that its seat will be first out, whatever it sees."""
    with files("haggis_cards.bots").joinpath(name).open("rb") as file, np.load(file) as arrays:
        return Network(dict(arrays) | {"value.bias": arrays["value.bias"] + np.array([0, 1000], np.float32)})


@pytest.mark.parametrize("preset", GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_R7_2_no_bot_makes_a_bet_that_is_lost_already(spec: str, preset: str) -> None:
    for rnd in positions(preset):
        assert not chooses(make_bot(spec, 1), rnd).startswith("bet ")


@pytest.mark.parametrize("preset", GAMES)
def test_R7_2_nor_does_a_network_that_is_sure_of_itself(preset: str) -> None:
    network, quick = sure_network(WEIGHTS), sure_network(QUICK)
    fresh = Match(preset, seed=1)
    assert Neural(network).decide(fresh.view(fresh.round.dealer)).action.startswith("bet ")
    for bot in (Neural(network), Foresight(network, quick, Effort.parse("4it"))):
        for rnd in positions(preset):
            assert not chooses(bot, rnd).startswith("bet ")


@pytest.mark.parametrize("preset", GAMES)
def test_R7_2_nor_does_anybody_in_the_rounds_that_a_network_plays_out(preset: str) -> None:
    """Whatever chance is enough for a bet, the points are those of rounds without late bets."""
    quick = sure_network(QUICK).native
    for rnd in positions(preset):
        eager, never = (
            quick.play_out(Position.from_round(rnd).native, 1, np.array([0, 1]), 0, 6, 1, least_chance, 1)
            for least_chance in (0.0, 1.0)
        )
        assert np.array_equal(eager, never)


def test_R10_a_search_makes_a_late_bet_on_points_that_it_is_sure_of() -> None:
    """R10 bet_rule: with 14 cards in one play, seat 1 has far more than 15 points at the end."""
    rnd = positions("haggis-3")[1]
    rules = rnd.rules.replace(bet_rule="score")
    assert chooses(make_bot("search:400it", 1), Round(**{**vars(rnd), "rules": rules})).startswith("bet ")
