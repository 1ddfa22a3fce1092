"""Messages as bytes on a socket: whole, in pieces, several at once; and crowds that come and go together."""

import asyncio
import base64
import gc
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar import WebSocket
from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from haggis_cards.server.app.protocols import HttpProtocol, WebSocketProtocol, ends_between_messages, read_text
from haggis_cards.server.process.turns import Turns
from haggis_cards.table import broadcast
from tests.server.support import Guest, ServerProcess, server_inside, wait_for

MOST = 4096


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=mask)


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 125, 126, 127, 1000, MOST])
def test_a_whole_message_is_read_as_the_library_does(size: int) -> None:
    text = ("ü€" * size).encode()[:size].decode(errors="ignore")
    assert read_text(frame(text.encode()), MOST) == text
    data = frame(b"x" * size)
    assert read_text(data, MOST) == "x" * size
    assert ends_between_messages(data, True) == (size < 126)  # what is longer is left to the library for good


@pytest.mark.parametrize(
    ("data", "between"),
    [
        (b"", True),
        (frame(b"x")[:1], False),
        (frame(b"xyz")[:-1], False),
        (frame(b"x") + frame(b"y"), True),
        (frame(b"x") + frame(b"y")[:3], False),
        (frame(b"x", mask=False), True),
        (frame(b"x", fin=False), False),
        (frame(b"x", Opcode.CONT), False),
        (frame(b"x", Opcode.BINARY), True),
        (frame(b"x", Opcode.PING), True),
        (frame(b"\xff"), True),
        (frame(b"x" * (MOST + 1)), False),
        (b"\x81\xfe\x00\x01abcdx", False),
        (b"\x81\xff" + (1).to_bytes(8, "big") + b"abcdx", False),
        (b"\xc1\x81abcdx", True),
    ],
    ids=lambda value: str(value if isinstance(value, bool) else len(value)),  # masks are drawn anew in every process
)
def test_everything_else_is_left_to_the_library(data: bytes, between: bool) -> None:
    """A piece, several messages, other frames, a text that is too long or not UTF-8, a length in a longer form."""
    assert read_text(data, MOST) is None
    assert ends_between_messages(data, True) == between


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("sockets") / "data") as process:
        yield process
        assert "Traceback" not in process.log.read_text()


