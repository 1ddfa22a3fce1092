"""The error for options that cannot be used together or with this input."""

from haggis_cards.errors import HaggisError


class UsageError(HaggisError):
    """The command was called in a way that cannot work; the message says what would."""
