"""Tricks (R5.1, R5.2, R5.8 to R5.10): who leads, who may play, when a trick is over, who gets it, who leads next."""

import pytest

from haggis_cards import RULES, IllegalAction, Phase, Rules
from tests.support import PRESETS, legal, passes, play, refused, start, table, verbs

NO_REENTER = RULES["haggis-3"].replace(reenter=False)


@pytest.mark.parametrize("preset", ["haggis-2", "haggis-3"])
def test_R5_1_left_of_the_dealer_leads_the_first_round(preset: str) -> None:
    """R5.1, R9.7."""
    players = RULES[preset].players
    for dealer in range(players):
        rnd = start(preset, dealer=dealer)
        assert rnd.to_act == (rnd.lead,) == ((dealer + 1) % players,)


@pytest.mark.parametrize("preset", PRESETS)
def test_R5_2_the_leader_must_play(preset: str) -> None:
    hands = ["3r 4r J"] * RULES[preset].players
    rnd = table(RULES[preset].replace(sets=False), *hands)
    assert legal(rnd, 0) == ["play 3r", "play 3r 4r J=5r", "play 4r", "play J", "play J=2r 3r 4r"]
    refused(rnd, "0 pass", "must-lead")
    for seat in range(1, RULES[preset].players):
        assert legal(rnd, seat) == []
        refused(rnd, f"{seat} play 3r", "not-your-turn")
        refused(rnd, f"{seat} pass", "not-your-turn")


def test_R5_2_the_turn_goes_left() -> None:
    rnd = play(table("haggis-3", "8r 2r", "9r 2g", "Tr 2b", turn=2), "2 play 2b")
    assert rnd.to_act == (0,)
    rnd = play(rnd, "0 play 8r")
    assert rnd.to_act == (1,)
    rnd = play(rnd, "1 play 9r")
    assert rnd.to_act == (2,)


def test_R5_2_same_kind_and_count_and_higher_or_a_bomb_or_pass() -> None:
    rnd = table("haggis-3", "4r 5r 6r 2g", "7y 8y 9y Ty 3b 4b 5b 6b J Q 2o", "2b")
    rnd = play(rnd, "0 play 4r 5r 6r")
    assert {line for line in legal(rnd, 1) if "=" not in line} == {
        "pass",
        "play 7y 8y 9y",
        "play 8y 9y Ty",
        "play J Q",
    }
    refused(rnd, "1 play 3b 4b 5b", "not-higher")
    refused(rnd, "1 play 4b 5b 6b", "not-higher")
    refused(rnd, "1 play 7y 8y 9y Ty", "wrong-shape")
    refused(rnd, "1 play Ty", "wrong-shape")
    refused(rnd, "1 play 2y 3y 4y", "not-held")
    refused(rnd, "2 play 2b", "not-your-turn")


def test_R5_2_R5_7_on_a_bomb_only_a_higher_bomb() -> None:
    rnd = play(table("haggis-3", "J K 2r", "J Q K Tr", "2b"), "0 play J K")
    assert legal(rnd, 1) == ["pass", "play J Q K", "play Q K"]
    refused(rnd, "1 play Tr", "bomb-needed")
    refused(rnd, "1 play J Q", "not-higher")
    refused(rnd, "1 play J K", "not-higher")


def test_R5_7_a_bomb_may_be_led() -> None:
    """R5.7, R9.15."""
    assert "play J Q" in legal(table("haggis-3", "J Q 2r", "3b", "4b"), 0)


@pytest.mark.parametrize("preset", ["haggis-3", "tatties-3", "neeps-4", "neeps-4-2024"])
def test_R5_2_reenter(preset: str) -> None:
    """R5.2: a player who has passed may play again when the turn comes back."""
    fours = RULES[preset].players == 4
    hands = ["2r 5r 9r", "6r 9y", "3r 8r", *(["2b 9b"] if fours else [])]
    rnd = play(table(preset, *hands), "0 play 2r", "1 pass", "2 play 3r", *(("3 pass",) if fours else ()), "0 play 5r")
    assert rnd.to_act == (1,)
    assert "play 6r" in legal(rnd, 1)
    rnd = play(rnd, "1 play 6r", "2 play 8r", *(("3 pass",) if fours else ()))
    assert rnd.to_act == (0,)
    assert "play 9r" in legal(rnd, 0)


