"""The par of matches that are over: worked out in the background, and remembered as long as the process runs."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from haggis_cards.errors import HaggisError
from haggis_cards.server.reviews.store import Kept
from haggis_cards.table.guests import Guest
from haggis_cards.table.tasks import Tasks

_logger = logging.getLogger("haggis.challenges")
_MOST: Final = 1000  # records that are remembered

ByRound = list[list[float]]  # and side


class Pars:
    """What strong bots make of the cards of records when they sit in all seats."""

    def __init__(
        self,
        record: Callable[[str, Guest | None], Awaitable[Kept]],
        work_out: Callable[[Kept], Awaitable[ByRound]],
        tasks: Tasks,
    ) -> None:
        self._record, self._work_out, self._tasks = record, work_out, tasks
        self._known: dict[str, ByRound | None] = {}  # None: it is being worked out

    def find(self, record: str, guest: Guest | None, done: Callable[[], None]) -> ByRound | None:
        """Those of a record that this guest may see, or None for now: `done` is called after that."""
        if record not in self._known:
            self._known = dict([*self._known.items()][1 - _MOST :]) | {record: None}
            self._tasks.spawn(self._fill(record, guest, done))
        return self._known[record]

    async def _fill(self, record: str, guest: Guest | None, done: Callable[[], None]) -> None:
        try:
            self._known[record] = await self._work_out(await self._record(record, guest))
        except HaggisError as error:
            self._known.pop(record, None)  # whoever looks next asks again
            _logger.warning("the par of record %s is not known: %s", record, error)
        done()
