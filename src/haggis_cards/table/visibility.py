"""Who may see which cards now: what others may still play themselves is closed to them.

The store asks the same of its records in SQL (`server/store/access.py`); tests/server/test_visibility.py compares both.
"""

from haggis_cards.table.guests import Guest
from haggis_cards.table.state import TableState
from haggis_cards.wire.refusals import Refused


def may_see(opens: float | None, closes: float | None, played: bool, at: int) -> bool:
    """Whether somebody may see a match that is over.

    `opens`: when the day of its deal is over; `closes`: when its challenge is, and whether they have played that.
    """
    return (opens is None or opens <= at) and (closes is None or played or closes <= at)


def check_visitor(table: TableState, guest: Guest | None, at: int) -> None:
    """Refuses people without a seat where a deal of the day is played, until the day is over; and in challenges."""
    cards = table.shared
    if cards is None or table.seat_of(guest.id if guest else None) is not None:
        return
    if cards.kind == "challenge" or not may_see(cards.closes, None, False, at):
        raise Refused("locked", fault=cards.kind)


def check_rounds(table: TableState, at: int) -> None:
    """Refuses to show the rounds of a match that is not over, with all hands, to its own people too."""
    cards = table.shared
    if cards is None:
        return
    if cards.kind == "challenge":
        raise Refused("not-over", fault="challenge")
    if not may_see(cards.closes, None, False, at):
        raise Refused("not-over", fault="day")


def check_hint(table: TableState) -> None:
    """Refuses advice where people are compared."""
    if table.rated:
        raise Refused("not-now", fault="rated-hint")
    if table.shared and not table.shared.practice:
        raise Refused("not-now", fault=f"{table.shared.kind}-hint")
