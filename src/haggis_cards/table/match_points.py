"""Match points: how a result compares with those of others who had the same cards."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence


def match_points(points: Sequence[float]) -> list[float]:
    """For each result the share of the others that it beats; a tie counts half. Alone, one beats half of nobody."""
    if len(points) < 2:
        return [0.5] * len(points)
    order = sorted(points)
    return [(bisect_left(order, value) + bisect_right(order, value) - 1) / 2 / (len(points) - 1) for value in points]
