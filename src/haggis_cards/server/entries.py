"""A table's log is a list of entries."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """A line of a table's log."""

    seq: int
    kind: str
    seat: int | None
    data: Mapping[str, Any]
