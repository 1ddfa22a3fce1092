"""Waves: rounds that are dealt together and played to their ends by networks, and what there is to learn from them."""

from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from haggis_cards import _native
from haggis_cards.encoding import BET_BIT, bet_threshold, margins
from haggis_cards.native import native_rules
from haggis_cards.rules import Rules
from haggis_cards.training.network import Lists, PolicyNetwork, has_fast_halves, read_network


class Player(Protocol):
    """Chooses an action for each decision of a game: its index over all lists, and the logarithm of its chance."""

    def __call__(self, rules: Rules, states: Tensor, actions: Tensor, lists: Lists) -> tuple[Tensor, Tensor]: ...


@dataclass(frozen=True)
class Core:
    """An opponent within the core: its search with so many iterations a decision, or its rule-based policy."""

    iterations: int = 0

    def __str__(self) -> str:
        return f"search:{self.iterations}it" if self.iterations else "the policy"


Opponent: TypeAlias = Player | Core


class Answers(NamedTuple):
    """What a player saw and chose in one step of a wave."""

    states: Tensor
    hidden: Tensor
    actions: Tensor
    counts: Tensor  # how many actions each decision had
    places: Tensor  # of the chosen ones in their lists
    chances: Tensor
    lanes: Tensor


@dataclass
class Experience:
    """Decisions of one wave, and how their rounds ended for the seats that made them."""

    states: Tensor
    hidden: Tensor
    actions: Tensor
    lists: Lists
    chosen: Tensor  # the indices of the chosen actions
    chances: Tensor  # logarithms
    lanes: Tensor  # a number for each round and seat: decisions of one lane follow each other
    steps: list[int]  # how many decisions each step of the wave had
    points: Tensor  # ahead of the others at the end, by lane
    first: Tensor  # whether the seat was out first, by lane


