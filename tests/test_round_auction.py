"""The Shepherd auction of Tatties (R4), and who leads after it (R5.1)."""

from itertools import combinations

import pytest

from haggis_cards import RULES, Phase
from haggis_cards.cards import text
from tests.support import hand, legal, play, refused, start

TATTIES = ("tatties-3", "tatties-3-2024")


@pytest.mark.parametrize("preset", TATTIES)
@pytest.mark.parametrize("dealer", range(3))
def test_R4_1_the_dealer_starts_and_it_goes_left(preset: str, dealer: int) -> None:
    rnd = start(preset, dealer=dealer)
    for step in range(3):
        assert (rnd.phase, rnd.to_act) == (Phase.AUCTION, ((dealer + step) % 3,))
        rnd = play(rnd, f"{(dealer + step) % 3} pass")
    assert rnd.phase is Phase.PLAY


def test_R4_1_a_bid_must_exceed_the_standing_bid() -> None:
    rnd = start("tatties-3")
    assert legal(rnd, 0) == ["bid 15", "bid 30", "bid 45", "pass"]
    refused(rnd, "0 bid 20", "no-such-bet")
    refused(rnd, "0 bid 0", "no-such-bet")
    rnd = play(rnd, "0 bid 30")
    assert legal(rnd, 1) == ["bid 45", "pass"]
    refused(rnd, "1 bid 15", "too-low")
    refused(rnd, "1 bid 30", "too-low")
    refused(rnd, "2 bid 45", "not-your-turn")


def test_R4_1_an_equal_bid_from_a_lower_total() -> None:
    """R4.1: lower than the standing bidder's total, not than anybody's; equal totals do not do."""
    rnd = play(start("tatties-3", totals=(50, 49, 50)), "0 bid 30")
    assert legal(rnd, 1) == ["bid 30", "bid 45", "pass"]
    refused(rnd, "1 bid 15", "too-low")
    rnd = play(rnd, "1 bid 30")
    assert legal(rnd, 2) == ["bid 45", "pass"]  # 50 is more than seat 1's 49
    rnd = play(start("tatties-3", totals=(50, 49, 50)), "0 bid 30", "1 pass")
    assert legal(rnd, 2) == ["bid 45", "pass"]  # 50 is not less than seat 0's 50


def test_R4_1_equal_bids_at_the_highest_value() -> None:
    rnd = play(start("tatties-3", totals=(9, 5, 1)), "0 bid 45", "1 bid 45", "2 bid 45")
    assert legal(rnd, 0) == ["pass"]
    rnd = play(rnd, "0 pass", "1 pass")
    assert (rnd.shepherd, rnd.bid, rnd.draw_count) == (2, 45, 1)


def test_R4_1_no_equal_bid_without_a_standing_one() -> None:
    assert legal(start("tatties-3", totals=(-5, 0, 0)), 0) == ["bid 15", "bid 30", "bid 45", "pass"]


def test_R4_2_a_pass_is_for_good() -> None:
    rnd = play(start("tatties-3"), "0 pass", "1 bid 15", "2 bid 30")
    assert rnd.to_act == (1,)
    refused(rnd, "0 bid 45", "not-your-turn")
    rnd = play(rnd, "1 bid 45")
    assert rnd.to_act == (2,)
    assert play(rnd, "2 pass").shepherd == 1


def test_R4_2_who_has_no_bid_left_still_passes() -> None:
    rnd = play(start("tatties-3"), "0 bid 45")
    for seat in (1, 2):
        assert (rnd.phase, rnd.to_act) == (Phase.AUCTION, (seat,))
        assert legal(rnd, seat) == ["pass"]
        rnd = play(rnd, f"{seat} pass")
    assert (rnd.phase, rnd.shepherd) == (Phase.BURY, 0)


def test_R4_2_the_bidding_goes_round_until_everyone_else_has_passed() -> None:
    rnd = play(start("tatties-3"), "0 bid 15", "1 pass", "2 bid 30")
    assert (rnd.phase, rnd.to_act, rnd.shepherd) == (Phase.AUCTION, (0,), None)
    rnd = play(rnd, "0 bid 45")
    assert rnd.to_act == (2,)
    assert play(rnd, "2 pass").shepherd == 0


def test_R4_2_the_first_bid_may_come_from_the_last_player() -> None:
    rnd = play(start("tatties-3"), "0 pass", "1 pass")
    assert (rnd.phase, rnd.to_act) == (Phase.AUCTION, (2,))
    rnd = play(rnd, "2 bid 15")
    assert (rnd.phase, rnd.to_act, rnd.shepherd) == (Phase.BURY, (2,), 2)


def test_R4_2_nobody_bids() -> None:
    rnd = play(start("tatties-3", haggis="2r 3y 4g"), "0 pass", "1 pass", "2 pass")
    assert (rnd.phase, rnd.shepherd, rnd.bid) == (Phase.PLAY, None, 0)
    assert text(rnd.haggis) == "2r 3y 4g"
    assert [cards.bit_count() for cards in rnd.hands] == [17] * 3


def test_R4_3_the_last_bidder_is_the_shepherd() -> None:
    rnd = play(start("tatties-3"), "0 bid 15", "1 bid 30", "2 pass", "0 pass")
    assert (rnd.shepherd, rnd.bid) == (1, 30)


