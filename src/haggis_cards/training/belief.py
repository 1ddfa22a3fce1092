"""The belief: a small network that deals the unseen cards where they probably are, learnt from rounds of self-play.

It reads what a seat knows and a row for everything that was done (`native/belief.hpp`), and places the unseen cards one
after the other. For each card it says how much likelier than in an even deal each place is: the other seats from the
left on, and last the haggis. In training the places of the cards before it are the true ones, so all cards are learnt
at once.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from haggis_cards import _native
from haggis_cards.cards import LINE, PLANE
from haggis_cards.training.network import Ragged, bit_features, unpack_bits
from haggis_cards.training.rollout import Policy, Rollout
from haggis_cards.training.trainer import opponent_seats

KNOWN: Final = 64 * _native.KNOWN_WORDS
EVENT: Final = 64 * _native.EVENT_WORDS
PLACES: Final = _native.PLACES
UNSEEN_WORD: Final = 2  # of a state's row
GIVEN_WORD: Final = 12
PARTNER: Final = 1  # the place of the partner
# The bits of cards in the order in which they are placed: by rank, then by suit.
ORDER: Final = [suit * LINE + rank for rank in range(LINE) for suit in range(PLANE // LINE)]


@dataclass
class Clues:
    """What seats know at some decisions, and where the cards that they cannot see are."""

    known: Tensor  # rows of words
    events: Tensor
    ragged: Ragged  # of the events
    held: Tensor  # cards by bit and place, [decisions, PLANE, PLACES]

    def part(self, chosen: Tensor) -> "Clues":
        """Some of the decisions."""
        ragged, rows = self.ragged.select(chosen)
        return Clues(self.known[chosen], self.events[rows], ragged, self.held[chosen])


def where_cards_are(states: Tensor, hidden: Tensor) -> Tensor:
    """How many of each unseen card are in each place, [decisions, PLANE, PLACES]; gifts that a seat knows are seen."""

    def counts(words: Tensor) -> Tensor:
        """Of the cards in pairs of words, for first and second copies."""
        bits = unpack_bits(words.contiguous(), torch.int8).view(len(words), words.shape[1] // 2, 2, 64)[..., :PLANE]
        return bits.sum(2, dtype=torch.int8)

    unseen, given = (counts(states[:, at : at + 2])[:, 0] for at in (UNSEEN_WORD, GIVEN_WORD))
    hands = counts(hidden)
    hands[:, PARTNER] -= given
    haggis = unseen - given - hands.sum(1, dtype=torch.int8)
    return torch.cat([hands, haggis[:, None]], 1).transpose(1, 2)


@dataclass
class Dealt:
    """Unseen cards one after the other, as they lie; the lists of all decisions have the same length."""

    cards: Tensor  # their bits
    places: Tensor
    there: Tensor  # whether there is one more card
    even: Tensor  # the logarithm of how many cards each place still takes, before each card: all that an even deal asks

    @classmethod
    def of(cls, held: Tensor) -> "Dealt":
        """Of two copies of a card, each may come first."""
        order = torch.tensor(ORDER, device=held.device)
        held = held[:, order]
        first = (held * torch.rand(held.shape, device=held.device)).argmax(2)
        total = held.sum(2, dtype=torch.int8)
        second = (held - functional.one_hot(first, PLACES) * (total > 0)[..., None]).argmax(2)
        places = torch.stack([first, second], 2).flatten(1)
        there = torch.stack([total > 0, total > 1], 2).flatten(1)
        most = int(there.sum(1).max())
        at = there.to(torch.int8).sort(dim=1, descending=True, stable=True).indices[:, :most]
        cards = order.repeat_interleave(2)[at]
        places, there = places.gather(1, at), there.gather(1, at)
        put = functional.one_hot(places, PLACES) * there[..., None]
        room = put.sum(1, keepdim=True) - put.cumsum(1) + put
        return cls(cards, places, there, room.clamp(min=1e-30).log())


class BeliefNetwork(nn.Module):
    """Where the next card is, given what a seat knows, what was done, and where the cards before it are."""

    def __init__(self, width: int = 256, event: int = 256, head: int = 128) -> None:
        super().__init__()
        self.known = nn.Linear(KNOWN, width)
        self.event = nn.Linear(EVENT, event)
        self.events = nn.Linear(event, width, bias=False)
        self.inner = nn.Linear(width, width)
        self.outer = nn.Linear(width, width)
        self.card = nn.Linear(PLANE, width, bias=False)
        self.placed = nn.Linear(PLANE * PLACES, width, bias=False)
        self.hidden = nn.Linear(width, head)
        self.place = nn.Linear(head, PLANE * PLACES)
        nn.init.zeros_(self.place.weight)  # at first every deal is equally likely
        nn.init.zeros_(self.place.bias)

    def forward(self, clues: Clues, dealt: Dealt) -> Tensor:
        """The log-probability of each place for each card, [decisions, cards, PLACES]."""
        done = functional.relu(self.event(bit_features(clues.events, self.event))).float()
        summed = torch.zeros(len(clues.known), done.shape[1], device=done.device)
        summed = summed.index_add(0, clues.ragged.owner, done)
        seen = functional.relu(self.known(bit_features(clues.known, self.known)) + self.events(summed))
        seen = seen + self.outer(functional.relu(self.inner(seen)))
        row = dealt.cards * PLACES + dealt.places
        put = functional.embedding(row, self.placed.weight.T) * dealt.there[..., None]
        before = (put.cumsum(1) - put).float()
        asked = functional.relu(seen.float()[:, None] + before + functional.embedding(dealt.cards, self.card.weight.T))
        head = functional.relu(self.hidden(asked))
        rows = dealt.cards[..., None] * PLACES + torch.arange(PLACES, device=head.device)
        found: Tensor = (self.place(head).float().gather(2, rows) + dealt.even).log_softmax(2)
        return found


def information(network: BeliefNetwork, clues: Clues) -> Tensor:
    """How much likelier than an even deal the network makes the true one: nats, by decision."""
    dealt = Dealt.of(clues.held)
    found = network(clues, dealt)
    gained = (found - dealt.even.log_softmax(2)).gather(2, dealt.places[..., None])[..., 0]
    return torch.where(dealt.there, gained, 0).sum(1)


def play_for_clues(rollout: Rollout, policy: Policy, share: float, keep: float) -> Clues:
    """Plays every round; a share of the decisions is kept. The core's policy takes sides in a share of the rounds."""
    core, device = rollout.core, rollout.device
    core.deal(np.packbits(opponent_seats(rollout, share), 1, "little")[:, 0])
    parts: list[tuple[Tensor, ...]] = []
    while len(core.rounds):
        words = (core.states, core.hidden, core.actions)
        states, hidden, actions = (rollout.to_device(rows.view(np.int64)) for rows in words)
        ragged = Ragged.from_offsets(rollout.to_device(core.offsets), len(actions))
        kept = (torch.rand(len(states), device=device) < keep).nonzero()[:, 0]
        rows, begins = core.encode_events()
        events = rollout.to_device(rows.view(np.int64))
        part, at = Ragged.from_offsets(rollout.to_device(begins), len(rows)).select(kept)
        known = states[kept]
        held = where_cards_are(known, hidden[kept])
        parts.append((known[:, : _native.KNOWN_WORDS], events[at], part.offsets.diff(), held))
        taken, _ = policy(rollout.rules, states, actions, ragged)
        core.step(rollout.to_host(taken - ragged.offsets[:-1]))
    known, events, counts, held = map(torch.cat, zip(*parts, strict=True))
    offsets = functional.pad(counts.cumsum(0), (1, 0))
    return Clues(known, events, Ragged.from_offsets(offsets, len(events)), held)
