"""Players that are programs: their protocol, the registry, and a module for each bot."""

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.guard import Guarded, Incident
from haggis_cards.bots.protocol import Bot, Decision
from haggis_cards.bots.registry import LEVELS, make_bot, names

__all__ = ["LEVELS", "Bot", "BotError", "Decision", "Guarded", "Incident", "make_bot", "names"]
