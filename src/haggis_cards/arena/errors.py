"""What goes wrong in the arena."""

from haggis_cards.errors import HaggisError


class ArenaError(HaggisError):
    """A contest that cannot be played: too few bots, a results file of another contest, a package that is missing."""
