"""Backups: one SQLite file with everything that the store holds, and the keys, whichever database the server uses.

So a backup of PostgreSQL can be restored into SQLite and the other way round. It is checked after it is written and
before it is restored. `salvage` writes the same file out of what a damaged SQLite file still holds.
"""

import contextlib
import fcntl
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.people.tokens import load_keys, put_keys
from haggis_cards.server.process.config import ServerSettings, data_folder, key_path
from haggis_cards.server.store.databases import sqlite_engine
from haggis_cards.server.store.health import ADVICE, find_damage
from haggis_cards.server.store.log import read_entries
from haggis_cards.server.store.migrations import check_known, upgrade
from haggis_cards.server.store.schema import log, metadata, orders, records
from haggis_cards.table.quarantine import apply
from haggis_cards.table.state import TableState
from haggis_cards.wire.refusals import ConfigError, DamagedTable

_PIECE: Final = 500  # rows that are copied at a time
COPIED: Final = [table for table in metadata.sorted_tables if table is not orders]  # an order is for servers that run
_KEYS: Final = "CREATE TABLE backup_keys (number INTEGER PRIMARY KEY, key BLOB NOT NULL)"  # the newest first


class Contents(NamedTuple):
    """What a backup holds."""

    tables: int
    entries: int
    records: int
    damaged: list[tuple[str, int, str]]  # tables whose logs cannot be read: id, entry, why

    def __str__(self) -> str:
        found = f"{_count(self.tables, 'table')} with {_count(self.entries, 'entry')}, {_count(self.records, 'record')}"
        damaged = len(self.damaged)
        logs = "the log of 1 table is" if damaged == 1 else f"the logs of {damaged} tables are"
        return found + (f"; {logs} damaged" if damaged else "")


def _count(number: int, what: str) -> str:
    plural = f"{what.removesuffix('y')}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else plural}"


def back_up(settings: ServerSettings, target: Path) -> Contents:
    """Writes a backup while servers run."""
    store = OwnerStore(settings)

    def fill(path: Path) -> None:
        if store.url:
            with new_file(path) as fresh:
                store.run(lambda conn: _copy(conn, fresh), isolation="REPEATABLE READ")
        else:
            with (
                contextlib.closing(sqlite3.connect(store.path)) as source,
                contextlib.closing(sqlite3.connect(path)) as copy,
            ):
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it

    if not store.url and not store.path.exists():
        raise ConfigError(f"there is no store at {store.path}; give the server's --data or --database-url")
    return write_backup(settings, target, fill)