class Wire:
    """A socket at a table whose bytes the test chooses."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def send(self, *pieces: bytes) -> None:
        """Each piece in a packet of its own."""
        for number, piece in enumerate(pieces):
            if number:
                await asyncio.sleep(0.05)
            self._writer.write(piece)
            await self._writer.drain()

    async def _frame(self) -> tuple[int, bytes]:
        first, size = await self._reader.readexactly(2)
        if size >= 126:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
        return first & 15, await self._reader.readexactly(size)

    async def answered(self, count: int) -> list[str]:
        """The ids of the next answers to pings."""
        ids: list[str] = []
        while len(ids) < count:
            kind, body = await asyncio.wait_for(self._frame(), 20)
            message: dict[str, Any] = json.loads(body) if kind == Opcode.TEXT else {"type": f"frame {kind}"}
            if message["type"] == "ok":
                ids.append(message["id"])
            elif message["type"] not in ("state", "presence"):
                ids.append(message["type"])
        return ids


@asynccontextmanager
async def wire(server: ServerProcess) -> AsyncIterator[Wire]:
    guest = Guest(server.url)
    host = server.url.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET /api/tables/{guest.table()}/socket HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: {guest.cookie}",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
    try:
        yield Wire(reader, writer)
    finally:
        writer.close()


def ping(id: str) -> bytes:
    return json.dumps({"type": "ping", "id": id}).encode()


async def test_messages_are_answered_however_they_are_cut(server: ServerProcess) -> None:
    async with wire(server) as socket:
        await socket.send(frame(ping("1")))
        assert await socket.answered(1) == ["1"]
        await socket.send(frame(ping("2")) + frame(ping("3")) + frame(ping("4")))
        assert await socket.answered(3) == ["2", "3", "4"]
        await socket.send(frame(b"beat", Opcode.PING), frame(ping("5")))
        assert await socket.answered(2) == [f"frame {Opcode.PONG}", "5"]
        first, second = frame(ping("6")), frame(ping("7"))
        await socket.send(first[:1], first[1:9], first[9:] + second[:4], second[4:], frame(ping("8")))
        assert await socket.answered(3) == ["6", "7", "8"]


async def test_a_message_in_fragments_is_one_message(server: ServerProcess) -> None:
    async with wire(server) as socket:
        text = ping("1")
        await socket.send(frame(text[:5], fin=False), frame(b"", Opcode.PING), frame(text[5:], Opcode.CONT))
        assert await socket.answered(2) == [f"frame {Opcode.PONG}", "1"]
        await socket.send(frame(text[:5], fin=False), frame(ping("2")))  # a new message inside of one
        assert await socket.answered(1) == [f"frame {Opcode.CLOSE}"]


async def test_commands_that_come_faster_than_they_are_done_keep_their_order(server: ServerProcess) -> None:
    async with wire(server) as socket:
        for number in range(20):
            await socket.send(frame(ping(f"{number}")))
        assert await socket.answered(20) == [f"{number}" for number in range(20)]


async def test_a_crowd_lets_others_in_between() -> None:
    """A step of the loop does a few pieces of a crowd's work, and whoever gives up waiting holds up nobody."""
    turns, done = Turns(4), 0

    async def work() -> None:
        nonlocal done
        await turns.take()
        done += 1

    tasks = [asyncio.create_task(work()) for _ in range(40)]
    seen = []
    while done < 39:
        await asyncio.sleep(0)
        seen.append(done)
        if len(seen) == 3:
            tasks[-1].cancel()
    assert max(after - before for before, after in zip([0, *seen], seen, strict=False)) <= 4
    await asyncio.gather(*tasks[:-1])
    await asyncio.wait_for(turns.take(), 1)


async def test_a_crowd_is_told_of_as_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is there is told at once, then once more when the coming and going is over; not for every socket."""
    monkeypatch.setattr(broadcast, "_CALM", 0.01)
    heard: list[int] = []
    table: Any = SimpleNamespace(seq=1, chairs=[])
    nothing: Any = SimpleNamespace(grace=list, decision=lambda: None, pause=lambda: None)
    listener: Any = SimpleNamespace(push=lambda message: heard.append(json.loads(message)["watchers"]))
    people: Any = SimpleNamespace(connections=[listener], seats=set(), watchers=1)
    sender = broadcast.Broadcast(table, people, nothing)
    for people.watchers in range(1, 60):
        sender.tell_presence()
    assert heard == [1]
    await asyncio.to_thread(wait_for, lambda: heard == [1, 59])
    sender.tell_presence()
    await asyncio.sleep(0.05)
    assert heard == [1, 59]  # nothing has changed
    people.watchers = 58
    sender.tell_presence()
    assert heard == [1, 59, 58]


async def test_a_socket_that_has_gone_leaves_nothing_to_the_garbage_collector(tmp_path: Path) -> None:
    """Otherwise thousands that go at once stay in memory until a collection, and that holds everybody."""

    def left() -> int:
        return sum(type(one) in (WebSocketProtocol, HttpProtocol, WebSocket) for one in gc.get_objects())

    with server_inside(tmp_path / "data") as (url, _):
        guest = Guest(url)
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{guest.table()}/socket"
        guest.http.close()
        await asyncio.to_thread(wait_for, lambda: gc.collect() >= 0 and left() == 0)
        gc.disable()
        try:
            sockets = [await connect(address) for _ in range(5)]
            assert left() >= 10
            for socket in sockets[1:]:
                await socket.close()
            sockets[0].transport.abort()
            await asyncio.to_thread(wait_for, lambda: left() == 0)
        finally:
            gc.enable()
