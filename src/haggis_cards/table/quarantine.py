"""Tables whose logs cannot be read. They are set aside until the owner repairs them, and everything else goes on.

A disk, a person with an SQL prompt or a bug can damage a log: text that is not JSON, an unknown kind of entry, a gap,
an action that is not legal. `/health` and the metrics count these tables; `haggis admin quarantine` lists them.
"""

import logging
from collections.abc import Iterable

from haggis_cards.table import counters as metrics
from haggis_cards.table.log import Entry
from haggis_cards.table.state import TableState
from haggis_cards.wire.refusals import DamagedTable

_logger = logging.getLogger("haggis.quarantine")


class Quarantine:
    """The tables that this process has set aside."""

    def __init__(self) -> None:
        self._tables: dict[str, DamagedTable] = {}

    def __contains__(self, id: object) -> bool:
        return id in self._tables

    def __len__(self) -> int:
        return len(self._tables)

    def check(self, id: str) -> None:
        """Refuses a table that is set aside."""
        if id in self._tables:
            raise DamagedTable(self._tables[id].seq, self._tables[id].why)

    def release(self, id: str) -> None:
        """The owner has changed the table's log."""
        if self._tables.pop(id, None):
            metrics.tables_damaged.value = len(self._tables)

    def add(self, id: str, damage: DamagedTable) -> None:
        """Sets a table aside. The log does not name it, as its address is a key."""
        if id not in self._tables:
            self._tables[id] = damage
            metrics.tables_damaged.value = len(self._tables)
            _logger.error(
                "a table cannot be read and is set aside: entry %d: %s",
                damage.seq,
                damage.why,
            )


def apply(table: TableState, entries: Iterable[Entry]) -> None:
    """Applies entries of a stored log; one that cannot be applied is damage."""
    for entry in entries:
        try:
            table.apply(entry)
        except Exception as error:  # whatever is wrong with an entry, it is wrong with this table alone
            raise DamagedTable(table.seq + 1, explain(error)) from error


def explain(error: Exception) -> str:
    """What is wrong with an entry, in a line."""
    text = " ".join(str(error).split())[:160]
    if isinstance(error, KeyError):
        return f"{text} is missing or unknown"
    return text or "it does not fit the entries before it"
