"""The Haggis family of climbing card games: rules, matches, views and records.

>>> match = Match("haggis-3", end=Rounds(6), seed=7)
>>> match.round.phase, match.round.to_act
(<Phase.PLAY: 'play'>, (1,))
"""

from haggis.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass, parse
from haggis.combos import Kind, Play
from haggis.errors import HaggisError, IllegalAction, NotationError, RecordError, RulesError, UnreadableRecord
from haggis.match import Goal, Match, Rounds
from haggis.record import Record
from haggis.round import Deal, Phase, Round
from haggis.rules import RULES, Rules
from haggis.scoring import Result
from haggis.view import View

__version__ = "0.1.0"

__all__ = [
    "RULES",
    "Action",
    "Award",
    "Bet",
    "Bid",
    "Bury",
    "Deal",
    "Give",
    "Goal",
    "HaggisError",
    "IllegalAction",
    "Kind",
    "Lead",
    "Match",
    "NotationError",
    "Pass",
    "Phase",
    "Play",
    "Record",
    "RecordError",
    "Result",
    "Round",
    "Rounds",
    "Rules",
    "RulesError",
    "UnreadableRecord",
    "View",
    "parse",
]
