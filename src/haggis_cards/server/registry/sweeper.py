"""The sweep: every some seconds, what no request and no timer of a table takes care of.

It brings in matches that nobody looks after (at the start all of them, later those of a process that died), closes
tables where nobody has been for long, frees the memory of tables that nobody uses, cuts off clients that do not read,
and lets the garbage collector work while nobody plays.
"""

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from haggis_cards.errors import HaggisError
from haggis_cards.server.owner import owner
from haggis_cards.server.process import garbage
from haggis_cards.table import counters as metrics
from haggis_cards.table.log import now
from haggis_cards.wire.refusals import DamagedTable, Refused, StorageError

if TYPE_CHECKING:
    from haggis_cards.server.registry.tables import Tables
    from haggis_cards.table.session import TableSession

_logger = logging.getLogger("haggis.sweeper")

SWEEP_SECONDS: Final = 20.0
_FORGOTTEN: Final = 60_000  # milliseconds without an entry until another process looks after a match
_ALWAYS: Final = 1 << 62  # whatever the time of the day was when the last entry was written
_PIECE: Final = 50  # tables that are looked at in one go
_PRUNE: Final = 3600.0  # seconds between two looks for old tables
_MOST_CLOSED: Final = 500  # empty tables that one sweep looks at


class Sweeper:
    """Sweeps through the tables of this process."""

    def __init__(self, tables: "Tables", seconds: float = SWEEP_SECONDS) -> None:
        self._tables, self._seconds = tables, seconds
        self._opened = tables.clock()
        self._pruned = float("-inf")  # when old tables were last deleted
        self._reached = ""  # the last table that was looked at, to be closed if it is empty
        self._seen: dict[str, int] = {}  # unfinished matches at the last sweep, with the length of their logs

    async def run(self) -> None:
        """Sweeps for ever; the first sweep brings in every match that is under way."""
        before, moves = _ALWAYS, 0.0
        while True:
            for step in (
                self._tables.count_open,  # other processes open and close tables too
                partial(self._bring_in, before),
                self._close_empty,
                self._delete_old,
                self._tables.pubsub.check,
                self._look_round,
            ):
                try:
                    await step()
                except HaggisError:  # the store has told of it
                    continue
                except Exception:  # whatever it is, the next step and the next sweep must come
                    _logger.exception("a step of the sweep failed")
            garbage.tidy(quiet=moves == metrics.moves.value and metrics.connections.value < garbage.FEW)
            moves = metrics.moves.value
            await asyncio.sleep(self._seconds)
            before = now() - _FORGOTTEN

    async def _bring_in(self, before: int) -> None:
        """Loads matches whose last entry is older than `before`, unless they stood just so at the last sweep."""
        found = await self._tables.store.unfinished(["playing"], before)
        for name, seq in found:
            if name not in self._tables.sessions and self._seen.get(name) != seq:
                await self._get(name)
        self._seen = dict(found)

    async def _get(self, name: str) -> "TableSession | None":
        """A table, if it can be read."""
        with contextlib.suppress(DamagedTable):
            return await self._tables.get(name)
        return None

    async def _close_empty(self) -> None:
        """Closes tables without a match where nobody has been for long; downtime does not count."""
        empty_after = self._tables.settings.empty_after
        if self._tables.clock() - self._opened < empty_after:
            return
        found = await self._tables.store.unfinished(["waiting", "over"], now() - int(empty_after * 1000), patient=True)
        # Tables that people keep open must not stand in the way of others. Other processes know some of these people,
        # so each sweep goes on behind the table that the last one reached.
        names = [name for name, _ in found if not self._kept(name)]
        names.sort(key=lambda name: (name <= self._reached, name))
        for start in range(0, min(len(names), _MOST_CLOSED), _PIECE):
            piece = names[start : start + _PIECE]
            empty = [session for name in piece if (session := await self._get(name))]
            if self._tables.pubsub.shared:
                await asyncio.sleep(self._tables.pubsub.patience)  # other processes may know of people there
            for session in empty:
                await self._close(session)
            self._reached = piece[-1]

    async def _delete_old(self) -> None:
        """Once an hour: deletes closed tables that are older than the owner wants to keep them."""
        days, clock = self._tables.settings.keep_days, self._tables.clock()
        if not days or clock - self._pruned < _PRUNE:
            return
        self._pruned = clock
        found = await self._tables.store.read(owner.old_tables, days)
        for start in range(0, len(found), _PIECE):
            await self._tables.store.write(owner.delete_tables, found[start : start + _PIECE])
        if found:
            _logger.info("%d closed tables were deleted after %g days", len(found), days)

    def _kept(self, name: str) -> bool:
        """Whether a table cannot be closed, as this process knows without reading it."""
        session = self._tables.sessions.get(name)
        return name in self._tables.quarantine or (session is not None and session.occupied)

    async def _close(self, session: "TableSession") -> None:
        try:
            await session.submit(session.close_empty)
        except StorageError:
            raise
        except Refused:
            pass  # somebody has come

    async def _look_round(self) -> None:
        """Forgets tables without a match and without people, and cuts off clients that do not read."""
        sessions = self._tables.sessions
        for number, (name, session) in enumerate(list(sessions.items()), 1):
            if not session.connections and session.table.status != "playing" and not session.lock.locked():
                del sessions[name]
                session.retire()
            for conn in session.connections:
                conn.check()
            if not number % _PIECE:
                await asyncio.sleep(0)
        metrics.tables_loaded.value = len(sessions)
