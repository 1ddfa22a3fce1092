"""The published game of 2010: what it plays otherwise than the sheets' Haggis (R2)."""

import json
from itertools import count
from random import Random

import pytest

from haggis_cards import RULES, Match, Phase, Record, RecordError, Result, Round, Rounds, Rules
from haggis_cards.bots import make_bot
from haggis_cards.cards import ALL_COURTS
from haggis_cards.combos import Play
from haggis_cards.native import Position
from haggis_cards.scoring import score
from tests.bots.helpers import play as play_match
from tests.support import legal, passes, play, start, table

TWO, THREE = "haggis-2-2010", "haggis-3-2010"


def result(rnd: Round, *lines: str) -> Result:
    return score(play(rnd, *lines))


def piles(rnd: Round) -> list[int]:
    """The sides that got the tricks."""
    return [trick.side for trick in rnd.tricks]


TOURNAMENT = RULES[THREE].replace(bomb_to="previous")


def test_R5_9_in_tournaments_a_bombed_trick_goes_to_the_player_whom_the_bomb_beat() -> None:
    """R5.9, R10 bomb_to: not to the leader of the trick, and nobody is asked; the winner leads next."""
    rnd = table(TOURNAMENT, "2r 4r", "5r 6r", "J Q 8r")
    rnd = play(rnd, "0 play 2r", "1 play 5r", "2 play J Q", *passes(0, 1))
    assert (rnd.phase, rnd.to_act, piles(rnd)) == (Phase.PLAY, (2,), [1])


def test_R5_9_a_bomb_on_a_bomb_pays_the_player_of_the_lower_bomb() -> None:
    """R5.9: passes in between do not matter."""
    rnd = table(TOURNAMENT, "2r 4r", "J Q 6r", "J K 8r")
    rnd = play(rnd, "0 play 2r", "1 play J Q", "2 pass", "0 pass")
    assert piles(rnd) == [0]
    rnd = table(TOURNAMENT, "2r 4r", "J K 6r", "J Q 8r")
    rnd = play(rnd, "0 play 2r", "1 pass", "2 play J Q", "0 pass", "1 play J K", *passes(2, 0))
    assert piles(rnd) == [2]


@pytest.mark.parametrize(("leader", "right"), [(0, 2), (1, 0), (2, 1)])
def test_R5_9_a_bomb_that_was_led_goes_to_the_right(leader: int, right: int) -> None:
    """R5.9: even if the player there is out."""
    hands = ["3r 4r", "5r 6r", "8r 9r"]
    hands[leader] = "J Q 2b"
    others = [(leader + step) % 3 for step in (1, 2)]
    rnd = play(table(TOURNAMENT, *hands, turn=leader), f"{leader} play J Q", *passes(*others))
    assert piles(rnd) == [right]


def test_R5_9_the_last_play_may_be_a_bomb() -> None:
    """R5.9, R6.3: the round ends at once, and the trick goes below the bomb all the same."""
    rnd = play(table(TOURNAMENT, "3r", "J Q", "8r 9r", haggis="7b"), "0 play 3r", "1 play J Q")
    assert rnd.over
    assert score(rnd).cards == (1 + 5 + 1 + 1, 0, 0)  # the trick, the last hand 9r and the haggis are 0's


def test_R6_4_last_hand_and_haggis_go_to_the_first_out() -> None:
    """R6.4, R6.6."""
    assert result(table(THREE, "2r", "4r", "9r 9b J", haggis="7b"), "0 play 2r", "1 play 4r").cards == (5, 0, 0)


@pytest.mark.parametrize(
    ("bets", "points"),
    [
        ((30, None, None), (30, 0, 0)),
        ((None, 15, None), (15, 0, 15)),  # the first out, and 2, who has not bet
        ((None, 15, 30), (45, 0, 0)),  # whoever has failed gets nothing of another's failure
        ((30, 15, None), (45, 0, 15)),
    ],
)
def test_R7_4_a_failed_bet_scores_for_all_who_have_not_failed(
    bets: tuple[int | None, ...], points: tuple[int, ...]
) -> None:
    """R7.4: for the first out and for everybody without a bet, once each."""
    rnd = table(THREE, "2r", "4r", "6r 8r", bets=bets)
    assert result(rnd, "0 play 2r", "1 play 4r").bets == points
    haggis_3 = table("haggis-3", "2r", "4r", "6r 8r", bets=bets)
    assert result(haggis_3, "0 play 2r", "1 play 4r").bets == (sum(bet or 0 for bet in bets), 0, 0)


def test_R1_3_bets_are_15_and_30() -> None:
    """R1.3, R7.1."""
    for preset in (TWO, THREE):
        assert [line for line in legal(start(preset), 1) if line.startswith("bet")] == ["bet 15", "bet 30"]


def test_R5_3_sets_are_combinations() -> None:
    """R5.3, R5.4: with courts; beaten by as many cards of a higher rank."""
    rnd = table(TWO, "6r 6g 2r", "7r 7b 3r J")
    rnd = play(rnd, "0 play 6r 6g")
    assert legal(rnd, 1) == ["pass", "play 7b J=7", "play 7r 7b", "play 7r J=7"]


def test_R8_3_the_leader_deals() -> None:
    """R8.3: the higher total deals and the lower one leads."""
    match = play_match(TWO, [make_bot("greedy") for _ in range(2)], seed=3)
    done = match.finished[0]
    leader = max(range(2), key=lambda seat: done.result.totals[seat])
    assert (done.dealer, done.lead) == (leader, 1 - leader)


@pytest.mark.parametrize("rules", [RULES[TWO], RULES[THREE], TOURNAMENT], ids=[TWO, THREE, "tournament"])
def test_R5_9_the_core_agrees_in_rounds_of_greedy(rules: Rules) -> None:
    """R5.9, R7.4: with bombs and failed bets, as players make them."""
    bombed = 0
    for seed in range(6):
        match = play_match(rules, [make_bot("greedy") for _ in rules.seats], seed=seed)
        rnd = match.finished[0].round
        native = Position.from_round(Match(rules, Rounds(1), seed=seed).round)
        for seat, action in rnd.log:
            native = native.act(action, seat)
        done = score(rnd)
        assert native.score() == (done.cards, done.bonus, done.bets)
        bombed += sum(trick.top.is_bomb for trick in rnd.tricks)
    assert bombed


def test_R5_9_a_record_from_before_the_rulebook_says_how_it_is_read() -> None:
    """R5.9, R10 bomb_to: nobody was asked then, in the middle of a round or at its end."""
    rounds = (courts_last(seed) for seed in count())
    match = next(match for match in rounds if match.finished[0].round.tricks[-1].top.is_bomb)
    old = {**match.record().data, "rules": THREE}
    with pytest.raises(RecordError, match=r"in version 0\.1 nobody chose here"):
        Record.parse(json.dumps(old)).verify()
    assert match.record().verify().rounds == 1


def courts_last(seed: int) -> Match:
    """One round of players who keep courts, so that some go out with a bomb; greedy bots hardly ever do."""
    rng, match = Random(seed), Match(TOURNAMENT, Rounds(1), seed=seed)
    while not match.over:
        seat = match.to_act[0]
        actions = match.legal(seat)
        without = [one for one in actions if not (isinstance(one, Play) and one.cards & ALL_COURTS)]
        match = match.act(seat, rng.choice(without or actions))
    return match
