"""What the core says of rounds that it plays out: the same as rounds that the Python engine plays with the network."""

from random import Random
from typing import Any

import numpy as np
import pytest

from haggis_cards import Match, Round, Rounds, _native
from haggis_cards.bots.network import QUICK, load_network
from haggis_cards.bots.neural import Neural
from haggis_cards.combos import Play
from haggis_cards.encoding import margins
from haggis_cards.native import Position
from haggis_cards.review.core import WAIT, Outcome, Outcomes, at_once, par
from haggis_cards.review.native_core import NativeCore
from haggis_cards.rules import RULES
from haggis_cards.scoring import card_points, score
from tests.review.helpers import decisions


def play_out(position: Position, seat: int, *asked: Any, network: bool = True) -> list[Outcomes]:
    return at_once(NativeCore(network).play_out(position, seat, *asked))


def play_on(rnd: Round, before: Match) -> Round:
    """The round to its end, by the small network, decision by decision; in play-outs the highest bet is made."""
    bot = Neural(load_network("", QUICK), edges=(0.0, 1e-9))
    match = Match(before.rules, Rounds(1), dealer=rnd.dealer, deals=[rnd.deal])
    for seat, action in rnd.log:
        match = match.act(seat, action)
    while not match.over:
        seat = match.round.turn if match.round.turn is not None else match.to_act[0]
        match = match.act(seat, bot.decide(match.view(seat)).action)
    return match.finished[0].round


@pytest.mark.parametrize("game", RULES)
def test_outcomes_are_what_happens(game: str) -> None:
    """In the world number 0 of a seed, which the engine deals too."""
    rules = RULES[game]
    for number, (match, seat) in enumerate(decisions(game, every=23)):
        position = Position.from_view(match.view(seat), Random(0))
        world = position.determinize(seat, number).to_round()
        legal = [action for action in world.legal(seat) if not str(action).startswith("bet ")]
        place = number * 7 % len(legal)
        ((outcome,),) = play_out(position, seat, [place], 0, 1, number)
        over = play_on(world.act(seat, legal[place]), match)
        result, side = score(over), rules.sides[seat]
        assert outcome.margin / 2 == margins(result.points)[side]
        parts = [margins(part)[side] for part in (result.cards, result.bonus, result.bets)]
        assert [part / 2 for part in (outcome.cards, outcome.bonus, outcome.bets)] == parts
        assert (outcome.own_cards, outcome.own_bonus) == (result.cards[side], result.bonus[side])
        assert outcome.left == over.hands[seat].bit_count()
        assert outcome.first_out == over.out[0]
        assert outcome.place == (over.out.index(seat) if seat in over.out else rules.players)
        own = [action for actor, action in over.log[len(world.log) :] if actor == seat and isinstance(action, Play)]
        assert outcome.plays == len(own)
        if world.awarding == "haggis":
            continue
        trick = over.tricks[len(world.tricks)]
        points = sum(card_points(rules, play.cards) for _, play in trick.entries if play)
        assert (outcome.trick_winner, outcome.trick_points) == (trick.winner, points)
        assert outcome.trick_side == (trick.side if points else -1)
        after = next(state for state in states(over) if len(state.tricks) > len(world.tricks))
        assert outcome.held == after.hands[seat].bit_count()
        later = next(
            (state for state in states(over) if len(state.tricks) > len(world.tricks) and state.phase == "play"), None
        )
        assert outcome.next_lead == (-1 if later is None else later.turn)


def states(over: Round) -> list[Round]:
    """The round after every action."""
    lead = None if over.rules.opening == "auction" else over.lead
    found = [Round.start(over.rules, over.deal, dealer=over.dealer, lead=lead, totals=over.totals)]
    for seat, action in over.log:
        found.append(found[-1].act(seat, action))
    return found


def test_every_field_has_its_place() -> None:
    names = _native.outcome_names()
    plain = [name for name in names if not name.startswith("with_bet_")]
    assert plain == names[: len(plain)] == [name for name in Outcome._fields if name != "with_bet"]
    assert Outcome.read(range(len(names))).with_bet == tuple(range(len(plain), len(names)))


def test_worlds_are_numbered() -> None:
    """Whether they are played out at once or one after the other."""
    match = Match("haggis-3", seed=1)
    position, seat = Position.from_round(match.round), match.to_act[0]
    whole = play_out(position, seat, [0, 3], 0, 9, 5)
    parts = [play_out(position, seat, [0, 3], first, 3, 5) for first in (0, 3, 6)]
    assert whole == [[row for rows in of_place for row in rows] for of_place in zip(*parts, strict=True)]


def test_the_policy_plays_in_place_of_the_network() -> None:
    match = Match("haggis-2", seed=1)
    position, seat = Position.from_round(match.round), match.to_act[0]
    ours, theirs = (play_out(position, seat, [0, WAIT], 0, 6, 5, network=network) for network in (True, False))
    assert ours != theirs
    assert not any(row.bets for rows in theirs for row in rows)


def test_par_is_zero_sum_and_by_the_true_cards() -> None:
    for game in ("haggis-2", "haggis-3", "neeps-4"):
        pars = [at_once(par(NativeCore(), Match(game, seed=seed).round, 4, 1)) for seed in (1, 2)]
        assert [len(one) for one in pars] == [RULES[game].side_count] * 2
        assert all(abs(sum(one)) < 1e-9 for one in pars)
        assert pars[0] != pars[1]


def test_bad_input_of_the_core_is_refused() -> None:
    position = Position.from_round(Match("haggis-2", seed=1).round)
    seat = position.turn
    assert seat is not None
    with pytest.raises(IndexError, match="not in the seat's list"):
        play_out(position, seat, [100_000], 0, 1, 1)
    with pytest.raises(IndexError, match="not in the seat's list"):
        _native.solve(position.native, seat, np.array([-1]))
    with pytest.raises(ValueError, match="the place of an action that is not a bet"):
        _native.weigh(position.native, seat, 1, 64, 1, np.array([len(position.legal()) - 1]), False)
    with pytest.raises(ValueError, match="the number of worlds"):
        play_out(position, seat, [0], 0, 0, 1)
    with pytest.raises(ValueError, match="a seat must be"):
        play_out(position, 7, [0], 0, 1, 1)
