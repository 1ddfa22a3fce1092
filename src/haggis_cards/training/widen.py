"""Growing: a trained network becomes twice as wide and plays as before, with room to learn more."""

from dataclasses import replace
from typing import Final

import torch
from torch import Tensor

from haggis_cards.training.network import Shape, Weights

APART: Final = 0.5  # how far the two of a pair are moved, in deviations of the weights of their layer


def doubled(shape: Shape) -> Shape:
    """The sizes of a network that has grown."""
    return replace(shape, width=2 * shape.width, head=2 * shape.head)


def grow(weights: Weights) -> Weights:
    """The weights of a network, or of a critic, with every unit doubled; who hears it hears half of each.

    The two are moved apart, as far to one side as to the other: alike, they would learn alike for ever.
    """
    width = len(weights["trunk.0.bias"])
    return {name: _double(name, layer, width) for name, layer in weights.items()}


def _double(name: str, layer: Tensor, width: int) -> Tensor:
    if layer.dim() == 2 and name not in ("trunk.0.weight", "action.weight"):  # these hear features alone
        units = width if name == "situation.weight" else layer.shape[1]  # which hears features, too
        layer = torch.cat([layer[:, :units] / 2, layer[:, :units] / 2, layer[:, units:]], 1)
    if name.split(".")[0] in ("out", "value"):  # answers, no units
        return layer
    shift = APART * layer.std() * torch.randn_like(layer) if layer.dim() == 2 else 0
    return torch.cat([layer + shift, layer - shift])