def write_backup(settings: ServerSettings, target: Path, fill: Callable[[Path], None]) -> Contents:
    """Writes a backup that `fill` fills, adds the keys, and checks it; an incomplete one is never left behind."""
    if target.exists():
        raise ConfigError(f"{target} exists; a backup does not overwrite anything")
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)  # the key is in it
        fill(part)
        if found := find_damage(part):
            raise ConfigError(f"no backup was made: the store is damaged ({found[0]}); {ADVICE}")
        with contextlib.closing(sqlite3.connect(part)) as db:
            db.execute(_KEYS)
            db.executemany("INSERT INTO backup_keys VALUES (?, ?)", enumerate(load_keys(key_path(settings))))
            db.commit()
        contents = check(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(target)
    except sqlite3.DatabaseError as error:
        raise ConfigError(f"no backup was made: {error}; {ADVICE}") from None
    except OSError as error:
        raise ConfigError(f"no backup was made: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
    return contents


# Checking


def check(path: Path, deep: bool = False) -> Contents:
    """What a backup holds, after a look at the file and at every log; `deep`: all logs are played again."""
    if not path.is_file():
        raise ConfigError(f"{path} is not there")
    if found := find_damage(path):
        raise ConfigError(f"{path} is damaged: {found[0]}")
    with _open(path) as conn:
        if not sa.inspect(conn).has_table("backup_keys"):
            raise ConfigError(f"{path} is not a backup of `haggis backup`")
        check_known(conn)
        counts = [conn.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0 for table in (log, records)]
        ids = list(conn.execute(sa.select(log.c.table).distinct()).scalars())
        damaged = [damage for name in ids if (damage := _damage(conn, name, deep))]
    return Contents(len(ids), counts[0], counts[1], damaged)


def _damage(conn: sa.Connection, id: str, deep: bool) -> tuple[str, int, str] | None:
    """What is wrong with a table's log."""
    try:
        entries = read_entries(conn, id, 0)
        gap = next((number for number, entry in enumerate(entries, 1) if entry.seq != number), None)
        if gap is not None:
            return id, gap, "it is missing"
        if deep:
            apply(TableState(id), entries)
    except DamagedTable as damage:
        return id, damage.seq, damage.why
    return None


# Restoring


def restore(settings: ServerSettings, source: Path, replace: bool = False) -> Contents:
    """Puts a backup in the place of the store; what was there is kept beside it (SQLite) or must be given up."""
    contents = check(source)
    store = OwnerStore(settings)
    with tempfile.TemporaryDirectory(dir=None if store.url else data_folder(settings)) as folder:
        copy = Path(folder) / "copy.sqlite"
        copy.touch(mode=0o600)
        shutil.copyfile(source, copy)
        with contextlib.closing(sqlite3.connect(copy)) as db:
            keys = [key for (key,) in db.execute("SELECT key FROM backup_keys ORDER BY number")]
            db.execute("DROP TABLE backup_keys")
            db.commit()
        engine = sqlite_engine(copy)
        try:
            upgrade(engine)  # a backup of an older version is brought up to date
        finally:
            engine.dispose()
        # The keys come first: with them and the store of before, everybody's cookie is as good as it was.
        put_keys = partial(_restore_keys, key_path(settings), keys)
        if store.url:
            with _open(copy) as conn:
                store.run(lambda there: _fill(conn, there, replace, put_keys), fresh=False)
        else:
            _put_in_place(copy, store.path, replace, put_keys)
    return contents


def _restore_keys(path: Path, keys: list[bytes]) -> None:
    """The keys of a backup; one that is there and has signed cookies since stays good, as the old one."""
    present = load_keys(path)[0] if path.exists() else None
    older = [key for key in (present, *keys[1:]) if key and key != keys[0]]
    put_keys(path, keys[0], older[0] if older else None)


def _put_in_place(copy: Path, path: Path, replace: bool, put_keys: Callable[[], None]) -> None:
    with path.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ConfigError(f"a server uses {path.parent}; stop it first") from None
        if path.exists():
            if not replace:
                raise ConfigError(f"{path} exists; with --replace it is set aside, and the backup takes its place")
            aside = path.with_name(f"{path.name}.before-restore")
            for number in count(2):
                if not aside.exists():
                    break
                aside = path.with_name(f"{path.name}.before-restore-{number}")
            for suffix in ("", "-wal", "-shm"):
                old = path.with_name(path.name + suffix)
                if old.exists():
                    old.rename(aside.with_name(aside.name + suffix))
        put_keys()
        copy.rename(path)


def _fill(source: sa.Connection, target: sa.Connection, replace: bool, put_keys: Callable[[], None]) -> None:
    """Copies a backup into PostgreSQL, in one transaction."""
    upgrade(target)
    if target.execute(sa.select(log.c.table).limit(1)).first():
        if not replace:
            raise ConfigError(
                "the database holds tables; with --replace they are deleted, and the backup takes their place"
            )
        for table in reversed(COPIED):
            target.execute(sa.delete(table))
    _copy(source, target)
    put_keys()


# Rows


def _copy(source: sa.Connection, target: sa.Connection) -> None:
    """All rows; the two have the same schema."""
    for table in COPIED:
        for rows in source.execute(sa.select(table)).mappings().partitions(_PIECE):
            target.execute(sa.insert(table), [dict(row) for row in rows])


@contextlib.contextmanager
def _open(path: Path) -> Iterator[sa.Connection]:
    engine = sa.create_engine(f"sqlite:///{path}")
    try:
        with engine.begin() as conn:
            yield conn
    finally:
        engine.dispose()


@contextlib.contextmanager
def new_file(path: Path) -> Iterator[sa.Connection]:
    """A file with an empty schema; what is written into it is there when the block ends."""
    with _open(path) as conn:
        upgrade(conn)
        yield conn
