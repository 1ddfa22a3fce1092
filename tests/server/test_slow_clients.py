"""Clients that break off in the middle of a message or do not read: others do not notice, and memory stays bounded."""

import asyncio
import contextlib
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_cards.server.registry import upkeep
from haggis_cards.table import counters as metrics
from haggis_cards.table import log as entries
from haggis_cards.table.connection import SLOWEST
from haggis_cards.wire.facts import CLOSE_CODES
from tests.server.support import (
    Guest,
    Player,
    ServerProcess,
    players,
    raw_socket,
    server_inside,
    server_memory,
    two_at_a_table,
    wait_for,
)

TEXT, CLOSE = 1, 8  # kinds of WebSocket frames


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("slow") / "data", away_after=30) as process:
        yield process


def frame(text: str) -> bytes:
    body = text.encode()
    size = bytes([0x81, 0x80 | len(body)]) if len(body) < 126 else bytes([0x81, 0xFE]) + len(body).to_bytes(2, "big")
    return size + b"\0\0\0\0" + body


async def test_clients_that_vanish_in_the_middle_of_a_message(server: ServerProcess) -> None:
    ann, bob, table = two_at_a_table(server.url, end={"rounds": 1})
    async with players(ann, bob, table=table) as (first, second):
        await first.ask("start")
        await second.until(lambda message: message.get("what") == "start")
        actor = first if first.my_turn else second
        assert actor.view is not None
        act = {"type": "act", "id": "half", "action": actor.view["legal"][0], "seq": actor.seq}
        whole = frame(json.dumps(act))
        for cut in (1, 3, len(whole) // 2, len(whole) - 1):
            sock = raw_socket(server.port, f"/api/tables/{table}/socket", actor.guest.cookie)
            sock.sendall(whole[:cut])
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")  # a reset, no goodbye
            sock.close()
        assert (await actor.ask("refresh"))["seq"] == actor.seq  # half a message plays nothing
        await asyncio.gather(first.play(), second.play())


async def test_a_slow_client_gets_a_fresh_state_and_others_do_not_notice(server: ServerProcess) -> None:
    ann, bob, table = two_at_a_table(server.url, end={"rounds": 1})
    async with players(ann, bob, table=table) as (first, second):
        await first.ask("start")
        before = server_memory(server)
        slow = raw_socket(server.port, f"/api/tables/{table}/socket", Guest(server.url, "Eve").cookie, buffer=4096)
        for number in range(3000):  # asks a lot and reads nothing
            slow.sendall(frame(json.dumps({"type": "refresh", "id": f"{number}"})))
        await asyncio.gather(first.play(), second.play())
        figures = ann.http.get("/metrics").text
        assert "haggis_slow_clients_total 0" not in figures
        assert server_memory(server) - before < 30
        # It reads again: what was in the pipe, then a state that holds the end of the match.
        data = b""
        slow.settimeout(3)
        with contextlib.suppress(TimeoutError):
            while True:
                data += slow.recv(1 << 20)
        slow.close()
        texts = [body for kind, body in frames(data) if kind == TEXT]
        assert len(texts) < 3000
        reader = Player(bob, table)  # no entry is missing, but where a state covers it
        for text in texts:
            reader.note(json.loads(text))
        assert reader.done
        assert reader.info["status"] == "over"


async def test_a_client_that_does_not_read_is_closed_with_4408(tmp_path: Path) -> None:
    """A minute of the server's clock passes at once; the code stands behind what the client has not read."""
    time_now, asked = [1000.0], 5000
    options = {"clock": lambda: time_now[0], "sweep": 0.05, "queue": asked}
    with server_inside(tmp_path / "data", **options) as (url, app):
        ann, _, table = two_at_a_table(url)
        ann.post(f"/api/tables/{table}/start", {})
        before = metrics.messages_in.value
        slow = raw_socket(int(url.rsplit(":", 1)[1]), f"/api/tables/{table}/socket", ann.cookie, buffer=4096)
        for number in range(asked):
            slow.sendall(frame(json.dumps({"type": "refresh", "id": f"{number}"})))
        session = app.state.sessions[table]
        await asyncio.to_thread(wait_for, lambda: session.connections)  # the handshake comes before it
        (conn,) = session.connections
        sent = -1.0
        async with asyncio.timeout(60):  # until every question was read, and the buffers for the answers are full
            while metrics.messages_in.value < before + asked or sent != metrics.messages_out.value:
                sent = metrics.messages_out.value
                await asyncio.sleep(0.2)
        time_now[0] += SLOWEST
        await asyncio.sleep(0.2)  # several sweeps: a minute is not yet too long
        assert not conn.closed
        time_now[0] += 1
        async with asyncio.timeout(20):
            while not conn.closed:
                await asyncio.sleep(0.01)
        code, meaning = CLOSE_CODES["slow"]
        data = b""
        while not data.endswith(meaning.encode()):
            data += slow.recv(1 << 20) or pytest.fail("the connection ended without a word")
        slow.close()
    *_, (kind, body) = frames(data)
    assert (kind, body) == (CLOSE, code.to_bytes(2, "big") + meaning.encode())
    assert code == 4408


def frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The kinds and bodies of the whole frames in it."""
    at = 0
    while at + 2 <= len(data):
        kind, size, start = data[at] & 15, data[at + 1] & 127, at + 2
        if size >= 126:
            start += 2 if size == 126 else 8
            size = int.from_bytes(data[at + 2 : start], "big")
        at = start + size
        if at <= len(data):
            yield kind, data[start:at]


async def test_silent_sockets_do_not_keep_other_tables_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """More tables than one piece of the sweep are kept open by clients that say nothing; empty ones are closed."""
    monkeypatch.setattr(upkeep, "_PIECE", 3)
    monkeypatch.setattr(upkeep, "now", lambda: 0)  # no table is old yet
    with server_inside(tmp_path / "data", sweep=0.1, empty_after=0.5) as (url, _):
        ann = Guest(url)
        kept = [ann.table() for _ in range(5)]
        silent = [await Player(Guest(url, signed_in=False), table).open() for table in kept]
        empty = [ann.table() for _ in range(5)]
        monkeypatch.setattr(upkeep, "now", lambda: entries.now() + 10_000)
        for table in empty:
            await asyncio.to_thread(wait_for, lambda: ann.get(f"/api/tables/{table}")["status"] == "closed")  # noqa: B023
        assert {ann.get(f"/api/tables/{table}")["status"] for table in kept} == {"waiting"}
        for player in silent:
            await player.close()
