"""A store of an older version, with its data: a server of this version brings it up to date and goes on with it."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

from haggis_cards import Record
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store import migrations
from tests.server.support import Guest, Player, ServerProcess, wait_for
from tests.server.test_postgres import Postgres, postgres  # noqa: F401 - a fixture

BEFORE = "0003"  # before matches, deals of the day and ratings had tables


def downgrade(conn: sa.Connection) -> None:
    alembic = migrations.config()
    alembic.attributes["connection"] = conn
    command.downgrade(alembic, BEFORE)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def settings(request: pytest.FixtureRequest) -> Iterator[dict[str, Any]]:
    """Where the store is."""
    if request.param == "SQLite":
        yield {}
    else:
        server: Postgres = request.getfixturevalue("postgres")
        server.client("createdb", "older")
        yield {"database_url": server.database("older")}


async def test_a_store_at_0003_goes_on(tmp_path: Path, settings: dict[str, Any]) -> None:
    """Two matches and a half, stored as 0003 had them: all of them are there, counted once, and the half one ends."""
    names: Callable[[sa.Connection], set[str]] = lambda conn: set(sa.inspect(conn).get_table_names())  # noqa: E731
    with ServerProcess(tmp_path / "data", **settings) as server:
        ann = Guest(server.url, "Ann")
        done = [ann.table("haggis-2", ["me", "random"], end={"rounds": 1}) for _ in range(2)]
        for table in done:
            player = await Player(ann, table).open()
            await player.play()
            await player.close()
        half = ann.table("haggis-3", ["me", "random", "random"], end={"rounds": 1})
        player = await Player(ann, half).open()
        await player.play(lambda player: len(player.acknowledged) >= 2)
        await player.close()
        kept = [ann.get(f"/api/tables/{table}/records/1") for table in done]
        matches = ann.get("/api/matches")["matches"]
        server.stop()
        store = OwnerStore(ServerSettings(data=str(server.data), **settings))
        now = await asyncio.to_thread(store.run, names)
        await asyncio.to_thread(store.run, downgrade)
        before = await asyncio.to_thread(store.run, names, fresh=False)
        assert {"matches", "attempts", "ratings", "push_queue"} <= now - before
        server.start()
        assert await asyncio.to_thread(store.run, names) == now
        assert [ann.get(f"/api/tables/{table}/records/1") for table in done] == kept
        wait_for(lambda: len(ann.get("/api/matches")["matches"]) == 2)
        assert ann.get("/api/matches")["matches"] == matches
        player = await Player(ann, half).open()
        await player.hear()
        await player.play()
        await player.close()
        Record(ann.get(f"/api/tables/{half}/records/1")).verify()
        assert len(ann.get("/api/matches")["matches"]) == 3
