"""Every fuzzer for a short while; `make fuzz` runs them for as long as you like."""

from collections.abc import Callable
from random import Random

import pytest

from tests.fuzz import position, records, views, weights


@pytest.mark.parametrize("one", [position.one, records.one, views.one, weights.one], ids=lambda one: one.__module__)
def test_nothing_happens_that_should_not(one: Callable[[bytes], None]) -> None:
    rng = Random(7)
    for _ in range(25):
        one(rng.randbytes(rng.randrange(400)))
