"""What a network is asked for, and in which unit: shared by the player that reads its answers and by training.

- `margins`: how far each side is ahead, which is what networks expect and environments pay.
- `point_scale`: the margin that a network counts as one.
- `bet_threshold`: the chance of going out first from which a bet pays.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from haggis_cards.rules import Rules


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


def bet_threshold(rules: Rules) -> float:
    """The chance of going out first above which a bet gains more than it costs, as a margin over the other sides.

    A bet that succeeds pays (R7.4); one that fails goes to one other side. Networks have not learnt the house rule
    `bet_rule: score`, so with it they do not bet.
    """
    if rules.bet_rule == "score":
        return 1.0
    loss = 1 / (rules.side_count - 1)
    return loss / (rules.bet_multiplier + loss)
