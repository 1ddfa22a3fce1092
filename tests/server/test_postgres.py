"""Several server processes on one PostgreSQL, which the test starts itself: any process serves any table."""

import asyncio
import contextlib
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest

from haggis_cards import Record
from haggis_cards.server.history import sent_matches
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.ratings import store as ratings
from haggis_cards.server.registry.postgres_channel import PostgresBackend
from haggis_cards.server.store.databases import Postgres as Database
from haggis_cards.study import puzzles
from haggis_cards.wire.identity import Ending
from haggis_cards.wire.refusals import Refused
from tests.push_service import Browser, push_service
from tests.review.helpers import random_match
from tests.seed import SEED
from tests.server.changes import CHANGED, hear, shown
from tests.server.kills import BATCH, KILLS, check_log
from tests.server.postgres import Postgres
from tests.server.results import begin_deals, check_results
from tests.server.store import haggis, rows
from tests.server.support import Guest, Player, ServerProcess, agreed, wait_for
from tests.server.support import players as at_table


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


def _insist(guest: Guest, path: str) -> None:
    """Asks again when the process has forgotten the table, which nobody watches, in this very moment (`busy`)."""
    wait_for(lambda: guest.http.post(path, json={}).is_success)


async def match_across(
    pair: list[ServerProcess], rounds: int = 1, rated: bool = False
) -> tuple[Guest, str, list[Player]]:
    """A table with Ann at the one process, Bob at the other, a bot, and a watcher."""
    ann, bob = Guest(pair[0].url, "Ann"), Guest(pair[1].url, "Bob")
    table = ann.table("haggis-3", ["me", "open", "random"], end={"rounds": rounds}, listed=True, rated=rated)
    _insist(bob, f"/api/tables/{table}/seat")
    if rated:
        async with at_table(ann, bob, table=table) as both:
            await agreed(*both)
    else:
        _insist(ann, f"/api/tables/{table}/start")
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


async def test_kills_at_random_moments_lose_nothing(postgres: Postgres, tmp_path: Path) -> None:
    """Two processes, of which one after the other is killed and started again; `make soak-server` is the long form."""
    rng = random.Random(f"{SEED} kills of two")
    key = tmp_path / "key"
    key.write_bytes(os.urandom(32))
    common = {"database_url": postgres.url, "key_file": key, "away_after": 60, "daily_worlds": 1}
    with ServerProcess(tmp_path / "one", **common) as one, ServerProcess(tmp_path / "two", **common) as two:
        done = 0
        while done < KILLS:
            done += await play_and_kill(postgres, [one, two], min(BATCH, KILLS - done), rng)
        # A worker whose server is killed while it starts has a traceback too, but of multiprocessing alone.
        assert "haggis_cards/" not in one.log.read_text() + two.log.read_text()


