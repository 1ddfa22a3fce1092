"""Open bets (R7.1 to R7.3): when, how high, how often."""

from dataclasses import replace

import pytest

from haggis_cards import RULES, Phase, Round
from tests.support import first_out, legal, passes, play, refused, start, table

OPEN = ("haggis-2", "haggis-3", "neeps-4", "neeps-4-2024")
ALL = ["bet 15", "bet 30", "bet 45"]


def bets(rnd: Round, seat: int) -> list[str]:
    return [line for line in legal(rnd, seat) if line.startswith("bet")]


@pytest.mark.parametrize("preset", OPEN)
def test_R7_1_everybody_may_bet_from_the_deal_on_in_turn_or_not(preset: str) -> None:
    rnd = start(preset)
    for seat in rnd.rules.seats:
        assert bets(rnd, seat) == ALL
        after = play(rnd, f"{seat} bet 30")
        assert after.bets[seat] == 30
        assert (after.phase, after.to_act, after.hands) == (rnd.phase, rnd.to_act, rnd.hands)


def test_R7_1_one_bet_a_player_a_round() -> None:
    rnd = play(start("haggis-3"), "0 bet 15", "2 bet 15", "1 bet 45")
    assert rnd.bets == (15, 45, 15)  # without partners bets do not mind each other
    for seat in range(3):
        assert bets(rnd, seat) == []
    refused(rnd, "0 bet 45", "already-bet")


def test_R7_1_who_has_played_a_card_may_bet_no_more() -> None:
    rnd = play(start("haggis-3", "2r 3r", "2g"), "0 play 2r")
    assert bets(rnd, 0) == []
    refused(rnd, "0 bet 15", "has-played")
    assert bets(rnd, 1) == bets(rnd, 2) == ALL


def test_R7_1_passing_is_not_playing() -> None:
    rnd = play(start("haggis-3", "2r 3r"), "0 play 2r", *passes(1, 2), "0 play 3r")
    assert bets(rnd, 1) == bets(rnd, 2) == ALL
    rnd = play(rnd, "1 bet 15", "2 bet 30", "1 pass")
    assert rnd.bets == (None, 15, 30)


def test_R7_1_who_has_played_in_an_earlier_trick_may_not_bet_either() -> None:
    rnd = play(start("haggis-3", "2r Tr", "Ty"), "0 play 2r", "1 play Ty", *passes(2, 0))
    assert rnd.to_act == (1,)
    assert bets(rnd, 0) == bets(rnd, 1) == []
    assert bets(rnd, 2) == ALL


def test_R7_1_until_the_first_player_is_out() -> None:
    """R7.1, R9.13: nobody may bet any more, played or not."""
    rnd = table("haggis-3", "2r", "3r 4r", "8r 9r", played=frozenset())
    assert bets(rnd, 1) == ALL
    rnd = play(rnd, "0 play 2r")
    for seat in range(3):
        assert bets(rnd, seat) == []
        refused(rnd, f"{seat} bet 15", "bets-closed")


def test_R9_13_bets_close_under_either_bet_rule() -> None:
    rules = RULES["haggis-3"].replace(bet_rule="score")
    rnd = table(rules, "2r", "3r 4r", "8r 9r", played=frozenset())
    assert bets(rnd, 2) == ALL
    refused(play(rnd, "0 play 2r"), "2 bet 15", "bets-closed")


@pytest.mark.parametrize("preset", ["haggis-3", "neeps-4", "neeps-4-2024"])
def test_R7_1_until_ones_own_first_card_by_the_house_rule(preset: str) -> None:
    """R7.1, R10 bets_until: that somebody is out closes nothing; a pass is not a card; a card closes it for one."""
    rnd = first_out(RULES[preset].replace(bets_until="first-card"))
    others = rnd.rules.others(0)
    assert rnd.out == (0,)
    assert rnd.to_act == (1,)
    for seat in others:  # in turn and out of turn
        assert bets(rnd, seat) == ALL
        assert play(rnd, f"{seat} bet 30").bets[seat] == 30
    refused(rnd, "0 bet 15", "has-played")
    refused(rnd, "2 bet 20", "no-such-bet")
    refused(play(rnd, "1 bet 15"), "1 bet 30", "already-bet")
    rnd = play(rnd, *passes(*others))
    assert rnd.to_act == (1,)
    rnd = play(rnd, f"1 {rnd.legal(1)[0]}")
    assert bets(rnd, 1) == []
    refused(rnd, "1 bet 15", "has-played")
    assert bets(rnd, 2) == ALL


