"""Helpers of the lab's tests: small experiments, and facts of rounds that nobody played."""

from typing import Any

from haggis_cards import Rules
from haggis_cards.lab import Arm, Experiment
from haggis_cards.lab.facts import RoundFacts


def experiment_of(*rules: Any, bots: tuple[str, ...] = ("random",), seed: int = 1) -> Experiment:
    """An experiment whose arms are these games."""
    return Experiment(tuple(Arm(Rules.from_spec(one), f"arm {number}") for number, one in enumerate(rules)), bots, seed)


def facts(**given: Any) -> RoundFacts:
    """A round in which nothing has happened but what is given."""
    nothing: RoundFacts = {
        "dealer": 0,
        "lead": 1,
        "out": [1, 0],
        "points": [0, 0],
        "sources": {},
        "plays": 0,
        "passes": 0,
        "tricks": 0,
        "left": 0,
        "shapes": {},
        "bets": [],
        "behind": False,
        "slam": False,
    }
    return {**nothing, **given}  # type: ignore[typeddict-item]
