"""A table's log is a list of entries; what is stored with an entry."""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from haggis_cards.table.results import Result
from haggis_cards.wire.push import NoticeKind
from haggis_cards.wire.tables import RecordInfo, TableInfo


class Entry(NamedTuple):
    """A line of a table's log."""

    seq: int
    kind: str
    seat: int | None
    data: Mapping[str, Any]


class Ended(NamedTuple):
    """A match that is over, or was abandoned: its record, and its line in the list of records."""

    info: RecordInfo
    record: str
    guests: str | None = None  # by seat, as JSON
    rows: tuple[Mapping[str, Any], ...] = ()  # of the people who played, in the table `matches`
    opens: int | None = None  # when others may see it
    points: float | None = None  # the result of a try at a deal of the day
    rated: Result | None = None
    challenge: str | None = None  # whose cards were played,
    results: str | None = None  # and the points by round and side, as JSON


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
