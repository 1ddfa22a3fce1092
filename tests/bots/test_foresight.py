"""`foresight`: legal everywhere, blind to hidden cards, the same for the same seed, within its time."""

from random import Random

import pytest

from haggis_cards import Match, Rounds, _native
from haggis_cards.bots import BotError, make_bot
from haggis_cards.native import Position, native_rules
from haggis_cards.rules import RULES
from tests.bots.helpers import first_view
from tests.support import random_play
from tests.worlds import other_world


def decisions(game: str, every: int) -> list[tuple[Match, int]]:
    """Some decisions of a random round, with their seats."""
    matches = [match for match in random_play(game, Rounds(1), seed=4) if not match.over][::every]
    found = [(match, match.to_act[0]) for match in matches]
    return [(match, seat) for match, seat in found if len(match.view(seat)["legal"]) > 1]


@pytest.mark.parametrize("game", RULES)
def test_hidden_cards_do_not_matter(game: str) -> None:
    """In another world that looks the same to this seat it answers the same, and for the same reason."""
    rng = Random(5)
    for match, seat in decisions(game, every=30):
        answer = make_bot("foresight:16it", 7).decide(match.view(seat))
        assert answer.action in match.view(seat)["legal"]
        assert make_bot("foresight:16it", 7).decide(other_world(match, seat, rng).view(seat)) == answer


def test_another_seed_sees_other_worlds() -> None:
    match, seat = decisions("haggis-3", every=7)[1]
    view = match.view(seat)
    assert len({make_bot("foresight:16it", seed).decide(view).why for seed in range(5)}) > 1


def test_it_keeps_to_a_callers_budget() -> None:
    assert make_bot("foresight:3600s").decide(first_view(), budget=0.05).action


@pytest.mark.parametrize(
    "spec", ["foresight:200ms:0", "foresight:200ms/flat", "foresight:soon", "foresight:1s@nowhere"]
)
def test_bad_specs(spec: str) -> None:
    with pytest.raises(BotError):
        make_bot(spec)


def test_a_rollout_of_determinizations_tries_each_action_in_the_same_worlds() -> None:
    position = Position.from_round(Match("haggis-3", seed=2).round)
    seat = position.turn
    assert seat is not None
    rollout = _native.Rollout(native_rules(RULES["haggis-3"]), 40, 0, 2)
    rollout.determinize([(position.native, seat, [0, 5], 3)], 20)
    assert set(rollout.seats) == {(seat + 1) % 3}
    third = {int(number): tuple(row[:2]) for number, row in zip(rollout.rounds, rollout.hidden, strict=True)}
    assert all(third[world] == third[world + 20] for world in range(20)), "the hand of the third player"
    assert len(set(third.values())) == 20
    with pytest.raises(IndexError, match="not in the seat's list"):
        rollout.determinize([(position.native, seat, [0, 100_000], 3)], 20)
    with pytest.raises(ValueError, match="a round for each action and world"):
        rollout.determinize([(position.native, seat, [0, 1, 2], 3)], 20)
