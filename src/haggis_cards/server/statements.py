"""Statements that SQLite and PostgreSQL write differently."""

from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite


def upsert(conn: sa.Connection, table: sa.Table, values: dict[str, Any]) -> None:
    """Puts a row in, in place of one with the same key."""
    conn.execute(_upsert(conn.dialect.name, table, tuple(values)), values)


@cache
def _upsert(dialect: str, table: sa.Table, names: tuple[str, ...]) -> sa.Executable:
    """The statement for these columns; making it takes longer than running it."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    keys = [column.name for column in table.primary_key]
    statement = insert(table).values({name: sa.bindparam(name) for name in names})
    changed = {name: statement.excluded[name] for name in names if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)
