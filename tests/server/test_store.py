"""The store by itself: entries that arrive together are committed together, and come back as they were."""

import asyncio
from pathlib import Path

import pytest

from haggis_cards.server.store.log import Store
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import Entry, Write
from haggis_cards.table.state import TableState
from haggis_cards.table.terms import first_entry
from haggis_cards.wire.tables import NewTable

TEXTS = ["plain", 'a "quote" and a \\', "a\0b", "line\nline", "Grüße, 牌, 🂡", "", "[1]", "'; DROP TABLE log; --"]


@pytest.mark.parametrize("count", [1, 2, 300])
async def test_entries_that_come_together(tmp_path: Path, count: int) -> None:
    store = await Store.open(tmp_path, "")
    try:
        entries = [Entry(1, "chat", n % 3 or None, {"text": TEXTS[n % 8], "n": 2**60 + n}) for n in range(count)]
        writes = [Write(f"table-{n}", entry) for n, entry in enumerate(entries)]
        assert all(await asyncio.gather(*map(store.append, writes)))
        for write in writes:
            assert await store.entries(write.table, 0) == [write.entry]
    finally:
        await store.close()


async def test_one_of_many_finds_its_place_taken(tmp_path: Path) -> None:
    store = await Store.open(tmp_path, "")
    try:
        entry = Entry(1, "chat", 0, {"text": "first"})
        assert await store.append(Write("table-3", entry))
        late = [Write(f"table-{n}", Entry(1, "chat", 0, {"text": "second"})) for n in range(8)]
        assert await asyncio.gather(*map(store.append, late)) == [n != 3 for n in range(8)]
        assert await store.entries("table-3", 0) == [entry]
        assert await store.entries("table-4", 0) == [late[4].entry]
    finally:
        await store.close()


async def test_what_the_lobby_shows_is_stored_with_the_entries(tmp_path: Path) -> None:
    store = await Store.open(tmp_path, "")
    try:
        tables = [TableState(f"table-{n}") for n in range(20)]
        for title in ("", 'Ann\'s "table" 🂡'):  # a new row, then one in place of it
            writes = []
            for table in tables:
                if not title:
                    wish = NewTable(rules="haggis-2", seats=["me", "open"], listed=True)
                    entry = first_entry(wish, Guest("ann", "Ann"))
                else:
                    table.title = title
                    entry = table.settings(0, False, True, None).entry
                table.apply(entry)
                writes.append(Write(table.id, entry, table.info()))
            assert all(await asyncio.gather(*map(store.append, writes)))
            shown = {info.id: info for info in await store.lobby()}
            assert shown == {table.id: table.info() for table in tables}
    finally:
        await store.close()