@pytest.mark.parametrize("rules", [NO_REENTER, RULES["tatties-3-2024"], RULES["neeps-4"].replace(reenter=False)])
def test_R5_2_without_reenter_a_pass_lasts_for_the_trick(rules: Rules) -> None:
    """R5.2, R9.12."""
    fours = rules.players == 4
    hands = ["2r 5r 9r 2g", "6r 9y 2b", "3r 8r 3b", *(["4y 4y"] if fours else [])]
    rnd = play(table(rules, *hands), "0 play 2r", "1 pass", "2 play 3r", *(("3 pass",) if fours else ()), "0 play 5r")
    assert rnd.to_act == (2,)  # not 1, nor 3, who have passed
    assert legal(rnd, 1) == []
    rnd = play(rnd, "2 play 8r")
    assert rnd.to_act == (0,)
    rnd = play(rnd, "0 pass")
    assert (rnd.trick, rnd.to_act) == ((), (2,))
    # In the next trick everybody is back.
    rnd = play(rnd, "2 play 3b", *(("3 play 4y",) if fours else ()))
    rnd = play(rnd, "0 pass")
    assert rnd.to_act == (1,)


def test_R5_8_without_reenter_a_trick_ends_at_once_with_a_play() -> None:
    """R5.8: everybody else has passed in this trick, so nobody is left to answer."""
    rnd = play(table(NO_REENTER, "2r 5r 9r", "6r 9y", "3r 8r"), "0 play 2r", "1 pass", "2 play 3r", "0 pass")
    assert (rnd.trick, rnd.to_act) == ((), (2,))
    rnd = play(table(NO_REENTER, "2r 5r 9r", "6r 9y", "3r 8r 4b"), "0 play 2r", "1 pass", "2 pass")
    assert (rnd.trick, rnd.to_act) == ((), (0,))
    # 1 passes, 2 plays and goes out, 0 beats it: 1 may not come back, so the trick is over with the play.
    rnd = play(table(NO_REENTER, "2r 5r 9r", "6r 9y", "3r"), "0 play 2r", "1 pass", "2 play 3r", "0 play 5r")
    assert (rnd.trick, rnd.to_act) == ((), (0,))
    assert rnd.tricks[0].winner == 0


def test_R5_8_everybody_has_passed_since_the_highest_was_played() -> None:
    """R5.8: with `reenter` the passes before the highest play do not count."""
    rnd = play(table("haggis-3", "2r 9r", "6r 9y", "3r 8r"), "0 play 2r", "1 pass", "2 play 3r", "0 pass")
    assert rnd.to_act == (1,)
    rnd = play(rnd, "1 pass")
    assert (rnd.trick, rnd.to_act, rnd.tricks[0].winner) == ((), (2,), 2)


def test_R5_8_who_has_nothing_to_play_still_passes() -> None:
    rnd = play(table("haggis-3", "K 2r", "2b 3b", "2g 3g"), "0 play K")
    assert rnd.to_act == (1,)
    assert legal(rnd, 1) == ["pass"]
    rnd = play(rnd, "1 pass")
    assert rnd.to_act == (2,)
    assert legal(rnd, 2) == ["pass"]


def test_R5_8_those_who_are_out_need_not_pass() -> None:
    rnd = play(table("haggis-3", "2r 9r", "6r", "3r 8r"), "0 play 2r", "1 play 6r", "2 pass")
    assert rnd.to_act == (0,)
    rnd = play(rnd, "0 play 9r")
    assert rnd.phase is Phase.OVER


def test_R5_8_in_the_two_player_game_any_pass_ends_the_trick() -> None:
    rnd = play(table("haggis-2", "2r 9r", "6r 8r"), "0 play 2r", "1 play 6r", "0 pass")
    assert (rnd.trick, rnd.to_act, rnd.tricks[0].winner) == ((), (1,), 1)
    rnd = play(table("haggis-2", "2r", "6r 8r"), "0 play 2r")
    assert rnd.phase is Phase.OVER  # going out


def test_R5_8_the_round_ends_the_trick_at_once() -> None:
    """R5.8, R6.3: nobody answers the last play."""
    rnd = play(table("haggis-3", "2r", "3r", "9r K"), "0 play 2r", "1 play 3r")
    assert (rnd.phase, rnd.tricks[-1].winner) == (Phase.OVER, 1)
    refused(rnd, "2 play 9r", "round-over")
    refused(rnd, "2 pass", "round-over")


