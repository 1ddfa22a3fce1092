"""Means of what came of many worlds; plain numbers, because a browser has no NumPy."""

from collections.abc import Sequence
from math import fsum, sqrt


def mean(values: Sequence[float]) -> float:
    """The mean; booleans count as 0 and 1."""
    return fsum(values) / len(values)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean."""
    middle = mean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values)) / len(values)
