"""An outage in two lines of the log: one when something stops working, one when it works again.

While PostgreSQL restarts, every table fails on its own, and each failure would be a line.
"""

import logging
import time
from collections.abc import Callable
from typing import Final

_CALM: Final = 1.0  # seconds without a failure until it counts as over: single successes come in between


class Outage:
    """Notes failures and successes of one thing, and logs when that changes."""

    def __init__(self, logger: logging.Logger, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger, self._what, self._clock = logger, what, clock
        self._failures = 0
        self._began = self._last = 0.0

    def failed(self, why: str) -> None:
        """It has failed once more."""
        self._last = self._clock()
        if not self._failures:
            self._began = self._last
            self._logger.error("%s: %s; until this is over, no more lines about it", self._what, why)
        self._failures += 1

    def worked(self) -> None:
        """It has worked."""
        if self._failures and self._clock() - self._last > _CALM:
            seconds = self._last - self._began
            self._logger.warning("%s: over after %.1f s and %d failures", self._what, seconds, self._failures)
            self._failures = 0
