"""Reads rows out of the pages of an SQLite file, without its trees: what a damaged file still holds.

SQLite stops at the first page that is broken, and everything behind it in the tree is lost to a query. But every leaf
describes its rows by itself (sqlite.org/fileformat2.html), so a walk over all pages finds all rows that are whole.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR = 0x0D, 0x0A, 0x02  # tables without row ids live in index pages
_HEADER: Final = 100  # bytes before the first page's own header
_LARGEST: Final = 1 << 24  # bytes of one row that are believed
_DEFAULT_SIZE: Final = 4096
_SIZES: Final = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}  # bytes by serial type


class Row(NamedTuple):
    """The values of a row, and whether it stood in a page of a table with row ids."""

    values: list[Any]
    rowid: bool


class Broken(Exception):
    """These bytes are no row."""


def rows(path: Path) -> Iterator[Row]:
    """All rows that can be read, in the order of the file; the same row may come twice, from an old page too."""
    data = path.read_bytes()
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size if size >= 512 and not size & (size - 1) else _DEFAULT_SIZE
    pages = _Pages(data, size)
    free = pages.free()
    for number in range(1, len(data) // size + 1):
        if number not in free:
            yield from pages.rows(number)


class _Pages:
    """The pages of a file."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data, self._size = data, size
        self._usable = size - (data[20] if data[20] < 32 else 0)

    def free(self) -> set[int]:
        """The pages that are not used any more, as far as their list can be read: they hold what was deleted."""
        found: set[int] = set()
        trunk = self._number(32)
        while trunk and trunk not in found and trunk * self._size <= len(self._data):
            found.add(trunk)
            start = (trunk - 1) * self._size
            count = min(self._number(start + 4), self._usable // 4 - 2)
            found.update(self._number(start + 8 + 4 * place) for place in range(count))
            trunk = self._number(start)
        return found

    def _number(self, place: int) -> int:
        return int.from_bytes(self._data[place : place + 4], "big")

    def rows(self, number: int) -> Iterator[Row]:
        start = (number - 1) * self._size
        head = start + (_HEADER if number == 1 else 0)
        kind, count = self._data[head], int.from_bytes(self._data[head + 3 : head + 5], "big")
        if kind not in (_TABLE_LEAF, _INDEX_LEAF, _INDEX_INTERIOR):
            return
        first = head + (12 if kind == _INDEX_INTERIOR else 8)
        for place in range(first, min(first + 2 * count, start + self._size - 1), 2):
            offset = int.from_bytes(self._data[place : place + 2], "big")
            try:
                yield Row(_record(self._payload(start + offset, kind)), kind == _TABLE_LEAF)
            except (Broken, IndexError, UnicodeDecodeError):
                continue

    def _payload(self, place: int, kind: int) -> bytes:
        """The bytes of a row, with those that did not fit into its page."""
        if kind == _INDEX_INTERIOR:
            place += 4  # the page below
        length, place = _varint(self._data, place)
        if kind == _TABLE_LEAF:
            _, place = _varint(self._data, place)  # the row id
        if not 0 < length <= _LARGEST:
            raise Broken
        most = self._usable - 35 if kind == _TABLE_LEAF else (self._usable - 12) * 64 // 255 - 23
        if length <= most:
            return self._data[place : place + length]
        least = (self._usable - 12) * 32 // 255 - 23
        local = least + (length - least) % (self._usable - 4)
        local = local if local <= most else least
        parts = [self._data[place : place + local]]
        following = self._number(place + local)
        left = length - local
        while left > 0:
            start = (following - 1) * self._size
            if not following or start + self._size > len(self._data):
                raise Broken
            part = self._data[start + 4 : start + 4 + min(left, self._usable - 4)]
            following = self._number(start)
            parts.append(part)
            left -= len(part)
        return b"".join(parts)


def _record(payload: bytes) -> list[Any]:
    """The values of a row: their types come first, then their bytes."""
    end, place = _varint(payload, 0)
    if not 1 <= end <= len(payload):
        raise Broken
    types = []
    while place < end:
        kind, place = _varint(payload, place)
        types.append(kind)
    values, place = [], end
    for kind in types:
        size = _SIZES[kind] if kind in _SIZES else (kind - 12) // 2
        if kind in (10, 11) or place + size > len(payload):
            raise Broken
        values.append(_value(kind, payload[place : place + size]))
        place += size
    if place != len(payload):
        raise Broken
    return values


def _value(kind: int, data: bytes) -> Any:
    match kind:
        case 0:
            return None
        case 7:
            return struct.unpack(">d", data)[0]
        case 8 | 9:
            return kind - 8
        case _ if kind < 7:
            return int.from_bytes(data, "big", signed=True)
        case _:
            return data.decode() if kind % 2 else data


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, and the place behind it."""
    value = 0
    for _ in range(8):
        byte = data[place]
        place += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place
    return value << 8 | data[place], place + 1