@pytest.mark.parametrize("preset", ["haggis-3", "neeps-4", "neeps-4-2024"])
def test_R7_1_naming_the_presets_value_changes_nothing(preset: str) -> None:
    rnd = first_out(RULES[preset].replace(bets_until="first-out"))
    assert [bets(rnd, seat) for seat in rnd.rules.others(0)] == [[]] * (rnd.rules.players - 1)
    refused(rnd, "2 bet 15", "bets-closed")


def test_R7_1_nobody_bets_when_the_round_has_ended() -> None:
    """R6.3, R10 bets_until: with two players it ends with the first out; a choice after a bomb is still to come."""
    rnd = first_out(RULES["haggis-2"].replace(bets_until="first-card"))
    assert rnd.over
    refused(rnd, "1 bet 15", "round-over")
    rules = RULES["haggis-3"].replace(bets_until="first-card", haggis_to="last_to_play")
    rnd = table(rules, "", "J Q", "3r 4r", turn=1, out=[0], played=frozenset({0}))
    assert bets(rnd, 2) == ALL
    rnd = play(rnd, "1 play J Q")
    assert (rnd.phase, rnd.awarding) == (Phase.AWARD, "trick")
    refused(rnd, "2 bet 15", "round-over")
    rnd = play(rnd, "1 award 0")
    assert rnd.awarding == "haggis"
    refused(rnd, "2 bet 15", "round-over")


def test_R7_3_a_late_bet_replaces_the_partners_even_one_that_is_won() -> None:
    """R7.3, R10 bets_until: seat 0 bets, and is the first out."""
    rules = RULES["neeps-4"].replace(bets_until="first-card")
    rnd = replace(first_out(rules), bets=(30, None, None, None))
    assert bets(rnd, 2) == ["bet 45"]
    refused(rnd, "2 bet 30", "too-low")
    rnd = play(rnd, "2 bet 45")
    assert (rnd.stands(0), rnd.stands(2)) == (False, True)
    assert bets(rnd, 1) == bets(rnd, 3) == ALL


def test_R7_1_bets_may_come_while_a_trick_is_awarded_or_the_lead_named() -> None:
    rnd = table("neeps-4-2024", "J Q 2r", "3r 4r", "3g 4g", "8r 9r", played=frozenset())
    rnd = play(rnd, "0 play J Q", *passes(1, 2, 3))
    assert rnd.phase is Phase.AWARD
    assert bets(rnd, 2) == ALL
    rnd = play(rnd, "2 bet 15", "0 award 1")
    assert rnd.phase is Phase.LEAD
    rnd = play(rnd, "1 bet 30")
    assert (rnd.phase, rnd.to_act, rnd.bets) == (Phase.LEAD, (0,), (None, 30, 15, None))


def test_R7_1_only_the_values_of_the_bet_cards() -> None:
    refused(start("haggis-2"), "0 bet 20", "no-such-bet")
    refused(start("haggis-2"), "0 bet 0", "no-such-bet")
    assert bets(start(RULES["haggis-2"].replace(bets=[7, 99])), 0) == ["bet 7", "bet 99"]


@pytest.mark.parametrize("preset", ["neeps-4", "neeps-4-2024"])
def test_R7_3_a_bet_must_exceed_the_partners_and_supersedes_it(preset: str) -> None:
    rnd = play(start(preset), "0 bet 15")
    assert bets(rnd, 2) == ["bet 30", "bet 45"]
    refused(rnd, "2 bet 15", "too-low")
    assert bets(rnd, 1) == bets(rnd, 3) == ALL  # the other side does not mind
    assert rnd.stands(0)
    rnd = play(rnd, "2 bet 30")
    assert (rnd.stands(0), rnd.stands(2)) == (False, True)
    refused(rnd, "0 bet 45", "already-bet")  # R7.1: one bet a player a round


def test_R7_3_nothing_exceeds_the_highest() -> None:
    rnd = play(start("neeps-4"), "1 bet 45")
    assert bets(rnd, 3) == []
    refused(rnd, "3 bet 45", "too-low")


def test_R7_3_without_partners_equal_bets_stand() -> None:
    rnd = play(start("haggis-3"), "0 bet 15", "1 bet 15")
    assert rnd.stands(0)
    assert rnd.stands(1)
    assert not rnd.stands(2)
