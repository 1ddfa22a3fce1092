"""For whom something is worked out, and what comes first."""

from enum import IntEnum
from typing import Final, NamedTuple


class Order(IntEnum):
    """What comes first."""

    MOVE = 0  # of a bot, while people are at the table
    HINT = 1
    REVIEW = 2
    UNWATCHED = 3  # a bot's move at a table where nobody is

    @property
    def waits_for_others(self) -> bool:
        """Whether it comes only when no move and no hint waits."""
        return self >= Order.REVIEW


class Asker(NamedTuple):
    """For whom something is worked out."""

    address: str = ""
    person: str = ""
    order: Order = Order.MOVE
    table: str = ""  # of an UNWATCHED move: where somebody may come while it waits


ANYBODY: Final = Asker()
