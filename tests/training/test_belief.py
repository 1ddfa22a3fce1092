"""The belief: the same in the core as in PyTorch, blind to hidden cards, and learnt from where the cards are."""

from math import comb, exp, log
from random import Random
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from haggis_cards import Match, Round, Rounds, Rules, _native  # noqa: E402
from haggis_cards.cards import NUMBERS  # noqa: E402
from haggis_cards.native import Position  # noqa: E402
from haggis_cards.rules import RULES  # noqa: E402
from haggis_cards.training.belief import (  # noqa: E402
    BeliefNetwork,
    Clues,
    Dealt,
    information,
    play_for_clues,
    where_cards_are,
)
from haggis_cards.training.network import PolicyNetwork, Ragged, Shape  # noqa: E402
from haggis_cards.training.rollout import Rollout, make_policy  # noqa: E402
from tests.seed import SEED  # noqa: E402
from tests.support import choose  # noqa: E402
from tests.worlds import view_of  # noqa: E402


def believing(seed: int = 1, scale: float = 1.0) -> tuple[BeliefNetwork, _native.Network]:
    """A belief that nobody trained and that is sure of itself, in PyTorch and in the core."""
    torch.manual_seed(seed)
    belief, policy = BeliefNetwork(24, 20, 12), PolicyNetwork(Shape(8, 0, 8))
    torch.nn.init.normal_(belief.place.weight, std=scale)
    torch.nn.init.normal_(belief.place.bias, std=scale)
    arrays = {name: value.numpy() for name, value in policy.state_dict().items()}
    arrays |= {f"belief.{name}": value.numpy() for name, value in belief.state_dict().items()}
    return belief, _native.Network(arrays)


def positions(game: str, seed: int, share: float) -> list[tuple[Round, int]]:
    """Some positions of a random round, with the seat that is to act."""
    rng, rnd, found = Random(seed), Match(game, Rounds(1), seed=seed).round, []
    while not rnd.over:
        if rng.random() < share:
            found.append((rnd, rnd.to_act[0]))
        rnd = rnd.act(*choose(rnd, rng))
    return found


def clues_of(position: Position, seat: int) -> Clues:
    rows = (position.encode(seat)[0][None], position.native.encode_events(seat))
    state, events = (torch.from_numpy(words.view(np.int64)) for words in rows)
    hidden = np.zeros((1, _native.HIDDEN_WORDS), np.uint64)
    for step in range(1, position.rules.players):
        hidden[0, 2 * step - 2 : 2 * step] = position.fields["hands"][(seat + step) % position.rules.players]
    held = where_cards_are(state, torch.from_numpy(hidden.view(np.int64)))
    ragged = Ragged.from_offsets(torch.tensor([0, len(events)]), len(events))
    return Clues(state[:, : _native.KNOWN_WORDS], events, ragged, held)


@pytest.mark.parametrize("game", RULES)
def test_the_core_believes_what_pytorch_does(game: str) -> None:
    """The probability of a deal card by card; where two copies of a card lie apart, their order is anybody's guess."""
    belief, core = believing()
    for rnd, seat in positions(game, SEED, 0.1):
        position = Position.from_round(rnd)
        clues = clues_of(position, seat)
        if int(clues.held.max()) > 1 or bool(((clues.held > 0).sum(2) > 1).any()):
            continue
        dealt = Dealt.of(clues.held)
        found = belief(clues, dealt).gather(2, dealt.places[..., None]).sum()
        assert core.log_probability(position.native, seat) == pytest.approx(found.item(), abs=1e-3)


@pytest.mark.parametrize("game", RULES)
def test_a_world_looks_the_same_to_the_seat_and_hidden_cards_do_not_matter(game: str) -> None:
    _, core = believing()
    for rnd, seat in positions(game, SEED + 1, 0.15):
        position = Position.from_round(rnd)
        world = Position(position.rules, core.determinize(position.native, seat, 5))
        assert view_of(world.to_round(), seat) == view_of(rnd, seat)
        other = position.determinize(seat, 3)
        assert Position(position.rules, core.determinize(other.native, seat, 5)) == world
        assert np.array_equal(other.native.encode_events(seat), position.native.encode_events(seat))


def late_position(cards: int) -> tuple[Position, int]:
    """Of a random round in `haggis-2`: the seat that does not act has that many number cards or fewer."""
    return next(
        (Position.from_round(rnd), seat)
        for rnd, seat in positions("haggis-2", 3, 1.0)
        if (rnd.hands[1 - seat] & NUMBERS).bit_count() <= cards
    )


def deals_of(position: Position, seat: int) -> int:
    """How many deals the seat cannot rule out."""
    held = (position.hands[1 - seat] & NUMBERS).bit_count()
    return comb(held + 8, held)


def test_an_untrained_belief_deals_evenly() -> None:
    _, core = believing(scale=0)
    position, seat = late_position(5)
    assert core.log_probability(position.native, seat) == pytest.approx(-log(deals_of(position, seat)))


def test_worlds_are_as_frequent_as_they_are_likely() -> None:
    """A quarter of them is dealt evenly."""
    _, core = believing(scale=0.5)
    position, seat = late_position(2)
    count, even = 4000, 1 / deals_of(position, seat)
    worlds = [Position(position.rules, core.determinize(position.native, seat, number)) for number in range(count)]
    hands = [world.hands[1 - seat] for world in worlds]
    believed = {hand: exp(core.log_probability(world.native, seat)) for hand, world in zip(hands, worlds, strict=True)}
    assert sum(believed.values()) == pytest.approx(1, abs=0.02)
    assert max(believed.values()) > 2 * even
    for hand, likely in believed.items():
        chance = 0.75 * likely + 0.25 * even
        assert hands.count(hand) / count == pytest.approx(chance, abs=5 * (chance * (1 - chance) / count) ** 0.5)


@pytest.mark.parametrize(("game", "keep"), [("haggis-2", 0.15), ("neeps-4", 0.05)])
def test_it_learns_where_the_cards_are(game: str, keep: float) -> None:
    """From a policy that plays its highest candidates, the cards that stay in hand are no longer evenly likely."""
    torch.manual_seed(SEED)
    rollout = Rollout(Rules.from_spec(game), 60, seed=SEED, threads=1, device=torch.device("cpu"))
    policy = make_policy(PolicyNetwork(Shape(8, 0, 8)), temperature=0)
    clues = play_for_clues(rollout, policy, share=1.0, keep=keep)
    sizes = clues.held.sum((1, 2))
    assert int(clues.held.min()) == 0
    assert int(sizes.max()) <= 2 * 45
    belief = BeliefNetwork(32, 32, 16)
    assert information(belief, clues).abs().max().item() < 1e-3
    optimizer: Any = torch.optim.Adam(belief.parameters(), lr=3e-3)
    for _ in range(25):
        optimizer.zero_grad()
        torch.autograd.backward(-information(belief, clues).mean())
        optimizer.step()
    assert information(belief, clues).mean().item() > 0.1
