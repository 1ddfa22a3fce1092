"""Statements that SQLite and PostgreSQL write differently."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite


def upsert(conn: sa.Connection, table: sa.Table, values: dict[str, Any]) -> None:
    """Puts a row in, in place of one with the same key."""
    conn.execute(_upsert(conn.dialect.name, table, tuple(values)), values)


def insert_all(conn: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Puts rows in; all have the same columns."""
    if conn.dialect.name == "sqlite":
        _run_at_once(conn, table, rows)
    else:
        conn.execute(sa.insert(table), rows)


def upsert_all(conn: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Puts rows in, each in place of one with the same key; all have the same columns."""
    if not rows:
        return
    if conn.dialect.name == "sqlite":
        _run_at_once(conn, table, rows, replace=True)
    else:
        conn.execute(_upsert(conn.dialect.name, table, tuple(rows[0])), rows)


def _run_at_once(conn: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]], replace: bool = False) -> None:
    """Hands all rows to SQLite as one JSON text, for one statement.

    With every statement, and with every row of an `executemany`, its driver gives the interpreter's lock away and takes
    it again; while the event loop is busy that is what takes time.
    """
    values = msgspec.json.encode([list(row.values()) for row in rows]).decode()
    conn.exec_driver_sql(_at_once(table, tuple(rows[0]), replace), (values,))


@cache
def _at_once(table: sa.Table, names: tuple[str, ...], replace: bool) -> str:
    columns = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(f"json_extract(value, '$[{place}]')" for place in range(len(names)))
    statement = f"INSERT INTO {table.name} ({columns}) SELECT {values} FROM json_each(?)"  # noqa: S608 - all our own
    if not replace:
        return statement
    keys = [column.name for column in table.primary_key]
    changed = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in keys)
    return f"{statement} WHERE true ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {changed}"


@cache
def _upsert(dialect: str, table: sa.Table, names: tuple[str, ...]) -> sa.Executable:
    """The statement for these columns; making it takes longer than running it."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    keys = [column.name for column in table.primary_key]
    statement = insert(table).values({name: sa.bindparam(name) for name in names})
    changed = {name: statement.excluded[name] for name in names if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


def insert_new(conn: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """Puts rows in whose keys are not there yet."""
    if rows:
        insert = postgresql.insert if conn.dialect.name == "postgresql" else sqlite.insert
        conn.execute(insert(table).on_conflict_do_nothing(), rows)
