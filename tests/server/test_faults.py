"""Faults of the server's machine, with real processes: kills, a full disk, jumping clocks, backups, bad starts.

`make soak-server` is the long form: 200 kills.
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from haggis_cards import Record
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store import log as store
from haggis_cards.table import log as entries
from tests.seed import SEED
from tests.server.kills import BATCH, KILLS, Log, check_log
from tests.server.results import begin_deals, check_results
from tests.server.store import shift_times
from tests.server.support import (
    Guest,
    Player,
    ServerProcess,
    agreed,
    players,
    server_inside,
    two_at_a_table,
    wait_for,
)


def log_of(data: Path, table: str) -> Log:
    """A table's log as it is on the disk."""
    with contextlib.closing(sqlite3.connect(data / "haggis.sqlite")) as db:
        rows = db.execute('SELECT seq, kind, seat, data FROM log WHERE "table" = ? ORDER BY seq', (table,)).fetchall()
    return [(seq, kind, seat, json.loads(text)) for seq, kind, seat, text in rows]


async def test_kills_at_random_moments_lose_nothing(tmp_path: Path) -> None:
    """Acknowledged is stored, seen is not taken back, nothing is played twice, all matches finish and verify.

    No result is lost or counted twice: of tries at deals of the day, and of rated matches.
    """
    rng = random.Random(f"{SEED} kills")
    with ServerProcess(tmp_path / "data", away_after=30, daily_worlds=1) as server:
        done = 0
        while done < KILLS:
            done += await play_and_kill(server, min(BATCH, KILLS - done), rng)
        assert server.stop() == 0


async def play_and_kill(server: ServerProcess, kills: int, rng: random.Random) -> int:
    """Matches of people and bots, and at most so many kills meanwhile; says how many."""
    rounds = 2 + kills // 4
    guests = [Guest(server.url, name) for name in ("Ann", "Bob", "Cat")]
    tables: dict[str, list[Player]] = {}
    for number in range(4):
        table = guests[0].table("haggis-2", ["me", "open"], end={"rounds": rounds}, rated=number % 2 == 0)
        guests[1].post(f"/api/tables/{table}/seat", {})
        if number % 2 == 0:
            async with players(*guests[:2], table=table) as both:
                await agreed(*both)
        else:
            guests[0].post(f"/api/tables/{table}/start", {})
        tables[table] = [Player(guest, table, number) for number, guest in enumerate(guests[:2])]
    bots = guests[2].table("haggis-3", ["random", "me", "random"], end={"rounds": rounds})
    tables[bots] = [Player(guests[2], bots, 7)]
    tries = begin_deals(guests[1:], deals=2)
    everybody = [*(player for seated in tables.values() for player in seated), *tries]
    playing = asyncio.gather(*(player.play_through() for player in everybody))
    back, killed = [0.0], 0
    while killed < kills and not playing.done():
        await asyncio.sleep(rng.uniform(0.1, 0.8))
        server.kill()
        killed += 1
        counts = [len(player.heard) for player in everybody if not player.done]
        up = time.monotonic()
        await asyncio.to_thread(server.start)
        while any(len(p.heard) == n for p, n in zip([p for p in everybody if not p.done], counts, strict=False)):
            if playing.done() or time.monotonic() - up > 30:
                break
            await asyncio.sleep(0.02)
        back.append(time.monotonic() - up)
    await playing
    for table, seated in tables.items():
        check_table(server, table, seated)
    owner = OwnerStore(ServerSettings(data=str(server.data)))
    await asyncio.to_thread(check_results, owner, list(tables)[:4:2], [player.table for player in tries])
    for player in everybody:
        with contextlib.suppress(OSError):
            await player.close()
    acknowledged = sum(len(player.acknowledged) for player in everybody)
    print(f"{killed} kills, {acknowledged} acknowledged actions, slowest return {max(back):.2f} s", flush=True)  # noqa: T201
    return killed


