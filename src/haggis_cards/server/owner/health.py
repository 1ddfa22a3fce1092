"""How a process and its store are, in figures for the owner."""

import resource
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

import sqlalchemy as sa

import haggis_cards
from haggis_cards.table import counters

_BEGAN: Final = time.time()
_STATM: Final = Path("/proc/self/statm")


class Health(NamedTuple):
    """What the page shows of it."""

    version: str
    uptime: float  # seconds
    connections: int
    tables: int  # in memory
    damaged: int  # that cannot be read
    memory: int  # bytes
    store: int  # bytes
    lag: float  # seconds: the longest delay of the loop lately
    refused: dict[str, int]  # by code, the most frequent first


def health(store: int, damaged: int) -> Health:
    """Of this process, with the size of the store."""
    return Health(
        version=haggis_cards.__version__,
        uptime=time.time() - _BEGAN,
        connections=int(counters.connections.value),
        tables=int(counters.tables_loaded.value),
        damaged=damaged,
        memory=_memory(),
        store=store,
        lag=counters.loop_lag.value,
        refused=dict(counters.refusals.counts.most_common(8)),
    )


def _memory() -> int:
    """The bytes that this process has in memory; where the system does not say, the most that it ever had."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * resource.getpagesize()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def store_size(conn: sa.Connection) -> int:
    """The bytes of the database."""
    if conn.dialect.name == "postgresql":
        return int(conn.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
    pages = conn.execute(sa.text("PRAGMA page_count")).scalar_one()
    return int(pages) * int(conn.execute(sa.text("PRAGMA page_size")).scalar_one())
