"""The store: tables, their logs, records of finished matches and guests' seats, in SQLite or PostgreSQL.

Statements are written once, as functions of a connection; `databases` runs them. Entries of many tables are committed
together (group commit): one commit holds every entry that arrived while the last one was under way.
`(table, seq)` is unique and decides races.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError

from haggis_cards.errors import HaggisError
from haggis_cards.server.process.outage import Outage
from haggis_cards.server.store.access import is_open
from haggis_cards.server.store.databases import Database, Postgres, Sqlite, brief, is_damage
from haggis_cards.server.store.schema import log, meta, records, sittings, tables
from haggis_cards.server.store.statements import insert_all, upsert, upsert_all
from haggis_cards.table import counters as metrics
from haggis_cards.table.log import Entry, LogLine, Write, now
from haggis_cards.wire.facts import DAY, DAY_MS
from haggis_cards.wire.refusals import DamagedTable, StorageError
from haggis_cards.wire.tables import RecordInfo, TableInfo

T = TypeVar("T")
FILE: Final = "haggis.sqlite"
LOBBY: Final = 100
MINE: Final = 50
_BATCH: Final = 500  # entries in one transaction
_PATIENCE: Final = 7  # times the time for a decision: so long a table of days is kept while nobody comes

_logger = logging.getLogger("haggis.store")
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode
_decode_info = msgspec.json.Decoder(TableInfo).decode
_decode_record = msgspec.json.Decoder(RecordInfo).decode


Work: TypeAlias = Callable[[sa.Connection, int], None]
"""Stores something; the last argument is the time of the entry."""
Projection: TypeAlias = Callable[[Write], Work | None]
"""What a feature stores with an entry, in its transaction.

It is worked out before, so that an error there is one of this table alone.
"""


class _Pending(NamedTuple):
    write: Write
    row: dict[str, Any]
    works: list[Work]
    done: "asyncio.Future[bool]"


class Store:
    """The stored data, and the queue of entries that wait for the next commit."""

    def __init__(self, database: Database, projections: Sequence[Projection] = ()) -> None:
        self._database, self.projections = database, projections
        self._pending: list[_Pending] = []
        self._wake = asyncio.Event()
        self._read_outage = Outage(_logger, "the store cannot be read")
        self._write_outage = Outage(_logger, "the store cannot be written")
        self._writer = asyncio.create_task(self._write_forever(), name="store")

    @classmethod
    async def open(cls, folder: Path, url: str, projections: Sequence[Projection] = ()) -> "Store":
        """The store of a data folder, or of a PostgreSQL server; its schema is brought up to date."""
        if url:
            return cls(await Postgres.open(url), projections)
        return cls(await asyncio.to_thread(Sqlite, folder / FILE), projections)

    async def close(self) -> None:
        """Closes the store after all pending entries are written."""
        while self._pending:
            await asyncio.sleep(0.01)
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer
        await self._database.close()

    # Writing

    async def append(self, write: Write) -> bool:
        """Whether the entry is in, committed for good; False if another one has its place."""
        row, works = _row(write), _works(self.projections, write)
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pending.append(_Pending(write, row, works, done))
        self._wake.set()
        return await done

    async def write(self, work: Callable[..., T], *args: Any) -> T:
        """Runs statements in a transaction of their own, as reviews do."""
        try:
            return await self._database.write(work, *args)
        except HaggisError:
            raise
        except Exception as error:
            _logger.error("cannot write: %s", brief(error))
            metrics.storage_errors.add()
            raise StorageError("storage") from None

    async def purge(self) -> None:
        """Nothing of what was deleted stays in the file of SQLite or in its journal."""
        try:
            await self._database.purge()
        except Exception as error:  # it is deleted already
            _logger.warning("cannot empty the journal: %s", brief(error))

    async def _write_forever(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._pending = self._pending[:_BATCH], self._pending[_BATCH:]
            if not self._pending:
                self._wake.clear()
            start = time.perf_counter()
            try:
                accepted = await self._database.write(_append, batch)
            except Exception as error:  # whatever the driver raises, the next batch must be tried
                # Clients do not see what is wrong with the disk; the operator does.
                self._write_outage.failed(brief(error))
                metrics.storage_errors.add()
                for item in batch:
                    if not item.done.done():
                        item.done.set_exception(StorageError("storage"))
                continue
            self._write_outage.worked()
            metrics.entries.add(len(batch))
            metrics.commit_seconds.observe(time.perf_counter() - start)
            for item, won in zip(batch, accepted, strict=True):
                if not item.done.done():
                    item.done.set_result(won)

    # Reading

    async def read(self, work: Callable[..., T], *args: Any) -> T:
        """Runs statements that read; they are a function of a connection."""
        try:
            found = await self._database.read(work, *args)
        except DamagedTable:
            raise
        except Exception as error:
            self._read_outage.failed(brief(error))
            raise StorageError("storage") from None
        self._read_outage.worked()
        return found

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        """The log of a table behind an entry."""
        return await self.read(read_entries, table, after)

    async def lobby(self) -> list[TableInfo]:
        """Listed tables that wait or play, the latest first."""
        return await self.read(_lobby)

    async def waiting(self, ids: list[str]) -> set[str]:
        """Those of these tables that wait for players."""
        return await self.read(_waiting, ids)

    async def of_guest(self, guest: str) -> list[tuple[TableInfo, int, int]]:
        """A guest's tables, seats, and when they last changed."""
        return await self.read(_of_guest, guest)

    async def unfinished(self, statuses: Iterable[str], before: int, patient: bool = False) -> list[tuple[str, int]]:
        """Tables in one of these statuses without an entry since then, with their last seq.

        `patient`: without those that are to be kept longer.
        """
        return await self.read(_unfinished, list(statuses), before, patient)

    async def last_seqs(self, ids: list[str]) -> dict[str, int]:
        """How far the logs of these tables go."""
        return await self.read(_last_seqs, ids)

    async def record_infos(self, table: str, guest: str | None) -> list[RecordInfo]:
        """The ended matches of a table that somebody may see."""
        return await self.read(_record_infos, table, guest)

    async def record(self, table: str, number: int, guest: str | None) -> str | None:
        """A record as a line of JSON, if somebody may see it."""
        return await self.read(_record, table, number, guest)

    async def count_open(self) -> int:
        """How many tables are not closed."""
        return await self.read(_count_open)

    async def check(self) -> None:
        """Raises if the store cannot be written."""
        try:
            await self._database.write(_touch)
        except Exception:
            raise StorageError("storage") from None


