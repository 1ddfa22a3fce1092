"""Matches that a version before has stored: the server counts them while it runs, so that people find them too.

They are played again in a process of the lowest priority, some at a time. What is counted is marked in the store with
it, so that a kill loses nothing and counts nothing twice; several processes may do the same work.
"""

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from haggis_cards.errors import HaggisError
from haggis_cards.match import Record
from haggis_cards.server.history import store as match_store
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.store.log import Store, read_log
from haggis_cards.server.store.schema import records, reviews
from haggis_cards.table import results
from haggis_cards.table.log import Entry, LogLine
from haggis_cards.table.quarantine import apply
from haggis_cards.table.state import TableState
from haggis_cards.wire.refusals import DamagedTable, StorageError, WorkerFailed

_logger = logging.getLogger("haggis.matches")

_PIECE: Final = 10  # records that are counted at a time
_PATIENCE: Final = 600.0  # seconds for them, on a machine that has much else to do
_RETRY: Final = 5.0  # seconds, when the store fails

Rows = list[dict[str, Any]]


class Old(NamedTuple):
    """A record whose people are not counted yet."""

    table: str
    number: int
    id: str | None
    record: str
    guests: str | None
    ended: int
    log: list[tuple[Any, ...]]  # of its table, where nothing else says who played


async def count_old_matches(store: Store) -> None:
    """Counts what is not counted."""
    workers = Workers(1, 1, _PATIENCE, nice=19)
    done = 0
    try:
        while True:
            try:
                found = await store.read(_uncounted, _PIECE)
                if not found:
                    break
                rows: list[Rows] = await workers.do(rows_of_all, [tuple(old) for old in found])
                await store.write(_store, found, rows)
                done += len(found)
            except (StorageError, WorkerFailed):
                await asyncio.sleep(_RETRY)
    finally:
        workers.close()
    if done:
        _logger.info("%d matches of an earlier version were counted for their players", done)


def _uncounted(conn: sa.Connection, most: int) -> list[Old]:
    names = ("table", "number", "id", "record", "guests", "info")
    query = sa.select(*(records.c[name] for name in names)).where(records.c.counted.is_(None)).limit(most)
    found = []
    for row in conn.execute(query).all():
        log = [] if row.guests else read_log(conn, row.table)
        ended = json.loads(row.info).get("ended", 0)
        found.append(Old(row.table, row.number, row.id, row.record, row.guests, ended, log))
    return found


def _store(conn: sa.Connection, found: Sequence[Old], rows: Sequence[Rows]) -> None:
    for old, of_people in zip(found, rows, strict=True):
        match_store.put(conn, old.table, old.number, of_people)
        if of_people and old.id:
            made = sa.select(reviews.c.effort).where(reviews.c.record == old.id, reviews.c.status == "done")
            for effort in conn.execute(made).scalars().all():
                match_store.add_review(conn, old.id, effort)


def rows_of_all(found: Sequence[tuple[Any, ...]]) -> list[Rows]:
    """The rows of people in these records; runs in a worker process. A record that cannot be read has none."""
    return [_rows(Old(*old)) for old in found]


def _rows(old: Old) -> Rows:
    try:
        guests = json.loads(old.guests) if old.guests else _guests_in(old)
        if not any(guests):
            return []
        data: Mapping[str, Any] = json.loads(old.record)
        levels = data.get("bots") or [None] * len(guests)
        return results.match_rows(Record(data).replay(), guests, levels, old.ended)
    except (HaggisError, ValueError, KeyError, IndexError):
        return []


def _guests_in(old: Old) -> list[str | None]:
    """Who sat at the table when the match ended, by its log; nobody where matches go on from another record."""
    table = TableState(old.table)
    try:
        for line in map(LogLine._make, old.log):
            apply(table, [Entry(line.seq, line.kind, line.seat, msgspec.json.decode(line.data))])
            if table.records == old.number:
                return [] if table.origin else [chair.guest for chair in table.chairs]
    except DamagedTable:
        pass
    return []
