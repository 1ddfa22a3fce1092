"""Rollouts: rounds of one game that policies play to the end together, and the experience that comes out of them."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from threading import local
from typing import Any, NamedTuple, Protocol, TypeAlias
from weakref import finalize

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from haggis_cards import _native
from haggis_cards.encoding import BET_BIT, BET_EDGES, bet_edge, margins
from haggis_cards.native import native_rules
from haggis_cards.rules import Rules
from haggis_cards.training.network import PolicyNetwork, Ragged, has_fast_bf16, read_network


class Policy(Protocol):
    """Chooses an action for each decision of a game: its index among all actions, and its log-probability."""

    def __call__(self, rules: Rules, states: Tensor, actions: Tensor, ragged: Ragged) -> tuple[Tensor, Tensor]: ...


@dataclass(frozen=True)
class CoreOpponent:
    """An opponent inside the core: its search with this many iterations a decision, or else its rule-based policy."""

    iterations: int = 0

    def __str__(self) -> str:
        return f"search:{self.iterations}it" if self.iterations else "the policy"


Opponent: TypeAlias = Policy | CoreOpponent
Try: TypeAlias = tuple[_native.Position, int, list[int], int]  # a position, the seat, places of actions, a seed


class StepChoices(NamedTuple):
    """What a policy saw and chose in one step of a rollout."""

    states: Tensor
    hidden: Tensor
    actions: Tensor
    counts: Tensor  # how many actions each decision had
    choices: Tensor  # which of them was taken, from 0
    log_probs: Tensor
    trajectory: Tensor


@dataclass
class Experience:
    """Decisions of one rollout, and how their rounds ended for the seats that made them."""

    states: Tensor
    hidden: Tensor  # what the critic sees beyond the state
    actions: Tensor
    ragged: Ragged
    taken: Tensor  # the indices of the actions taken
    log_probs: Tensor
    trajectory: Tensor  # an id for each round and seat, whose decisions follow each other
    step_sizes: list[int]  # how many decisions each step of the rollout had
    margins: Tensor  # by trajectory: points ahead of the other sides at the end
    first_out: Tensor  # by trajectory: whether the seat went out first


class Rollout:
    """Rounds of one game, dealt and played again and again."""

    def __init__(
        self, rules: Rules, count: int, *, seed: int, threads: int, device: torch.device, pinned: bool = False
    ) -> None:
        """With `pinned` a GPU reads the core's rows where they are, without a copy in between."""
        self.rules, self.device = rules, device
        self.core = _native.Rollout(native_rules(rules), count, seed, threads)
        self._pinned_choices: Tensor | None = None
        if pinned and device.type == "cuda":
            self._pin()

    def __len__(self) -> int:
        return len(self.core)

    def play(
        self, policy: Policy, opponent: Opponent | None = None, opponent_seats: NDArray[np.bool_] | None = None
    ) -> Experience | None:
        """Deals and plays every round: the policy's experience, or None if it had nothing to decide.

        `opponent_seats` says which seats are the opponent's, [rounds, seats]; without it all are the policy's.
        """
        core = self.core
        if opponent_seats is None:
            opponent_seats = np.zeros((len(core), self.rules.players), np.bool_)
        if isinstance(opponent, CoreOpponent):
            core.deal(np.packbits(opponent_seats, 1, "little")[:, 0], opponent.iterations)
        else:
            core.deal(np.zeros(len(core), np.uint8))
        policies = [policy] if opponent is None or isinstance(opponent, CoreOpponent) else [policy, opponent]
        steps: list[StepChoices] = []
        while len(core.rounds):
            choices, own = self._step(policies, opponent_seats)
            if own is not None:
                steps.append(own)
            core.step(self.to_host(choices))
        return self._gather(steps) if steps else None

    def play_out(self, policy: Policy, tries: Sequence[Try], worlds: int) -> NDArray[np.float32]:
        """Plays every action of the tries to the end in the same worlds: the margins, [actions, worlds, seats]."""
        core = self.core
        core.determinize(list(tries), worlds)
        while len(core.rounds):
            choices, _ = self._step([policy], np.empty((0, 0), np.bool_))
            core.step(self.to_host(choices))
        count = sum(len(places) for _, _, places, _ in tries)
        return self.ends()[0][: count * worlds].reshape(count, worlds, -1)

    def ends(self) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """How the rounds ended, [rounds, seats]: the margins of the seats' sides, and who went out first."""
        by_seat = margins(self.core.points).astype(np.float32)[:, list(self.rules.sides)]
        return by_seat, self.core.first_out[:, None] == np.arange(self.rules.players)

    def _step(self, policies: list[Policy], opponent_seats: NDArray[np.bool_]) -> tuple[Tensor, StepChoices | None]:
        """One choice for every open decision, and what the first policy saw and chose."""
        core = self.core
        ids = core.rounds.astype(np.int64) * self.rules.players + core.seats
        words = (core.states, core.hidden, core.actions)
        states, hidden, actions = (self.to_device(rows.view(np.int64)) for rows in words)
        ragged, trajectory = Ragged.from_offsets(self.to_device(core.offsets), len(actions)), self.to_device(ids)
        if len(policies) == 1:
            own = self._ask(policies[0], states, hidden, actions, ragged, trajectory)
            return own.choices, own
        choices = torch.empty(len(ragged), dtype=torch.int64, device=self.device)
        by_policy: list[StepChoices | None] = []
        for number, policy in enumerate(policies):
            asked = self.to_device(np.flatnonzero(opponent_seats.reshape(-1)[ids] == number))
            if not len(asked):
                by_policy.append(None)
                continue
            part, rows = ragged.select(asked)
            answer = self._ask(policy, states[asked], hidden[asked], actions[rows], part, trajectory[asked])
            choices[asked] = answer.choices
            by_policy.append(answer)
        return choices, by_policy[0]

    def _ask(
        self, policy: Policy, states: Tensor, hidden: Tensor, actions: Tensor, ragged: Ragged, trajectory: Tensor
    ) -> StepChoices:
        taken, log_probs = policy(self.rules, states, actions, ragged)
        counts = ragged.offsets.diff()
        return StepChoices(states, hidden, actions, counts, taken - ragged.offsets[:-1], log_probs, trajectory)

    def _gather(self, steps: list[StepChoices]) -> Experience:
        states, hidden, actions, counts, choices, log_probs, trajectory = map(torch.cat, zip(*steps, strict=True))
        ragged = Ragged.from_offsets(functional.pad(counts.cumsum(0), (1, 0)), len(actions))
        margin, first_out = (self.to_device(values.reshape(-1)) for values in self.ends())
        step_sizes = [len(step.counts) for step in steps]
        taken = ragged.offsets[:-1] + choices
        return Experience(
            states, hidden, actions, ragged, taken, log_probs, trajectory, step_sizes, margin, first_out.float()
        )

    def to_device(self, array: NDArray[Any]) -> Tensor:
        """A copy on the device: the core writes into its own memory again when it has the choices."""
        return torch.from_numpy(np.asarray(array)).to(self.device, copy=True, non_blocking=True)

    def to_host(self, choices: Tensor) -> NDArray[np.int64]:
        """The choices for the core. When they are here, the device has read all rows of the step."""
        if self._pinned_choices is None:
            return choices.cpu().numpy()
        here = self._pinned_choices[: len(choices)]
        here.copy_(choices, non_blocking=True)
        done = torch.cuda.Event(blocking=True)  # type: ignore[no-untyped-call]
        done.record()
        done.synchronize()  # sleeps: other rollouts need the core
        return here.numpy()

    def _pin(self) -> None:
        cuda: Any = torch.cuda.cudart()  # type: ignore[no-untyped-call]
        for address, size in self.core.reserve():
            if int(cuda.cudaHostRegister(address, size, 0)) == 0:  # without it copies are slower, nothing else
                finalize(self, cuda.cudaHostUnregister, address)
        self._pinned_choices = torch.empty(len(self), dtype=torch.int64, pin_memory=True)


