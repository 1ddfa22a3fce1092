"""Whom an entry of a table's log concerns who may be elsewhere: at tables of days people come when they are called.

Notices are stored with the entry that causes them, so there is one for each occasion, whatever happens to the process;
`push` sends them.
"""

from haggis_cards.table.log import Entry, Notice
from haggis_cards.table.state import TableState
from haggis_cards.wire.push import NoticeKind


def notices(before: TableState, table: TableState, entry: Entry) -> tuple[Notice, ...]:
    """The notices of an entry between two states of a table."""
    kind = _kind(before, table, entry) if table.by_days else None
    if kind is None:
        return ()
    seats = table.people if kind in ("full", "over") else table.awaited
    actor = None if entry.data.keys() & {"late", "bot"} else entry.seat  # who is there
    guests = [table.chairs[seat].guest for seat in seats if seat != actor]
    return tuple(Notice(guest, kind) for guest in guests if guest)


def _kind(before: TableState, table: TableState, entry: Entry) -> NoticeKind | None:
    match table.status:
        case "playing" if table.since != before.since:
            return "round" if table.paused else "turn"
        case "over" if before.status == "playing":
            return "over"
        case "over" | "waiting" if entry.kind == "rematch" and not any(chair.again for chair in before.chairs):
            return "rematch"
        case "waiting" if entry.kind == "sit" and table.awaited and not before.awaited:
            return "full"
    return None
