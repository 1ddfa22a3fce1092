"""What the sweep does for tables.

It brings in matches that nobody looks after (at the start all of them, later those of a process that died), closes
tables where nobody has been for long, deletes old ones, frees the memory of tables that nobody uses, and cuts off
clients that do not read.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Final

from haggis_cards.server.registry.pubsub import PubSub
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.store.log import Store
from haggis_cards.server.store.old_tables import delete_tables, old_tables
from haggis_cards.table import counters as metrics
from haggis_cards.table.log import now
from haggis_cards.table.quarantine import Quarantine
from haggis_cards.table.session import TableSession
from haggis_cards.wire.refusals import DamagedTable, Refused, StorageError

_logger = logging.getLogger("haggis.upkeep")

_FORGOTTEN: Final = 60_000  # milliseconds without an entry until another process looks after a match
_ALWAYS: Final = 1 << 62  # whatever the time of the day was when the last entry was written
_PIECE: Final = 50  # tables that are looked at in one go
_PRUNE: Final = 3600.0  # seconds between two looks for old tables
_MOST_CLOSED: Final = 500  # empty tables that one sweep looks at


class Upkeep:
    """Looks after the tables of this process."""

    def __init__(
        self,
        *,
        tables: Tables,
        store: Store,
        pubsub: PubSub,
        quarantine: Quarantine,
        clock: Callable[[], float],
        empty_after: float,
        keep_days: float,
    ) -> None:
        self._tables, self._sessions, self._store, self._pubsub = tables, tables.sessions, store, pubsub
        self._quarantine, self._clock = quarantine, clock
        self._empty_after, self._keep_days = empty_after, keep_days
        self._opened = clock()
        self._first = True  # brings in every match that is under way
        self._pruned = float("-inf")  # when old tables were last deleted
        self._reached = ""  # the last table that was looked at, to be closed if it is empty
        self._seen: dict[str, int] = {}  # unfinished matches at the last sweep, with the length of their logs

    async def bring_in(self) -> None:
        """Loads matches that nobody has looked after for long, unless they stood just so at the last sweep."""
        before = _ALWAYS if self._first else now() - _FORGOTTEN
        self._first = False
        found = await self._store.unfinished(["playing"], before)
        for name, seq in found:
            if name not in self._sessions and self._seen.get(name) != seq:
                await self._get(name)
        self._seen = dict(found)

    async def _get(self, name: str) -> TableSession | None:
        """A table, if it can be read."""
        with contextlib.suppress(DamagedTable):
            return await self._tables.get(name)
        return None

    async def close_empty(self) -> None:
        """Closes tables without a match where nobody has been for long; downtime does not count."""
        if self._clock() - self._opened < self._empty_after:
            return
        before = now() - int(self._empty_after * 1000)
        found = await self._store.unfinished(["waiting", "over"], before, patient=True)
        # Tables that people keep open must not stand in the way of others. Other processes know some of these people,
        # so each sweep goes on behind the table that the last one reached.
        names = [name for name, _ in found if not self._kept(name)]
        names.sort(key=lambda name: (name <= self._reached, name))
        for start in range(0, min(len(names), _MOST_CLOSED), _PIECE):
            piece = names[start : start + _PIECE]
            empty = [session for name in piece if (session := await self._get(name))]
            if self._pubsub.shared:
                await asyncio.sleep(self._pubsub.patience)  # other processes may know of people there
            for session in empty:
                await self._close(session)
            self._reached = piece[-1]

    def _kept(self, name: str) -> bool:
        """Whether a table cannot be closed, as this process knows without reading it."""
        session = self._sessions.get(name)
        return name in self._quarantine or (session is not None and session.occupied)

    async def _close(self, session: TableSession) -> None:
        try:
            await session.submit(session.close_empty)
        except StorageError:
            raise
        except Refused:
            pass  # somebody has come

    async def delete_old(self) -> None:
        """Once an hour: deletes closed tables that are older than the owner wants to keep them."""
        if not self._keep_days or self._clock() - self._pruned < _PRUNE:
            return
        self._pruned = self._clock()
        found = await self._store.read(old_tables, self._keep_days)
        for start in range(0, len(found), _PIECE):
            await self._store.write(delete_tables, found[start : start + _PIECE])
        if found:
            _logger.info("%d closed tables were deleted after %g days", len(found), self._keep_days)

    async def look_round(self) -> None:
        """Forgets tables without a match and without people, and cuts off clients that do not read."""
        for number, (name, session) in enumerate(list(self._sessions.items()), 1):
            if not session.connections and session.table.status != "playing" and not session.log.lock.locked():
                del self._sessions[name]
                session.retire()
            for conn in session.connections:
                conn.check()
            if not number % _PIECE:
                await asyncio.sleep(0)
        for conn in self._sessions.pages:
            conn.check()
        metrics.tables_loaded.value = len(self._sessions)
