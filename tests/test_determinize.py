"""Worlds that a view allows: they look the same from the seat, and respect all that it knows."""

import random

import pytest

from haggis_cards import RULES, Bet, Match, Round, Rounds
from haggis_cards.cards import parse_card
from haggis_cards.native import Position


@pytest.mark.parametrize("preset", RULES)
def test_a_determinization_looks_the_same_to_the_seat(preset: str) -> None:
    rng = random.Random(preset)
    for seed in range(3):
        match = Match(preset, Rounds(2), seed=seed)
        while not match.over:
            for seat in (None, *match.rules.seats):
                if rng.random() < 0.15:
                    seen = match.view(seat)
                    assert match._with(round=Position.from_view(seen, rng).to_round()).view(seat) == seen
            bettor = rng.choice(match.rules.seats)
            bets = [action for action in match.legal(bettor) if isinstance(action, Bet)]
            if bets and rng.random() < 0.1:
                match = match.act(bettor, rng.choice(bets))
            else:
                seat = rng.choice(match.to_act)
                match = match.act(seat, rng.choice(match.legal(seat)))


def start(preset: str, seed: int) -> Match:
    return Match(preset, Rounds(1), seed=seed)


def worlds(match: Match, seat: int, count: int = 40) -> list[Round]:
    return [Position.from_view(match.view(seat), random.Random(i)).to_round() for i in range(count)]


def test_a_card_given_stays_with_the_partner_until_it_is_played() -> None:
    match = start("neeps-4", 1)
    gave = str(match.legal(0)[0])
    for seat in match.rules.seats:
        match = match.act(seat, match.legal(seat)[0])
    card = parse_card(gave.split()[1])
    seen = worlds(match, 0)
    assert all(world.hands[2] & card for world in seen)
    assert len({world.hands for world in seen}) > 1


def test_a_card_given_back_may_be_anywhere() -> None:
    """R3.1: the partner may return what it was given; then the giver holds it and knows nothing of another copy."""
    match = start("neeps-4", 1)
    card = next(str(give) for give in match.legal(0) if str(match.view(0)["hand"]).split().count(str(give)[5:]) == 1)
    match = match.act(0, card)
    for seat in match.to_act:
        match = match.act(seat, match.legal(seat)[0])
    match = match.act(2, card)
    for seat in match.to_act:
        match = match.act(seat, match.legal(seat)[1])
    held = {bool(world.hands[2] & parse_card(card.split()[1])) for world in worlds(match, 0)}
    assert held == {True, False}


def test_the_shepherd_knows_what_it_buried_and_the_sheep_do_not() -> None:
    """R4.4: on the lowest bid the whole haggis is the Shepherd's own doing."""
    match = start("tatties-3", 2)
    shepherd = match.round.dealer
    match = match.act(shepherd, "bid 15")
    for _ in range(2):
        match = match.act(match.to_act[0], "pass")
    match = match.act(shepherd, match.legal(shepherd)[7])
    haggis = match.round.haggis
    assert {world.haggis for world in worlds(match, shepherd)} == {haggis}
    sheep = (shepherd + 1) % 3
    assert len({world.haggis for world in worlds(match, sheep)}) > 10
