"""A store of an older version, with its data: a server of this version brings it up to date and goes on with it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

from haggis_cards import Record
from haggis_cards.server.owner import backup
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store import migrations
from haggis_cards.server.store.log import Store
from tests.server.support import Guest, Player, ServerProcess, wait_for
from tests.server.test_owners import haggis
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
        name = f"older{os.urandom(4).hex()}"
        server.client("createdb", name)
        yield {"database_url": server.database(name)}


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


def newer(conn: sa.Connection) -> None:
    conn.execute(sa.text("UPDATE alembic_version SET version_num = '0099'"))


def test_a_store_of_a_newer_version_is_refused_in_a_sentence(tmp_path: Path, settings: dict[str, Any]) -> None:
    """By the server, by every command of the owner, and by restoring, also by the check before it."""
    with ServerProcess(tmp_path / "data", **settings) as server:
        Guest(server.url, "Ann").table()
        server.stop()
    saved, place = tmp_path / "saved", ServerSettings(data=str(server.data), **settings)
    backup.back_up(place, saved)
    with sqlite3.connect(saved) as db:
        db.execute("UPDATE alembic_version SET version_num = '0099'")
    OwnerStore(place).run(newer)
    fresh = ServerProcess(tmp_path / "fresh")
    said = [
        haggis(server, "tables", status=2),
        haggis(server, "backup", str(tmp_path / "another"), status=2),
        haggis(fresh, "restore", str(saved), "--check", status=2),
        haggis(fresh, "restore", str(saved), status=2),
    ]
    server.log.write_text("")
    server.start(wait=False)
    assert server.process is not None
    assert server.process.wait(120) == 2
    for text in (*said, server.log.read_text()):
        assert "a newer version of Haggis has written this store (schema 0099, this version" in text
        assert "Traceback" not in text
        assert len([line for line in text.splitlines() if "HAGGIS_SEED" not in line]) == 1, text
    assert not (fresh.data / "haggis.sqlite").exists()


LOSER = """
import sys
from haggis_cards.server.app.app import make_app
from haggis_cards.server.app.supervisor import Server, server_config
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.process.logs import set_up_logging
settings = ServerSettings(data=sys.argv[1], port=0)
set_up_logging(settings)
Server(server_config(settings, make_app(settings))).run()
"""


async def test_the_loser_of_two_starts_is_told_in_a_sentence(tmp_path: Path) -> None:
    """Both have found the folder free; then the other was quicker."""
    other = await Store.open(tmp_path, "")
    command = [sys.executable, "-c", LOSER, str(tmp_path)]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=120)
    await other.close()
    assert done.returncode not in (0, -9)
    why, end = done.stderr.splitlines()
    assert why.endswith(f"another server uses {tmp_path}; stop it, or give another --data folder")
    assert end.endswith("Application startup failed. Exiting.")
