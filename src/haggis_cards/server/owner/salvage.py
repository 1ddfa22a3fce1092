"""Saves what a damaged SQLite file still holds, as a backup that `haggis restore` takes."""

import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa

from haggis_cards.server.owner import sqlite_pages
from haggis_cards.server.owner.backup import COPIED, Contents, new_file, write_backup
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store.log import read_entries
from haggis_cards.server.store.schema import log, tables
from haggis_cards.server.store.statements import upsert
from haggis_cards.table.quarantine import apply
from haggis_cards.table.state import TableState
from haggis_cards.wire.refusals import ConfigError, DamagedTable
from haggis_cards.wire.tables import encode

_Rows = dict[tuple[Any, ...], dict[str, Any]]  # by their keys


def salvage(settings: ServerSettings, target: Path) -> Contents:
    """Writes what can be read of a damaged SQLite file as a backup."""
    store = OwnerStore(settings)
    if store.url:
        raise ConfigError("only the file of SQLite can be salvaged; for PostgreSQL, restore a backup")
    if not store.path.exists():
        raise ConfigError(f"there is no store at {store.path}; give the server's --data")

    def fill(path: Path) -> None:
        with new_file(path) as fresh:
            for table, rows in _readable(store.path).items():
                for row in rows.values():
                    upsert(fresh, table, row)
            _rebuild(fresh)

    return write_backup(settings, target, fill)


def _readable(path: Path) -> dict[sa.Table, _Rows]:
    """The rows of a damaged file that fit a table of the schema, by their keys."""
    found: dict[sa.Table, _Rows] = {table: {} for table in COPIED}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for suffix in ("", "-wal"):
            if path.with_name(path.name + suffix).exists():
                shutil.copyfile(path.with_name(path.name + suffix), copy.with_name(copy.name + suffix))
        with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(sqlite3.connect(copy)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the newest pages go where they belong
        for row in sqlite_pages.rows(copy):
            for table in COPIED:
                if (values := _fitting(table, row)) is not None:
                    key = tuple(values[column.name] for column in table.primary_key)
                    held = found[table].get(key)
                    if held is None or _age(values) >= _age(held):
                        found[table][key] = values
    return found


def _fitting(table: sa.Table, row: sqlite_pages.Row) -> dict[str, Any] | None:
    """The row as one of this table, if it can be one."""
    without_rowid = table.dialect_kwargs.get("sqlite_with_rowid") is False
    columns: Sequence[sa.Column[Any]] = table.columns.values()
    if row.rowid == without_rowid or len(row.values) > len(columns):
        return None
    if without_rowid:  # such rows begin with their key
        columns = [*table.primary_key, *(column for column in columns if not column.primary_key)]
    values = [*row.values, *[None] * (len(columns) - len(row.values))]  # columns that were added later
    for column, value in zip(columns, values, strict=True):
        if value is None:
            if not column.nullable:
                return None
        elif not isinstance(value, _TYPES[type(column.type)]) or (
            isinstance(value, str) and (length := getattr(column.type, "length", None)) and len(value) > length
        ):
            return None
    return {column.name: value for column, value in zip(columns, values, strict=True)}


_TYPES: Final[dict[type, type | tuple[type, ...]]] = {
    sa.String: str,
    sa.Text: str,
    sa.Integer: int,
    sa.BigInteger: int,
    sa.SmallInteger: int,
    sa.Boolean: int,
    sa.Float: (int, float),
}


def _age(row: dict[str, Any]) -> int:
    """When a row was written, for rows that are written again; a page that is no longer used may hold an older one."""
    return row.get("changed", 0) or row.get("at", 0) or row.get("done", 0) or 0


def _rebuild(conn: sa.Connection) -> None:
    """Writes the line of every table whose log can be read anew: its own may be lost, or old."""
    known = {row.id: row.changed for row in conn.execute(sa.select(tables.c.id, tables.c.changed))}
    newest = conn.execute(sa.select(log.c.table, sa.func.max(log.c.at)).group_by(log.c.table)).all()
    for name, at in newest:
        table = TableState(name)
        with contextlib.suppress(DamagedTable):
            apply(table, read_entries(conn, name, 0))
            row = {"id": name, "status": table.status, "listed": table.listed, "changed": max(at, known.get(name, 0))}
            upsert(conn, tables, {**row, "info": encode(table.info()).decode()})