# The statements


def _row(write: Write) -> dict[str, Any]:
    entry = write.entry
    return {
        "table": write.table,
        "seq": entry.seq,
        "kind": entry.kind,
        "seat": entry.seat,
        "data": _encode(entry.data).decode(),
        "at": now(),
    }


def _works(projections: Iterable[Projection], write: Write) -> list[Work]:
    return [work for projection in projections if (work := projection(write))]


def add_entry(conn: sa.Connection, write: Write, projections: Iterable[Projection]) -> bool:
    """Adds one entry with what is stored beside it; False if another one has its place."""
    row, works = _row(write), _works(projections, write)
    if not _append_one(conn, row):
        return False
    if write.info:
        upsert(conn, tables, _table_row(write.info, row["at"]))
    _store_rest(conn, write, works, row["at"])
    return True


def _append(conn: sa.Connection, batch: list[_Pending]) -> list[bool]:
    """Adds all entries in one transaction, and says which found their place free."""
    try:
        insert_all(conn, log, [item.row for item in batch])
        accepted = [True] * len(batch)
    except IntegrityError:
        # Another process was quicker at one of these tables, which is rare: add them one by one.
        conn.rollback()
        accepted = [_append_one(conn, item.row) for item in batch]
    stored = [item for item, won in zip(batch, accepted, strict=True) if won]
    infos = [(item.write.info, item.row["at"]) for item in stored if item.write.info]
    upsert_all(conn, tables, [_table_row(info, at) for info, at in infos])
    for item in stored:
        _store_rest(conn, item.write, item.works, item.row["at"])
    return accepted


def _append_one(conn: sa.Connection, row: dict[str, Any]) -> bool:
    try:
        with conn.begin_nested():
            conn.execute(sa.insert(log), row)
    except IntegrityError:
        return False
    return True


def _table_row(info: TableInfo, at: int) -> dict[str, Any]:
    values = {"id": info.id, "status": info.status, "listed": info.listed, "changed": at}
    patience = info.clock * _PATIENCE if info.clock and info.clock >= DAY else None
    return {**values, "info": _encode(info).decode(), "patience": patience}


def _store_rest(conn: sa.Connection, write: Write, works: Iterable[Work], at: int) -> None:
    """What is stored with an entry beside its table's row."""
    if write.ended is not None:
        ended = write.ended
        values = {"table": write.table, "number": ended.info.number, "info": _encode(ended.info).decode()}
        guests = None if ended.practice else _encode(ended.guests).decode()
        values |= {"record": ended.record, "id": ended.info.id, "guests": guests, "opens": ended.opens}
        upsert(conn, records, {**values, "challenge": ended.challenge})
    for work in works:
        work(conn, at)
    for guest, seat in write.sittings:
        upsert(conn, sittings, {"guest": guest, "table": write.table, "seat": seat})
    for guest in write.left:
        conn.execute(sa.delete(sittings).where(sittings.c.guest == guest, sittings.c.table == write.table))