def is_bet_decision(actions: Tensor, ragged: Ragged) -> Tensor:
    """Which decisions are only about whether to bet: the core asks about bets separately."""
    return (actions[ragged.offsets[:-1], 0] >> BET_BIT & 1).bool()


def choose_bets(rules: Rules, chances: Tensor, ragged: Ragged, edges: tuple[float, float] = BET_EDGES) -> Tensor:
    """The answers to bet decisions, as `bet_place` gives them. The first is not to bet, the last the highest bet."""
    (least, full), count = edges, len(rules.bets)
    base, steps = bet_edge(rules, 0), max(count - 1, 1)
    edge = base - least + (bet_edge(rules, 1) - base) * chances
    place = (steps / (full - least) * edge).floor().clamp(-1, count - 1).long()
    # From the end: a list leaves out the bets that are not above the partner's (R7.3).
    return torch.maximum(ragged.offsets[1:] - count + place, ragged.offsets[:-1])


class NetworkPolicy:
    """A policy with a copy of a network's weights. It can take newer weights while rollouts are played."""

    def __init__(self, network: PolicyNetwork, *, temperature: float = 1, epsilon: float = 0) -> None:
        self._temperature = temperature
        self._in_use = local()
        self.update(network, epsilon=epsilon)

    def update(self, network: PolicyNetwork, *, epsilon: float = 0) -> None:
        """Plays with the weights as they are now from the next step on."""
        frozen = deepcopy(network)
        if has_fast_bf16(network.out.weight.device):
            frozen.bfloat16()
        if network.out.weight.is_cuda:
            torch.cuda.current_stream().synchronize()  # other streams play with the copy
        self._latest = frozen, epsilon

    @torch.no_grad()
    def __call__(self, rules: Rules, states: Tensor, actions: Tensor, ragged: Ragged) -> tuple[Tensor, Tensor]:
        """Chooses with the latest weights."""
        frozen, epsilon = self._latest
        self._in_use.network = frozen  # until this thread's next step: the device may still be reading it
        logits, predicted = frozen(states, actions, ragged)
        taken, log_probs = self._sample(logits, ragged, epsilon)
        bet = choose_bets(rules, predicted[:, 1].sigmoid(), ragged)
        return torch.where(is_bet_decision(actions, ragged), bet, taken), log_probs

    def _sample(self, logits: Tensor, ragged: Ragged, epsilon: float) -> tuple[Tensor, Tensor]:
        if self._temperature:
            log_probs = ragged.log_softmax(logits / self._temperature)
            gumbel = -torch.empty_like(log_probs).exponential_().log()
            taken = ragged.argmax(log_probs + gumbel)  # the Gumbel-max trick: a draw by these probabilities
            return taken, log_probs[taken]
        if epsilon:
            is_random = torch.rand(len(ragged), device=logits.device) < epsilon
            logits = torch.where(is_random[ragged.owner], torch.rand_like(logits), logits)
        taken = ragged.argmax(logits)
        return taken, logits[taken]


