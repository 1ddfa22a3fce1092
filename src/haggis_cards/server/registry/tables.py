"""Tables come into this process when somebody looks at them: each is loaded from the store, once."""

import asyncio
from typing import Final

from haggis_cards.server.registry.pubsub import PubSub
from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.server.store.access import has_closed
from haggis_cards.server.store.log import Store
from haggis_cards.table import counters as metrics
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import now
from haggis_cards.table.ports import Surroundings
from haggis_cards.table.quarantine import Quarantine, apply
from haggis_cards.table.session import TableSession
from haggis_cards.table.state import TableState
from haggis_cards.table.tasks import Tasks
from haggis_cards.table.visibility import check_visitor
from haggis_cards.wire.refusals import DamagedTable, Refused

_PIECE: Final = 50  # entries that are applied in one go
_LONGEST_ID: Final = 32


class Tables:
    """Finds tables by their ids."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        surroundings: Surroundings,
        store: Store,
        pubsub: PubSub,
        quarantine: Quarantine,
        tasks: Tasks,
    ) -> None:
        self.sessions = sessions
        self._surroundings, self._store, self._pubsub = surroundings, store, pubsub
        self._quarantine, self._tasks = quarantine, tasks
        self._loading: dict[str, asyncio.Task[TableSession]] = {}

    async def get(self, id: str) -> TableSession:
        """A table by its id, for somebody who looks at it."""
        session = self.sessions.get(id)
        if session is not None:
            session.note_look()
            return session
        if len(id) > _LONGEST_ID:
            raise Refused("no-table")
        self._quarantine.check(id)
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self._tasks.spawn(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def visit(self, id: str, guest: Guest | None) -> TableSession:
        """The same for somebody who is to see its cards; refused where they may still play these themselves."""
        session = await self.get(id)
        check_visitor(session.table, guest, now())
        me, table = guest.id if guest else None, session.table
        if table.records and table.seat_of(me) is None and await self._store.read(has_closed, table.id, me):
            raise Refused("locked", fault="challenge")
        return session

    async def _load(self, id: str) -> TableSession:
        table = TableState(id)
        try:
            await self._fold(table)
        except DamagedTable as damage:
            self._quarantine.add(id, damage)
            raise
        if not table.seq:
            raise Refused("no-table")
        session = self.add(table)
        if self._pubsub.shared:
            await session.catch_up()  # entries that came between reading and listening
            self._pubsub.ask(table.id)
        session.presence_changed()
        return session

    async def _fold(self, table: TableState) -> None:
        entries = await self._store.entries(table.id)
        for start in range(0, len(entries), _PIECE):
            apply(table, entries[start : start + _PIECE])
            await asyncio.sleep(0)

    def add(self, table: TableState) -> TableSession:
        """A session for a table that has none here."""
        session = self.sessions[table.id] = TableSession(self._surroundings, table)
        metrics.tables_loaded.value = len(self.sessions)
        return session

    async def reload(self, id: str) -> None:
        """The owner has changed a table's log: it is forgotten, and clients connect again and get what is there now."""
        self._quarantine.release(id)
        session = self.sessions.get(id)
        if session is None:
            return
        async with session.log.lock:
            if self.sessions.get(id) is not session:
                return  # while its lock was waited for, somebody else has reloaded it
            del self.sessions[id]
            session.retire()
