"""Orders to the running servers, as they are left in the store (server/people/order_watch.py reads them)."""

from typing import Final, Literal

import sqlalchemy as sa

from haggis_cards.server.store.schema import orders
from haggis_cards.table.log import now
from haggis_cards.wire.facts import DAY_MS

_KEPT: Final = DAY_MS  # a process that has not looked for a day has ended


Kind = Literal["reload", "bans", "key", "person"]


def give(conn: sa.Connection, kind: Kind, subject: str | None = None) -> None:
    """Leaves an order, and throws old ones away."""
    conn.execute(sa.delete(orders).where(orders.c.at < now() - _KEPT))
    conn.execute(sa.insert(orders).values(kind=kind, subject=subject, at=now()))
