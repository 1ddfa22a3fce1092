"""Net2Wider (Chen et al. 2016): a trained network becomes twice as wide, plays as before and has room to learn more."""

from dataclasses import replace
from typing import Final

import torch
from torch import Tensor

from haggis_cards.training.network import Shape, Weights

NOISE: Final = 0.5  # how far the copies of a unit are moved apart, in standard deviations of their layer's weights


def widened(shape: Shape) -> Shape:
    """The shape of a network after `widen`."""
    return replace(shape, width=2 * shape.width, head=2 * shape.head)


def widen(weights: Weights) -> Weights:
    """The weights of a network or a critic with every unit doubled; the next layer halves the weight of each copy.

    The copies are moved apart by equal amounts in opposite directions: identical copies would stay identical.
    """
    width = len(weights["trunk.0.bias"])
    return {name: _double(name, layer, width) for name, layer in weights.items()}


def _double(name: str, layer: Tensor, width: int) -> Tensor:
    if layer.dim() == 2 and name not in ("trunk.0.weight", "action.weight"):  # the inputs of these are features only
        units = width if name == "situation.weight" else layer.shape[1]  # the rest of its inputs are features
        layer = torch.cat([layer[:, :units] / 2, layer[:, :units] / 2, layer[:, units:]], 1)
    if name.split(".")[0] in ("out", "value"):  # outputs stay as many as they are
        return layer
    shift = NOISE * layer.std() * torch.randn_like(layer) if layer.dim() == 2 else 0
    return torch.cat([layer + shift, layer - shift])
