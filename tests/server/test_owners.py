"""What the owner of a server can do: `haggis admin`, on the store of a server that runs."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from haggis_cards import Record
from haggis_cards.server.people import bans
from haggis_cards.wire.refusals import StorageError
from tests.server.people import played
from tests.server.store import change, haggis, rows, stored
from tests.server.support import Guest, Player, ServerProcess, players, server_inside, two_at_a_table, wait_for


async def test_tables_people_and_close(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = two_at_a_table(server.url, end={"rounds": 1}, title="Friday")
        waiting = Guest(server.url, "Cat").table()
        async with players(ann, bob, table=table) as (first, second):
            await first.ask("start")
            await second.until(lambda message: message.get("what") == "start")
            await (first if first.my_turn else second).act()
            shown = {row[0]: row[1:4] for row in rows(haggis(server, "tables"))}
            assert shown == {
                table: ["playing", "haggis-2", "Ann, Bob"],
                waiting: ["waiting", "haggis-2", "Cat, (open)"],
            }
            assert [row[0] for row in rows(haggis(server, "tables", "friday"))] == [table]
            assert [row[0] for row in rows(haggis(server, "tables", "--status", "playing"))] == [table]
            assert {row[1] for row in rows(haggis(server, "people"))} == {"Ann", "Bob", "Cat"}
            assert "its match is kept" in haggis(server, "close", table)
            await first.socket.wait_closed()  # the clients are sent to the table as it is now
            assert first.socket.close_code == 1012
        assert ann.get(f"/api/tables/{table}")["status"] == "closed"
        record = Record(ann.get(f"/api/tables/{table}/records/1"))
        record.verify()
        assert (record.data["ended"], record.data["bots"]) == ("abandoned", [None, None])
        assert "seed" not in record.data
        assert "is closed already" in haggis(server, "close", table, status=2)
        assert "there is no table nowhere" in haggis(server, "close", "nowhere", status=2)
        assert "not dancing" in haggis(server, "tables", "--status", "dancing", status=2)
        assert ann.get(f"/api/tables/{waiting}")["status"] == "waiting"


async def test_bans(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = two_at_a_table(server.url)
        people = {row[1]: row[0] for row in rows(haggis(server, "people"))}
        async with players(ann, bob, table=table) as (first, second):
            haggis(server, "ban", people["Ann"], "--reason", "no manners")
            await first.socket.wait_closed()
            assert first.socket.close_code == 4403
            refused = ann.get("/api/me", 403)
            assert refused["reason"] == "the owner of this server has banned you: no manners"
            await second.ask("ping")  # nobody else is
            assert [row[0] for row in rows(haggis(server, "bans"))] == [people["Ann"]]
            haggis(server, "unban", people["Ann"])
            await asyncio.to_thread(wait_for, lambda: ann.http.get("/api/me").is_success)
            assert "is not banned" in haggis(server, "unban", people["Ann"], status=2)
        far = {"x-forwarded-for": "203.0.113.7"}
        haggis(server, "ban", people["Ann"], "203.0.113.77/24", "--days", "1")
        wait_for(lambda: ann.http.get("/api/me").status_code == 403)
        assert Guest(server.url, "Ann").get("/api/me")["name"] == "Ann"  # a new cookie is a new person
        wait_for(lambda: httpx.get(f"{server.url}/api/lobby", headers=far).status_code == 403)
        assert httpx.get(f"{server.url}/api/lobby", headers={"x-forwarded-for": "203.0.114.7"}).is_success
        assert {row[0] for row in rows(haggis(server, "bans"))} == {people["Ann"], "203.0.113.0/24"}
        assert "too large a network" in haggis(server, "ban", "0.0.0.0/0", status=2)
        server.kill()
        server.start()  # a ban outlives the server
        assert httpx.get(f"{server.url}/api/lobby", headers=far).status_code == 403
        haggis(server, "ban", "203.0.113.0/24", "--days", "0")  # a ban ends by itself
        wait_for(lambda: httpx.get(f"{server.url}/api/lobby", headers=far).is_success)


def test_an_id_that_begins_with_a_dash_is_not_an_option(tmp_path: Path) -> None:
    ann, help_in_it = "-bmK-4ayqRGTawwNJ2uWzQ", "--h" + "h" * 19
    with ServerProcess(tmp_path / "data") as server:
        haggis(server, "ban", ann, help_in_it, "--reason", "no manners")
        assert {row[0] for row in rows(haggis(server, "bans"))} == {ann, help_in_it}
        haggis(server, "unban", ann)
        haggis(server, "unban", "--", help_in_it)
        assert haggis(server, "bans") == ""
        assert "No such option" in haggis(server, "unban", "--gently", ann, status=2)


def test_a_ban_holds_although_the_store_failed_when_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_inside(tmp_path / "data") as (url, app):
        store, far = app.state.store, {"x-forwarded-for": "203.0.113.7"}
        read = store.read
        failed: list[Any] = []

        async def fail_once(work: Any, *args: Any) -> Any:
            if work is bans.read and not failed:
                failed.append(work)
                raise StorageError("storage")
            return await read(work, *args)

        monkeypatch.setattr(store, "read", fail_once)
        haggis(ServerProcess(tmp_path / "data"), "ban", "203.0.113.7")
        wait_for(lambda: httpx.get(f"{url}/api/lobby", headers=far).status_code == 403, 20)
        assert failed


async def test_a_damaged_table_is_listed_and_repaired(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = two_at_a_table(server.url, end={"rounds": 1})
        async with players(ann, bob, table=table) as (first, second):
            await first.ask("start")
            await second.until(lambda message: message.get("what") == "start")
            await (first if first.my_turn else second).act()
        server.stop()
        change(server.data, "UPDATE log SET data = '{' WHERE \"table\" = ? AND kind = 'act'", table)
        server.start()
        assert ann.get(f"/api/tables/{table}", 500)["code"] == "damaged"
        name, seq, why = rows(haggis(server, "quarantine"))[0]
        assert (name, seq) == (table, "4")
        assert "JSON" in why or "truncated" in why
        cut = tmp_path / "cut.jsonl"
        assert "entries were cut off" in haggis(server, "repair", table, "--to", str(cut))
        assert json.loads(cut.read_text().splitlines()[0])["data"] == "{"
        wait_for(lambda: ann.http.get(f"/api/tables/{table}").is_success)
        async with players(ann, bob, table=table) as (first, second):
            await asyncio.gather(first.play(), second.play())
        Record(ann.get(f"/api/tables/{table}/records/1")).verify()
        assert haggis(server, "quarantine", "--all") == ""
        assert "nothing to repair" in haggis(server, "repair", table, "--to", str(tmp_path / "no"), status=2)
        assert not (tmp_path / "no").exists()


async def test_personal_data_can_be_exported_and_deleted(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = await played(server)
        person = next(row[0] for row in rows(haggis(server, "people")) if row[1] == "Ann")
        found = json.loads(haggis(server, "export", person))
        assert found["names"] == ["Ann"]
        assert [line["text"] for line in found["chat"]] == ["I live in Perth"]
        assert [one["id"] for one in found["tables"]] == [table]
        Record(found["records"][0]).verify()
        assert person in stored(server)
        assert "nothing was done" in haggis(server, "forget", person, status=2)  # nobody says yes
        haggis(server, "forget", person, "--yes")
        text = stored(server)
        assert person not in text
        assert "Ann" not in text
        assert "Perth" not in text
        assert "so do I" in text
        # The table and the record are still good, with a name that says nothing.
        wait_for(lambda: "Ann" not in bob.http.get(f"/api/tables/{table}").text)
        info = bob.get(f"/api/tables/{table}")
        assert [seat["name"] for seat in info["seats"]] == ["Somebody", "Bob"]
        record = bob.get(f"/api/tables/{table}/records/1")
        assert record["players"] == ["Somebody", "Bob"]
        Record(record).verify()
        assert ann.get("/api/me")["tables"] == []
        assert [mine["table"]["id"] for mine in bob.get("/api/me")["tables"]] == [table]
        listed = bob.get(f"/api/tables/{table}/records")["records"][0]
        assert bob.get(f"/api/records/{listed['id']}/replay")
        server.kill()
        server.start()
        again = await Player(bob, table).open()
        state = await again.hear()
        assert [line["text"] for line in state["chat"]] == ["…", "so do I"]
        await again.close()


async def test_old_matches_are_deleted(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        _, bob, table = await played(server)
        kept = bob.table()
        haggis(server, "close", table)
        assert haggis(server, "prune", "--days", "1", "--yes") == "0 tables were deleted\n"
        assert haggis(server, "prune", "--days", "0", "--dry-run") == "1 tables would be deleted\n"
        assert bob.http.get(f"/api/tables/{table}/records/1").is_success
        assert haggis(server, "prune", "--days", "0", "--yes") == "1 tables were deleted\n"
        rest = [line for line in stored(server).splitlines() if not line.startswith('INSERT INTO "orders"')]
        assert not [line for line in rest if table in line]
        assert [line for line in rest if kept in line]
        assert bob.get(f"/api/tables/{table}/records/1", 404)["code"] == "no-record"
        assert [mine["table"]["id"] for mine in bob.get("/api/me")["tables"]] == [kept]


def test_the_key_is_rotated_while_the_server_runs(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann, eve = Guest(server.url, "Ann"), Guest(server.url, "Eve")
        before = ann.cookie
        haggis(server, "rotate-key")
        wait_for(lambda: ann.get("/api/me")["name"] == "Ann" and ann.cookie != before)
        renewed = ann.cookie
        ann.get("/api/me")
        assert ann.cookie == renewed
        assert "nothing was done" in haggis(server, "rotate-key", status=2)
        haggis(server, "rotate-key", "--yes")
        wait_for(lambda: ann.get("/api/me")["name"] == "Ann" and ann.cookie != renewed)
        assert eve.get("/api/me")["name"] is None  # she has not been here since the first


@pytest.mark.parametrize("command", ["tables", "people", "bans"])
def test_without_a_store_there_is_a_clear_word(tmp_path: Path, command: str) -> None:
    server: Any = ServerProcess(tmp_path / "nowhere")
    assert "there is no store at" in haggis(server, command, status=2)
