"""What a network is asked for, and in which unit: shared by the player that reads its answers and by training.

- `margins`: how far each side is ahead, which is what networks expect and environments pay.
- `point_scale`: the margin that a network counts as one.
- `BET_EDGES`: how sure it must be of a bet.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from haggis_cards.rules import Rules

BET_EDGES: Final = (0.05, 0.15)  # `bet_place` (`bet_values`) for the estimates of networks


def margins(points: Sequence[float] | NDArray[Any]) -> NDArray[np.float64]:
    """How many points each side is ahead of the mean of the others; the last axis is the sides.

    >>> margins([30, 10, 20]).tolist()
    [15.0, -15.0, 0.0]
    """
    own = np.asarray(points, np.float64)
    others: NDArray[np.float64] = (own.sum(-1, keepdims=True) - own) / (own.shape[-1] - 1)
    return own - others


def point_scale(rules: Rules) -> float:
    """The points that a network counts as one."""
    return 32.0 * rules.players
