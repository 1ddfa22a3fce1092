"""Backups of SQLite and what is saved of a damaged file; `test_postgres` has those of PostgreSQL."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from haggis_cards import Record
from haggis_cards.server.owner import backup, sqlite_pages
from haggis_cards.server.owner.backup import check
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store import health as store_check
from haggis_cards.server.store.health import StoreCheck, find_damage
from haggis_cards.wire.refusals import ConfigError
from tests.server.people import played
from tests.server.store import haggis
from tests.server.support import Guest, ServerProcess, players, server_inside

PAGE = 4096


def with_cookies(server: ServerProcess, *guests: Guest) -> list[Guest]:
    """The same guests at another server."""
    found = [Guest(server.url, signed_in=False) for _ in guests]
    for other, guest in zip(found, guests, strict=True):
        other.http.cookies.update(guest.http.cookies)
    return found


async def test_backup_and_restore_with_the_commands(tmp_path: Path) -> None:
    saved, other = tmp_path / "saved.haggis", tmp_path / "other"
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = await played(server)
        running = ann.table(seats=["me", "open"], end={"rounds": 1})
        bob.post(f"/api/tables/{running}/seat", {})
        ann.post(f"/api/tables/{running}/start", {})
        haggis(server, "rotate-key")  # both keys are in the backup
        said = haggis(server, "backup", str(saved))
        assert said.startswith(f"{saved}: 2 tables with ")
        assert said.endswith(" entries, 1 record\n")
        assert saved.stat().st_mode & 0o077 == 0
        assert sorted(file.name for file in tmp_path.glob("saved*")) == ["saved.haggis"]
        assert "exists" in haggis(server, "backup", str(saved), status=2)
        assert "stop it first" in haggis(server, "restore", str(saved), "--replace", status=2)
    fresh = ServerProcess(other)
    assert haggis(fresh, "restore", str(saved), "--check").startswith(f"{saved}: 2 tables with ")
    assert "restored" in haggis(fresh, "restore", str(saved))
    assert "with --replace" in haggis(fresh, "restore", str(saved), status=2)
    with fresh:
        both = with_cookies(fresh, ann, bob)
        assert (
            both[0].get(f"/api/tables/{table}/records/1") == Record(both[0].get(f"/api/tables/{table}/records/1")).data
        )
        async with players(*both, table=running) as (first, second):
            assert [first.seat, second.seat] == [0, 1]
            await asyncio.gather(first.play(), second.play())
        fresh.stop()
    for _ in range(2):  # the wrong backup first, and then the right one
        assert "restored" in haggis(fresh, "restore", str(saved), "--replace")
    for name, count in ("haggis.sqlite.before-restore", 2), ("haggis.sqlite.before-restore-2", 1):
        with closing(sqlite3.connect(other / name)) as db:
            assert db.execute("SELECT count(*) FROM records").fetchone() == (count,)


def test_what_is_not_a_backup_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not there"):
        check(tmp_path / "nothing")
    (tmp_path / "text").write_text("this is no database at all, only a text of some length" * 99)
    with pytest.raises(ConfigError, match="is damaged"):
        check(tmp_path / "text")
    with closing(sqlite3.connect(tmp_path / "other")) as db:
        db.execute("CREATE TABLE x (y)")
    with pytest.raises(ConfigError, match="is not a backup"):
        check(tmp_path / "other")


def test_pages_hold_the_rows_that_queries_find(tmp_path: Path) -> None:
    """Long rows with overflow pages, all types, tables with and without row ids."""
    path = tmp_path / "file"
    values = [None, 0, 1, -1, 127, -32768, 8_388_607, -(1 << 31), 1 << 45, -(1 << 62), 0.5, "ä", b"\0\1"]
    made = [(f"{number:03}", values[number % len(values)], "x" * (37 * number)) for number in range(400)]
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE a (k TEXT PRIMARY KEY, v, t TEXT)")
        db.execute("CREATE TABLE b (k TEXT PRIMARY KEY, v, t TEXT) WITHOUT ROWID")
        for table in "ab":
            db.executemany(f"INSERT INTO {table} VALUES (?, ?, ?)", made)
        db.execute("DELETE FROM a WHERE k > '200'")
        db.commit()
    found = list(sqlite_pages.rows(path))
    for rowid, expected in ((True, made[:201]), (False, made)):
        rows = {tuple(row.values) for row in found if row.rowid is rowid and len(row.values) == 3}
        assert rows == set(expected)


async def test_a_damaged_file_is_noticed_and_salvaged(tmp_path: Path) -> None:
    """Pages in the middle are lost: the server does not start, and all that is whole comes back."""
    saved = tmp_path / "saved"
    with ServerProcess(tmp_path / "data") as server:
        ann, _, table = await played(server)
        tables = [ann.table("haggis-2", ["random", "random"], end={"rounds": 1}) for _ in range(12)]
        for one in tables:
            while not ann.get(f"/api/tables/{one}/records")["records"]:
                await asyncio.sleep(0.05)
        server.stop()
        file = server.data / "haggis.sqlite"
        root = _root(file, "log")
        with file.open("r+b") as stream:  # the root of all logs: no query finds any of them
            stream.seek((root - 1) * PAGE)
            stream.write(os.urandom(PAGE))
        assert find_damage(file)
        server.start(wait=False)
        assert server.process is not None
        assert server.process.wait(60) == 2
        last = server.log.read_text().splitlines()[-1]
        assert "is damaged" in last
        assert "haggis backup --salvage" in last
        assert "no backup was made" in haggis(server, "backup", str(saved), status=2)
        assert haggis(server, "backup", "--salvage", str(saved)).startswith(f"{saved}: ")
        haggis(server, "restore", str(saved), "--replace")
        server.start()
        for one in (table, *tables):
            Record(ann.get(f"/api/tables/{one}/records/1")).verify()
        answers = [ann.http.get(f"/api/tables/{one}") for one in (table, *tables)]
        damaged = [answer for answer in answers if not answer.is_success]
        assert {answer.json()["code"] for answer in damaged} <= {"damaged"}  # the root held some entries itself
        assert 0 < len(damaged) < len(tables)
        # Of a log that has lost its last entries, the table goes on from there.
        assert {answer.json()["status"] for answer in answers if answer.is_success} <= {"over", "playing"}
        assert ann.get("/api/me")["name"] == "Ann"


def _root(file: Path, table: str) -> int:
    with closing(sqlite3.connect(file)) as db:
        found: int = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    return found


def test_a_large_file_is_checked_while_the_server_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with server_inside(tmp_path / "data") as (url, app):
        assert httpx.get(f"{url}/ready").json() == {"ready": True, "store": "checked", "draining": False}
        file = tmp_path / "broken"
        file.write_bytes(os.urandom(PAGE))
        state: StoreCheck = app.state.store_check
        asyncio.run(state.run(file))
        answer = httpx.get(f"{url}/ready")
        assert (answer.status_code, answer.json()["store"]) == (503, "damaged")
        assert httpx.get(f"{url}/health").status_code == 200  # to start it again would not help
        assert "the file of the store is damaged" in caplog.text
    monkeypatch.setattr(store_check, "AT_ONCE", 1)
    looked: list[Path] = []

    def look(path: Path) -> list[str]:
        looked.append(path)
        return []

    monkeypatch.setattr(store_check, "find_damage", look)
    with server_inside(tmp_path / "data") as (url, _):
        assert httpx.get(f"{url}/ready").json()["ready"]
        assert looked == [tmp_path / "data" / "haggis.sqlite"]


def test_a_restore_that_is_killed_leaves_no_store_without_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved, fresh = tmp_path / "saved.sqlite", ServerSettings(data=str(tmp_path / "fresh"))
    with ServerProcess(tmp_path / "data") as server:
        Guest(server.url, "Ann").table()
        haggis(server, "backup", str(saved))
        for name in ("haggis.sqlite", "haggis.sqlite-wal", "key"):
            assert (tmp_path / "data" / name).stat().st_mode & 0o077 == 0, "secrets are in it"

    def kill(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(backup, "_restore_keys", kill)
        with pytest.raises(KeyboardInterrupt):
            backup.restore(fresh, saved)
    assert not (tmp_path / "fresh" / "haggis.sqlite").exists()
    backup.restore(fresh, saved)
    assert (tmp_path / "fresh" / "key").read_bytes() == (tmp_path / "data" / "key").read_bytes()
    assert (tmp_path / "fresh" / "haggis.sqlite").stat().st_mode & 0o077 == 0
