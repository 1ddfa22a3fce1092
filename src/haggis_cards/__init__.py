"""The Haggis family of climbing card games: rules, matches, views and records.

>>> match = Match("haggis-3", end=Rounds(6), seed=7)
>>> match.round.phase, match.round.to_act
(<Phase.PLAY: 'play'>, (1,))
"""

from haggis_cards import svg as svg  # it draws the values below
from haggis_cards.actions import Action, Award, Bet, Bid, Bury, Give, Lead, Pass, parse, plain
from haggis_cards.cards import Card, Deck, Hand
from haggis_cards.combos import Kind, Play
from haggis_cards.deal import Deal
from haggis_cards.errors import (
    HaggisError,
    IllegalAction,
    NotationError,
    RecordError,
    Refusal,
    RulesError,
    UnreadableRecord,
)
from haggis_cards.match import Match, Record
from haggis_cards.match_end import Goal, Rounds
from haggis_cards.positions import parse_position, position_line
from haggis_cards.reading import parse_play
from haggis_cards.round import Phase, Round
from haggis_cards.rules import RULES, Rules
from haggis_cards.scoring import Result
from haggis_cards.version import __version__ as __version__
from haggis_cards.view import View

__all__ = [
    "RULES",
    "Action",
    "Award",
    "Bet",
    "Bid",
    "Bury",
    "Card",
    "Deal",
    "Deck",
    "Give",
    "Goal",
    "HaggisError",
    "Hand",
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
    "Refusal",
    "Result",
    "Round",
    "Rounds",
    "Rules",
    "RulesError",
    "UnreadableRecord",
    "View",
    "parse",
    "parse_play",
    "parse_position",
    "plain",
    "position_line",
]
