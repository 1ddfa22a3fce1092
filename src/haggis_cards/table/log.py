"""A table's log is a list of entries; what is stored with an entry."""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from haggis_cards.match import Match
from haggis_cards.table.chairs import Chair
from haggis_cards.wire.push import NoticeKind
from haggis_cards.wire.tables import RecordInfo, TableInfo


class Entry(NamedTuple):
    """A line of a table's log."""

    seq: int
    kind: str
    seat: int | None
    data: Mapping[str, Any]


class Ended(NamedTuple):
    """A match that is over, or was abandoned: its record, its line in the list of records, and who played it."""

    info: RecordInfo
    record: str
    match: Match
    chairs: tuple[Chair, ...]
    rated: bool = False
    opens: int | None = None  # when others may see it, if it is a deal of the day
    challenge: str | None = None  # whose cards were played
    practice: bool = False  # it goes on from a place of a record, or counts nowhere

    @property
    def guests(self) -> list[str | None]:
        """Who played, by seat."""
        return [chair.guest for chair in self.chairs]


class Notice(NamedTuple):
    """A person who is told of something, unless they look at the table."""

    guest: str
    kind: NoticeKind


class Write(NamedTuple):
    """An entry, and what else is stored with it."""

    table: str
    entry: Entry
    info: TableInfo | None = None  # if it has changed
    ended: Ended | None = None
    sittings: tuple[tuple[str, int], ...] = ()  # guests, and the seats that they have now
    left: tuple[str, ...] = ()  # guests who no longer belong to this table
    notices: tuple[Notice, ...] = ()


class LogLine(NamedTuple):
    """An entry as it is stored, and when."""

    seq: int
    kind: str
    seat: int | None
    data: str
    at: int  # milliseconds since 1970


def now() -> int:
    """The time of the day in milliseconds, for people to read; nothing is decided by it."""
    return time.time_ns() // 1_000_000
