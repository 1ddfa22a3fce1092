"""Monte-Carlo action values, as in DouZero (Zha et al. 2021): predict the return of each action and play the best."""

import torch
from torch import Tensor
from torch.nn import functional

from haggis_cards.training.batch import VALUE_WEIGHT, AdvantageBatch, LossWeights, Metrics, outcomes, value_loss
from haggis_cards.training.network import PolicyNetwork, Ragged
from haggis_cards.training.rollout import Experience


@torch.no_grad()
def return_batch(experience: Experience, weights: LossWeights, point_scale: float) -> AdvantageBatch:
    """Experience with the returns of its rounds in place of advantages."""
    ends, returns = outcomes(experience, weights, point_scale)
    return AdvantageBatch(experience, ends[experience.trajectory], returns[experience.trajectory])


def action_value_loss(network: PolicyNetwork, batch: AdvantageBatch, chosen: Tensor) -> tuple[Tensor, Metrics]:
    """How far the values of the actions taken are from their returns, over the chosen decisions."""
    experience, target, returns = batch.experience, batch.targets[chosen], batch.advantages[chosen]
    rows = experience.actions[experience.taken[chosen]]
    one_each = Ragged.from_offsets(torch.arange(len(chosen) + 1, device=chosen.device), len(chosen))
    values, predicted = network(experience.states[chosen], rows, one_each)
    public_value_loss = value_loss(predicted, target)
    loss = functional.smooth_l1_loss(values, returns) + VALUE_WEIGHT * public_value_loss
    squared = (values - returns).square().mean()
    return loss, {"action_value_loss": squared, "public_value_loss": public_value_loss}
