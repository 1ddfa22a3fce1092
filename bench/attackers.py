"""The attackers of attacks.py: a process of its own, at an address of its own, until a line comes on its input."""

import asyncio
import contextlib
import json
import os
import random
import resource
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import uvloop
from websocket_client import encode  # the file beside this one

from haggis_cards import RULES, Match, Record, Rounds

EVIL = "127.66.0.1"
MANY = 2000
TEXT, PING, PONG, BIT = 0x81, 0x89, 0x8A, 0x80


def frame(kind: int, body: bytes = b"") -> bytes:
    size = len(body)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
    return bytes([kind]) + length + bytes(4) + body


class Attacker(NamedTuple):
    """Where it comes from, and what it attacks."""

    port: int
    tables: list[str]
    record: bytes
    done: Counter[str]

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(EVIL, 0), limit=1 << 16)

    async def socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """An anonymous spectator's."""
        reader, writer = await self.connect()
        path = f"/api/tables/{random.choice(self.tables)}/socket"
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.done[head.split()[1].decode()] += 1
            if b" 101 " not in head:
                raise ConnectionError
        except BaseException:
            writer.transport.abort()
            raise
        return reader, writer

    async def ask(self, method: str, path: str, body: Any = None, cookie: str = "") -> tuple[int, bytes, str]:
        """One request on a connection of its own."""
        reader, writer = await self.connect()
        try:
            text = b"" if body is None else body if isinstance(body, bytes) else encode(body)
            head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\nConnection: close\r\n"
            writer.write(f"{head}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n".encode() + text)
            data = await reader.read(-1)
        finally:
            writer.transport.abort()
        head_, _, rest = data.partition(b"\r\n\r\n")
        status = int(head_.split()[1]) if head_ else 0
        self.done[str(status)] += 1
        cookies = [line for line in head_.decode().split("\r\n") if line.lower().startswith("set-cookie")]
        return status, rest, cookies[0].partition(": ")[2].partition(";")[0] if cookies else ""


