"""Orders of the owner to the running servers: `haggis admin` leaves them in the store, and every process looks there.

So the command needs no address and no password of a server, works while none runs, and reaches all processes of one
database. An order says that something in the store was changed; the change itself is already there.
"""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import sqlalchemy as sa

from haggis_cards.server import bans
from haggis_cards.server.entries import now
from haggis_cards.server.errors import StorageError
from haggis_cards.server.schema import orders

if TYPE_CHECKING:
    from haggis_cards.server.tables import Tables

_logger = logging.getLogger("haggis.orders")
_EVERY: Final = 1.0  # seconds
_KEPT: Final = 24 * 3600 * 1000  # milliseconds; a process that has not looked for a day has ended

Kind = Literal["reload", "bans", "key"]


class Order(NamedTuple):
    """Something that was changed: a table's log, the bans, or the key that signs tokens."""

    number: int
    kind: str
    subject: str | None


def give(conn: sa.Connection, kind: Kind, subject: str | None = None) -> None:
    """Leaves an order, and throws old ones away."""
    conn.execute(sa.delete(orders).where(orders.c.at < now() - _KEPT))
    conn.execute(sa.insert(orders).values(kind=kind, subject=subject, at=now()))


def newer(conn: sa.Connection, number: int) -> list[Order]:
    """The orders behind one."""
    query = sa.select(orders.c.number, orders.c.kind, orders.c.subject).where(orders.c.number > number)
    return [Order(*row) for row in conn.execute(query.order_by(orders.c.number))]


class OrderWatch:
    """Carries out in this process what the owner orders."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        self._last = 0

    async def open(self) -> None:
        """What was ordered before now is already in what this process reads."""
        found = await self._tables.store.read(newer, 0)
        self._last = found[-1].number if found else 0
        self._tables.bans.take(await self._tables.store.read(bans.read))

    async def run(self) -> None:
        """Looks for orders for ever."""
        while True:
            await asyncio.sleep(_EVERY)
            with contextlib.suppress(StorageError):  # the store has told of it; what is left is done when it works
                for order in await self._tables.store.read(newer, self._last):
                    try:
                        await self._do(order)
                    except StorageError:
                        raise
                    except Exception:  # whatever it is, the next order must be carried out
                        _logger.exception("an order of the owner failed")
                    self._last = order.number

    async def _do(self, order: Order) -> None:
        _logger.info("by order of the owner: %s", order.kind)
        match order.kind:
            case "reload" if order.subject:
                await self._tables.reload(order.subject)
            case "bans":
                self._tables.bans.take(await self._tables.store.read(bans.read))
                self._tables.cut_banned()
            case "key":
                self._tables.renew_key()
