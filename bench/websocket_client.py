"""A WebSocket client that costs little, so that the load process does not limit the server."""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import Any

import msgspec

decode = msgspec.json.Decoder().decode
encode = msgspec.json.Encoder().encode


class Client(asyncio.Protocol):
    def __init__(self, path: str, host: str, cookie: str, hear: Callable[["Client", Any], None]) -> None:
        self.hear = hear
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        key = base64.b64encode(os.urandom(16)).decode()
        self.hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        )
        self.buffer = bytearray()
        self.open = False

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello.encode())

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self.buffer.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(RuntimeError(bytes(self.buffer).decode(errors="replace")[:300]))
                return
            del self.buffer[: end + 4]
            self.open = True
            self.ready.set_result(None)
        while len(self.buffer) >= 2:
            size, start = self.buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + size:
                return
            kind, body = self.buffer[0] & 15, bytes(self.buffer[start : start + size])
            del self.buffer[: start + size]
            if kind == 1:
                self.hear(self, decode(body))
            elif kind == 9:
                self._frame(10, body)

    def send(self, message: Any) -> None:
        self._frame(1, encode(message))

    def _frame(self, kind: int, body: bytes) -> None:
        # The mask is zero, which is allowed and saves the work.
        size = len(body)
        head = bytes([128 | kind, 128 | size]) if size < 126 else bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + body)
