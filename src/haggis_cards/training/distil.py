"""Distillation (Hinton et al. 2015): a student learns the action probabilities and expectations of its teacher."""

import torch
from torch import Tensor

from haggis_cards.training.batch import VALUE_WEIGHT, Metrics, value_loss
from haggis_cards.training.network import PolicyNetwork
from haggis_cards.training.rollout import Experience


def distillation_loss(
    student: PolicyNetwork, teacher: PolicyNetwork, experience: Experience, chosen: Tensor, total: int | None = None
) -> tuple[Tensor, Metrics]:
    """The Kullback-Leibler divergence from the teacher's policy, and the distance of the values.

    `total` as in `Ragged.select`.
    """
    ragged, rows = experience.ragged.select(chosen, total)
    inputs = (experience.states[chosen], experience.actions[rows], ragged)
    logits, predicted = student(*inputs)
    with torch.no_grad():
        teacher_logits, expected = teacher(*inputs)
    log_probs, wanted = ragged.log_softmax(logits), ragged.log_softmax(teacher_logits)
    kl = ragged.sum(wanted.exp() * (wanted - log_probs)).mean()
    public_value_loss = value_loss(predicted, torch.stack([expected[:, 0], expected[:, 1].sigmoid()], 1))
    return kl + VALUE_WEIGHT * public_value_loss, {"kl": kl, "public_value_loss": public_value_loss}
