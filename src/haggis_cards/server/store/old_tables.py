"""Tables that nobody needs any more, and their deletion."""

from typing import Final

import sqlalchemy as sa

from haggis_cards.server.store.schema import (
    findings,
    log,
    match_themes,
    matches,
    mistakes,
    records,
    reviews,
    sittings,
    tables,
    uploads,
)
from haggis_cards.table.log import now
from haggis_cards.wire.facts import DAY_MS

_PIECE: Final = 200  # tables that are deleted at a time


def old_tables(conn: sa.Connection, days: float) -> list[str]:
    """Closed tables that nothing has changed for so many days."""
    old = (tables.c.status == "closed") & (tables.c.changed < now() - int(days * DAY_MS))
    return list(conn.execute(sa.select(tables.c.id).where(old)).scalars())


def delete_tables(conn: sa.Connection, ids: list[str]) -> None:
    """Deletes tables with their logs, records, reviews and mistakes."""
    for start in range(0, len(ids), _PIECE):
        piece = ids[start : start + _PIECE]
        gone = sa.select(records.c.id).where(records.c.table.in_(piece), records.c.id.is_not(None))
        kept = sa.select(records.c.id).where(records.c.table.not_in(piece), records.c.id.is_not(None))
        names = [*conn.execute(gone.where(records.c.id.not_in(kept))).scalars()]
        for table in (reviews, findings, mistakes):
            conn.execute(sa.delete(table).where(table.c.record.in_(names)))
        conn.execute(sa.delete(uploads).where(uploads.c.id.in_(names)))
        for table in (log, records, sittings, matches, match_themes):
            conn.execute(sa.delete(table).where(table.c.table.in_(piece)))
        conn.execute(sa.delete(tables).where(tables.c.id.in_(piece)))