class Rollout:
    """Rounds of one game, dealt and played again and again."""

    def __init__(self, rules: Rules, count: int, *, seed: int, threads: int, device: torch.device) -> None:
        self.rules, self.device = rules, device
        self._wave = _native.Rollout(native_rules(rules), count, seed, threads)

    def __len__(self) -> int:
        return len(self._wave)

    def play(
        self, player: Player, opponent: Opponent | None = None, theirs: NDArray[np.bool_] | None = None
    ) -> Experience | None:
        """Deals and plays every round; what is to be learnt is that of the player, None if it had nothing to decide.

        `theirs` says which seats are the opponent's, [rounds, seats]; all are the player's if it is not given.
        """
        wave = self._wave
        theirs = np.zeros((len(wave), self.rules.players), np.bool_) if theirs is None else theirs
        if isinstance(opponent, Core):
            wave.deal(np.packbits(theirs, 1, "little")[:, 0], opponent.iterations)
        else:
            wave.deal(np.zeros(len(wave), np.uint8))
        players = [player] if opponent is None or isinstance(opponent, Core) else [player, opponent]
        answers: list[Answers] = []
        while len(wave.rounds):
            lanes = wave.rounds.astype(np.int64) * self.rules.players + wave.seats
            words = (wave.states, wave.hidden, wave.actions)
            states, hidden, actions = (self._put(rows.view(np.int64)) for rows in words)
            lists = Lists.of(self._put(wave.offsets), len(actions))
            places = torch.empty(len(lists), dtype=torch.int64, device=self.device)
            for number, mind in enumerate(players):
                asked = None if len(players) == 1 else self._put(np.flatnonzero(theirs.reshape(-1)[lanes] == number))
                if asked is None:
                    mine = (states, hidden, actions, lists, self._put(lanes))
                elif len(asked):
                    some, rows = lists.take(asked)
                    mine = (states[asked], hidden[asked], actions[rows], some, self._put(lanes)[asked])
                else:
                    continue
                answer = self._ask(mind, *mine)
                places[slice(None) if asked is None else asked] = answer.places
                if number == 0:
                    answers.append(answer)
            wave.step(places.cpu().numpy())
        return self._gather(answers) if answers else None

    def ends(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Of the rounds that were played, [rounds, seats]: points ahead of the others' mean, and who was first out."""
        by_seat = margins(self._wave.points).astype(np.float32)[:, list(self.rules.sides)]
        return by_seat, self._wave.first_out[:, None] == np.arange(self.rules.players)

    def _ask(
        self, player: Player, states: Tensor, hidden: Tensor, actions: Tensor, lists: Lists, lanes: Tensor
    ) -> Answers:
        chosen, chances = player(self.rules, states, actions, lists)
        counts = lists.offsets.diff()
        return Answers(states, hidden, actions, counts, chosen - lists.offsets[:-1], chances, lanes)

    def _gather(self, answers: list[Answers]) -> Experience:
        states, hidden, actions, counts, places, chances, lanes = map(torch.cat, zip(*answers, strict=True))
        lists = Lists.of(functional.pad(counts.cumsum(0), (1, 0)), len(actions))
        points, first = (self._put(values.reshape(-1)) for values in self.ends())
        steps = [len(answer.counts) for answer in answers]
        chosen = lists.offsets[:-1] + places
        return Experience(states, hidden, actions, lists, chosen, chances, lanes, steps, points, first.float())

    def _put(self, array: NDArray[Any]) -> Tensor:
        """A copy on the device: the core goes on writing into its own memory."""
        return torch.from_numpy(np.asarray(array)).to(self.device, copy=True)


def asks_for_bet(actions: Tensor, lists: Lists) -> Tensor:
    """Which decisions are whether to bet, and nothing else."""
    return (actions[lists.offsets[:-1], 0] >> BET_BIT & 1).bool()


def act(network: PolicyNetwork, *, heat: float = 1, daring: float = 0) -> Player:
    """A player that draws from a network's chances, or takes the best value if `heat` is 0.

    With `daring` that part of the decisions is random. It bets by its own chance to be first out: so rare a choice is
    not left to trial and error. The player keeps a copy of the weights as they are now.
    """
    mind = deepcopy(network)
    if has_fast_halves(network.out.weight.device):
        mind.bfloat16()

    @torch.no_grad()
    def play(rules: Rules, states: Tensor, actions: Tensor, lists: Lists) -> tuple[Tensor, Tensor]:
        logits, expected = mind(states, actions, lists)
        chosen, chances = draw(logits, lists)
        # The first action of a bet question is to make none, the last is the highest.
        bet = torch.where(expected[:, 1].sigmoid() > bet_threshold(rules), lists.offsets[1:] - 1, lists.offsets[:-1])
        return torch.where(asks_for_bet(actions, lists), bet, chosen), chances

    def draw(logits: Tensor, lists: Lists) -> tuple[Tensor, Tensor]:
        if heat:
            chances = lists.log_softmax(logits / heat)
            noise = -torch.empty_like(chances).exponential_().log()  # the largest of these is a fair draw
            chosen = lists.best(chances + noise)
            return chosen, chances[chosen]
        if daring:
            is_random = torch.rand(len(lists), device=logits.device) < daring
            logits = torch.where(is_random[lists.owner], torch.rand_like(logits), logits)
        chosen = lists.best(logits)
        return chosen, logits[chosen]

    return play


def read_player(path: Path, device: str) -> Player:
    """The player of exported weights, at its best."""
    return act(read_network(path).to(device), heat=0)


def margin(
    game: str, player: Player, opponent: Opponent, deals: int, *, seed: int, threads: int, device: torch.device
) -> tuple[float, float]:
    """Points a round of a player over an opponent, duplicate deals, and half of the 95% interval.

    The player takes one side, each in turn.
    """
    rules = Rules.of(game)
    results = []
    for side in range(rules.side_count):  # the same seed deals the same cards
        wave = Rollout(rules, deals, seed=seed, threads=threads, device=device)
        wave.play(player, opponent, np.tile(np.array(rules.sides) != side, (deals, 1)))
        results.append(wave.ends()[0][:, rules.sides.index(side)])
    means = np.mean(results, 0)
    return float(means.mean()), float(1.96 * means.std(ddof=1) / len(means) ** 0.5)
