"""The sweep: every some seconds, what no request and no timer of a table takes care of, in steps.

Whatever happens to a step, the next one and the next sweep come. The sweep ends with the garbage collector, which
works while nobody plays.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from haggis_cards.errors import HaggisError
from haggis_cards.server.process import garbage
from haggis_cards.table import counters as metrics

_logger = logging.getLogger("haggis.sweeper")

SWEEP_SECONDS: Final = 20.0


async def sweep(steps: Mapping[str, Callable[[], Awaitable[None]]], seconds: float = SWEEP_SECONDS) -> None:
    """Sweeps for ever."""
    moves = 0.0
    while True:
        for name, step in steps.items():
            try:
                await step()
            except HaggisError:  # the store has told of it
                continue
            except Exception:
                _logger.exception("a step of the sweep failed: %s", name)
        garbage.tidy(quiet=moves == metrics.moves.value and metrics.connections.value < garbage.FEW)
        moves = metrics.moves.value
        await asyncio.sleep(seconds)
