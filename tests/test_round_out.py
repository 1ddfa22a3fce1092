"""Going out, its bonus, and the end of the round (R6.1 to R6.3)."""

import pytest

from haggis_cards import Phase
from tests.support import PRESETS, legal, passes, play, refused, table

TATTIES = ("tatties-3", "tatties-3-2024")


def test_R6_1_who_is_out_sits_out_and_the_trick_goes_on() -> None:
    rnd = play(table("haggis-3", "9r", "3r Tr 4b", "4r J 5b"), "0 play 9r")
    assert (rnd.out, rnd.to_act) == ((0,), (1,))
    assert legal(rnd, 0) == []
    rnd = play(rnd, "1 play Tr", "2 play J")
    assert rnd.to_act == (1,)  # seat 0 is not asked
    rnd = play(rnd, "1 pass")
    assert (rnd.trick, rnd.to_act) == ((), (2,))
    refused(rnd, "0 pass", "not-your-turn")


def test_R6_1_who_is_out_still_awards_a_bombed_trick() -> None:
    rnd = play(table("haggis-3", "J Q", "3r 4b", "4r 5b"), "0 play J Q", *passes(1, 2))
    assert (rnd.out, rnd.phase, rnd.to_act) == ((0,), Phase.AWARD, (0,))
    rnd = play(rnd, "0 award 2")
    assert (rnd.tricks[0].side, rnd.phase, rnd.to_act) == (2, Phase.PLAY, (1,))


def test_R6_1_award_of_the_trick_comes_before_the_lead() -> None:
    rnd = play(table("neeps-4-2024", "J Q", "3r 4b", "4r 5b", "6g 7y"), "0 play J Q", *passes(1, 2, 3))
    assert (rnd.phase, rnd.to_act) == (Phase.AWARD, (0,))
    rnd = play(rnd, "0 award 3")
    assert (rnd.phase, rnd.to_act) == (Phase.LEAD, (0,))


def test_R6_1_at_the_end_of_the_round_the_trick_is_still_awarded() -> None:
    rnd = play(table("haggis-3", "2r", "J Q", "4r 5b"), "0 play 2r", "1 play J Q")
    assert (rnd.out, rnd.phase, rnd.to_act) == ((0, 1), Phase.AWARD, (1,))
    assert legal(rnd, 1) == ["award 0", "award 2"]
    assert play(rnd, "1 award 2").phase is Phase.OVER
    rnd = play(table("neeps-4-2024", "2r", "4r 5b", "J Q", "3r"), "0 play 2r", "1 pass", "2 play J Q")
    assert (rnd.out, rnd.phase) == ((0, 2), Phase.AWARD)
    assert play(rnd, "2 award 0").phase is Phase.OVER  # no lead to name


@pytest.mark.parametrize(
    ("preset", "hands", "bonus"),
    [
        ("haggis-2", ("9r", "2r 3r 4r"), (15, 0)),
        ("haggis-3", ("9r", "2r 3r", "2b 3b 4b J"), (20, 0, 0)),  # the largest opposing hand
        ("haggis-3", ("9r", "2r 3r 4r 5r J", "2b"), (25, 0, 0)),
        ("neeps-4", ("9r", "2r 3r", "2b 3b 4b 5b 6b 7b", "2y 3y 4y"), (15, 0)),  # of the other side, not the partner's
        ("neeps-4-2024", ("9r", "2r 3r 4r 5r", "2b 3b 4b 5b 6b 7b", "2y"), (20, 0)),
    ],
)
def test_R6_2_the_bonus_is_immediate(preset: str, hands: tuple[str, ...], bonus: tuple[int, ...]) -> None:
    """R6.2: 5 for each card, courts counted (R1.2), at the moment of going out, whoever wins the trick."""
    rnd = play(table(preset, *hands), "0 play 9r")
    assert rnd.bonus == bonus


def test_R6_2_the_immediate_bonus_counts_hands_at_that_moment() -> None:
    rnd = play(table("haggis-3", "2r 9b", "3r", "8r 9r Tr 2g"), "0 play 2r", "1 play 3r")
    assert rnd.bonus == (0, 20, 0)
    assert play(rnd, "2 play 8r").bonus == (0, 20, 0)


def test_R6_2_every_player_who_goes_out_gets_the_immediate_bonus() -> None:
    """R6.2: the second one too; those who are out have no cards."""
    rnd = play(table("haggis-3", "2r", "3r", "8r 9r Tr"), "0 play 2r", "1 play 3r")
    assert rnd.bonus == (15, 15, 0)
    rnd = play(table("neeps-4", "2r", "3r", "4r", "8r 9r"), "0 play 2r", "1 play 3r", "2 play 4r")
    assert rnd.bonus == (10 + 10, 5)  # 0: 2 cards of seat 3; 1: 1 card of seat 2; 2: 2 cards of seat 3


