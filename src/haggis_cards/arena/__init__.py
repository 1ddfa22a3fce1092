"""Bots against bots: duplicate deals, margins with intervals, ratings, on many cores or many machines."""

from haggis_cards.arena.contest import Contest, Encounter
from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.run import run
from haggis_cards.arena.stats import Estimate, Score, Standing
from haggis_cards.arena.table import DecisionStats, Outcome, play_round

__all__ = [
    "ArenaError",
    "Contest",
    "DecisionStats",
    "Encounter",
    "Estimate",
    "Outcome",
    "Score",
    "Standing",
    "play_round",
    "run",
]
