"""What the losses share: a batch of decisions with targets and advantages, the weights of the terms, the value loss."""

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

from haggis_cards.training.rollout import Experience

Metrics = dict[str, Tensor]
VALUE_WEIGHT: Final = 0.25  # of the network's own value loss beside the loss that the method is about


@dataclass(frozen=True)
class LossWeights:
    """The coefficients of the loss at some point of the schedule."""

    first_out_bonus: float  # for going out first, in units of the game's point scale
    entropy: float
    gae_lambda: float  # 1: only the end of the round counts; less: the critic's estimates on the way count too
    clip_range: float


@dataclass
class AdvantageBatch:
    """Experience with what came of each decision, and how much better that was than expected."""

    experience: Experience
    targets: Tensor  # margin in units of the game's point scale; whether the seat went out first
    advantages: Tensor


def outcomes(experience: Experience, weights: LossWeights, point_scale: float) -> tuple[Tensor, Tensor]:
    """By trajectory: the two targets of the value heads, and the return that policies maximise."""
    ends = torch.stack([experience.margins / point_scale, experience.first_out], 1)
    return ends, ends[:, 0] + weights.first_out_bonus * ends[:, 1]


def value_loss(predicted: Tensor, target: Tensor) -> Tensor:
    """Squared error of the margin, and cross-entropy of going out first."""
    margin = functional.mse_loss(predicted[:, 0], target[:, 0])
    return margin + 0.5 * functional.binary_cross_entropy_with_logits(predicted[:, 1], target[:, 1])