@pytest.mark.parametrize(("bid", "drawn", "left"), [(15, "9o 2r 5g", ""), (30, "9o 2r", "5g"), (45, "9o", "2r 5g")])
def test_R4_4_the_shepherd_draws_from_the_top(bid: int, drawn: str, left: str) -> None:
    """R4.4: 3 cards on the lowest value, 2 on the middle one, 1 on the highest; top card first."""
    fresh = start("tatties-3", haggis="9o 2r 5g")
    rnd = play(fresh, f"0 bid {bid}", "1 pass", "2 pass")
    count = len(drawn.split())
    assert (rnd.phase, rnd.to_act, rnd.draw_count) == (Phase.BURY, (0,), count)
    assert sorted(text(rnd.drawn).split()) == sorted(drawn.split())
    assert set(hand(rnd, 0).split()) == {*hand(fresh, 0).split(), *drawn.split()}
    assert text(rnd.haggis) == left
    assert [cards.bit_count() for cards in rnd.hands] == [17 + count, 17, 17]


def test_R4_4_the_draw_goes_by_the_place_of_the_bid_not_by_its_value() -> None:
    """R4.4 with R10's `bets`."""
    rules = RULES["tatties-3"].replace(bets=[3, 45, 90])
    for bid, count in ((3, 3), (45, 2), (90, 1)):
        assert play(start(rules), f"0 bid {bid}", "1 pass", "2 pass").draw_count == count


@pytest.mark.parametrize(("bid", "count"), [(15, 3), (30, 2), (45, 1)])
def test_R4_4_any_as_many_number_cards_go_back(bid: int, count: int) -> None:
    rnd = play(start("tatties-3", haggis="9o 2r 5g"), f"0 bid {bid}", "1 pass", "2 pass")
    numbers = hand(rnd, 0).split()[:-3]
    assert set(legal(rnd, 0)) == {f"bury {' '.join(chosen)}" for chosen in combinations(numbers, count)}
    assert legal(rnd, 1) == legal(rnd, 2) == []


def test_R4_4_burying() -> None:
    fresh = start("tatties-3", "2y 2g 2b 2o 3r 3y", haggis="9o 2r 5g")
    rnd = play(fresh, "0 bid 30", "1 pass", "2 pass")
    refused(rnd, "0 bury 2y", "wrong-count")
    refused(rnd, "0 bury 2y 2g 2b", "wrong-count")
    refused(rnd, "0 bury 2y J", "no-courts")
    refused(rnd, "0 bury 2y 5g", "not-held")  # still in the haggis
    refused(rnd, "0 play 2y", "wrong-phase")
    refused(rnd, "0 pass", "wrong-phase")
    refused(rnd, "1 bury 2y 2g", "not-your-turn")
    back = play(rnd, "0 bury 9o 2r")  # those just drawn
    assert back.hands == fresh.hands
    assert text(back.haggis) == "2r 5g 9o"
    mixed = play(rnd, "0 bury 2y 9o")
    assert text(mixed.haggis) == "2y 5g 9o"
    assert "2r" in hand(mixed, 0).split()
    assert [cards.bit_count() for cards in mixed.hands] == [17] * 3


@pytest.mark.parametrize("shepherd", range(3))
def test_R5_1_the_shepherd_leads(shepherd: int) -> None:
    """R5.1: whoever dealt and whatever the totals."""
    rnd = start("tatties-3", totals=(0, 50, 100))
    for seat in range(3):
        rnd = play(rnd, f"{seat} {'bid 45' if seat == shepherd else 'pass'}")
        if rnd.phase is not Phase.AUCTION:
            break
    while rnd.phase is Phase.AUCTION:
        rnd = play(rnd, f"{rnd.turn} pass")
    rnd = rnd.act(shepherd, rnd.legal(shepherd)[0])
    assert (rnd.phase, rnd.to_act, rnd.lead) == (Phase.PLAY, (shepherd,), shepherd)


@pytest.mark.parametrize(
    ("totals", "dealer", "lead"),
    [
        ((30, 20, 10), 0, 2),
        ((10, 20, 30), 0, 0),
        ((0, 0, 0), 0, 1),  # a tie: the first from the dealer's left
        ((0, 0, 0), 1, 2),
        ((0, 0, 0), 2, 0),
        ((0, 5, 0), 0, 2),  # seat 1 is left of the dealer, but not among the lowest
        ((0, 5, 0), 2, 0),
        ((0, 0, 5), 0, 1),  # the dealer is the last of the tied
        ((0, 0, 5), 1, 0),
        ((5, 0, 0), 1, 2),
    ],
)
def test_R5_1_without_shepherd_the_lowest_total_leads(totals: tuple[int, ...], dealer: int, lead: int) -> None:
    rnd = start("tatties-3", dealer=dealer, totals=totals)
    while rnd.phase is Phase.AUCTION:
        rnd = play(rnd, f"{rnd.turn} pass")
    assert (rnd.to_act, rnd.lead) == ((lead,), lead)


def test_R2_tatties_has_no_open_bets() -> None:
    rnd = start("tatties-3")
    refused(rnd, "0 bet 15", "no-open-bets")
    rnd = play(rnd, "0 pass", "1 pass", "2 pass")
    refused(rnd, "0 bet 15", "no-open-bets")
    assert not any(line.startswith("bet") for seat in range(3) for line in legal(rnd, seat))


def test_R9_9_the_pass_for_good_is_the_auctions() -> None:
    """R9.9: in the tricks of `tatties-3` a player who has passed may play again."""
    rnd = start("tatties-3", "2r 4r", "3r 9r", "5r 6r 8r")
    rnd = play(rnd, "0 pass", "1 pass", "2 pass", "1 play 3r", "2 pass", "0 play 4r", "1 pass")
    assert rnd.to_act == (2,)
    assert "play 5r" in legal(rnd, 2)
