"""The trainer: rollouts of self-play, learning from them, and checkpoints.

Each rollout has a thread of its own and plays every step with the latest weights; the network learns from the rollouts
that are done. So no rollout waits for a slower one, and the core's threads and the device work at the same time. An
interrupted training continues from its last checkpoint.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import cycle
from math import cos, pi
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Lock, Thread
from typing import Any, Final, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from haggis_cards.encoding import point_scale
from haggis_cards.errors import HaggisError
from haggis_cards.rules import RULES, Rules
from haggis_cards.training.batch import AdvantageBatch, LossWeights
from haggis_cards.training.distil import distillation_loss
from haggis_cards.training.network import (
    Critic,
    PolicyNetwork,
    Ragged,
    Shape,
    export,
    has_fast_bf16,
    read_about,
    restore,
)
from haggis_cards.training.ppo import advantage_batch, ppo_loss
from haggis_cards.training.rollout import CoreOpponent, Experience, NetworkPolicy, Opponent, Policy, Rollout
from haggis_cards.training.values import action_value_loss, return_batch
from haggis_cards.training.widen import widen, widened

CHECKPOINT: Final = "checkpoint.pt"  # everything that training needs
WEIGHTS: Final = "weights.npz"  # what the bot plays with
CRITIC: Final = "critic.npz"
WARMUP_UPDATES: Final = 200  # until the full learning rate
PUBLISH_UPDATES: Final = 8  # until the rollouts get new weights
STATEFUL: Final = ("network", "critic", "optimizer")  # what a checkpoint holds: modules,
COUNTERS: Final = ("elapsed", "decisions", "rounds", "updates", "dealt")  # and numbers

Method = Literal["policy", "values"]
Report = Callable[[dict[str, float]], None]
Annealed = tuple[float, float]  # the first and the last value of a schedule
Played = tuple[Rollout, Experience | None]
Minibatch = tuple[AdvantageBatch, Tensor, int]  # with the indices of its decisions, and how many actions they have


@dataclass(frozen=True)
class TrainingSettings:
    """How to train. Annealed values go from their first to their last value over the schedule."""

    games: tuple[str, ...] = tuple(RULES)
    method: Method = "policy"
    shape: Shape = field(default_factory=Shape)
    schedule_seconds: float = 1200  # of training, until annealed values reach their last
    rollout_decisions: int = 500_000  # about: a step costs Python the same for few rounds and for many
    rollouts: int = 4  # at once: the core plays some while the device evaluates others
    rollouts_per_turn: int = 4  # that the network learns from together: a mix of games
    threads: int = 4  # of the core, for each rollout
    batch_size: int = 32_768  # decisions
    learning_rate: Annealed = (6e-4, 2e-5)
    entropy: Annealed = (0.02, 0.002)
    first_out_bonus: Annealed = (0.25, 0.0)
    epsilon: Annealed = (0.05, 0.01)  # random decisions, with the method `values`
    policy_share: float = 0.2  # of the rounds: there the core's policy takes all sides but one; the rest is self-play
    gae_lambda: float = 0.95
    clip_range: float = 0.2
    seed: int = 1
    device: str = "cuda" if torch.cuda.is_available() else "cpu"

    def anneal(self, value: Annealed, elapsed: float) -> float:
        """The value at this time, along half a cosine."""
        first, last = value
        return last + (first - last) * (1 + cos(pi * min(elapsed / self.schedule_seconds, 1.0))) / 2


class Trainer:
    """A network and everything that its training needs to continue."""

    def __init__(
        self, settings: TrainingSettings, opponent: Opponent | None = None, teacher: PolicyNetwork | None = None
    ) -> None:
        """A fresh network. An opponent takes all sides but one of each round; a teacher is imitated."""
        torch.manual_seed(settings.seed)
        self.settings, self.opponent, self.teacher = settings, opponent, teacher
        if settings.device not in ("cpu", "cuda") or (settings.device == "cuda" and not torch.cuda.is_available()):
            raise HaggisError(
                f"device {settings.device!r} is not available: cuda needs an NVIDIA GPU, cpu always works"
            )
        self.device = torch.device(settings.device)
        self.network = PolicyNetwork(settings.shape).to(self.device)
        self.critic = Critic(settings.shape).to(self.device)
        parameters = [*self.network.parameters(), *self.critic.parameters()]
        is_cuda = self.device.type == "cuda"
        self.optimizer = torch.optim.AdamW(parameters, weight_decay=1e-4, eps=1e-6, fused=is_cuda)
        self.elapsed = 0.0
        self.decisions = self.rounds = self.updates = 0
        self.dealt = 0  # rollouts so far: each has its own seed

    # Checkpoints

    def save(self, folder: Path) -> None:
        """Writes a checkpoint; an interruption leaves the previous one intact."""
        folder.mkdir(parents=True, exist_ok=True)
        state: dict[str, Any] = {name: getattr(self, name).state_dict() for name in STATEFUL}
        state |= {name: getattr(self, name) for name in COUNTERS}
        fresh = folder / (CHECKPOINT + ".new")
        torch.save(state, fresh)
        fresh.replace(folder / CHECKPOINT)
        export(self.network, folder / WEIGHTS, self.about())
        export(self.critic, folder / CRITIC, self.about())

    def load(self, folder: Path, *, widens: bool = False) -> bool:
        """Continues from a checkpoint or, if the folder has none, from weights; False if there is neither.

        If it widens, it starts from weights of half its width, and the schedule begins anew.
        """
        if not (folder / WEIGHTS).exists():
            return False
        about = read_about(folder / WEIGHTS)
        shape = Shape(**about["shape"])
        if (widened(shape) if widens else shape) != self.settings.shape:
            sizes = " ".join(f"--{name} {size}" for name, size in about["shape"].items())
            raise HaggisError(
                f"{folder} holds a network of another size: continue it with {sizes}, or name a new folder"
            )
        if (folder / CHECKPOINT).exists() and not widens:
            state = torch.load(folder / CHECKPOINT, map_location=self.device, weights_only=True)
            for name in STATEFUL:
                getattr(self, name).load_state_dict(state[name])
            vars(self).update({name: state[name] for name in COUNTERS})
            return True
        change = widen if widens else dict
        restore(self.network, folder / WEIGHTS, change)
        if (folder / CRITIC).exists():  # a new one learns quickly
            restore(self.critic, folder / CRITIC, change)
        self.elapsed = 0.0 if widens else about["seconds"]
        self.decisions, self.rounds = about["decisions"], about["rounds"]
        return True

    def about(self) -> dict[str, Any]:
        """The facts that are exported with the weights."""
        counts = {"seconds": round(self.elapsed), "decisions": self.decisions, "rounds": self.rounds}
        return {"method": self.settings.method, "games": self.settings.games, **counts}

    # The loop

    def run(self, seconds: float, folder: Path | None = None, report: Report | None = None) -> None:
        """Trains for this long and saves, also when it is interrupted."""
        began, before = time.monotonic(), self.elapsed
        try:
            with self._playing() as (policy, played):
                while self.elapsed - before < seconds:
                    asked = time.monotonic()
                    turn = [_result(played) for _ in range(self.settings.rollouts_per_turn)]
                    waited = time.monotonic() - asked
                    metrics = self._learn(turn, policy)
                    del turn  # the memory of its experience may be used again
                    metrics["wait_share"] = waited / (time.monotonic() - asked)
                    self.elapsed = before + time.monotonic() - began
                    if report:
                        report(metrics | {"seconds": self.elapsed, "decisions": self.decisions, "rounds": self.rounds})
        finally:
            if folder:
                self.save(folder)

    @contextmanager
    def _playing(self) -> Iterator[tuple[NetworkPolicy, "Queue[Played | BaseException]"]]:
        """Threads that play rollout after rollout; they wait while many are not learnt from yet."""
        policy = NetworkPolicy(self.network, temperature=1 if self.settings.method == "policy" else 0)
        self._publish(policy)
        played: Queue[Played | BaseException] = Queue(self.settings.rollouts_per_turn)
        games, choosing, stop = cycle(self.settings.games), Lock(), Event()

        def play_until_stopped(rules: Rules, states: Tensor, actions: Tensor, ragged: Ragged) -> tuple[Tensor, Tensor]:
            if stop.is_set():
                raise _Stopped
            return policy(rules, states, actions, ragged)

        def play() -> None:
            made: dict[str, Rollout] = {}
            # Its stream has priority over learning: the core's threads wait for its results.
            stream = torch.cuda.Stream(priority=-1) if self.device.type == "cuda" else None  # type: ignore[no-untyped-call]
            try:
                while not stop.is_set():
                    with choosing:
                        game = next(games)
                        if game not in made:
                            made[game] = self._make_rollout(game)
                    played.put(self._play(play_until_stopped, made[game], stream))
            except _Stopped:
                pass
            except BaseException as error:  # `_result` raises it for the trainer
                played.put(error)

        threads = [Thread(target=play, daemon=True) for _ in range(self.settings.rollouts)]
        for thread in threads:
            thread.start()
        try:
            yield policy, played
        finally:
            stop.set()
            while any(thread.is_alive() for thread in threads):
                with suppress(Empty):
                    played.get(timeout=0.01)  # so that no thread waits for a place in the queue

    def _make_rollout(self, game: str) -> Rollout:
        settings, rules = self.settings, Rules.from_spec(game)
        count = max(settings.rollout_decisions // (6 * rules.players**2), 1)  # decisions of a round of random play
        seed = settings.seed << 32 | self.dealt
        self.dealt += 1
        return Rollout(rules, count, seed=seed, threads=settings.threads, device=self.device, pinned=True)

    def _play(self, policy: Policy, rollout: Rollout, stream: Any) -> Played:
        with torch.cuda.stream(stream):
            opponent, share = (self.opponent, 1.0) if self.opponent else (CoreOpponent(), self.settings.policy_share)
            experience = rollout.play(policy, opponent, opponent_seats(rollout, share))
            self._synchronize()  # another stream learns from it
        return rollout, experience

    def _publish(self, policy: NetworkPolicy) -> None:
        """Gives the rollouts the weights of now."""
        policy.update(self.network, epsilon=self.settings.anneal(self.settings.epsilon, self.elapsed))

    def _synchronize(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.current_stream().synchronize()

    # Learning

    def _learn(self, played: list[Played], policy: NetworkPolicy) -> dict[str, float]:
        settings = self.settings
        learning_rate = settings.anneal(settings.learning_rate, self.elapsed)
        learning_rate *= min(1, (self.updates + 1) / WARMUP_UPDATES)
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        weights = LossWeights(
            first_out_bonus=settings.anneal(settings.first_out_bonus, self.elapsed),
            entropy=settings.anneal(settings.entropy, self.elapsed),
            gae_lambda=settings.gae_lambda,
            clip_range=settings.clip_range,
        )
        sums: dict[str, float] = {}
        updates = self.updates
        minibatches = [
            part for rollout, experience in played if experience for part in self._split(rollout, experience, weights)
        ]
        for index in torch.randperm(len(minibatches)).tolist():  # one game after the other would forget the others
            for name, value in self._update(minibatches[index], weights).items():
                sums[name] = sums.get(name, 0) + value
            if self.updates % PUBLISH_UPDATES == 0:
                self._publish(policy)
        self._publish(policy)
        self._synchronize()  # the experience may be freed now
        steps = max(self.updates - updates, 1)
        return {name: float(value) / steps for name, value in sums.items()} | {"learning_rate": learning_rate}

    def _split(self, rollout: Rollout, experience: Experience, weights: LossWeights) -> list[Minibatch]:
        """Minibatches in random order; decisions that would make a very small one are dropped."""
        with self._autocast():
            if self.settings.method == "values":
                batch = return_batch(experience, weights, point_scale(rollout.rules))
            else:
                batch = advantage_batch(experience, self.critic, weights, point_scale(rollout.rules))
        count, size = len(experience.ragged), self.settings.batch_size
        self.rounds += len(rollout)
        self.decisions += count
        order = torch.randperm(count, device=self.device)
        counts = torch.split(experience.ragged.offsets.diff()[order], size)
        totals = torch.stack([part.sum() for part in counts]).tolist()  # at once: each waits for the device
        parts = zip(torch.split(order, size), totals, strict=True)
        return [(batch, chosen, total) for chosen, total in parts if len(chosen) >= min(size // 4, count)]

    def _update(self, minibatch: Minibatch, weights: LossWeights) -> dict[str, Any]:
        """One step of the optimizer."""
        batch, chosen, total = minibatch
        with self._autocast():
            if self.teacher:
                loss, metrics = distillation_loss(self.network, self.teacher, batch.experience, chosen, total)
            elif self.settings.method == "values":
                loss, metrics = action_value_loss(self.network, batch, chosen)
            else:
                loss, metrics = ppo_loss(self.network, self.critic, batch, chosen, weights, total)
        self.optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        for module in (self.network, self.critic):
            torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
        self.optimizer.step()
        self.updates += 1
        return {name: value.detach() for name, value in metrics.items()}

    def _autocast(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=has_fast_bf16(self.device))


class _Stopped(Exception):
    """Training is over, in the middle of a rollout."""


def _result(played: "Queue[Played | BaseException]") -> Played:
    """The next rollout that is done; an error in its thread is raised here."""
    result = played.get()
    if isinstance(result, BaseException):
        raise result
    return result


def opponent_seats(rollout: Rollout, share: float) -> NDArray[np.bool_]:
    """The opponent's seats, [rounds, seats]: in this share of the rounds all sides but one, and that one in turn."""
    numbers = np.arange(len(rollout))[:, None]
    others: NDArray[np.bool_] = numbers % rollout.rules.side_count != np.array(rollout.rules.sides)
    return others & (numbers < share * len(rollout))
