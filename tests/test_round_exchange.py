"""The exchange of Neeps (R3)."""

import pytest

from haggis_cards import Phase, Round
from tests.support import hand, legal, play, refused, start, verbs

NEEPS = ("neeps-4", "neeps-4-2024")


def fresh(preset: str = "neeps-4", dealer: int = 3) -> Round:
    """Seat 0 holds blues, 1 reds, 2 greens, 3 yellows."""
    hands = (" ".join(f"{rank}{suit} {rank}{suit}" for rank in "23456789T") for suit in "brgy")
    return start(preset, *hands, dealer=dealer)


FIRST = ("0 give 2b", "1 give 2r", "2 give 2g", "3 give 2y")


@pytest.mark.parametrize("preset", NEEPS)
def test_R3_1_twice_everybody_picks_a_card_for_the_partner(preset: str) -> None:
    rnd = fresh(preset)
    assert (rnd.phase, rnd.to_act) == (Phase.EXCHANGE, (0, 1, 2, 3))
    rnd = play(rnd, *FIRST)
    assert (rnd.phase, rnd.to_act) == (Phase.EXCHANGE, (0, 1, 2, 3))
    assert hand(rnd, 0).startswith("2g 2b 3b 3b")  # what seat 2 gave came to seat 0
    assert hand(rnd, 2).startswith("2g 2b 3g 3g")
    assert hand(rnd, 1).startswith("2r 2y 3r")
    assert hand(rnd, 3).startswith("2r 2y 3y")
    rnd = play(rnd, *FIRST)
    assert (rnd.phase, rnd.to_act) == (Phase.PLAY, (0,))
    assert hand(rnd, 0).startswith("2g 2g 3b 3b")
    assert [cards.bit_count() for cards in rnd.hands] == [21] * 4


def test_R3_1_nothing_changes_hands_before_all_four_have_picked() -> None:
    rnd = fresh()
    before = rnd.hands
    rnd = play(rnd, *FIRST[:3])
    assert rnd.hands == before
    assert rnd.to_act == (3,)
    assert play(rnd, FIRST[3]).hands != before


def test_R3_1_the_four_may_come_in_any_order() -> None:
    orders = [FIRST, FIRST[::-1], (FIRST[2], FIRST[0], FIRST[3], FIRST[1])]
    assert len({play(fresh(), *order).hands for order in orders}) == 1


def test_R3_1_a_pick_stands() -> None:
    rnd = play(fresh(), "0 give 2b")
    refused(rnd, "0 give 3b", "already-picked")
    refused(rnd, "0 give 2b", "already-picked")
    assert legal(rnd, 0) == ["bet 15", "bet 30", "bet 45"]


def test_R3_1_the_card_just_received_may_be_given_back() -> None:
    rnd = play(fresh(), *FIRST)
    refused(rnd, "0 give 4g", "not-held")
    rnd = play(rnd, "0 give 2g", "2 give 2b", "1 give 2y", "3 give 2r")
    assert rnd.hands == fresh().hands


def test_R3_1_a_card_is_gone_only_with_the_second_swap() -> None:
    """R3.1: before seeing what comes back: the partner's pick cannot be passed on in the same swap."""
    refused(play(fresh(), "2 give 2g"), "0 give 2g", "not-held")


def test_R3_1_only_number_cards_of_the_hand() -> None:
    rnd = fresh()
    for court in "JQK":
        refused(rnd, f"0 give {court}", "no-courts")
    refused(rnd, "0 give 2r", "not-held")
    refused(rnd, "0 play 2b", "wrong-phase")
    refused(rnd, "0 pass", "wrong-phase")
    assert [line for line in legal(rnd, 0) if line.startswith("give")] == [f"give {rank}b" for rank in "23456789T"]


def test_R5_1_after_the_exchange_the_lead_is_left_of_the_dealer() -> None:
    """R5.1, R9.7."""
    for dealer in range(4):
        rnd = play(fresh(dealer=dealer), *FIRST, *FIRST)
        assert rnd.to_act == ((dealer + 1) % 4,)


def test_R7_1_bets_are_open_from_the_deal_on() -> None:
    """R7.1: also during the exchange, before and after one's own pick."""
    rnd = play(fresh(), "3 bet 15", "0 give 2b", "0 bet 30")
    assert rnd.bets == (30, None, None, 15)
    assert verbs(rnd, 0) == set()
    assert verbs(rnd, 3) == {"give"}
