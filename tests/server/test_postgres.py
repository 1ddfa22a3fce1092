"""Several server processes on one PostgreSQL, which the test starts itself: any process serves any table."""

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from haggis_cards import Record
from tests.server.support import Guest, Player, ServerProcess
from tests.server_process import free_port
from tests.tools import find_postgres


class Postgres:
    """A PostgreSQL server of our own, on a port of its own."""

    def __init__(self, bin: Path, folder: Path) -> None:
        self.bin, self.folder, self.port = bin, folder, free_port()
        self.run = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.run:
            shutil.chown(folder, "postgres")
        self._call("initdb", "-D", f"{folder}/data", "-U", "haggis", "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self.client("createdb", "haggis")

    @property
    def url(self) -> str:
        return self.database("haggis")

    def database(self, name: str) -> str:
        return f"postgresql://haggis@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} -F"
        self._call("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def stop(self) -> None:
        self._call("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")

    def _call(self, program: str, *args: str) -> None:
        command = [*self.run, str(self.bin / program), *args]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def client(self, program: str, *args: str) -> str:
        """What a client program, connected to this server, prints."""
        place = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "haggis"]
        command = [*self.run, str(self.bin / program), *place, *args]
        return subprocess.run(command, check=True, cwd=self.folder, capture_output=True, text=True).stdout

    def psql(self, query: str) -> str:
        return self.client("psql", "-Atc", query)


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    place = find_postgres()
    if place is None:
        pytest.skip("no PostgreSQL on this machine: make test-tools")
    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(place, Path(folder))
        yield server
        server.stop()


@pytest.fixture(scope="module")
def both(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ServerProcess]]:
    """Two server processes; they share the database and the key."""
    folder = tmp_path_factory.mktemp("pair")
    (folder / "key").write_bytes(os.urandom(32))
    common = {"database_url": postgres.url, "key_file": folder / "key", "away_after": 30}
    first, second = (ServerProcess(folder / name, **common) for name in ("one", "two"))
    with first, second:
        yield [first, second]
    for server in (first, second):
        assert "Traceback" not in server.log.read_text()


@pytest.fixture
def pair(both: list[ServerProcess]) -> list[ServerProcess]:
    """Both of them running, whatever the last test did."""
    return [server if server.process else server.start() for server in both]


def at(server: ServerProcess, guest: Guest) -> Guest:
    """The same guest at another server."""
    other = Guest(server.url, signed_in=False)
    other.http.cookies.update(guest.http.cookies)
    return other


async def match_across(pair: list[ServerProcess], rounds: int = 1) -> tuple[Guest, str, list[Player]]:
    """A table with Ann at the one process, Bob at the other, a bot, and a watcher."""
    ann, bob = Guest(pair[0].url, "Ann"), Guest(pair[1].url, "Bob")
    table = ann.table("haggis-3", ["me", "open", "random"], end={"rounds": rounds}, listed=True)
    bob.post(f"/api/tables/{table}/seat", {})
    ann.post(f"/api/tables/{table}/start", {})
    return ann, table, [Player(ann, table, 1), Player(bob, table, 2), Player(Guest(pair[1].url, "Eve"), table, 3)]


async def test_one_table_over_two_processes(pair: list[ServerProcess]) -> None:
    ann, table, everybody = await match_across(pair)
    await asyncio.gather(*(player.play_through() for player in everybody))
    for player in everybody:
        fresh = await player.ask("refresh")
        assert fresh["view"] == player.view
        assert [seat["connected"] for seat in fresh["table"]["seats"]] == [True, True, True]
    for player in everybody:
        await player.close()
    record = Record(ann.get(f"/api/tables/{table}/records/1"))
    record.verify()
    assert at(pair[1], ann).get(f"/api/tables/{table}/records/1") == record.data
    assert [mine["table"]["id"] for mine in at(pair[1], ann).get("/api/me")["tables"]] == [table]


async def test_chat_reactions_and_presence_cross_over(pair: list[ServerProcess]) -> None:
    _, _, (ann, bob, _) = await match_across(pair)
    await ann.open()
    await ann.hear()
    await bob.open()
    await bob.hear()
    await ann.until(lambda m: m["type"] == "presence" and m["connected"] == [True, True, True])
    await bob.say("chat", text="over there")
    assert (await ann.until(lambda m: m["type"] == "chat"))["text"] == "over there"
    await bob.say("react", reaction="wow")
    assert (await ann.until(lambda m: m["type"] == "react"))["reaction"] == "wow"
    await bob.close()
    await ann.until(lambda m: m["type"] == "presence" and m["connected"] == [True, False, True])
    await ann.close()


