"""`analyse`: the value of each option of a seat, from what it knows."""

import json
from math import hypot

import pytest

from haggis_cards import Bet, HaggisError, IllegalAction, Match, Phase, Rounds
from haggis_cards.positions import position_line, swap_cards, view_line
from haggis_cards.review import EFFORTS, analyse
from haggis_cards.review.answers import answer_key
from haggis_cards.review.core import at_once
from haggis_cards.review.judge import Judge
from haggis_cards.review.native_core import NativeCore
from haggis_cards.review.numbers import mean, standard_error
from tests.support import PRESETS, random_play

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


def test_a_text_is_a_line_or_a_record() -> None:
    expected = analyse(LATE, network=False)
    for text in (position_line(LATE), f"  {view_line(LATE.view(LATE.to_act[0]))}\n", LATE.record().dump()):
        assert analyse(text, network=False) == expected
    with pytest.raises(IllegalAction, match="the match is over"):
        analyse(MATCHES[-1].record().dump(), network=False)


@pytest.mark.parametrize("preset", PRESETS)
def test_bets_and_plays_are_on_one_scale_and_errors_are_those_of_the_values(preset: str) -> None:
    """The best play is what a seat plays that does not bet; other worlds agree with its value, as the error says."""
    apart = []
    for seed in range(4):
        match = first_trick(preset, seed)
        analysis = analyse(match, effort="quick", seed=seed)
        best = analysis.best
        for none in [one for one in analysis.bets if one.action is None]:
            assert (none.value, none.error) == pytest.approx((best.value, best.error), abs=1e-3)
        for one in analysis.options:
            assert one.value == pytest.approx(best.value - one.behind, abs=1e-3)
            assert one.error >= best.error
        for one in analysis.bets:
            assert one.value == pytest.approx(analysis.bets[0].value - one.behind, abs=1e-3)
        judge = Judge(match.rules, EFFORTS["quick"], NativeCore(), seed + 1000)
        view = match.view(analysis.seat)
        margins = [row.margin / 2 for row in at_once(judge.rounds_after(view, view["legal"].index(str(best.action))))]
        apart.append((mean(margins) - best.value) / hypot(best.error, standard_error(margins)))
    assert max(map(abs, apart)) < 3.5
    assert mean([one * one for one in apart]) < 3.0


def first_trick(preset: str, seed: int) -> Match:
    """A match whose round has come to its first trick, past auction and exchange."""
    return next(match for match in random_play(preset, Rounds(1), seed) if match.round.phase is Phase.PLAY)


def test_anything_that_names_a_position_is_analysed() -> None:
    seat = LATE.to_act[0]
    expected = analyse(LATE, network=False)
    for position in (
        LATE.round,
        position_line(LATE),
        LATE.record(),
        LATE.view(seat),
        view_line(LATE.view(seat)),
        Match.from_position(position_line(LATE)),
    ):
        assert analyse(position, network=False) == expected
    assert json.loads(json.dumps(expected.data))["options"][0]["action"] == str(expected.best.action)
    assert analyse(LATE, network=False, seed=1) != expected
    with pytest.raises(HaggisError, match="no other seat can be analysed"):
        analyse(view_line(LATE.view(seat)), 1 - seat)
    with pytest.raises(HaggisError, match="has nothing to decide now"):
        analyse(LATE, 1 - seat)
    with pytest.raises(HaggisError, match="a position has 7 fields"):
        analyse("haggis-2")


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
