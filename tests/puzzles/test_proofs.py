"""The proofs of puzzles against the plainest search there is: every action, in every deal, by the Python engine."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from haggis_cards import Match, Rounds, _native
from haggis_cards.actions import Action, Bet
from haggis_cards.cards import ALL_COURTS, NUMBERS, as_hand, each, gather, remove
from haggis_cards.encoding import margins
from haggis_cards.native import Position
from haggis_cards.puzzles.canonical import unseen
from haggis_cards.puzzles.sure_out import deal_count
from haggis_cards.round import Phase, Round
from haggis_cards.scoring import score
from tests.seed import SEED

MOST_DEALS = 40
MOST_CARDS = 4
ENOUGH = 5  # sure answers, and others


def decisions(preset: str, rounds: int) -> Iterator[Round]:
    """Decisions in tricks, out of rounds of random play."""
    for number in range(rounds):
        rng = Random(f"{SEED} {preset} {number}")
        match = Match(preset, Rounds(1), seed=rng.getrandbits(64))
        while not match.over:
            rnd, seat = match.round, match.to_act[0]
            actions = without_bets(rnd, seat)
            if rnd.phase is Phase.PLAY and len(actions) > 1:
                yield rnd
            match = match.act(seat, rng.choice(actions))


def without_bets(rnd: Round, seat: int) -> list[Action]:
    return [action for action in rnd.legal(seat) if not isinstance(action, Bet)]


# All cards are open


def guaranteed(rnd: Round, seat: int) -> float:
    """What a seat's side is ahead with best play, by looking at everything."""
    if rnd.over:
        return float(margins(score(rnd).points)[rnd.rules.sides[seat]])
    turn = rnd.to_act[0]
    own = rnd.rules.sides[turn] == rnd.rules.sides[seat]
    return (max if own else min)(guaranteed(rnd.act(turn, one), seat) for one in without_bets(rnd, turn))


@pytest.mark.parametrize("preset", ["haggis-2", "haggis-3", "tatties-3", "neeps-4"])
def test_open_cards_are_worked_out(preset: str) -> None:
    small = [rnd for rnd in decisions(preset, 25) if sum(hand.bit_count() for hand in rnd.hands) <= MOST_CARDS][:12]
    assert small
    for rnd in small:
        (seat,) = rnd.to_act
        position = Position.from_round(rnd).native
        found = _native.OpenRound(position, seat).values(position, 100_000)
        assert found == [guaranteed(rnd.act(seat, one), seat) for one in without_bets(rnd, seat)]


# Out first whatever the others hold


def worlds_of(rnd: Round, seat: int) -> list[Round]:
    """The round in every deal that a seat of two cannot rule out."""
    other = 1 - seat
    hidden, held = unseen(rnd, seat), (rnd.hands[other] & NUMBERS).bit_count()
    found = []
    for chosen in combinations(each(hidden), held):
        hands = list(rnd.hands)
        hands[other] = as_hand(gather(chosen)) | rnd.hands[other] & ALL_COURTS
        found.append(replace(rnd, hands=tuple(hands), haggis=as_hand(remove(hidden, gather(chosen)))))
    return found


def surely_wins(worlds: Sequence[Round], seat: int) -> bool:
    """Whether there is one way to play, the same in deals that look the same, that goes out first in all of them."""
    first = worlds[0]
    if first.out:
        return first.out[0] == seat
    (turn,) = first.to_act
    if turn == seat:
        return any(surely_wins([world.act(seat, one) for world in worlds], seat) for one in without_bets(first, seat))
    possible = {action: None for world in worlds for action in without_bets(world, turn)}
    for action in possible:
        after = [world.act(turn, action) for world in worlds if action in world.legal(turn)]
        if not surely_wins(after, seat):
            return False
    return True


def test_a_sure_way_out_is_sure_in_every_deal_and_no_other_is() -> None:
    answers: list[bool] = []
    for rnd in decisions("haggis-2", 200):
        (seat,) = rnd.to_act
        if rnd.hands[seat].bit_count() > MOST_CARDS or rnd.out or deal_count(rnd, seat) > MOST_DEALS:
            continue
        worlds = worlds_of(rnd, seat)
        assert len(worlds) == deal_count(rnd, seat)
        found = _native.sure_outs(Position.from_round(rnd).native, seat, 100_000)
        after = [[world.act(seat, one) for world in worlds] for one in without_bets(rnd, seat)]
        assert found == [surely_wins(each_world, seat) for each_world in after], rnd
        answers += [bool(one) for one in found]
        if answers.count(True) >= ENOUGH and answers.count(False) >= ENOUGH:
            return
    raise AssertionError(f"only {len(answers)} answers were compared")