@pytest.mark.parametrize("preset", TATTIES)
def test_R6_2_tatties_bonus_goes_to_the_winner_of_the_trick_who_is_out(preset: str) -> None:
    """R6.2, R9.10: 5 for each card in the larger of the two hands, when the trick ends."""
    rnd = play(table(preset, "9r", "2r 3r Tr", "2b 3b 4b 5b"), "0 play 9r")
    assert rnd.bonus == (0, 0, 0)  # not at once
    rnd = play(rnd, *passes(1, 2))
    assert rnd.bonus == (20, 0, 0)


@pytest.mark.parametrize("preset", TATTIES)
def test_R6_2_tatties_no_bonus_when_overplayed(preset: str) -> None:
    """R6.2, R9.10: the first out does not win the trick, and the winner is not out."""
    rnd = play(table(preset, "9r", "2r 3r Tr", "2b 3b 4b 5b"), "0 play 9r", "1 play Tr", "2 pass")
    assert rnd.trick == ()
    assert rnd.bonus == (0, 0, 0)


def test_R6_2_tatties_bonus_counts_hands_at_the_end_of_the_trick() -> None:
    """R6.2: 2 plays on before 0 takes the trick by going out; 2 holds 3 cards by then."""
    rnd = play(table("tatties-3", "4r 9r", "2r 3r", "5b 8b 2g 3g"), "0 play 4r", "1 pass", "2 play 5b", "0 play 9r")
    rnd = play(rnd, "1 pass", "2 pass")
    assert rnd.bonus == (15, 0, 0)


@pytest.mark.parametrize("preset", TATTIES)
def test_R6_2_tatties_the_second_out_scores_the_last_hand(preset: str) -> None:
    rnd = play(table(preset, "", "3r", "2b 3b 4b 5b", turn=1, out=[0]), "1 play 3r")
    assert rnd.phase is Phase.OVER
    assert rnd.bonus == (0, 20, 0)


def test_R6_2_tatties_the_second_out_in_the_trick_of_the_first() -> None:
    """R6.2: the first out is overplayed and gets nothing; the second gets the last hand, once."""
    rnd = play(table("tatties-3", "2r", "3r", "2b 3b 4b"), "0 play 2r", "1 play 3r")
    assert rnd.bonus == (0, 15, 0)


def test_R6_2_tatties_only_one_bonus_for_winning_and_going_out_second() -> None:
    """R6.2: the trick's bonus is for two players who still have cards; here only one has."""
    rnd = play(table("tatties-3", "", "J Q", "2b 3b", turn=1, out=[0]), "1 play J Q")
    assert rnd.bonus == (0, 10, 0)


@pytest.mark.parametrize("preset", PRESETS)
def test_R6_3_the_round_ends_when_all_but_one_are_out(preset: str) -> None:
    lines = {
        2: (["2r", "9r 9y"], ["0 play 2r"], (0,)),
        3: (["2r", "3r", "9r 9y"], ["0 play 2r", "1 play 3r"], (0, 1)),
        4: (["2r", "3r", "4r", "9r 9y"], ["0 play 2r", "1 play 3r", "2 play 4r"], (0, 1, 2)),
    }
    hands, actions, out = lines[len(table(preset).rules.seats)]
    rnd = play(table(preset, *hands), *actions[:-1])
    assert rnd.phase is Phase.PLAY
    rnd = play(rnd, actions[-1])
    assert (rnd.phase, rnd.to_act, rnd.out) == (Phase.OVER, (), out)
    assert all(legal(rnd, seat) == [] for seat in rnd.rules.seats)


@pytest.mark.parametrize("preset", ["neeps-4", "neeps-4-2024"])
def test_R6_3_the_round_ends_when_both_of_a_side_are_out(preset: str) -> None:
    """R6.3, R9.15: at once, though the others could still play on the trick; slam rule or not."""
    rnd = play(table(preset, "2r", "9r Tr", "3r", "8r 7r"), "0 play 2r", "1 pass", "2 play 3r")
    assert (rnd.phase, rnd.out, rnd.tricks[0].winner) == (Phase.OVER, (0, 2), 2)
    rnd = play(table(preset, "2r", "4r", "3r 2b", "5r"), "0 play 2r", "1 play 4r", "2 pass")
    assert rnd.phase is Phase.PLAY  # one of each side
    rnd = play(rnd, "3 play 5r")
    assert (rnd.phase, rnd.out) == (Phase.OVER, (0, 1, 3))
