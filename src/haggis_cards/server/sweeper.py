"""The sweep: every some seconds, what no request and no timer of a table takes care of.

It brings in matches that nobody looks after (at the start all of them, later those of a process that died), closes
tables where nobody has been for long, frees the memory of tables that nobody uses, cuts off clients that do not read,
and lets the garbage collector work while nobody plays.
"""

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from haggis_cards.errors import HaggisError
from haggis_cards.server import garbage, metrics
from haggis_cards.server.store import now

if TYPE_CHECKING:
    from haggis_cards.server.tables import Tables

_logger = logging.getLogger("haggis.sweeper")

SWEEP_SECONDS: Final = 20.0
_FORGOTTEN: Final = 60_000  # milliseconds without an entry until another process looks after a match
_ALWAYS: Final = 1 << 62  # whatever the time of the day was when the last entry was written
_PIECE: Final = 50  # tables that are looked at in one go


class Sweeper:
    """Sweeps through the tables of this process."""

    def __init__(self, tables: "Tables", seconds: float = SWEEP_SECONDS) -> None:
        self._tables, self._seconds = tables, seconds
        self._opened = tables.clock()
        self._seen: dict[str, int] = {}  # unfinished matches at the last sweep, with the length of their logs

    async def run(self) -> None:
        """Sweeps for ever; the first sweep brings in every match that is under way."""
        before, moves = _ALWAYS, 0.0
        while True:
            try:
                await self._tables.count_open()  # other processes open and close tables too
                await self._bring_in(before)
                await self._close_empty()
                await self._tables.pubsub.check()
            except HaggisError as error:
                _logger.warning("the sweep was interrupted: %s", error)
            await self._look_round()
            garbage.tidy(quiet=moves == metrics.moves.value)
            moves = metrics.moves.value
            await asyncio.sleep(self._seconds)
            before = now() - _FORGOTTEN

    async def _bring_in(self, before: int) -> None:
        """Loads matches whose last entry is older than `before`, unless they stood just so at the last sweep."""
        found = await self._tables.store.unfinished(["playing"], before)
        for name, seq in found:
            if name not in self._tables.sessions and self._seen.get(name) != seq:
                await self._tables.get(name)
        self._seen = dict(found)

    async def _close_empty(self) -> None:
        """Closes tables without a match where nobody has been for long; downtime does not count."""
        empty_after = self._tables.settings.empty_after
        if self._tables.clock() - self._opened < empty_after:
            return
        found = await self._tables.store.unfinished(["waiting", "over"], now() - int(empty_after * 1000))
        empty = [await self._tables.get(name) for name, _ in found[:_PIECE]]
        if empty and self._tables.pubsub.shared:
            await asyncio.sleep(self._tables.pubsub.patience)  # other processes may know of people there
        for session in empty:
            if not session.present and not session.watchers and session.table.status in ("waiting", "over"):
                await session.submit(lambda table: table.close("empty"))

    async def _look_round(self) -> None:
        """Forgets tables without a match and without people, and cuts off clients that do not read."""
        sessions = self._tables.sessions
        for number, (name, session) in enumerate(list(sessions.items()), 1):
            if not session.connections and session.table.status != "playing" and not session.lock.locked():
                session.autopilot.stop()
                del sessions[name]
            for conn in session.connections:
                conn.check()
            if not number % _PIECE:
                await asyncio.sleep(0)
        metrics.tables_loaded.value = len(sessions)
