"""Looks for damage in the file of the store: at the start, or beside the first minutes of play if the file is large."""

import asyncio
import contextlib
import logging
import sqlite3
from pathlib import Path
from typing import Final, Literal

from haggis_cards.table import counters as metrics
from haggis_cards.wire.refusals import ConfigError

_logger = logging.getLogger("haggis.store")
AT_ONCE: Final = 64 << 20  # bytes that are checked before the server starts, in less than a second
_FINDINGS: Final = 3
ADVICE: Final = "stop the server; `haggis backup --salvage FILE` saves what can be read, `haggis restore FILE` takes it"


def find_damage(path: Path) -> list[str]:
    """What SQLite's own check finds; nothing if the file is whole."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as db:
            found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({_FINDINGS})")]
    except sqlite3.DatabaseError as error:
        return [str(error)]
    return [] if found == ["ok"] else [" ".join(line.split())[:200] for line in found]


def check_small(path: Path) -> None:
    """Refuses to start with a damaged file; a large one is left to `StoreCheck`."""
    if path.exists() and path.stat().st_size <= AT_ONCE and (found := find_damage(path)):
        raise ConfigError(f"{path} is damaged ({found[0]}); {ADVICE}")


class StoreCheck:
    """The check of a large file while the server runs; `state` is for /ready."""

    def __init__(self) -> None:
        self.state: Literal["checked", "checking", "damaged"] = "checked"

    async def run(self, path: Path) -> None:
        """Checks the file in a thread."""
        self.state = "checking"
        found = await asyncio.to_thread(find_damage, path)
        self.state = "damaged" if found else "checked"
        metrics.store_damaged.value = bool(found)
        if found:
            _logger.error("the file of the store is damaged: %s; %s", "; ".join(found), ADVICE)