async def drain(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


def frames(one: bytes, first: bytes = b"", read: bool = True) -> Callable[[Attacker], Awaitable[None]]:
    """A socket that sends a frame again and again, as fast as it can."""
    many = one * max(1, 65536 // len(one))

    async def attack(attacker: Attacker) -> None:
        reader, writer = await attacker.socket()
        reading = asyncio.create_task(drain(reader)) if read else None
        try:
            writer.write(first)
            while not writer.transport.is_closing():
                writer.write(many)
                attacker.done["kB"] += len(many) >> 10
                await writer.drain()
        finally:
            writer.transport.abort()
            if reading:
                reading.cancel()

    return attack


def headers(line: bytes, pause: float = 0) -> Callable[[Attacker], Awaitable[None]]:
    """Headers without end."""

    async def attack(attacker: Attacker) -> None:
        _, writer = await attacker.connect()
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n")
            while not writer.transport.is_closing():
                writer.write(line)
                attacker.done["kB"] += len(line) >> 10
                await writer.drain()
                await asyncio.sleep(pause)
        finally:
            writer.transport.abort()

    return attack


async def silent(attacker: Attacker) -> None:
    """A connection that says nothing."""
    reader, writer = await attacker.connect()
    attacker.done["opened"] += 1
    await drain(reader)
    writer.transport.abort()


async def slow_read(attacker: Attacker) -> None:
    """Asks for large answers, and reads none."""
    _, writer = await attacker.connect()
    try:
        for _ in range(20):
            writer.write(b"GET /api/docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n")
            attacker.done["asked"] += 1
            await asyncio.sleep(1)
    finally:
        writer.transport.abort()


async def slow_body(attacker: Attacker) -> None:
    """A body that comes byte by byte."""
    reader, writer = await attacker.connect()
    try:
        writer.write(b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n")
        attacker.done["opened"] += 1
        reading = asyncio.create_task(drain(reader))
        while not reading.done():
            writer.write(b" ")
            await asyncio.sleep(0.2)
    finally:
        writer.transport.abort()


async def watch(attacker: Attacker) -> None:
    """A spectator who stays, and reads."""
    reader, writer = await attacker.socket()
    await drain(reader)
    writer.transport.abort()


async def churn(attacker: Attacker) -> None:
    """A socket that is opened and dropped at once."""
    _, writer = await attacker.socket()
    writer.transport.abort()


async def export(attacker: Attacker) -> None:
    """A new guest who wants all that is stored about them."""
    _, _, cookie = await attacker.ask("POST", "/api/me", {"name": "Eve"})
    if cookie:
        await attacker.ask("GET", "/api/profile/data", cookie=cookie)


async def replay(attacker: Attacker) -> None:
    """A long record that is to be played again."""
    await attacker.ask("POST", "/api/replay", attacker.record)


async def make_tables(attacker: Attacker) -> None:
    """A new guest with a new table of bots."""
    _, _, cookie = await attacker.ask("POST", "/api/me", {"name": "Eve"})
    wish = {"rules": "neeps-4", "seats": ["master"] * 4, "pace": "fast"}
    await attacker.ask("POST", "/api/tables", wish, cookie)


async def pipeline(attacker: Attacker) -> None:
    """Requests in advance."""
    reader, writer = await attacker.connect()
    try:
        writer.write(b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n\r\n" * 2000)
        attacker.done["asked"] += 2000
        await drain(reader)
    finally:
        writer.transport.abort()


ATTACKS: dict[str, tuple[int, Callable[[Attacker], Awaitable[None]]]] = {  # how many at once, and what each does
    "pings": (1, frames(frame(PING))),
    "pings-8": (8, frames(frame(PING, b"x" * 125))),
    "pings-unread": (8, frames(frame(PING, b"x" * 125), read=False)),
    "pongs": (8, frames(frame(PONG))),
    "pieces": (8, frames(frame(0), first=frame(TEXT & ~BIT))),
    "empty": (8, frames(frame(TEXT))),
    "invalid": (8, frames(frame(TEXT, b"\xff{"))),
    "malformed": (8, frames(frame(TEXT, b'{"type": "act"'))),
    "messages": (8, frames(frame(TEXT, b'{"type": "chat", "id": "1", "text": "hello"}'))),
    "big": (8, frames(frame(TEXT, b"[" * 4000))),
    "too-big": (8, frames(frame(TEXT, b"x" * 60_000))),
    "headers": (4, headers(b"X-%d: a\r\n" * 8000)),
    "long-header": (4, headers(b"a" * 65536)),
    "slow-header": (500, headers(b"X: a\r\n", 0.2)),
    "silent": (MANY, silent),
    "silent-3000": (3000, silent),
    "slow-read": (150, slow_read),
    "slow-body": (300, slow_body),
    "watchers": (70, watch),
    "churn": (40, churn),
    "exports": (30, export),
    "replays": (12, replay),
    "tables": (20, make_tables),
    "pipeline": (20, pipeline),
}


async def be_attacker(attacker: Attacker, names: list[str]) -> None:
    """Attacks until the process is told to stop; each attack begins anew when it is cut off."""

    async def again(attack: Callable[[Attacker], Awaitable[None]]) -> None:
        while True:
            try:
                await attack(attacker)
            except (OSError, EOFError, asyncio.LimitOverrunError):
                attacker.done["cut off"] += 1
            await asyncio.sleep(0.001)

    async def line() -> None:
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)

    print("ready", flush=True)
    await line()
    running = [asyncio.create_task(again(attack)) for name in names for attack in [ATTACKS[name][1]] * ATTACKS[name][0]]
    await line()
    for task in running:
        task.cancel()
    print(json.dumps(attacker.done), flush=True)
    os._exit(0)  # nothing that it has open matters


def long_record() -> bytes:
    """A record that is about as long as they get."""
    rng, match = random.Random(1), Match(RULES["neeps-4"], Rounds(40), seed=1)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, rng.choice(match.legal(seat)))
    return Record.from_match(match).dump().encode()


def main() -> None:
    """attackers.py PORT TABLE,... ATTACK ..."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    attacker = Attacker(int(sys.argv[1]), sys.argv[2].split(","), long_record(), Counter())
    uvloop.run(be_attacker(attacker, sys.argv[3:]))


if __name__ == "__main__":
    main()
