"""Players that are programs: the protocol, the registry, and one module a bot."""

from haggis.bots.errors import BotError
from haggis.bots.guard import Guarded, Incident
from haggis.bots.protocol import Bot, Decision
from haggis.bots.registry import LEVELS, make, names

__all__ = ["LEVELS", "Bot", "BotError", "Decision", "Guarded", "Incident", "make", "names"]
