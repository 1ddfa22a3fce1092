"""A store of an older version, with its data: a server of this version brings it up to date and goes on with it."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from haggis_cards import Record
from haggis_cards.server.owner import backup
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store import migrations
from haggis_cards.server.store.log import Store
from haggis_cards.wire.refusals import ConfigError
from tests.server import old_stores
from tests.server.postgres import Postgres
from tests.server.store import haggis
from tests.server.support import Guest, Player, ServerProcess


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


def as_0009(conn: sa.Connection) -> None:
    """A store as revision 0009 had it."""
    conn.execute(sa.text("ALTER TABLE records ADD COLUMN counted BOOLEAN"))
    conn.execute(sa.text("UPDATE records SET counted = true"))
    conn.execute(sa.text("CREATE INDEX records_by_counted ON records (counted)"))
    conn.execute(sa.text("DROP INDEX log_naming"))
    conn.execute(sa.text("ALTER TABLE attempts DROP COLUMN counts"))
    conn.execute(sa.text("DROP TABLE makers"))
    conn.execute(sa.text("UPDATE alembic_version SET version_num = '0009'"))


def shape(conn: sa.Connection) -> dict[str, Any]:
    """The tables of a store with their columns and indexes."""
    seen = sa.inspect(conn)
    return {
        name: (
            sorted((one["name"], one["nullable"], str(one["type"])) for one in seen.get_columns(name)),
            sorted((one["name"], one["column_names"], bool(one["unique"])) for one in seen.get_indexes(name)),
            seen.get_pk_constraint(name)["constrained_columns"],
        )
        for name in seen.get_table_names()
    }


async def test_a_store_at_0009_goes_on(tmp_path: Path, settings: dict[str, Any]) -> None:
    """Two matches and a half: all of them are there, and the half one ends."""
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
        fresh = await asyncio.to_thread(store.run, shape)
        await asyncio.to_thread(store.run, as_0009)
        server.start()
        assert await asyncio.to_thread(store.run, shape) == fresh
        assert [ann.get(f"/api/tables/{table}/records/1") for table in done] == kept
        assert ann.get("/api/matches")["matches"] == matches
        player = await Player(ann, half).open()
        await player.hear()
        await player.play()
        await player.close()
        Record(ann.get(f"/api/tables/{half}/records/1")).verify()
        assert len(ann.get("/api/matches")["matches"]) == 3


@pytest.mark.parametrize("revision", old_stores.REVISIONS)
async def test_a_stored_store_becomes_what_a_new_one_is(revision: str, tmp_path: Path) -> None:
    old_stores.unpack(tmp_path / "old", revision)
    shapes = []
    for name in ("old", "new"):
        (tmp_path / name).mkdir(exist_ok=True)
        await (await Store.open(tmp_path / name, "")).close()
        with sa.create_engine(f"sqlite:///{tmp_path / name / 'haggis.sqlite'}").connect() as conn:
            shapes.append(shape(conn))
    assert shapes[0] == shapes[1]


def test_a_store_of_before_is_refused_in_a_sentence() -> None:
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    migrations.upgrade(engine)
    with engine.begin() as conn:
        conn.execute(sa.text("UPDATE alembic_version SET version_num = '0007'"))
    with pytest.raises(ConfigError, match=r"before 0\.1\.0 has written this store \(schema 0007"):
        migrations.upgrade(engine)
    engine.dispose()


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
