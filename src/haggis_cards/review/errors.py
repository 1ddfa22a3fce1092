"""What a review refuses."""

from haggis_cards.errors import HaggisError


class ReviewError(HaggisError):
    """A match that cannot be reviewed."""