def read_log(conn: sa.Connection, table: str) -> list[tuple[Any, ...]]:
    """The log of a table with its times."""
    query = sa.select(*(log.c[name] for name in LogLine._fields)).where(log.c.table == table)
    return [tuple(row) for row in conn.execute(query.order_by(log.c.seq))]


def read_entries(conn: sa.Connection, table: str, after: int) -> list[Entry]:
    """The log of a table behind an entry; DamagedTable if it cannot be read."""
    query = sa.select(log.c.seq, log.c.kind, log.c.seat, log.c.data).where(log.c.table == table, log.c.seq > after)
    found: list[Entry] = []
    try:
        for seq, kind, seat, data in conn.execute(query.order_by(log.c.seq)):
            found.append(Entry(seq, kind, seat, _decode(data)))
    except msgspec.DecodeError as error:
        raise DamagedTable(after + len(found) + 1, str(error)) from None
    except DBAPIError as error:
        if is_damage(error):
            raise DamagedTable(after + len(found) + 1, brief(error)) from None
        raise
    return found


def _readable(infos: Iterable[str], decode: Callable[[str], T]) -> list[T | None]:
    """Rows of JSON; None for one that is damaged, so that it does not hide the others."""
    found: list[T | None] = []
    for info in infos:
        try:
            found.append(decode(info))
        except msgspec.DecodeError:
            found.append(None)
    return found


def _lobby(conn: sa.Connection) -> list[TableInfo]:
    shown = tables.c.listed & tables.c.status.in_(["waiting", "playing"])
    query = sa.select(tables.c.info).where(shown).order_by(tables.c.changed.desc()).limit(LOBBY)
    return [info for info in _readable(conn.execute(query).scalars(), _decode_info) if info]


def _waiting(conn: sa.Connection, ids: list[str]) -> set[str]:
    return set(conn.execute(sa.select(tables.c.id).where(tables.c.id.in_(ids), tables.c.status == "waiting")).scalars())


def _of_guest(conn: sa.Connection, guest: str) -> list[tuple[TableInfo, int, int]]:
    query = (
        sa.select(tables.c.info, sittings.c.seat, tables.c.changed)
        .join(sittings, sittings.c.table == tables.c.id)
        .where(sittings.c.guest == guest)
        # A match of days is listed however many others there have been since somebody moved.
        .order_by((tables.c.status == "playing").desc(), tables.c.changed.desc())
        .limit(MINE)
    )
    rows = sorted(conn.execute(query), key=lambda row: -row.changed)
    infos = _readable((row.info for row in rows), _decode_info)
    return [(info, row.seat, row.changed) for info, row in zip(infos, rows, strict=True) if info]


def _unfinished(conn: sa.Connection, statuses: list[str], before: int, patient: bool) -> list[tuple[str, int]]:
    # Of each such table the newest entry; the others of its log are not looked at. One from the future was written
    # while the clock of the day was wrong, so nothing is known of its age.
    last = sa.select(sa.func.max(log.c.seq)).where(log.c.table == tables.c.id).correlate(tables).scalar_subquery()
    newest = log.alias("newest")
    both = tables.join(newest, (newest.c.table == tables.c.id) & (newest.c.seq == last))
    old = (newest.c.at < before) | (newest.c.at > now() + DAY_MS)
    if patient:
        old &= tables.c.patience.is_(None) | (newest.c.at + sa.cast(tables.c.patience, sa.BigInteger) * 1000 < before)
    query = sa.select(tables.c.id, newest.c.seq).select_from(both).where(tables.c.status.in_(statuses), old)
    return [(row.id, row.seq) for row in conn.execute(query)]


def _last_seqs(conn: sa.Connection, ids: list[str]) -> dict[str, int]:
    query = sa.select(log.c.table, sa.func.max(log.c.seq)).where(log.c.table.in_(ids)).group_by(log.c.table)
    return {row[0]: row[1] for row in conn.execute(query)}


def _record_infos(conn: sa.Connection, table: str, guest: str | None) -> list[RecordInfo]:
    query = sa.select(records.c.info).where(records.c.table == table, is_open(guest)).order_by(records.c.number)
    return [info for info in _readable(conn.execute(query).scalars(), _decode_record) if info]


def _record(conn: sa.Connection, table: str, number: int, guest: str | None) -> str | None:
    query = sa.select(records.c.record).where(records.c.table == table, records.c.number == number, is_open(guest))
    found: str | None = conn.execute(query).scalar()
    return found


def _count_open(conn: sa.Connection) -> int:
    query = sa.select(sa.func.count()).select_from(tables).where(tables.c.status != "closed")
    return conn.execute(query).scalar() or 0


def _touch(conn: sa.Connection) -> None:
    upsert(conn, meta, {"key": "checked", "value": str(now())})
