"""What goes wrong with bots."""

from haggis.errors import HaggisError


class BotError(HaggisError):
    """An unknown bot, a bad argument, or a bot that does not answer as it should."""
