"""Tasks that run beside the requests: they are kept until they end, and their errors are logged."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from haggis_cards.errors import HaggisError

_logger = logging.getLogger("haggis.tasks")


class Tasks:
    """The background tasks of this process."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Starts a task."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, HaggisError):
            _logger.error("a task failed", exc_info=error)

    async def cancel(self) -> None:
        """Ends all tasks, and waits until they have ended."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
