"""Floods below the level of messages: frames, headers, requests in advance, silence. Others are served meanwhile."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode

from haggis_cards.server.app import protocols
from haggis_cards.server.process.config import ServerSettings
from tests.server.support import Guest, players, raw_socket, server_memory, two_at_a_table
from tests.server_process import ServerProcess

SHORT, LONG = 64, 200_000  # how many frames a client may send, and how many a flood has


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """On its defaults, but for fewer connections."""
    with ServerProcess(tmp_path_factory.mktemp("floods") / "data", max_connections=400) as process:
        yield process
        assert "Traceback" not in process.log.read_text()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of which this address has asked nothing yet."""
    with ServerProcess(tmp_path / "data") as process:
        yield process


def frame(kind: Opcode, fin: bool = True, body: bytes = b"") -> bytes:
    return Frame(kind, body, fin).serialize(mask=True)


FLOODS = {
    "pings": (b"", frame(Opcode.PING)),
    "full pings": (b"", frame(Opcode.PING, body=b"x" * 125)),
    "pongs": (b"", frame(Opcode.PONG)),
    "pieces": (frame(Opcode.TEXT, fin=False), frame(Opcode.CONT, fin=False)),
    "beginnings": (b"", frame(Opcode.TEXT, fin=False, body=b"x") + frame(Opcode.CONT, body=b"x")),
    "messages": (b"", frame(Opcode.TEXT)),
    "half a command": (b"", frame(Opcode.TEXT, body=b'{"type": "act"')),
    "commands": (b"", frame(Opcode.TEXT, body=b'{"type": "ping", "id": "1"}')),
    "deep commands": (b"", frame(Opcode.TEXT, body=b"[" * 4000)),
}


def closed(sock: socket.socket) -> bytes:
    """What a client reads until the server has closed the connection."""
    data = b""
    with sock, contextlib.suppress(ConnectionError):
        while piece := sock.recv(1 << 16):
            data += piece
    return data


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_of_frames_ends_the_connection(server: ServerProcess, flood: str) -> None:
    """However many come at once, only a few are answered, and others are."""
    first, one = FLOODS[flood]
    guest = Guest(server.url)
    sock = raw_socket(server.port, f"/api/tables/{guest.table()}/socket", guest.cookie)
    with contextlib.suppress(ConnectionError):
        sock.sendall(first + one * LONG)
    assert httpx.get(f"{server.url}/health", timeout=5).is_success
    assert closed(sock).count(b"\x8a") < LONG // 100


@pytest.mark.parametrize("flood", FLOODS)
def test_little_is_read_after_the_end(server: ServerProcess, flood: str) -> None:
    """Who is told to go, and sends all the same, is not heard for long."""
    first, one = FLOODS[flood]
    guest = Guest(server.url)
    sock = raw_socket(server.port, f"/api/tables/{guest.table()}/socket", guest.cookie)
    taken, many = 0, one * (1_000_000 // len(one))
    with sock, contextlib.suppress(ConnectionError):
        sock.sendall(first)
        while taken < 100:
            sock.sendall(many)
            taken += 1
    assert taken < 100


def test_too_many_frames_are_told_by_4429(server: ServerProcess) -> None:
    guest = Guest(server.url)
    sock = raw_socket(server.port, f"/api/tables/{guest.table()}/socket", guest.cookie)
    sock.sendall(frame(Opcode.PONG) * 250)
    assert (4429).to_bytes(2, "big") in closed(sock)


def test_a_client_may_ping_now_and_then(server: ServerProcess) -> None:
    guest = Guest(server.url)
    sock = raw_socket(server.port, f"/api/tables/{guest.table()}/socket", guest.cookie)
    sock.sendall(frame(Opcode.PING, body=b"beat") * SHORT)
    data = b""
    while data.count(b"\x8a\x04beat") < SHORT:
        data += sock.recv(1 << 16)
    sock.close()


HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
ENDLESS = {
    "many": (HEAD, b"X: a\r\n" * protocols.MOST_HEADERS, b"X"),  # one is complete when the next begins
    "a long value": (HEAD + b"X: ", b"a", b"a"),
    "a long address": (b"GET /", b"a", b"a"),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_headers_over_a_limit_are_refused(server: ServerProcess, kind: str) -> None:
    """With the first byte or line too many, which is the last that is sent: so the answer is not lost."""
    start, filling, last = ENDLESS[kind]
    if len(filling) == 1:
        filling *= protocols.MOST_HEAD - len(start)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sock:
        sock.sendall(start + filling)
        assert httpx.get(f"{server.url}/health", timeout=5).is_success
        sock.sendall(last)
        assert closed(sock).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize("kind", ENDLESS)
def test_headers_without_end_are_cut_off(server: ServerProcess, kind: str) -> None:
    """Long before the deadline of a request, and nothing of them is kept."""
    before = server_memory(server)
    start, filling, last = ENDLESS[kind]
    more = filling if len(filling) > 1 else last
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sock, pytest.raises(ConnectionError):
        sock.sendall(start + more * (50_000_000 // len(more)))
    assert server_memory(server) - before < 20


def test_a_body_in_countless_chunks_is_refused(server: ServerProcess) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sock:
        sock.sendall(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            sock.sendall(b"1\r\n \r\n" * 15_000)
            sock.sendall(b"0\r\n\r\n")
        assert b"HTTP/1.1 413" in closed(sock)


def test_requests_in_advance_have_a_limit(server: ServerProcess) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as sock:
        with contextlib.suppress(ConnectionError):
            sock.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" * 50_000)
        assert closed(sock).count(b"HTTP/1.1 200") <= protocols.MOST_AHEAD + protocols.PIECE


def test_silent_connections_keep_nobody_out(server: ServerProcess) -> None:
    """Those that came first are closed as soon as there are many; one that has said half a request is silent too."""
    silent = []
    for number in range(600):
        sock = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        if number % 2:
            sock.sendall(b"GET / HTTP/1.1\r\n")
        silent.append(sock)
        if number % 50 == 0:
            assert httpx.get(f"{server.url}/health", timeout=5).is_success
    silent[0].settimeout(5)
    assert closed(silent[0]) == b""
    for sock in silent:
        sock.close()


def test_a_club_behind_one_address_comes_in_one_moment(server: ServerProcess) -> None:
    """60 people open a page at once, each with some requests, and watch the final."""
    table = Guest(server.url).table()
    watchers = []
    for _ in range(60):
        for path in ("/api/me", "/api/lobby", f"/api/tables/{table}"):
            Guest(server.url, signed_in=False).get(path)
        watchers.append(raw_socket(server.port, f"/api/tables/{table}/socket", ""))
    for sock in watchers:
        sock.close()


async def test_spectators_keep_no_player_out(fresh: ServerProcess) -> None:
    """A crowd from one address is refused; a player, even with several pages, gets in."""
    ann, bob, table = two_at_a_table(fresh.url, end={"rounds": 1})
    path = f"/api/tables/{table}/socket"
    crowd = [raw_socket(fresh.port, path, "") for _ in range(ServerSettings().watchers_per_address)]
    with pytest.raises(InvalidStatus, match="429"):
        await connect(f"ws://127.0.0.1:{fresh.port}{path}")
    async with players(ann, bob, table=table) as (first, _):
        pages = [raw_socket(fresh.port, path, ann.cookie) for _ in range(5)]
        await first.ask("start")
        for sock in (*crowd, *pages):
            sock.close()
