"""Draining a process before it is replaced, on SIGUSR1: new tables go elsewhere, running ones finish or move.

`/ready` says at once that no more clients should be sent here. With PostgreSQL other processes serve the same tables:
after the proxies have noticed, the sockets are closed bit by bit, clients connect again, and reach another process.
With SQLite there is no other process, so the matches of people may finish. Then, or after `drain_seconds`, the
process ends.
"""

import asyncio
import logging
import os
import signal
from typing import Final

from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire.refusals import Refused

_logger = logging.getLogger("haggis.drain")
NOTICE: Final = 10.0  # seconds until proxies have seen that this process is not ready
_STEP: Final = 0.1  # seconds
_AT_ONCE: Final = 20  # sockets that are closed in one step: their clients all come back somewhere


class Drain:
    """Whether this process takes no more tables, and what it does then."""

    def __init__(self, *, sessions: Sessions, tasks: Tasks, shared: bool, seconds: float) -> None:
        self._sessions, self._tasks, self._shared, self._seconds = sessions, tasks, shared, seconds
        self.began = False

    def check(self) -> None:
        """Refuses new tables while the process drains."""
        if self.began:
            raise Refused("busy", fault="draining")

    def begin(self) -> None:
        """Takes no more tables; the second time changes nothing."""
        if not self.began:
            self.began = True
            _logger.warning("draining: this process takes no more tables, and ends when its matches are over or moved")
            self._tasks.spawn(self._run())

    async def _run(self) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                if self._shared:
                    await asyncio.sleep(NOTICE)
                    await self._move()
                else:
                    while self._matches:
                        await asyncio.sleep(_STEP)
        except TimeoutError:
            _logger.warning("draining took too long: %d matches of people go on elsewhere", self._matches)
        os.kill(os.getpid(), signal.SIGTERM)  # uvicorn's own way out: all writes are finished, sockets are told

    @property
    def _matches(self) -> int:
        """Matches with people who are here, and who play to the end."""
        tables = [session.table for session in self._sessions.values() if session.present]
        return sum(table.status == "playing" and not table.by_days for table in tables)

    async def _move(self) -> None:
        """Closes sockets until there are none; tables at rest come first, so that others may finish a trick."""
        while waiting := [
            (session.table.status == "playing", conn)
            for session in self._sessions.values()
            for conn in session.connections
            if not conn.closed
        ]:
            waiting.sort(key=lambda item: item[0])
            for _, conn in waiting[:_AT_ONCE]:
                conn.cut("restart")
            await asyncio.sleep(_STEP)
