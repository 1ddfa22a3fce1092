"""The trainer: self-play in waves, learning from them, checkpoints, and live figures.

While the cards of the next waves are played, the network learns from the last ones; so the core's threads and the
device work at once. Whatever is interrupted goes on from the last checkpoint.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from math import cos, pi
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from haggis_cards.encoding import point_scale
from haggis_cards.errors import HaggisError
from haggis_cards.rules import RULES, Rules
from haggis_cards.training.losses import Lesson, Method, Weighing, judge, policy_loss, pupil_loss, values_loss
from haggis_cards.training.network import Critic, PolicyNetwork, Shape, export, has_fast_halves, read_about, restore
from haggis_cards.training.rollout import Core, Experience, Opponent, Player, Rollout, act
from haggis_cards.training.widen import doubled, grow

CHECKPOINT: Final = "checkpoint.pt"  # all that training needs
WEIGHTS: Final = "weights.npz"  # what the bot plays with
CRITIC: Final = "critic.npz"
GENTLY: Final = 200  # updates until the full rate

Report = Callable[[dict[str, float]], None]
Span = tuple[float, float]


@dataclass(frozen=True)
class Settings:
    """How to train. What changes in the course of training, from its first to its last value, goes by the plan."""

    games: tuple[str, ...] = tuple(RULES)
    method: Method = "policy"
    shape: Shape = field(default_factory=Shape)
    plan: float = 1200  # seconds of training until the last values below
    decisions: int = 500_000  # of a wave, about: a step of it costs Python the same for few and for many
    waves: int = 4  # at once: the core has some while the device has others, and several games are learnt from
    threads: int = 4  # of the core, for each wave
    batch: int = 32_768  # decisions
    rate: Span = (6e-4, 2e-5)
    variety: Span = (0.02, 0.002)
    haste: Span = (0.25, 0.0)
    daring: Span = (0.05, 0.01)  # random decisions, of the method `values`
    guests: float = 0.2  # the part of rounds in which the core's policy takes all sides but one; the rest is self-play
    trace: float = 0.95
    clip: float = 0.2
    seed: int = 1
    device: str = "cuda" if torch.cuda.is_available() else "cpu"

    def at(self, span: Span, elapsed: float) -> float:
        """A value between its first and its last, along half a cosine."""
        share = min(elapsed / self.plan, 1.0)
        return span[1] + (span[0] - span[1]) * (1 + cos(pi * share)) / 2


class Trainer:
    """A network and all that its training needs to go on."""

    def __init__(
        self, settings: Settings, opponent: Opponent | None = None, teacher: PolicyNetwork | None = None
    ) -> None:
        """Fresh, in self-play; an opponent takes all sides of each round but one, a teacher is listened to."""
        torch.manual_seed(settings.seed)
        self.settings, self.opponent, self.teacher = settings, opponent, teacher
        if settings.device not in ("cpu", "cuda") or (settings.device == "cuda" and not torch.cuda.is_available()):
            raise HaggisError(
                f"there is no device {settings.device!r} here: cuda needs an NVIDIA card, cpu is always there"
            )
        self.device = torch.device(settings.device)
        self.network = PolicyNetwork(settings.shape).to(self.device)
        self.critic = Critic(settings.shape).to(self.device)
        parameters = [*self.network.parameters(), *self.critic.parameters()]
        is_cuda = self.device.type == "cuda"
        self.optimizer = torch.optim.AdamW(parameters, weight_decay=1e-4, eps=1e-6, fused=is_cuda)
        self.elapsed = 0.0
        self.decisions = self.rounds = self.updates = 0
        self.dealt = 0  # waves made so far: each has a seed of its own

    # Checkpoints

    def save(self, folder: Path) -> None:
        """Writes a checkpoint; an interruption leaves the last one whole."""
        folder.mkdir(parents=True, exist_ok=True)
        state: dict[str, Any] = {name: getattr(self, name).state_dict() for name in ("network", "critic", "optimizer")}
        state |= {name: getattr(self, name) for name in ("elapsed", "decisions", "rounds", "updates", "dealt")}
        fresh = folder / (CHECKPOINT + ".new")
        torch.save(state, fresh)
        fresh.replace(folder / CHECKPOINT)
        export(self.network, folder / WEIGHTS, self.about())
        export(self.critic, folder / CRITIC, self.about())

    def load(self, folder: Path, *, grows: bool = False) -> bool:
        """Goes on from a checkpoint, or at least from weights, which are small enough to send around.

        If it grows, it goes on from weights of half its size, and the plan begins anew.
        """
        if not (folder / WEIGHTS).exists():
            return False
        about = read_about(folder / WEIGHTS)
        shape = Shape(**about["shape"])
        if (doubled(shape) if grows else shape) != self.settings.shape:
            raise HaggisError(f"{folder} holds a network of another size: {shape}")
        if (folder / CHECKPOINT).exists() and not grows:
            state = torch.load(folder / CHECKPOINT, map_location=self.device, weights_only=True)
            for name in ("network", "critic", "optimizer"):
                getattr(self, name).load_state_dict(state.pop(name))
            vars(self).update(state)
            return True
        change = grow if grows else dict
        restore(self.network, folder / WEIGHTS, change)
        if (folder / CRITIC).exists():  # a new one learns quickly
            restore(self.critic, folder / CRITIC, change)
        self.elapsed = 0.0 if grows else about["seconds"]
        self.decisions, self.rounds = about["decisions"], about["rounds"]
        return True

    def about(self) -> dict[str, Any]:
        """What is to be known of the weights."""
        counts = {"seconds": round(self.elapsed), "decisions": self.decisions, "rounds": self.rounds}
        return {"method": self.settings.method, "games": self.settings.games, **counts}

    # The loop

    def run(self, seconds: float, folder: Path | None = None, report: Report | None = None) -> None:
        """Trains for so long, then saves; also when it is interrupted."""
        waves = self._waves()
        is_cuda = self.device.type == "cuda"
        streams: list[Any] = [_stream() if is_cuda else None for _ in range(self.settings.waves)]
        began, before = time.monotonic(), self.elapsed
        try:
            with ThreadPoolExecutor(self.settings.waves) as pool:

                def start() -> list[Future[tuple[Rollout, Experience | None]]]:
                    player = self._player()
                    self._finish()  # other streams play with it
                    pairs = zip(next(waves), streams, strict=True)
                    return [pool.submit(self._play, player, wave, stream) for wave, stream in pairs]

                pending = start()
                while self.elapsed - before < seconds:
                    played = [future.result() for future in pending]
                    pending = start()
                    figures = self._learn(played)
                    self.elapsed = before + time.monotonic() - began
                    if report:
                        report(figures | {"seconds": self.elapsed, "decisions": self.decisions, "rounds": self.rounds})
        finally:
            if folder:
                self.save(folder)

    def _waves(self) -> Iterator[list[Rollout]]:
        """The waves of each turn of the loop: the games in turn."""
        settings = self.settings
        made: dict[tuple[str, int], Rollout] = {}
        games = cycle(settings.games)
        while True:
            turn = [(next(games), number) for number in range(settings.waves)]
            for game, number in turn:
                if (game, number) not in made:
                    rules = Rules.of(game)
                    count = max(settings.decisions // (6 * rules.players**2), 1)  # rounds of random play are so long
                    seed = settings.seed << 32 | self.dealt
                    self.dealt += 1
                    made[game, number] = Rollout(rules, count, seed=seed, threads=settings.threads, device=self.device)
            yield [made[place] for place in turn]

    def _player(self) -> Player:
        settings = self.settings
        if settings.method == "policy":
            return act(self.network)
        return act(self.network, heat=0, daring=settings.at(settings.daring, self.elapsed))

    def _play(self, player: Player, wave: Rollout, stream: Any) -> tuple[Rollout, Experience | None]:
        with torch.cuda.stream(stream):
            opponent, part = (self.opponent, 1.0) if self.opponent else (Core(), self.settings.guests)
            experience = wave.play(player, opponent, seats_of_guests(wave, part))
            self._finish()  # another stream learns from it
        return wave, experience

    def _finish(self) -> None:
        if self.device.type == "cuda":
            torch.cuda.current_stream().synchronize()

    # Learning

    def _learn(self, played: list[tuple[Rollout, Experience | None]]) -> dict[str, float]:
        settings = self.settings
        rate = settings.at(settings.rate, self.elapsed) * min(1, (self.updates + 1) / GENTLY)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        haste, variety = (settings.at(span, self.elapsed) for span in (settings.haste, settings.variety))
        weighing = Weighing(haste, variety, settings.trace, settings.clip)
        sums: dict[str, float] = {}
        updates = self.updates
        parts: list[tuple[Lesson, torch.Tensor]] = []
        for wave, experience in played:
            if experience is None:
                continue
            with self._mixed():
                lesson = judge(experience, self.critic, settings.method, weighing, point_scale(wave.rules))
            self.rounds += len(wave)
            self.decisions += len(experience.lists)
            count, few = len(experience.lists), settings.batch // 4  # few: for a step of their own
            batches = torch.split(torch.randperm(count, device=self.device), settings.batch)
            parts.extend((lesson, some) for some in batches if len(some) >= min(few, count))
        for place in torch.randperm(len(parts)).tolist():  # one game after the other would forget the others
            lesson, some = parts[place]
            for name, value in self._update(lesson, some, weighing).items():
                sums[name] = sums.get(name, 0) + value
        self._finish()  # what was learnt from may go now
        steps = max(self.updates - updates, 1)
        return {name: float(value) / steps for name, value in sums.items()} | {"rate": rate}

    def _update(self, lesson: Lesson, some: torch.Tensor, weighing: Weighing) -> dict[str, Any]:
        """One step of the optimizer on some decisions."""
        with self._mixed():
            if self.teacher:
                loss, figures = pupil_loss(self.network, self.teacher, lesson.experience, some)
            elif self.settings.method == "values":
                loss, figures = values_loss(self.network, lesson, some)
            else:
                loss, figures = policy_loss(self.network, self.critic, lesson, some, weighing)
        self.optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        for module in (self.network, self.critic):
            torch.nn.utils.clip_grad_norm_(module.parameters(), 1.0)
        self.optimizer.step()
        self.updates += 1
        return {name: value.detach() for name, value in figures.items()}

    def _mixed(self) -> torch.autocast:
        return torch.autocast(self.device.type, torch.bfloat16, enabled=has_fast_halves(self.device))


def _stream() -> Any:
    """A stream of work whose turn comes before learning: the cores wait for it."""
    return torch.cuda.Stream(priority=-1)  # type: ignore[no-untyped-call]


def seats_of_guests(wave: Rollout, part: float) -> NDArray[np.bool_]:
    """In this part of the rounds all but one side's, each side in turn, [rounds, seats]."""
    numbers = np.arange(len(wave))[:, None]
    theirs: NDArray[np.bool_] = numbers % wave.rules.side_count != np.array(wave.rules.sides)
    return theirs & (numbers < part * len(wave))
