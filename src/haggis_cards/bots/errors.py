"""What goes wrong with bots."""

from haggis_cards.errors import HaggisError


class BotError(HaggisError):
    """An unknown bot, a bad argument, or a bot that does not answer as it should."""
