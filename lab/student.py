"""Lets the small network of the package imitate the large one for longer; the belief in its file stays as it is.

    python lab/student.py FILE --seconds 545     # a GPU and a few cores

Rounds are played by the student and valued by its teacher. While the next ones are not ready, the student learns again
from the latest. `lab/pack_weights.py` then rounds the file for the package; `lab/duel.py` compares two files.
"""

import argparse
import json
import random
import sys
import time
from collections import deque
from pathlib import Path
from queue import Queue

import numpy as np

from haggis_cards.training.network import BELIEF, Shape, export, read_about, read_network, restore
from haggis_cards.training.rollout import NetworkPolicy
from haggis_cards.training.trainer import Played, Trainer, TrainingSettings

BOTS = Path(__file__).parents[1] / "src" / "haggis_cards" / "bots"
GAMES = (
    "haggis-2 haggis-3 tatties-3 haggis-2 neeps-4 haggis-2 haggis-3 "
    "neeps-4-2024 haggis-2 haggis-3 haggis-2 tatties-3-2024 haggis-2 neeps-4"
)
SAVED = 60  # seconds between two savings
KEPT = 10  # turns to learn from again
MOST = 5  # passes for each new turn


class Imitation(Trainer):
    """A student that learns on from the package's weights."""

    def __init__(self, args: argparse.Namespace) -> None:
        settings = TrainingSettings(
            games=tuple(GAMES.split()),
            shape=Shape(**read_about(args.start)["shape"]),
            schedule_seconds=args.seconds,
            rollout_decisions=args.decisions,
            rollouts=args.rollouts,
            rollouts_per_turn=args.turn,
            threads=args.threads,
            batch_size=args.batch,
            learning_rate=tuple(args.rates),
            seed=args.seed,
        )
        super().__init__(settings, teacher=read_network(args.teacher).to(settings.device))
        restore(self.network, args.start)
        self._before = read_about(args.start)
        self._kept: deque[list[Played]] = deque(maxlen=KEPT)
        self._new, self._new_rounds = 0, 0  # without what is learnt again

    def imitate(self, seconds: float, path: Path) -> None:
        """Learns for this long, and writes the weights now and then."""
        began, saved = time.monotonic(), 0.0
        with self._playing() as (policy, played):
            while self.elapsed < seconds:
                turn = [_next(played) for _ in range(self.settings.rollouts_per_turn)]
                self._new += sum(len(experience.ragged) for _, experience in turn if experience)
                self._new_rounds += sum(len(rollout) for rollout, _ in turn)
                self._kept.append(turn)
                metrics, times = self._pass(began, turn, policy), 1
                while times < MOST and not played.full() and self.elapsed < seconds:
                    self._pass(began, random.choice(self._kept), policy)
                    times += 1
                if self.elapsed - saved > SAVED:
                    saved = self.elapsed
                    self.write(path)
                counts = {"decisions": self._new, "learnt": self.decisions, "updates": self.updates, "passes": times}
                sys.stdout.write(json.dumps({"seconds": round(self.elapsed, 1), **counts, **metrics}) + "\n")
                sys.stdout.flush()
            self.write(path)

    def _pass(self, began: float, turn: list[Played], policy: NetworkPolicy) -> dict[str, float]:
        metrics = self._learn(turn, policy)
        self.elapsed = time.monotonic() - began
        return metrics

    def write(self, path: Path) -> None:
        """The weights, with the belief of the package; an interruption leaves the previous file intact."""
        fresh = path.with_name("new-" + path.name)
        counts = {"seconds": round(self.elapsed), "decisions": self._new, "rounds": self._new_rounds}
        total = {name: self._before[name] + count for name, count in counts.items()}
        export(self.network, fresh, {"method": self._before["method"], "games": self.settings.games, **total})
        with np.load(fresh) as arrays, np.load(BOTS / "quick.npz") as packed:
            belief = {name: array for name, array in packed.items() if name.startswith(BELIEF)}
            np.savez(fresh, **dict(arrays), **belief)
        fresh.replace(path)


def _next(queue: "Queue[Played | BaseException]") -> Played:
    played = queue.get()
    if isinstance(played, BaseException):
        raise played
    return played


def main() -> None:
    """Imitates for that long and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--seconds", type=float, default=545)
    parser.add_argument("--start", type=Path, default=BOTS / "quick.npz", help="weights to learn on from")
    parser.add_argument("--teacher", type=Path, default=BOTS / "weights.npz")
    parser.add_argument("--rollouts", type=int, default=5, help="at once (5)")
    parser.add_argument("--threads", type=int, default=1, help="of each rollout (1)")
    parser.add_argument("--turn", type=int, default=7, help="rollouts that are learnt from together (7)")
    parser.add_argument("--decisions", type=int, default=300_000, help="about that many in a rollout")
    parser.add_argument("--batch", type=int, default=16_384, help="decisions")
    parser.add_argument("--rates", type=float, nargs=2, default=(8e-4, 4e-6), help="first and last learning rate")
    parser.add_argument("--seed", type=int, default=94)
    args = parser.parse_args()
    Imitation(args).imitate(args.seconds, args.path)


if __name__ == "__main__":
    main()