@pytest.mark.parametrize("preset", PRESETS)
def test_R5_9_the_player_of_the_highest_takes_all_cards_of_the_trick(preset: str) -> None:
    players = RULES[preset].players
    hands = ["2r 9r", "3r 9y", "4r 9g", "5r 9b"][:players]
    rnd = play(table(preset, *hands), *(f"{seat} play {2 + seat}r" for seat in range(players)))
    rnd = play(rnd, *passes(*range(players - 1)))
    (trick,) = rnd.tricks
    assert (trick.winner, trick.side) == (players - 1, RULES[preset].sides[players - 1])
    played = [(seat, str(play)) for seat, play in trick.entries[:players]]
    assert played == [(seat, f"play {2 + seat}r") for seat in range(players)]
    assert rnd.to_act == (players - 1,)  # R5.10: the winner leads the next trick


def test_R5_9_haggis_2_a_bombed_trick_goes_to_the_other_player() -> None:
    rnd = play(table("haggis-2", "2r 9r", "J Q 8r"), "0 play 2r", "1 play J Q", "0 pass")
    assert (rnd.tricks[0].winner, rnd.tricks[0].side) == (1, 0)
    assert (rnd.phase, rnd.to_act) == (Phase.PLAY, (1,))  # not asked where there is no choice; R5.10: the winner leads


def test_R5_9_what_decides_is_the_highest_combination_not_any_bomb_below() -> None:
    rnd = play(table("haggis-2", "2r Q K 9r", "J Q 8r"), "0 play 2r", "1 play J Q", "0 play Q K", "1 pass")
    assert (rnd.tricks[0].winner, rnd.tricks[0].side) == (0, 1)


def test_R5_9_haggis_3_the_winner_by_bomb_chooses_another_player() -> None:
    rnd = play(table("haggis-3", "2r 9r", "J Q 8r", "3r 8y"), "0 play 2r", "1 play J Q", "2 pass", "0 pass")
    assert (rnd.phase, rnd.to_act, rnd.awarding) == (Phase.AWARD, (1,), "trick")
    assert legal(rnd, 1) == ["award 0", "award 2"]
    assert legal(rnd, 0) == []
    refused(rnd, "1 award 1", "award-target")
    refused(rnd, "1 award 3", "award-target")
    refused(rnd, "0 award 2", "not-your-turn")
    refused(rnd, "1 play 8r", "wrong-phase")
    for target in (0, 2):
        done = play(rnd, f"1 award {target}")
        assert (done.tricks[0].side, done.phase, done.to_act) == (target, Phase.PLAY, (1,))


def test_R5_9_a_bombed_trick_may_be_given_to_a_player_who_is_out() -> None:
    """R5.9, R9.15."""
    rnd = play(table("haggis-3", "", "2r 9r", "J Q 8r", turn=1, out=[0]), "1 play 2r", "2 play J Q", "1 pass")
    assert legal(rnd, 2) == ["award 0", "award 1"]
    assert play(rnd, "2 award 0").tricks[0].side == 0


def test_R5_9_neeps_a_bombed_trick_goes_to_the_other_side() -> None:
    for bomber in range(4):
        hands = ["2r 9r"] * 4
        hands[bomber] = "J Q 9r"
        lead = (bomber + 1) % 4
        rnd = play(table("neeps-4", *hands, turn=lead), f"{lead} play 2r")
        rnd = play(rnd, *passes((lead + 1) % 4, (lead + 2) % 4), f"{bomber} play J Q")
        rnd = play(rnd, *passes(lead, (lead + 1) % 4, (lead + 2) % 4))
        assert (rnd.tricks[0].winner, rnd.tricks[0].side) == (bomber, (bomber + 1) % 2)
        assert rnd.phase is Phase.LEAD


def test_R5_9_neeps_2024_any_of_the_three_others() -> None:
    """R5.9, R9.12: the partner included."""
    rnd = play(table("neeps-4-2024", "J Q 9r", "3r 4r", "3y 4y", "3g 4g"), "0 play J Q", *passes(1, 2, 3))
    assert (rnd.phase, rnd.to_act) == (Phase.AWARD, (0,))
    assert legal(rnd, 0) == ["award 1", "award 2", "award 3"]
    refused(rnd, "0 award 0", "award-target")
    refused(rnd, "0 lead 2", "wrong-phase")  # R6.1: award of the trick, then lead
    assert [play(rnd, f"0 award {seat}").tricks[0].side for seat in (1, 2, 3)] == [1, 0, 1]
    assert play(rnd, "0 award 2").phase is Phase.LEAD


