"""New tables: within the limits, stored before anybody hears of them, and started when all seats are filled."""

import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from haggis_cards.server.registry.drain import Drain
from haggis_cards.server.registry.limits import Rates
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.registry.waiting import WaitingTables
from haggis_cards.server.store.log import Store
from haggis_cards.table.dealing import Dealer
from haggis_cards.table.guests import Asker, Guest, new_id
from haggis_cards.table.log import Entry, Write
from haggis_cards.table.session import TableSession
from haggis_cards.table.state import Draft, TableState
from haggis_cards.table.terms import first_entry
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import NewTable


class Opening:
    """Makes tables."""

    def __init__(
        self,
        *,
        tables: Tables,
        store: Store,
        waiting: WaitingTables,
        dealer: Dealer,
        drain: Drain,
        lasting: Rates,
        most: int,
        ids: Callable[[], str] = new_id,
    ) -> None:
        self._tables, self._store, self._waiting, self._dealer = tables, store, waiting, dealer
        self._drain, self._lasting, self._most, self._ids = drain, lasting, most, ids
        self._open = 0  # tables that are not closed, in all processes

    async def count(self) -> None:
        """Asks the store how many tables there are: other processes open and close tables too."""
        self._open = await self._store.count_open()

    async def make(
        self,
        wish: NewTable,
        guest: Guest | None,
        address: str = "",
        bound: Mapping[str, Any] | None = None,
        id: str | None = None,
    ) -> TableSession:
        """A new table; if all its seats are filled, its match starts at once, or goes on from its origin.

        `bound`: what else its first entry says of a table that is locked: its origin, deal of the day or challenge.
        """
        first = first_entry(wish, guest)
        if bound:
            first = first._replace(data={**first.data, "locked": True, **bound})
        self._drain.check()
        table = TableState(id or self._ids())
        table.apply(first)
        most = self._most
        if table.shared or table.by_days or table.alone:
            self._lasting.check(address)
            most //= 2  # nobody needs to stay at them, so they leave room for tables where people are
        if self._open >= most:
            raise Refused("too-many", fault="server-tables")
        self._open += 1  # before anything is waited for: many may come at once
        try:
            return await self._make(table, first, wish, guest, address)
        except BaseException:
            self._open -= 1
            raise

    async def _make(
        self, table: TableState, first: Entry, wish: NewTable, guest: Guest | None, address: str
    ) -> TableSession:
        seat = table.seat_of(guest.id) if guest else None
        sittings = tuple((chair.guest, number) for number, chair in enumerate(table.chairs) if chair.guest)
        waits = wish.listed and "open" in wish.seats
        async with self._waiting.room_for(table.id, guest, address) if waits else contextlib.nullcontext():
            if not await self._store.append(Write(table.id, first, table.info(), sittings=sittings)):
                raise Refused("busy", fault="id")
        session = self._tables.add(table)
        session.tell_pages()
        session.presence.maker = Asker(address, guest.id if guest else "")
        if all(chair.kind != "open" for chair in table.chairs):
            await self._begin(session, None if table.shared and table.shared.challenge else seat)
        return session

    async def get_or_make(self, id: str, make: Callable[[], Awaitable[TableSession]]) -> TableSession:
        """The table of this id; made if it is not there, and once, however many ask at the same time."""
        try:
            session = await self._tables.get(id)
        except Refused as refused:
            if refused.code != "no-table":
                raise
            try:
                return await make()
            except Refused as refused:
                if refused.code != "busy":  # another request was quicker
                    raise
                session = await self._tables.get(id)
        if session.table.status == "waiting":  # a process died between its first two entries
            await self._begin(session, None)
        return session

    async def _begin(self, session: TableSession, seat: int | None) -> None:
        """Starts the first match, unless somebody else has."""

        def start(table: TableState) -> Draft:
            if table.number:
                raise Refused("stale")
            return self._dealer.start(table, seat)

        try:
            await session.submit(start)
        except Refused as refused:
            if refused.code != "stale":
                raise