def make_policy(network: PolicyNetwork, *, temperature: float = 1, epsilon: float = 0) -> NetworkPolicy:
    """A policy that samples from the network's probabilities, or takes the best value if the temperature is 0.

    The share `epsilon` of its decisions is random. Its bets follow its chance of going out first (`choose_bets`):
    bets are too rare to be learnt by trial and error. The policy keeps a copy of the weights as they are now.
    """
    return NetworkPolicy(network, temperature=temperature, epsilon=epsilon)


def load_policy(path: Path, device: str) -> Policy:
    """The policy of exported weights that always takes its best action."""
    return make_policy(read_network(path).to(device), temperature=0)


def measure_margin(
    game: str, policy: Policy, opponent: Opponent, deals: int, *, seed: int, threads: int, device: torch.device
) -> tuple[float, float]:
    """The margin of a policy over an opponent in points a round, on duplicate deals, and half of its 95% interval.

    The policy takes one side of each deal, and every side in turn.
    """
    rules = Rules.from_spec(game)
    results = []
    for side in range(rules.side_count):  # the same seed deals the same cards
        rollout = Rollout(rules, deals, seed=seed, threads=threads, device=device)
        rollout.play(policy, opponent, np.tile(np.array(rules.sides) != side, (deals, 1)))
        results.append(rollout.ends()[0][:, rules.sides.index(side)])
    means = np.mean(results, 0)
    return float(means.mean()), float(1.96 * means.std(ddof=1) / len(means) ** 0.5)
