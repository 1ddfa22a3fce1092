"""Both engines play the same random matches (PEP 399: the Python one is the definition)."""

from itertools import islice
from random import Random

import pytest

from tests.seed import SEED
from tests.side_by_side import play

SHARES, DECISIONS = 8, 5_000  # others with every seed; `make soak` plays more


@pytest.mark.parametrize("share", range(SHARES))
def test_equal_lists_states_and_scores(share: int) -> None:
    """At every decision of random matches, all presets and house rules."""
    rng = Random(f"{SEED} share {share}")
    decisions = 0
    while decisions < DECISIONS:
        decisions += sum(islice(play(rng), DECISIONS - decisions))
