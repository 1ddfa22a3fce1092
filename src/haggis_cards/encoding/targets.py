"""What a network is asked for, and in which unit: shared by the player that reads its answers and by training.

- `margins`: how far each side is ahead, which is what networks expect and environments pay.
- `point_scale`: the margin that a network counts as one.
- `bet_threshold`: the chance of going out first from which a bet pays.
- `bet_loss`, `bet_edge`, `bet_place`: what a bet promises, and how high it should be.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from haggis_cards.rules import Rules

BET_EDGES: Final = (0.05, 0.15)  # `bet_place` for the estimates of networks


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


def bet_loss(rules: Rules) -> float:
    """What each point of a failed bet takes from the margin: one other side gets it, or all that have not bet (R7.4).

    Few players bet, so a bet that fails is taken to score for everybody else where it can.
    """
    return 1.0 if rules.failed_bet_to == "without_bet" else 1 / (rules.side_count - 1)


def bet_threshold(rules: Rules) -> float:
    """The chance of going out first above which a bet gains more than it costs, as a margin over the other sides.

    A bet that succeeds pays (R7.4); one that fails goes to other sides. Networks have not learnt the house rule
    `bet_rule: score`, so with it they do not bet.
    """
    if rules.bet_rule == "score":
        return 1.0
    loss = bet_loss(rules)
    return loss / (rules.bet_multiplier + loss)


def bet_edge(rules: Rules, chance: float) -> float:
    """What each point of a bet adds to the margin on average, at this chance of going out first (R7.4).

    A bet on points (`bet_rule: score`) is another matter: -1, so that nobody makes it for this reason.

    >>> round(bet_edge(Rules.from_spec("haggis-2"), 0.6), 3)
    0.2
    """
    if rules.bet_rule == "score":
        return -1.0
    return chance * rules.bet_multiplier - (1 - chance) * bet_loss(rules)


def bet_place(rules: Rules, edge: float, least: float, full: float) -> int | None:
    """The place of the bet to make among `rules.bets`: the lowest above the edge `least`, the highest above `full`.

    On average the highest bet is the best as soon as any bet is. But estimates err, and near `least` the error is as
    large as the gain, so that a low bet loses nothing there and risks less.
    """
    if edge <= least:
        return None
    highest = len(rules.bets) - 1
    return min(int((edge - least) / (full - least) * max(highest, 1)), highest)
