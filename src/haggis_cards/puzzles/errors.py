"""What can go wrong with puzzles."""

from haggis_cards.errors import HaggisError


class PuzzleError(HaggisError):
    """Bad input, in one sentence."""
