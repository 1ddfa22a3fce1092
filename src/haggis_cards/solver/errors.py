"""What can go wrong with the solver."""

from haggis_cards.errors import HaggisError


class SolverError(HaggisError):
    """Bad input, in one sentence."""
