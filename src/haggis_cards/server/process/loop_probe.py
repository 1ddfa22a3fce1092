"""Measures how late the event loop is, for the metrics, and hands them over to the library once a second."""

import asyncio
import time
from typing import Final

from haggis_cards.table import counters as metrics

_STEP: Final = 0.05  # seconds
_STEPS: Final = 200  # in half of the window that the metric covers
_FLUSH: Final = 20  # steps between two times


async def watch_loop() -> None:
    """Keeps `metrics.loop_lag` at the longest delay of the last 10 to 20 seconds."""
    last = this = 0.0
    while True:
        last, this = this, 0.0
        for step in range(_STEPS):
            start = time.perf_counter()
            await asyncio.sleep(_STEP)
            this = max(this, time.perf_counter() - start - _STEP)
            metrics.loop_lag.value = max(last, this)
            if not step % _FLUSH:
                metrics.flush()