async def play_and_kill(postgres: Postgres, pair: list[ServerProcess], kills: int, rng: random.Random) -> int:
    """Matches across two processes, of which one or the other is killed and started again; says how often."""
    tables = [await match_across(pair, rounds=2 + kills // 4, rated=number % 2 == 0) for number in range(4)]
    tries = begin_deals([Guest(server.url, "Cat") for server in pair], deals=2)
    seated = [*(player for _, _, players in tables for player in players[:2]), *tries]
    playing = asyncio.gather(*(player.play_through() for player in seated))
    killed = 0
    while killed < kills and not playing.done():
        await asyncio.sleep(rng.uniform(0.1, 0.8))
        server = rng.choice(pair)
        server.kill()
        killed += 1
        counts = [(player, len(player.heard)) for player in seated if player.guest.url == server.url]
        await asyncio.to_thread(server.start)
        end = time.monotonic() + 30
        while any(len(player.heard) == count and not player.done for player, count in counts):
            if playing.done() or time.monotonic() > end:
                break
            await asyncio.sleep(0.02)
    await playing
    for _, table, players in tables:
        found = postgres.psql(f"SELECT seq, kind, seat, data FROM log WHERE \"table\" = '{table}' ORDER BY seq")
        lines = [line.split("|", 3) for line in found.splitlines()]
        log = [(int(seq), kind, int(seat) if seat else None, json.loads(data)) for seq, kind, seat, data in lines]
        check_log(log, table, players[:2])
    owner = OwnerStore(ServerSettings(database_url=postgres.url))
    rated = [table for _, table, _ in tables[::2]]
    await asyncio.to_thread(check_results, owner, rated, [player.table for player in tries])
    for player in seated:
        with contextlib.suppress(OSError):
            await player.close()
    acknowledged = sum(len(player.acknowledged) for player in seated)
    print(f"{killed} kills, {acknowledged} acknowledged actions", flush=True)  # noqa: T201 - for the long form
    return killed


async def test_listening_goes_on_after_a_connection_that_breaks_at_once(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = PostgresBackend(postgres.url)
    await backend.on_startup()
    await backend.subscribe(["haggis"])
    connect = asyncpg.connect
    broken: list[Any] = []

    async def break_once(*args: Any, **options: Any) -> Any:
        fresh = await connect(*args, **options)
        if not broken:
            broken.append(fresh)
            await fresh.close()
        return fresh

    monkeypatch.setattr(asyncpg, "connect", break_once)
    assert backend._listener is not None
    backend._listener.terminate()
    async with asyncio.timeout(20):
        await backend.heard_again.wait()
    assert broken
    await backend.on_shutdown()


async def test_postgres_is_restarted_under_load(pair: list[ServerProcess], postgres: Postgres) -> None:
    tables = [await match_across(pair, rounds=2) for _ in range(3)]
    everybody = [player for _, _, seated in tables for player in seated]
    told = [len(server.log.read_text().splitlines()) for server in pair]
    playing = asyncio.gather(*(player.play_through(120) for player in everybody))
    for _ in range(2):
        await asyncio.sleep(0.7)
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(postgres.start)
    await playing
    for player in everybody:
        await player.close()
    for server, before in zip(pair, told, strict=True):
        lines = server.log.read_text().splitlines()[before:]
        assert not any("Traceback" in line for line in lines), lines
        for what in ("read", "written"):  # not a line for each table and attempt
            said = [line for line in lines if f"the store cannot be {what}: " in line]
            over = [": over after" in line for line in said]
            assert all(one != other for one, other in pairwise(over)), lines
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


def test_workers_answer_for_metrics_together(postgres: Postgres, tmp_path: Path) -> None:
    """Whichever worker is asked, counters are sums; a worker that has died leaves its counters and takes its gauges."""
    with ServerProcess(tmp_path / "data", database_url=postgres.url, workers=2) as server:
        asked = 40
        for _ in range(asked):
            with httpx.Client(base_url=server.url) as fresh:  # new connections, so that both are met
                assert fresh.get("/api/lobby").is_success
        lobby = 'haggis_request_seconds_count{route="/api/lobby",status="200"}'
        wait_for(lambda: {figure(server, lobby) for _ in range(10)} == {asked})
        assert figure(server, 'haggis_request_seconds_bucket{le="+Inf",route="/api/lobby",status="200"}') == asked
        assert server.process is not None
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        workers = [int(pid) for pid in children if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()]
        os.kill(workers[0], signal.SIGKILL)
        wait_for(lambda: {figure(server, "haggis_tables_loaded") for _ in range(5)} != {None})
        wait_for(lambda: figure(server, lobby) == asked)


def figure(server: ServerProcess, name: str) -> float | None:
    """A metric, as whichever worker takes the connection tells it; None while nobody answers."""
    try:
        text = httpx.get(f"{server.url}/metrics").text
    except httpx.HTTPError:
        return None
    return next((float(line.rsplit(" ", 1)[1]) for line in text.splitlines() if line.startswith(f"{name} ")), None)


def test_workers_need_postgres(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", workers=2)
    server.start(wait=False)
    assert server.process is not None
    assert server.process.wait(30) == 2
    assert "more than one worker needs PostgreSQL" in server.log.read_text()


async def test_a_pause_ends_when_people_at_both_processes_are_ready(postgres: Postgres, tmp_path: Path) -> None:
    """The pause, who is ready, the host, take-backs and time banks are in the log, so both processes know them."""
    key = tmp_path / "key"
    key.write_bytes(os.urandom(32))
    common = {"database_url": postgres.url, "key_file": key, "round_pause": 60, "away_after": 30}
    with ServerProcess(tmp_path / "one", **common) as one, ServerProcess(tmp_path / "two", **common) as two:
        ann, bob = Guest(one.url, "Ann"), Guest(two.url, "Bob")
        table = ann.table("haggis-2", ["me", "open"], end={"rounds": 2}, clock=30, bank=60)
        bob.post(f"/api/tables/{table}/seat", {})
        assert bob.post(f"/api/tables/{table}/start", {}, 403)["code"] == "not-host"
        ann.post(f"/api/tables/{table}/start", {})
        first, second = Player(ann, table, 1), Player(bob, table, 2)
        for player in (first, second):
            await player.open()
            while player.view is None:  # the other process hears of the start a little later
                await player.hear()
        actor, other = (first, second) if first.my_turn else (second, first)
        assert actor.view is not None
        before = deepcopy(actor.view)
        await actor.act()
        await other.until(lambda message: message["type"] == "played")
        await actor.ask("undo")
        await other.until(lambda message: message.get("what") == "undo")
        await other.ask("consent", agree=True)
        await actor.until(lambda message: message.get("what") == "consent")
        assert actor.view == before
        await asyncio.gather(*(player.play(lambda player: player.info["paused"]) for player in (first, second)))
        await first.ask("ready")
        waiting = await second.until(lambda message: message.get("what") == "ready")
        assert [seat["ready"] for seat in waiting["table"]["seats"]] == [True, False]
        assert 0 < waiting["pause"]["left"] <= 60_000
        await second.ask("ready")
        resumed = await first.until(lambda message: message.get("what") == "ready" and not message["table"]["paused"])
        assert resumed["clock"]["banks"] == [60_000, 60_000]
        await asyncio.gather(first.play(), second.play())
        for player in (first, second):
            await player.close()
        Record(ann.get(f"/api/tables/{table}/records/1")).verify()
        assert "Traceback" not in one.log.read_text() + two.log.read_text()


async def test_a_notice_is_sent_once_by_two_processes(postgres: Postgres, tmp_path: Path) -> None:
    """Both look for notices; one of them sends each. The deadline is the same at both."""
    key = tmp_path / "key"
    key.write_bytes(os.urandom(32))
    common = {"database_url": postgres.url, "key_file": key, "push_after": 0, "push_anywhere": "true"}
    with (
        push_service() as service,
        ServerProcess(tmp_path / "one", **common) as one,
        ServerProcess(tmp_path / "two", **common) as two,
    ):
        guests = [Guest(one.url, "Ann"), Guest(two.url, "Bob")]
        table = guests[0].table(clock=86_400)
        guests[1].post(f"/api/tables/{table}/seat", {})
        browsers = [Browser(service, name) for name in ("ann", "bob")]
        for guest, browser in zip(guests, browsers, strict=True):
            guest.post("/api/push", browser.subscription(guest.get("/api/push")["key"]))
        guests[0].post(f"/api/tables/{table}/start", {})
        seat = guests[0].get(f"/api/tables/{table}")["awaited"][0]
        async with at_table(guests[seat], table=table) as (player,):
            while not player.my_turn:  # their process has not heard of the start yet
                await player.hear()
            while player.my_turn:
                await player.act()
        await asyncio.to_thread(wait_for, lambda: bool(service.at(browsers[1 - seat])))
        await asyncio.sleep(5)  # both have looked again
        assert [message["kind"] for message in service.at(browsers[1 - seat])].count("turn") == 1
        infos = [guest.get(f"/api/tables/{table}") for guest in guests]
        assert infos[0]["due"] == infos[1]["due"]
        assert "Traceback" not in one.log.read_text() + two.log.read_text()


async def test_a_page_hears_what_another_process_changes(pair: list[ServerProcess]) -> None:
    ann, bob = Guest(pair[0].url, "Ann"), Guest(pair[1].url, "Bob")
    table = ann.table()
    async with shown(ann, "me") as mine:
        bob.post(f"/api/tables/{table}/seat", {})
        assert await hear(mine) == CHANGED


async def test_the_owner_reaches_all_processes(pair: list[ServerProcess], tmp_path: Path) -> None:
    """`haggis admin`, `backup` and `restore` on PostgreSQL; a backup goes into SQLite, too."""
    ann, table, everybody = await match_across(pair)
    for player in everybody:
        await player.open()
        await player.hear()
    assert [row[0] for row in rows(haggis(pair[0], "tables", "--status", "playing")) if row[0] == table] == [table]
    person = next(row[0] for row in rows(haggis(pair[0], "people")) if row[0] in haggis(pair[0], "people", "Ann"))
    saved = tmp_path / "saved"
    assert "0 records" in haggis(pair[0], "backup", str(saved)) or saved.exists()
    haggis(pair[0], "close", table)
    for player in everybody:  # at both processes
        await player.socket.wait_closed()
    async with asyncio.timeout(10):  # the order reaches the other process a moment later
        while at(pair[1], ann).get(f"/api/tables/{table}")["status"] != "closed":
            await asyncio.sleep(0.05)
    Record(ann.get(f"/api/tables/{table}/records/1")).verify()
    haggis(pair[0], "ban", "203.0.113.9")
    far = {"x-forwarded-for": "203.0.113.9"}
    for server in pair:
        wait_for(lambda: httpx.get(f"{server.url}/api/lobby", headers=far).status_code == 403)  # noqa: B023
    haggis(pair[0], "unban", "203.0.113.9")
    haggis(pair[0], "forget", person, "--yes")
    assert json.loads(haggis(pair[0], "export", person))["tables"] == []
    small = ServerProcess(tmp_path / "small", key_file=pair[0].settings["key_file"])
    assert "restored" in haggis(small, "restore", str(saved))
    with small:
        assert at(small, ann).get(f"/api/tables/{table}")["status"] == "playing"  # as it was then


def test_a_backup_of_sqlite_goes_into_postgres(postgres: Postgres, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data") as server:
        ann = Guest(server.url, "Ann")
        table = ann.table()
        haggis(server, "backup", str(tmp_path / "saved"))
    postgres.client("createdb", "moved")
    moved = ServerProcess(tmp_path / "moved", database_url=postgres.database("moved"))
    assert "1 table with" in haggis(moved, "restore", str(tmp_path / "saved"))
    assert "with --replace" in haggis(moved, "restore", str(tmp_path / "saved"), status=2)
    haggis(moved, "restore", str(tmp_path / "saved"), "--replace")
    with moved:
        assert [one["table"]["id"] for one in at(moved, ann).get("/api/me")["tables"]] == [table]


async def test_draining_moves_tables_to_another_process(postgres: Postgres, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_bytes(os.urandom(32))
    common = {"database_url": postgres.url, "key_file": key, "away_after": 60}
    with ServerProcess(tmp_path / "one", **common) as one, ServerProcess(tmp_path / "two", **common) as two:
        ann, table, (first, second, _) = await match_across([one, two])
        playing = asyncio.gather(first.play_through(120), second.play_through(120))
        assert one.process is not None
        one.process.send_signal(signal.SIGUSR1)
        wait_for(lambda: httpx.get(f"{one.url}/ready").status_code == 503)
        refused = ann.post("/api/tables", {"rules": "haggis-2", "seats": ["me", "open"]}, 503)
        assert refused["params"]["fault"] == "draining"
        first.guest = at(two, ann)  # as behind a load balancer that has seen it
        assert await asyncio.to_thread(one.process.wait, 60) == 0
        await playing
        Record(first.guest.get(f"/api/tables/{table}/records/1")).verify()
        await first.close()
        await second.close()
        assert "Traceback" not in one.log.read_text() + two.log.read_text()


def test_all_workers_drain(postgres: Postgres, tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", database_url=postgres.url, workers=2, drain_seconds=1) as server:
        assert server.process is not None
        server.process.send_signal(signal.SIGUSR1)
        assert server.process.wait(60) == 0
        server.process = None


def test_a_first_attempt_at_a_puzzle_counts_once_at_two_processes(pair: list[ServerProcess]) -> None:
    puzzle = puzzles.collection().puzzles[0]
    task = f"/api/puzzles/{puzzle.id}"
    legal = puzzles.view(puzzle, puzzle.start)["legal"]
    wrong = next(action for action in legal if action not in puzzle.line[0].accepts)
    ann = Guest(pair[0].url, "Ann")
    places = [ann, at(pair[1], ann)] * 4
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda one: one.post(task, {"answers": [wrong]}), places))
    assert sum(reply["counted"] for reply in replies) == 1
    people = [Guest(server.url, "Bob") for server in pair * 4]
    with ThreadPoolExecutor(8) as pool:
        counted = list(pool.map(lambda one: one.post(f"{task}/solution", None)["me"]["missed"], people))
    assert counted == [1] * 8
    one, other = (server.get("/api/puzzles")["me"] for server in places[:2])
    assert one == other
    assert one["missed"] == 1
    assert ann.get(task)["rating"]["value"] == puzzle.rating, "all nine are new"


async def one_challenge(everywhere: list[Guest]) -> None:
    """A challenge of two tables: one seat for each person, and one table for each place, whichever process is asked."""
    wish = {"rules": "haggis-2", "rounds": 1, "seats": ["open", "open"], "tables": 2}
    challenge = f"/api/challenges/{everywhere[0].post('/api/challenges', wish, 201)['id']}"
    others = [Guest(guest.url, "Bob") for guest in (*everywhere, everywhere[0])]
    asking = [*everywhere * 2, *others * 2]
    await asyncio.gather(*(asyncio.to_thread(guest.post, f"{challenge}/seat", {}) for guest in asking))
    seen = [guest.get(challenge) for guest in (everywhere[0], *others)]
    assert len({(one["place"], one["seat"]) for one in seen[0]["people"]}) == 4
    tables = [one["table"] for one in seen]
    assert sorted(map(tables.count, tables)) == [2] * 4

    async def play(guest: Guest, table: str) -> None:
        async with at_table(guest, table=table) as (player,):
            await player.play()

    await asyncio.gather(*(play(*pair) for pair in zip((everywhere[0], *others), tables, strict=True)))
    results = everywhere[1].get(challenge)
    assert (results["finished"], len(results["teams"])) == (4, 2)
    assert everywhere[0].get("/api/matches")["matches"][0]["record"]


async def test_one_try_and_ratings_over_two_processes(pair: list[ServerProcess]) -> None:
    """A try is one table whichever process is asked; matches rated at both at once are all counted, in one order."""
    ann = Guest(pair[0].url, "Ann")
    everywhere = [at(server, ann) for server in pair]
    tables = await asyncio.gather(
        *(asyncio.to_thread(guest.post, "/api/daily/haggis-2/1", {}) for guest in everywhere * 2)
    )
    assert len({table["id"] for table in tables}) == 1
    await one_challenge(everywhere)

    async def rated(guest: Guest) -> None:
        table = guest.table(seats=["me", "random"], end={"rounds": 1}, rated=True)
        async with at_table(guest, table=table) as (player,):
            await player.play()

    await asyncio.gather(*(rated(guest) for guest in everywhere * 2))
    (mine,) = (line for line in ann.get("/api/ratings/haggis-2")["lines"] if line["me"])
    assert mine["matches"] == 4
    assert len(ann.get("/api/matches")["matches"]) == 5
    store = OwnerStore(ServerSettings(database_url=str(pair[0].settings["database_url"])))
    assert (await asyncio.to_thread(store.run, ratings.recompute))[1] == 0


async def test_who_one_is_over_two_processes(pair: list[ServerProcess], postgres: Postgres) -> None:
    """A code of one process signs in at the other; deletion at one closes the sockets of the other."""
    ann, bob = Guest(pair[0].url, "Annabel"), Guest(pair[1].url, "Bob")
    table = ann.table()
    bob.post(f"/api/tables/{table}/seat", {})
    code = {"code": ann.post("/api/code", None, 201)["code"]}
    there = Guest(pair[1].url, signed_in=False)
    assert there.post("/api/sign-in/code", code)["name"] == "Annabel"
    async with at_table(there, bob, table=table) as (first, _):
        await asyncio.to_thread(ann.delete, "/api/me")
        await first.socket.wait_closed()
        assert first.socket.close_code == 4401
    wait_for(lambda: there.get("/api/me")["name"] is None)
    there.post("/api/sign-in/code", code, 422)
    for server in pair:
        wait_for(lambda: "Annabel" not in httpx.get(f"{server.url}/api/tables/{table}").text)  # noqa: B023
    await asyncio.sleep(4)  # until it has been looked for once more
    assert "Annabel" not in postgres.client("pg_dump", "--data-only", "haggis")


async def at_once(database: Database, first: Callable[..., Any], second: Callable[..., Any]) -> list[Any]:
    """What two transactions find, of which the second begins before the first is committed."""
    async with database._engine.connect() as one, database._engine.connect() as other:
        found = [await one.run_sync(first)]
        waiting = asyncio.ensure_future(other.run_sync(second))
        await asyncio.sleep(0.5)
        await one.commit()
        with contextlib.suppress(Refused):
            found.append(await waiting)
            await other.commit()
    return found


async def test_what_two_do_in_the_same_moment(postgres: Postgres) -> None:
    """Of two devices that sign the others out one stays, nobody comes back, and who sends a shared match has a seat."""
    postgres.client("createdb", "moments")
    database = await Database.open(postgres.database("moments"))
    sign_out = partial(identity_store.sign_out, guest="ann", ending=Ending())
    assert await at_once(database, sign_out, sign_out) == [1, 2]
    await at_once(database, partial(identity_store.close, guest="ann"), sign_out)
    body = json.dumps({**random_match("haggis-2", seed=3).record().data, "bots": None}).encode()
    mine = [sent_matches.read_sent(body, seat, 0, guest) for seat, guest in enumerate(("bob", "cat"))]
    keep = [partial(sent_matches.keep, sent=sent, guest=sent.row["guest"]) for sent in mine]
    assert await at_once(database, *keep) == [True, True]
    await database.close()

    def stored(query: str) -> str:
        return postgres.client("psql", "-Atc", query, "moments").strip()

    assert stored("SELECT epoch FROM revoked") == str(identity_store.GONE)
    assert json.loads(stored("SELECT guests FROM records")) == ["bob", "cat"]