def check_table(server: ServerProcess, table: str, seated: list[Player]) -> None:
    check_log(log_of(server.data, table), table, seated)


async def test_downtime_is_not_charged(tmp_path: Path) -> None:
    """A clock of 5 s, and a server that is down for an hour by its log: the open decision has its whole time again."""
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = two_at_a_table(server.url, clock=5)
        async with players(ann, bob, table=table) as (first, _):
            await first.ask("start")
            assert first.clock is not None
        server.kill()
        shift_times(server.data, -3600 * 1000)
        await asyncio.to_thread(server.start)
        again = await first.open(first.seq)
        await again.hear()
        assert again.clock is not None
        assert again.clock["left"] > 3000
        assert [seat["away"] for seat in ann.get(f"/api/tables/{table}")["seats"]] == [None, None]
        # And when it does run out, the server makes one decision.
        assert (await again.until(lambda message: message["type"] == "played"))["late"]
        await again.close()


async def test_pending_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", bot_pause=0.3) as server:
        ann = Guest(server.url, "Ann")
        table = ann.table("haggis-3", ["random", "random", "random"], end={"rounds": 1})
        await asyncio.sleep(0.5)
        server.kill()
        server.settings["bot_pause"] = 0
        await asyncio.to_thread(server.start)
        watcher = await Player(ann, table).open()  # nobody had to do anything for it to go on
        await watcher.hear()
        await watcher.play()
        await watcher.close()
        Record(ann.get(f"/api/tables/{table}/records/1")).verify()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small tmpfs cannot be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_a_full_disk_refuses_and_loses_nothing(small_disk: Path) -> None:
    server = ServerProcess(small_disk / "data", away_after=300)
    server.log = small_disk.parent / "server.log"
    with server:
        ann, bob, table = two_at_a_table(server.url, end={"rounds": 2})
        async with players(ann, bob, table=table) as (first, second):
            await first.ask("start")
            await second.until(lambda message: message.get("what") == "start")
            ballast = small_disk / "ballast"
            with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
                while True:
                    file.write(b"\0" * 4096)
            refused = None
            for _ in range(400):  # the log's file has some room left
                actor = first if first.my_turn else second
                if not actor.my_turn:
                    await asyncio.sleep(0.01)
                    for player in (first, second):
                        with contextlib.suppress(TimeoutError):
                            await player.hear(0.2)
                    continue
                answer = await actor.act()
                if answer["type"] == "error":
                    refused = answer
                    break
                other = second if actor is first else first
                await other.until(lambda message, seq=answer["seq"]: message["seq"] == seq)  # type: ignore[misc]
                if actor.done:
                    pytest.fail("the disk was never full")
            assert refused is not None
            assert refused["code"] == "storage"
            assert ann.http.get("/ready").json() == {"ready": False, "store": "unwritable", "draining": False}
            assert ann.http.get("/health").status_code == 200  # to start it again would not help
            ballast.unlink()
            assert ann.http.get("/ready").status_code == 200
            await asyncio.gather(first.play(), second.play())
            check_table(server, table, [first, second])


