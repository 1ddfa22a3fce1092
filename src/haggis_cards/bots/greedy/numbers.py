"""The numbers of `greedy`, all in one place.

`WEIGHTS` were fitted, game by game, in the way of `lab/fit_greedy.py`: decisions were taken from rounds of `greedy`
against itself and against `random`, several choices of each were played out to the end of the round, and the weights
are those whose sum best predicts which choice brought more points. The names of the features are in `evaluator.py`,
in the same order; `first` has two more: having the lead, and the cards that a Shepherd will draw. Neeps has the
weights of haggis-3 with a guess for the partner (`partner`) and its own fit for `first`: fits of the rest from a few
hundred decisions played worse than these.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from haggis_cards.rules import Rules

Weights: TypeAlias = Mapping[str, Sequence[float]]

# What a play costs in a plan, in turns (`plan.py`).
PRICES: Final = {
    "beaten": 1.0,  # more for a play that is sure to be beaten
    "bomb": 0.3,  # a bomb, instead of a turn
    "court": 0.2,  # less for a court that fills no gap
    "size": 0.03,  # less for each card beyond the first
}

# Bets (`bets.py`).
BETS: Final = {
    "caution": 0.04,  # subtracted from the chance
    "least": 0.08,  # the edge above which it makes the lowest bet: in Haggis for two, a chance of 0.54
    "full": 0.28,  # the edge above which it makes the highest, a chance of 0.64
    "partner": 0.55,  # the chance of a partner who has bet
}

# What the weights do not cover (`move_scorer.py`), in points.
RULES: Final = {
    "safe": 100.0,  # a lead that nobody can beat, while an opponent has one card left
    "partner": 25.0,  # a trick for the partner, who has one card left
}

# fmt: off
WEIGHTS: Final[Mapping[str, Weights]] = {
    "haggis-2": {
        "own": (6.5, 28.48, 0, -2.16, -3.01, -11.4, 2.44, 12.96, 4.47, 6.76, -12.52, 18.31, 6.05, 4.85, 23.88, 8.48),
        "other": (1.5, 12.19, 0, 1.01, -5.78, -11.63, 0.18, 10.21, 4.88, 1.41, -9.73, -10.29, 2.28, 5.51, -32.47, 5.52),
        "partner": (0, 0, 0),
        "play": (1.15, -1.43, -6.93, 15.09),
        "pass": (-10.07, 20.15, -20.67, 0, 0.11),
        "wins": (2.19, -2.86, -1.85, 0.91, 1.38, -0.46, -0.27, -2.32, -0.21, 0.09, -0.52, -2.48),
        "first": (
            -0.46, -0.14, 0, 0.67, -0.89, -0.56, 0.34, 1.18, -0.19, -0.19, -0.78, 0, 0, -0.65, -0.24, -0.2, 0.85, 0,
        ),
    },
    "haggis-3": {
        "own": (13.69, 7.18, 0, -1.57, -1.04, -17.53, -2.15, 4.39, 8.62, -0.92, -1.29, 7.16, -2.11, 1.29, -2.02, 14.4),
        "other": (-5.69, 2, 0, -2.38, 0.01, 7.99, 0.11, 5.79, 3.29, -1.5, -6.99, 2.55, 3.68, 0.18, 5.03, -0.44),
        "partner": (0, 0, 0),
        "play": (0.65, -0.11, -5.4, 4.15),
        "pass": (-0.36, 3.18, -0.48, 0, -0.02),
        "wins": (2.56, -0.96, -3.93, 1.78, 1.71, -1.23, 0.18, -0.83, -0.67, -1.3, -0.9, -1.7),
        "first": (-0.02, 0.03, 0, -0.03, -0.33, 0.15, 0.53, 0.83, -0.1, -0.1, -0.03, 0, 0, -0.18, 0.05, -0.38, 0.01, 0),
    },
    "tatties-3": {
        "own": (
            13.04, 17.66, 0, 2.49, -2.73, -22.41, -1.26, 0.48, 10.85, -8.92, -10.12, -16.42, -2.73, -6.81, 27.85,
            13.4,
        ),
        "other": (-5.04, 14.46, 0, 1.76, -3.11, -3.27, -1.54, 9.77, -0.18, 3.6, -2.64, 5.16, 1.98, -1.53, -6.83, 2.85),
        "partner": (0, 0, 0),
        "play": (0.48, 3.84, -2.84, 4.81),
        "pass": (-0.48, 3.91, -8.04, 0, 0.29),
        "wins": (0.83, -0.84, -3.82, 1.55, 0.77, 0.14, -0.74, -0.04, 0.81, -0.26, -0.68, -0.71),
        "first": (
            -0.25, -0.01, 0, 0.09, -0.05, -0.34, 0.6, 0.78, -0.13, -0.13, -0.42, 0, 0, 0.01, -0.02, 0.33, 0, 0.15,
        ),
    },
    "neeps-4": {
        "own": (13.69, 7.18, 0, -1.57, -1.04, -17.53, -2.15, 4.39, 8.62, -0.92, -1.29, 7.16, -2.11, 1.29, -2.02, 14.4),
        "other": (-5.69, 2, 0, -2.38, 0.01, 7.99, 0.11, 5.79, 3.29, -1.5, -6.99, 2.55, 3.68, 0.18, 5.03, -0.44),
        "partner": (8, 0, 6),
        "play": (0.65, -0.11, -5.4, 4.15),
        "pass": (-0.36, 3.18, -0.48, 0, -0.02),
        "wins": (2.56, -0.96, -3.93, 1.78, 1.71, -1.23, 0.18, -0.83, -0.67, -1.3, -0.9, -1.7),
        "first": (
            -0.11, -0.09, 0.16, 0.15, -0.41, -0.93, -0.03, 0.33, 0.04, 0.04, -0.22, 0, 0, 0.5, -0.18, 0.87, -0.12, 0,
        ),
    },
}
# fmt: on


def weights_for(rules: Rules) -> Weights:
    """The weights of the fitted game with the same structure, as in native/policy_weights.hpp, whatever its name."""
    if rules.partners:
        return WEIGHTS["neeps-4"]
    if rules.opening == "auction":
        return WEIGHTS["tatties-3"]
    return WEIGHTS["haggis-2" if rules.players == 2 else "haggis-3"]
