"""Proximal policy optimization (PPO; Schulman et al. 2017) with generalized advantage estimation (GAE; 2016).

The critic sees all hands, so much of the luck of the cards cancels out of the advantages; it exists only in training.
"""

from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

from haggis_cards.training.batch import VALUE_WEIGHT, AdvantageBatch, LossWeights, Metrics, outcomes, value_loss
from haggis_cards.training.network import Critic, PolicyNetwork
from haggis_cards.training.rollout import Experience, is_bet_decision

CRITIC_ROWS: Final = 1 << 17  # states that the critic evaluates at once


@torch.no_grad()
def advantage_batch(experience: Experience, critic: Critic, weights: LossWeights, point_scale: float) -> AdvantageBatch:
    """Experience with normalised advantages. Bets have none: policies decide them by the chance of going out first."""
    ends, returns = outcomes(experience, weights, point_scale)
    rows = zip(torch.split(experience.states, CRITIC_ROWS), torch.split(experience.hidden, CRITIC_ROWS), strict=True)
    predicted = torch.cat([critic(states, hidden) for states, hidden in rows])
    values = predicted[:, 0] + weights.first_out_bonus * predicted[:, 1].sigmoid()
    if weights.gae_lambda == 1:
        advantages = returns[experience.trajectory] - values
    else:
        advantages = _gae(experience, values, returns, weights.gae_lambda)
    advantages *= ~is_bet_decision(experience.actions, experience.ragged)
    return AdvantageBatch(experience, ends[experience.trajectory], advantages / advantages.std().clamp(min=1e-3))


def _gae(experience: Experience, values: Tensor, returns: Tensor, gae_lambda: float) -> Tensor:
    """The temporal difference of each decision, and a share of the advantage of the trajectory's next decision.

    A parallel scan: each pass doubles how far a decision looks ahead in its trajectory, so a few operations do what
    would take hundreds, one step of the rollout after the other.
    """
    order = experience.trajectory.argsort(stable=True)  # each trajectory in the order of time
    trajectory, value = experience.trajectory[order], values[order]
    continues = functional.pad(trajectory[1:] == trajectory[:-1], (0, 1))
    next_value = torch.where(continues, functional.pad(value[1:], (0, 1)), returns[trajectory])
    advantage, share = next_value - value, continues * gae_lambda
    reach = 1
    while reach < len(experience.step_sizes):  # no trajectory has more decisions
        advantage = advantage + share * functional.pad(advantage[reach:], (0, reach))
        share = share * functional.pad(share[reach:], (0, reach))
        reach *= 2
    return torch.empty_like(advantage).index_copy_(0, order, advantage)


def ppo_loss(
    network: PolicyNetwork,
    critic: Critic,
    batch: AdvantageBatch,
    chosen: Tensor,
    weights: LossWeights,
    total: int | None = None,
) -> tuple[Tensor, Metrics]:
    """The clipped surrogate objective, the entropy bonus and both value losses, over the chosen decisions.

    `total` as in `Ragged.select`.
    """
    experience, target, advantage = batch.experience, batch.targets[chosen], batch.advantages[chosen]
    ragged, rows = experience.ragged.select(chosen, total)
    taken = ragged.offsets[:-1] + (experience.taken - experience.ragged.offsets[:-1])[chosen]
    logits, predicted = network(experience.states[chosen], experience.actions[rows], ragged)
    log_probs = ragged.log_softmax(logits)
    ratio = (log_probs[taken] - experience.log_probs[chosen]).exp()
    clipped = ratio.clamp(1 - weights.clip_range, 1 + weights.clip_range)
    surrogate = torch.minimum(ratio * advantage, clipped * advantage).mean()
    entropy = -ragged.sum(log_probs.exp() * log_probs).mean()
    critic_loss = value_loss(critic(experience.states[chosen], experience.hidden[chosen]), target)
    public_value_loss = value_loss(predicted, target)
    loss = critic_loss + VALUE_WEIGHT * public_value_loss - surrogate - weights.entropy * entropy
    return loss, {
        "entropy": entropy,
        "ratio_change": (ratio - 1).abs().mean(),
        "critic_loss": critic_loss,
        "public_value_loss": public_value_loss,
    }