async def test_the_clock_of_the_day_may_jump(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Summer time, a wrong battery, NTP: clocks of decisions run by a clock that never jumps."""
    real = entries.now
    with server_inside(tmp_path / "data", away_after=30) as (url, _):
        ann, bob, table = two_at_a_table(url, clock=30, end={"rounds": 1})
        async with players(ann, bob, table=table) as (first, second):
            await first.ask("start")
            await second.until(lambda message: message.get("what") == "start")
            for hours in (24, -48, 24 * 365):
                monkeypatch.setattr(store, "now", lambda hours=hours: real() + hours * 3_600_000)
                actor = first if first.my_turn else second
                await actor.act()
                await asyncio.sleep(0.1)
                for player in (first, second):
                    state = await player.ask("refresh")
                    assert state["clock"]["left"] > 20_000
                    assert [seat["away"] for seat in state["table"]["seats"]] == [None, None]
            await asyncio.gather(first.play(), second.play())
        Record(ann.get(f"/api/tables/{table}/records/1")).verify()


@pytest.mark.parametrize("years", [10, -10])
async def test_a_restart_after_the_clock_of_the_day_was_wrong(tmp_path: Path, years: int) -> None:
    """All rows say that they were written long ago, or will be: everything goes on, nothing is charged or closed."""
    with ServerProcess(tmp_path / "data", bot_pause=0.3, away_after=30) as server:
        ann, bob = Guest(server.url, "Ann"), Guest(server.url, "Bob")
        bots = ann.table("haggis-3", ["random", "random", "random"], end={"rounds": 1})
        table = ann.table(clock=30, end={"rounds": 1})
        bob.post(f"/api/tables/{table}/seat", {})
        ann.post(f"/api/tables/{table}/start", {})
        waiting = ann.table(listed=True)
        server.kill()
        shift = years * 365 * 24 * 3600 * 1000
        shift_times(server.data, shift)
        server.settings["bot_pause"] = 0
        await asyncio.to_thread(server.start)
        end = time.monotonic() + 60
        while not [kind for _, kind, *_ in log_of(server.data, bots) if kind == "act"][20:]:  # nobody looks at them
            assert time.monotonic() < end, "the bots do not go on"
            await asyncio.sleep(0.05)
        async with players(ann, bob, table=table) as (first, second):
            assert first.clock is not None
            assert first.clock["left"] > 20_000
            assert [seat["away"] for seat in first.info["seats"]] == [None, None]
            await asyncio.gather(first.play(), second.play())
        check_table(server, table, [first, second])
        assert waiting in [info["id"] for info in ann.get("/api/lobby")["tables"]]
        assert ann.get(f"/api/tables/{waiting}")["status"] == "waiting"


async def test_an_abandoned_match_is_closed_and_its_record_kept(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", away_after=0.2, abandon_after=1, bot_pause=1) as server:
        ann = Guest(server.url, "Ann")
        table = ann.table("haggis-3", ["me", "random", "random"], end={"rounds": 9}, clock=60)
        async with players(ann, table=table) as (player,):
            assert player.info["status"] == "playing"
        await asyncio.to_thread(wait_for, lambda: ann.get(f"/api/tables/{table}")["status"] != "playing")
        info = ann.get(f"/api/tables/{table}")
        assert (info["status"], info["records"]) == ("closed", 1)
        assert ann.get(f"/api/tables/{table}/records")["records"][0]["winners"] is None
        record = Record(ann.get(f"/api/tables/{table}/records/1"))
        record.verify()
        assert "seed" not in record.data
        late = await Player(ann, table).open()
        await late.hear()
        assert (await late.ask("start"))["code"] == "closed"
        await late.close()


async def test_backup_and_restore(tmp_path: Path) -> None:
    """As docs/hosting.md says: the online backup of SQLite, and the key; seats still belong to their players."""
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = two_at_a_table(server.url, end={"rounds": 1})
        async with players(ann, bob, table=table) as (first, second):
            await first.ask("start")
            await second.until(lambda message: message.get("what") == "start")
            actor = first if first.my_turn else second
            await actor.act()
            seq = actor.seq
            saved = tmp_path / "saved"
            saved.mkdir()
            source, target = sqlite3.connect(server.data / "haggis.sqlite"), sqlite3.connect(saved / "haggis.sqlite")
            source.backup(target)
            source.close()
            target.close()
            (saved / "key").write_bytes((server.data / "key").read_bytes())
    with ServerProcess(saved) as restored:
        cookies = [guest.cookie for guest in (ann, bob)]
        both = [Guest(restored.url, signed_in=False) for _ in cookies]
        for guest, cookie in zip(both, cookies, strict=True):
            name, value = cookie.split("=", 1)
            guest.http.cookies.set(name, value)
        async with players(*both, table=table) as (first, second):
            assert (first.seq, first.seat, second.seat) == (seq, 0, 1)
            await asyncio.gather(first.play(), second.play())


async def test_a_polite_stop_ends_all_and_says_come_back(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann = Guest(server.url, "Ann")
        player = await Player(ann, ann.table("haggis-2", ["me", "random"])).open()
        await player.hear()
        assert await asyncio.to_thread(server.stop) == 0
        await player.socket.wait_closed()
        assert player.socket.close_code == 1012


def test_a_stop_does_not_wait_for_hints(tmp_path: Path) -> None:
    """Clients have asked for hints and gone: the server ends at once, and no traceback tells of their requests."""
    with ServerProcess(tmp_path / "data", bot_workers=1, bot_budget=60) as server:
        ann, bob, table = two_at_a_table(server.url)
        ann.post(f"/api/tables/{table}/start", {})
        asker = (ann, bob)[ann.get(f"/api/tables/{table}/view")["view"]["to_act"][0]]
        asker.get(f"/api/tables/{table}/hint")
        assert server.process is not None
        threads = Path(f"/proc/{server.process.pid}/task").glob("*/children")
        children = [int(pid) for thread in threads for pid in thread.read_text().split()]
        [worker] = [pid for pid in children if "process.workers" in Path(f"/proc/{pid}/cmdline").read_text()]
        os.kill(worker, signal.SIGSTOP)  # a hint that takes for ever
        for _ in range(3):
            with pytest.raises(httpx.ReadTimeout):
                asker.http.get(f"/api/tables/{table}/hint", timeout=0.3)
        assert server.stop() == 0
        lines = server.log.read_text().splitlines()
        assert not [line for line in lines if "HAGGIS_SEED" not in line and "ready on" not in line]


async def test_a_server_that_drains_lets_its_matches_finish(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann, bob, table = two_at_a_table(server.url, end={"rounds": 1})
        async with players(ann, bob, table=table) as (first, second):
            await first.ask("start")
            await second.until(lambda message: message.get("what") == "start")
            assert server.process is not None
            server.process.send_signal(signal.SIGUSR1)
            await asyncio.to_thread(wait_for, lambda: ann.http.get("/ready").status_code == 503)
            assert ann.get("/health")["ok"]
            assert ann.post("/api/tables", {"rules": "haggis-2", "seats": ["me", "open"]}, 503)["code"] == "busy"
            await asyncio.gather(first.play(), second.play())
            assert await asyncio.to_thread(server.process.wait, 30) == 0
        server.process = None
        server.start()
        Record(ann.get(f"/api/tables/{table}/records/1")).verify()


def test_a_port_that_is_taken_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = ServerProcess(tmp_path / "data", seed="")
        server.port = taken.getsockname()[1]
        server.start(wait=False)
        assert server.process is not None
        assert server.process.wait(30) == 2
        assert server.log.read_text().splitlines() == [
            f"haggis: cannot listen on 127.0.0.1:{server.port}: Address already in use; give another --host or --port"
        ]


def test_a_misspelt_variable_is_reported_and_the_server_starts(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", prot=1, log_format="json") as server:
        unknown, seeded, ready = map(json.loads, server.log.read_text().splitlines()[:3])
    assert [unknown["level"], seeded["level"], ready["level"]] == ["warning", "warning", "info"]
    assert unknown["event"].endswith("PROT is not a setting; do you mean HAGGIS_PORT?")
    assert "deals can be predicted" in seeded["event"]
    assert ready["event"].startswith("ready on")


def test_two_servers_cannot_share_a_folder(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data"):
        second = ServerProcess(tmp_path / "data")
        second.log = tmp_path / "second.log"
        second.start(wait=False)
        assert second.process is not None
        assert second.process.wait(30) != 0
        assert "another server uses" in second.log.read_text()
        assert "Traceback" not in second.log.read_text()
