"""Playing for the match: what points and bets are worth where the match stands."""

import numpy as np
import pytest

from haggis_cards import Goal, Match, Rounds, Rules, View
from haggis_cards.bots import make_bot
from haggis_cards.bots.equity import load_equity
from haggis_cards.bots.stakes import Stakes
from haggis_cards.encoding import bet_edge, bet_place, margins
from haggis_cards.rules import RULES
from tests.seed import SEED

HAGGIS = Rules.from_spec("haggis-2")


def stakes(totals: list[int], end: dict[str, int], number: int = 1, rules: Rules = HAGGIS) -> Stakes:
    """The stakes of a round at these totals."""
    found = Stakes.of(shown(totals, end, number, rules), rules)
    assert found is not None
    return found


def shown(totals: list[int], end: dict[str, int], number: int = 1, rules: Rules = HAGGIS) -> View:
    """A view of a match that stands so."""
    match = Match(rules, Rounds(6), seed=SEED)
    return {**match.view(match.to_act[0]), "totals": totals, "end": end, "round": number}


def points(*rounds: list[int]) -> np.ndarray:
    return np.array(rounds, np.int32)


def test_R8_2_the_last_round_decides() -> None:
    last = stakes([100, 130], {"rounds": 4}, 4)
    assert last.native.chances(points([40, 9], [40, 10], [40, 11]), 0).tolist() == [1, 0.5, 0]
    near = stakes([240, 230, 100], {"goal": 250}, rules=RULES["haggis-3"])
    assert near.native.chances(points([20, 40, 0], [5, 20, 0], [10, 20, 160]), 1).tolist() == [1, 1, 0]
    assert near.native.chances(points([10, 20, 150], [10, 20, 0]), 2).tolist() == pytest.approx([1 / 3, 0])


@pytest.mark.parametrize("preset", RULES)
def test_the_chances_of_all_sides_make_one(preset: str) -> None:
    rules, sides = RULES[preset], RULES[preset].side_count
    for end in ({"rounds": 3}, {"goal": rules.suggested_goal[0]}):
        one = stakes([60, 20, 40][:sides], end, 1, rules)
        rounds = points(*([[10, 30, 5][:sides], [50, 10, 10][:sides]]))
        assert sum(one.native.chances(rounds, side) for side in range(sides)) == pytest.approx([1, 1], abs=0.08)
        assert one.before[0] > one.before[1]


def test_far_from_the_end_points_are_worth_points() -> None:
    rounds = np.array([[a, 60 - a] for a in range(0, 61, 5)], np.int32)
    far, near = stakes([0, 0], {"rounds": 10}), stakes([0, 0], {"rounds": 2}, 2)
    ahead = margins(rounds)[:, 0]
    assert np.corrcoef(far.worth(rounds, 0), ahead)[0, 1] > 0.97
    assert np.corrcoef(near.worth(rounds, 0), ahead)[0, 1] < 0.95  # there only who is ahead counts
    assert far.worth(rounds, 0) == pytest.approx(-far.worth(rounds, 1), abs=2)


def test_a_round_by_itself_counts_in_points() -> None:
    for end in ({"rounds": 1}, {"rounds": 100}, {"goal": 10_000}):
        assert Stakes.of(shown([0, 0], end), HAGGIS) is None


def test_R7_4_bets_follow_the_match() -> None:
    behind, ahead = stakes([0, 60], {"rounds": 3}, 3), stakes([60, 0], {"rounds": 3}, 3)
    assert bet_place(HAGGIS, bet_edge(HAGGIS, 0.4), 0.05, 0.15) is None
    assert behind.bet_place(0, 0.4, {}) == 2  # without the highest bet even the first out loses the match
    assert ahead.bet_place(0, 0.6, {}) is None  # only a failed bet could lose it
    close = stakes([0, 20], {"rounds": 3}, 3)
    assert close.bet_place(0, 0.45, {}) == 2
    assert close.bet_place(0, 0.45, {1: 45}) is None  # the opponent's bet, if it fails, is enough
    lost = stakes([0, 400], {"rounds": 3}, 3)
    assert lost.bet_place(0, 0.4, {}) is None  # nothing helps any more


def test_R7_3_a_partner_s_bet_is_replaced() -> None:
    rules = RULES["neeps-4"]
    behind = stakes([0, 150], {"rounds": 3}, 3, rules)
    assert behind.bet_place(0, 0.5, {}) == 2
    assert behind.bet_place(0, 0.01, {2: 45}) is None  # the partner's is better


@pytest.mark.parametrize("spec", ["neural", "search:60it:1", "foresight:2it:1"])
def test_bots_play_for_the_match_and_repeat_themselves(spec: str) -> None:
    bot, again = make_bot(spec, SEED), make_bot(spec, SEED)
    match = Match("haggis-2", Goal(150), seed=SEED)
    asked = 0
    while not match.over and asked < 60:
        view = match.view(match.to_act[0])
        decision = bot.decide(view)
        assert decision == again.decide(view)
        match, asked = match.act(match.to_act[0], decision.action), asked + 1
    assert asked > 10


def test_a_game_of_another_name_has_the_chances_of_its_structure() -> None:
    assert load_equity(HAGGIS.replace(points="flat")) is not None
    assert Stakes.of(shown([0, 0], {"rounds": 3}), HAGGIS.replace(points="flat")) is not None