@pytest.mark.parametrize("preset", ["tatties-3", "tatties-3-2024"])
def test_R5_9_tatties_the_winner_keeps_a_bombed_trick(preset: str) -> None:
    rnd = play(table(preset, "2r 9r", "J Q 8r", "3r 8y"), "0 play 2r", "1 play J Q", "2 pass", "0 pass")
    assert (rnd.tricks[0].winner, rnd.tricks[0].side) == (1, 1)
    assert (rnd.phase, rnd.to_act) == (Phase.PLAY, (1,))


@pytest.mark.parametrize("preset", ["neeps-4", "neeps-4-2024"])
def test_R5_10_the_winner_by_bomb_names_itself_or_the_partner(preset: str) -> None:
    rnd = play(table(preset, "2r 9r", "J Q 9y", "3r 9g", "4r 9b"), "0 play 2r", "1 play J Q", *passes(2, 3, 0))
    rnd = play(rnd, "1 award 0") if preset == "neeps-4-2024" else rnd
    assert (rnd.phase, rnd.to_act) == (Phase.LEAD, (1,))
    assert legal(rnd, 1) == ["lead 1", "lead 3"]
    refused(rnd, "1 lead 0", "lead-target")
    refused(rnd, "1 lead 2", "lead-target")
    refused(rnd, "3 lead 3", "not-your-turn")
    refused(rnd, "1 play 9y", "wrong-phase")
    assert play(rnd, "1 lead 1").to_act == (1,)
    led = play(rnd, "1 lead 3")
    assert led.to_act == (3,)
    refused(led, "3 pass", "must-lead")  # the partner can't refuse


def test_R5_10_no_question_after_an_ordinary_trick() -> None:
    rnd = play(table("neeps-4", "2r 9r", "K 9y", "3r 9g", "4r 9b"), "0 play 2r", "1 play K", *passes(2, 3, 0))
    assert (rnd.phase, rnd.to_act) == (Phase.PLAY, (1,))


def test_R5_10_not_asked_if_the_partner_is_out() -> None:
    rnd = table("neeps-4", "2r 9r", "J Q 9y", "3r 9g", "", out=[3])
    rnd = play(rnd, "0 play 2r", "1 play J Q", *passes(2, 0))
    assert (rnd.phase, rnd.to_act) == (Phase.PLAY, (1,))


def test_R5_10_asked_of_a_winner_who_is_out() -> None:
    """R5.10, R6.1: even if both answers lead to the same seat is this asked."""
    rnd = play(table("neeps-4", "2r 9r", "J Q", "3r 9g", "4r 9b"), "0 play 2r", "1 play J Q", *passes(2, 3, 0))
    assert rnd.out == (1,)
    assert (rnd.phase, rnd.to_act) == (Phase.LEAD, (1,))
    assert legal(rnd, 1) == ["lead 1", "lead 3"]
    assert play(rnd, "1 lead 1").to_act == (2,)  # out: on to the next with cards
    assert play(rnd, "1 lead 3").to_act == (3,)
    rnd = play(table("neeps-4", "2r 9r", "J Q", "", "4r 9b", out=[2]), "0 play 2r", "1 play J Q", *passes(3, 0))
    assert legal(rnd, 1) == ["lead 1", "lead 3"]
    assert play(rnd, "1 lead 1").to_act == play(rnd, "1 lead 3").to_act == (3,)


def test_R5_10_if_the_leader_is_out_the_lead_passes_left() -> None:
    rnd = play(table("haggis-3", "2r", "3r 9y", "4r 9g"), "0 play 2r", *passes(1, 2))
    assert (rnd.out, rnd.to_act) == ((0,), (1,))
    rnd = play(table("neeps-4", "K", "", "4r 9g", "3r 9y", out=[1]), "0 play K", *passes(2, 3))
    assert rnd.to_act == (2,)
    rnd = play(table("neeps-4", "3r 9y", "", "4r 9g", "K", out=[1], turn=3), "3 play K")
    assert rnd.phase is Phase.OVER  # both of side 1 are out (R6.3)
    rnd = play(table("neeps-4", "", "3r 9y", "4r 9g", "K", out=[0], turn=3), "3 play K", *passes(1, 2))
    assert rnd.to_act == (1,)  # seat 0 is out too


def test_seats_that_are_not_there() -> None:
    rnd = start("haggis-2")
    for line in ("2 pass", "7 play 2r", "2 bet 15"):
        seat, rest = line.split(" ", 1)
        with pytest.raises(IllegalAction, match="seats are 0 to 1"):
            rnd.act(int(seat), rest)
    assert verbs(rnd, 0) == {"play", "bet"}
