"""Orders to the running servers: `haggis admin`, or one of them, leaves them in the store, and every process looks.

So the command needs no address and no password of a server, works while none runs, and reaches all processes of one
database. An order says that something in the store was changed; the change itself is already there.
"""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.people import bans
from haggis_cards.server.store.schema import orders
from haggis_cards.table.log import now
from haggis_cards.wire.refusals import StorageError

if TYPE_CHECKING:
    from haggis_cards.server.registry.tables import Tables

_logger = logging.getLogger("haggis.orders")
_EVERY: Final = 1.0  # seconds
_OVERLAP: Final = 600_000  # milliseconds that one looks back: clocks differ, and a transaction takes its time


class Order(NamedTuple):
    """Something that was changed: a table's log, the bans, the key that signs tokens, or which tokens are good."""

    number: int
    kind: str
    subject: str | None


def read(conn: sa.Connection, since: int = 0) -> list[Order]:
    """The orders since then; in a day anybody can cause many, by signing out again and again."""
    query = sa.select(orders.c.number, orders.c.kind, orders.c.subject).where(orders.c.at >= since)
    return [Order(*row) for row in conn.execute(query.order_by(orders.c.number))]


class OrderWatch:
    """Carries out in this process what is ordered."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        self._looked = 0  # when, with success
        self._done: set[int] = set()  # a lower number may come later: PostgreSQL gives numbers before it commits

    async def open(self) -> None:
        """What was ordered before now is already in what this process reads."""
        self._looked = now()
        self._done = {order.number for order in await self._tables.store.read(read)}
        self._tables.bans.take(await self._tables.store.read(bans.read))
        await self._tables.identity.open()

    async def run(self) -> None:
        """Looks for orders for ever."""
        while True:
            await asyncio.sleep(_EVERY)
            with contextlib.suppress(StorageError):  # the store has told of it; what is left is done when it works
                time = now()
                found = await self._tables.store.read(read, min(self._looked, time) - _OVERLAP)
                self._done &= {order.number for order in found}
                for order in found:
                    if order.number in self._done:
                        continue
                    try:
                        await self._do(order)
                    except StorageError:
                        raise
                    except Exception:  # whatever it is, the next order must be carried out
                        _logger.exception("an order failed")
                    self._done.add(order.number)
                self._looked = time

    async def _do(self, order: Order) -> None:
        _logger.info("by order: %s", order.kind)
        match order.kind:
            case "reload" if order.subject:
                await self._tables.reload(order.subject)
            case "bans":
                self._tables.bans.take(await self._tables.store.read(bans.read))
                self._tables.cut_banned()
            case "key":
                self._tables.renew_key()
            case "person" if order.subject:
                await self._tables.identity.heed(order.subject)
