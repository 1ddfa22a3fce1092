"""What each feature keeps of people: they can have it, and it goes with them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

NOBODY: Final = "Somebody"  # the name in old matches
_NOT_TOLD: Final = frozenset({"partner", "owner", "lease", "failures"})  # ids of others, and the server's bookkeeping


class Personal(NamedTuple):
    """The part of one feature. Every column that names a person belongs to one (tests/server/test_personal.py)."""

    columns: tuple[sa.Column[Any], ...]  # with the ids of people
    export: Callable[[sa.Connection, str], Mapping[str, Any]]  # what a person gets, by the name of the table
    forget: Callable[[sa.Connection, str], None]  # nobody finds the person in it any more
    named: tuple[sa.Column[Any], ...] = ()  # of these columns, those beside which `name` is what the person was called


def own_rows(*tables: sa.Table) -> Personal:
    """Of a feature whose rows are one person's alone."""
    return Personal(
        tuple(table.c.guest for table in tables), partial(export_rows, tables), partial(delete_rows, tables)
    )


def export_rows(tables: tuple[sa.Table, ...], conn: sa.Connection, guest: str) -> dict[str, Any]:
    """A person's rows."""
    return {table.name: rows(conn, table, table.c.guest == guest) for table in tables}


def delete_rows(tables: tuple[sa.Table, ...], conn: sa.Connection, guest: str) -> None:
    """Deletes them."""
    for table in tables:
        conn.execute(sa.delete(table).where(table.c.guest == guest))


def rows(conn: sa.Connection, table: sa.Table, condition: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    """Rows as a person may see them."""
    found = conn.execute(sa.select(table).where(condition)).mappings()
    return [{name: value for name, value in row.items() if name not in _NOT_TOLD} for row in found]
