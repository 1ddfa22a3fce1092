"""What goes wrong in the lab."""

from haggis_cards.errors import HaggisError


class LabError(HaggisError):
    """An experiment that cannot be made: too many bots, a results file of another experiment."""
