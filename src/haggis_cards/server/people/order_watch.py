"""Orders to the running servers: `haggis admin`, or one of them, leaves them in the store, and every process looks.

So the command needs no address and no password of a server, works while none runs, and reaches all processes of one
database. An order says that something in the store was changed; the change itself is already there.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

import sqlalchemy as sa

from haggis_cards.server.store.log import Store
from haggis_cards.server.store.orders import Kind
from haggis_cards.server.store.schema import orders
from haggis_cards.table.log import now
from haggis_cards.wire.refusals import StorageError

_logger = logging.getLogger("haggis.orders")
_EVERY: Final = 1.0  # seconds
_OVERLAP: Final = 600_000  # milliseconds that one looks back: clocks differ, and a transaction takes its time


class Order(NamedTuple):
    """Something that was changed: a table's log, the bans, the key that signs tokens, or which tokens are good."""

    number: int
    kind: Kind
    subject: str | None


def read(conn: sa.Connection, since: int = 0) -> list[Order]:
    """The orders since then; in a day anybody can cause many, by signing out again and again."""
    query = sa.select(orders.c.number, orders.c.kind, orders.c.subject).where(orders.c.at >= since)
    return [Order(*row) for row in conn.execute(query.order_by(orders.c.number))]


Handler: TypeAlias = Callable[[str], Awaitable[None]]  # gets the subject of the order


class OrderWatch:
    """Carries out in this process what is ordered."""

    def __init__(self, *, store: Store, handlers: Mapping[Kind, Handler]) -> None:
        self._store, self._handlers = store, handlers
        self._looked = 0  # when, with success
        self._done: set[int] = set()  # a lower number may come later: PostgreSQL gives numbers before it commits

    async def open(self) -> None:
        """What was ordered before now is already in what this process reads from here on."""
        self._looked = now()
        self._done = {order.number for order in await self._store.read(read)}

    async def run(self) -> None:
        """Looks for orders for ever."""
        while True:
            await asyncio.sleep(_EVERY)
            with contextlib.suppress(StorageError):  # the store has told of it; what is left is done when it works
                time = now()
                found = await self._store.read(read, min(self._looked, time) - _OVERLAP)
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
        if handler := self._handlers.get(order.kind):
            await handler(order.subject or "")
