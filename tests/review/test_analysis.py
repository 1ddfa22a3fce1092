"""`analyse`: the value of each option of a seat, from what it knows."""

import pytest

from haggis_cards import Bet, HaggisError, IllegalAction, Match, Rounds
from haggis_cards.positions import swap_cards
from haggis_cards.review import analyse
from haggis_cards.review.answers import answer_key
from tests.support import random_play

MATCHES = list(random_play("haggis-2", Rounds(1), 5))
LATE = next(match for match in MATCHES if sum(map(len, map(match.hand, (0, 1)))) < 18 and match.round.top)


def test_every_option_has_a_value_and_the_best_comes_first() -> None:
    seat = LATE.to_act[0]
    analysis = analyse(LATE, every=True, network=False)
    assert analysis.seat == seat
    assert [one.behind for one in analysis.options] == sorted(one.behind for one in analysis.options)
    assert analysis.best.behind == 0
    key = answer_key(LATE.view(seat), LATE.rules)
    legal = [action for action in LATE.legal(seat) if not isinstance(action, Bet)]
    found = [key(one.action) for one in analysis.options if one.action]
    assert set(found) == {key(action) for action in legal}
    assert len(found) == len(set(found))
    assert len(str(analysis).splitlines()) == len(analysis.options) + len(analysis.bets)
    assert analysis._repr_html_().count("<tr>") == 1 + len(analysis.options) + len(analysis.bets)
    few = analyse(LATE, network=False)
    assert {str(one.action) for one in few.options} <= {str(one.action) for one in analysis.options}
    assert analyse(LATE, network=False) == few


def test_it_knows_only_what_the_seat_knows() -> None:
    match = Match("haggis-2", Rounds(1), seed=35, dealer=1).act(0, "play 9b")
    hidden = next(iter(match.hand(0)))
    top = next(iter(match.round.deal.haggis))
    other = match._with(round=swap_cards(match.round, 0, str(hidden), None, str(type(hidden)(top))))
    assert other.round.hands[0] != match.round.hands[0]
    assert other.view(1) == match.view(1)
    assert analyse(other, 1, network=False) == analyse(match, 1, network=False)


def test_bets_out_of_turn() -> None:
    match = Match("haggis-3", Rounds(1), seed=2)
    waiting = next(seat for seat in match.rules.seats if seat not in match.to_act)
    analysis = analyse(match, waiting, network=False)
    assert analysis.options == ()
    assert {None, Bet(15), Bet(30), Bet(45)} == {one.action for one in analysis.bets}


def test_what_cannot_be_analysed() -> None:
    with pytest.raises(IllegalAction, match="the match is over"):
        analyse(MATCHES[-1])
    with pytest.raises(HaggisError, match="there is no effort 'huge'; there are: quick, normal, deep"):
        analyse(LATE, effort="huge")
    with pytest.raises(IllegalAction, match="there is no seat 2"):
        analyse(LATE, 2)
