"""A training that takes seconds."""

import pytest

pytest.importorskip("torch")

from haggis_cards.training.network import Shape
from haggis_cards.training.trainer import Trainer, TrainingSettings

SMALL = TrainingSettings(
    games=("haggis-2",),
    shape=Shape(32, 1, 32),
    schedule_seconds=1000,
    rollout_decisions=4000,
    rollouts=2,
    rollouts_per_turn=2,
    threads=1,
    batch_size=512,
    learning_rate=(2e-3, 2e-3),
    device="cpu",
)


def train_updates(trainer: Trainer, updates: int) -> list[dict[str, float]]:
    """Trains for this number of updates, however long it takes; returns the metrics."""
    seen = []

    class Enough(Exception):
        pass

    def report(metrics: dict[str, float]) -> None:
        seen.append(metrics)
        if trainer.updates >= updates:
            raise Enough

    with pytest.raises(Enough):
        trainer.run(1000, None, report)
    return seen
