"""Bots against bots: duplicate deals, margins with intervals, ratings, on many cores or many machines."""

from haggis.arena.contest import Contest, Encounter
from haggis.arena.errors import ArenaError
from haggis.arena.run import run
from haggis.arena.stats import Estimate, Score, Standing
from haggis.arena.table import Outcome, Tally, play_round

__all__ = [
    "ArenaError",
    "Contest",
    "Encounter",
    "Estimate",
    "Outcome",
    "Score",
    "Standing",
    "Tally",
    "play_round",
    "run",
]
