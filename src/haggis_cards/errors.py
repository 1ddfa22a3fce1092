"""What can go wrong, as one small tree.

HaggisError
├── NotationError    a text that is no card, play or action
├── RulesError       an unknown preset, or a house rule that does not fit it
├── IllegalAction    well written, but refused by the rules now; `code` is stable, the message is for players
└── RecordError      a record that does not follow from the rules
    └── UnreadableRecord    a record that cannot even be replayed
"""


class HaggisError(Exception):
    """Anything that this package refuses."""


class NotationError(HaggisError, ValueError):
    """A text that cannot be read as a card, a play or an action."""


class RulesError(HaggisError, ValueError):
    """An unknown preset, or a house rule that does not fit."""


class IllegalAction(HaggisError):
    """An action that the rules refuse; the state it was tried on is unchanged."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class RecordError(HaggisError):
    """A record that does not follow from the rules; says where, rounds and actions counted from 1."""

    def __init__(self, reason: str, round: int | None = None, action: int | None = None) -> None:
        places = [f"{name} {number}" for name, number in (("round", round), ("action", action)) if number is not None]
        super().__init__(f"{', '.join(places)}: {reason}" if places else reason)
        self.reason = reason
        self.round = round
        self.action = action


class UnreadableRecord(RecordError):
    """Not a record at all: no JSON, a key missing, a value of the wrong type."""