async def test_a_race_for_one_seat_has_one_winner(pair: list[ServerProcess]) -> None:
    """The unique (table, seq) decides; the other process learns the current state."""
    for _ in range(5):
        ann = Guest(pair[0].url, "Ann")
        table = ann.table()
        rivals = [Guest(pair[side].url, name) for side, name in enumerate(("Bob", "Cat"))]
        for rival in rivals:
            rival.get(f"/api/tables/{table}")  # both processes have the table in memory
        wish = [asyncio.to_thread(rival.http.post, f"/api/tables/{table}/seat", json={"seat": 1}) for rival in rivals]
        answers = await asyncio.gather(*wish)
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert {answer.json().get("code") for answer in answers} == {None, "seat-taken"}


async def test_a_process_that_dies_is_replaced_by_the_other(pair: list[ServerProcess]) -> None:
    ann, table, (player, other, _) = await match_across(pair)
    playing = asyncio.gather(player.play_through(), other.play_through())
    await asyncio.sleep(0.5)
    pair[0].kill()
    player.guest = at(pair[1], ann)  # as behind a load balancer
    await playing
    Record(player.guest.get(f"/api/tables/{table}/records/1")).verify()
    await player.close()
    await other.close()


async def test_postgres_is_restarted_under_load(pair: list[ServerProcess], postgres: Postgres) -> None:
    tables = [await match_across(pair, rounds=2) for _ in range(3)]
    everybody = [player for _, _, seated in tables for player in seated]
    playing = asyncio.gather(*(player.play_through(120) for player in everybody))
    for _ in range(2):
        await asyncio.sleep(0.7)
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(postgres.start)
    await playing
    for player in everybody:
        await player.close()
    for ann, table, seated in tables:
        record = Record(ann.get(f"/api/tables/{table}/records/1"))
        record.verify()
        rows = postgres.psql(f"SELECT seq, data::json->>'action' FROM log WHERE \"table\" = '{table}' AND kind = 'act'")
        stored = dict(row.split("|", 1) for row in rows.splitlines())
        for player in seated:
            for seq, action in player.acknowledged:
                assert stored[str(seq)] == action.split(" ", 1)[1]
        ids = postgres.psql(f"SELECT seat, data::json->>'id' FROM log WHERE \"table\" = '{table}' AND kind = 'act'")
        twice = Counter(line for line in ids.splitlines() if not line.endswith("|"))
        assert max(twice.values()) == 1


async def test_backup_and_restore(pair: list[ServerProcess], postgres: Postgres, tmp_path: Path) -> None:
    """As docs/hosting.md says: pg_dump while the servers run, pg_restore into a new database, and the key."""
    ann, table, seated = await match_across(pair)
    player, other, _ = seated
    for each in (player, other):
        await each.open()
        await each.hear()
    while not player.acknowledged:
        await (player.act() if player.my_turn else other.act() if other.my_turn else player.hear())
        for each in (player, other):
            each.view = (await each.ask("refresh"))["view"]
    postgres.client("pg_dump", "--format=custom", "--file=haggis.dump", "haggis")
    for each in (player, other):
        await each.close()
    stored = postgres.psql(f"SELECT max(seq) FROM log WHERE \"table\" = '{table}'")
    postgres.client("createdb", "restored")
    postgres.client("pg_restore", "--dbname=restored", "haggis.dump")
    key = pair[0].settings["key_file"]
    with ServerProcess(tmp_path / "data", database_url=postgres.database("restored"), key_file=key) as restored:
        again = [Player(at(restored, each.guest), table, 5) for each in (player, other)]
        for fresh, each in zip(again, (player, other), strict=True):
            await fresh.open()
            await fresh.hear()
            assert fresh.seat == each.seat  # the key came along, so the seats are still theirs
            assert fresh.seq is not None
            assert fresh.seq <= int(stored) + 2  # bots and those who return may have gone on since
            await fresh.close()
        await asyncio.gather(*(fresh.play_through() for fresh in again))
        for fresh in again:
            await fresh.close()
        record = Record(at(restored, ann).get(f"/api/tables/{table}/records/1"))
        record.verify()
        actions = [action for each in record.data["rounds"] for action in each["actions"]]
        played = [f"{player.seat} {text.split(' ', 1)[1]}" for _, text in player.acknowledged]
        assert [action for action in actions if action.startswith(f"{player.seat} ")][: len(played)] == played


def test_workers_share_one_port(postgres: Postgres, tmp_path: Path) -> None:
    """`haggis serve --workers 2`."""
    with ServerProcess(tmp_path / "data", database_url=postgres.url, workers=2) as server:
        ann = Guest(server.url, "Ann")
        table = ann.table("haggis-2", ["me", "random"])
        for _ in range(20):
            with httpx.Client(base_url=server.url) as fresh:  # new connections, so that both are met
                assert fresh.get(f"/api/tables/{table}").json()["status"] == "playing"
        server.stop()
        time.sleep(0.1)
        with pytest.raises(httpx.ConnectError):
            httpx.get(server.url)


def test_workers_need_postgres(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", workers=2)
    server.start(wait=False)
    assert server.process is not None
    assert server.process.wait(30) == 2
    assert "more than one worker needs PostgreSQL" in server.log.read_text()
