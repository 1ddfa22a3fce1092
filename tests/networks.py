"""Networks that nobody trained."""

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native

STATE, ACTION, HAND = 64 * _native.STATE_WORDS, 64 * _native.CHOICE_WORDS, 128

Weights = dict[str, NDArray[np.float32]]


def random_weights(width: int, blocks: int, head: int, seed: int = 1) -> Weights:
    """A network that nobody trained."""
    layers = {"trunk.0": (width, STATE), "situation": (head, width + HAND), "inner": (head, head)}
    layers |= {"out": (1, head), "value": (2, width), "action": (head, ACTION)}
    norms = {"norm": width} | {f"trunk.{2 + block}.norm": width for block in range(blocks)}
    layers |= {f"trunk.{2 + block}.{part}": (width, width) for block in range(blocks) for part in ("inner", "outer")}
    rng = np.random.default_rng(seed)
    weights = {f"{name}.weight": rng.normal(0, min(shape[1], 50) ** -0.5, shape) for name, shape in layers.items()}
    weights |= {f"{name}.bias": rng.normal(0, 0.5, shape[0]) for name, shape in layers.items() if name != "action"}
    weights |= {
        f"{name}.{part}": rng.normal(0.5, 0.5, size) for name, size in norms.items() for part in ("weight", "bias")
    }
    return {name: array.astype(np.float32) for name, array in weights.items()}
