"""Uvicorn's protocols, with a deadline for requests, and short ways to read and write and to cut a client off."""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

from haggis_cards.table.connection import CUT_OFF, READ, WRITE_NOW

REQUEST_SECONDS: Final = 20.0  # for a whole request
_TEXT: Final = 0x81  # the first byte of a frame that is a whole text message
_MASKED, _LONG, _VERY_LONG = 0x80, 126, 127  # in its second byte: a mask comes, or a length of two or eight bytes


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with short ways to read and write, and one to cut a client off that does not read."""

    _at_frame = True  # the parser of the library waits for the start of a frame, so that one may pass it by

    def handle_connect(self, event: Request) -> None:
        """Shows the application the ways."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            ways: Any = {CUT_OFF: self.cut_off, READ: self.receive, WRITE_NOW: self.write_now}
            self.scope["extensions"] |= ways

    def data_received(self, data: bytes) -> None:
        """Reads one whole text message, which is what nearly always comes, without the library's parser."""
        text = read_text(data, self.config.ws_max_size) if self._at_frame and self._open else None
        if text is None:
            # For good if it cannot be said whether the parser is between two messages afterwards.
            self._at_frame = self._at_frame and ends_between_messages(data, self._open)
            super().data_received(data)
            return
        waiting = not self.queue.empty()
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if waiting and not self.read_paused:  # `receive` resumes when it has taken them
            self.read_paused = True
            self.transport.pause_reading()

    @property
    def _open(self) -> bool:
        return self.handshake_complete and not self.close_sent and self.conn.state is OPEN

    def connection_lost(self, exc: Exception | None) -> None:
        """Cuts the circles of references, so that a crowd that goes leaves nothing to the garbage collector."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if hasattr(self, "scope"):
            self.scope["extensions"].clear()

    def write_now(self, text: bytes) -> bool:
        """Writes a message without the tasks and wrappers that `send` needs; False where `send` has to decide."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        size = len(text)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 1 << 16:
            head = bytes((_TEXT, 126, size >> 8, size & 255))
        else:
            head = bytes((_TEXT, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + text)
        return True

    def keepalive_timeout(self) -> None:
        """A ping without an answer ends the connection, but not while the ping waits behind what is not read."""
        if self.writable.is_set():
            super().keepalive_timeout()
        elif self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)

    def cut_off(self, code: int, reason: str) -> None:
        """Puts a close frame behind what the client has not read, and drops the connection soon after."""
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))  # `send` would wait until the client reads
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


def read_text(data: bytes, most: int) -> str | None:
    """The message, if the data is exactly one frame with a whole masked text; None for anything else."""
    if len(data) < 6 or data[0] != _TEXT or not data[1] & _MASKED:
        return None
    size, start = data[1] & ~_MASKED, 6
    if size >= _LONG:
        size, start = int.from_bytes(data[2:4], "big"), 8
        if data[1] & ~_MASKED == _VERY_LONG or size < _LONG:
            return None
    if len(data) != start + size or size > most:
        return None
    mask = data[start - 4 : start] * (size // 4 + 1)
    plain = int.from_bytes(data[start:], "big") ^ int.from_bytes(mask[:size], "big")
    try:
        return plain.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None


def ends_between_messages(data: bytes, open_: bool) -> bool:
    """Whether data that starts at a frame, or is a handshake, ends with a whole frame that is no part of a message."""
    if not open_:
        return data.endswith(b"\r\n\r\n")
    at = 0
    while at + 2 <= len(data):
        whole = data[at] & 0x80 and data[at] & 0x0F  # neither the start nor the continuation of a message in pieces
        size, at = data[at + 1] & ~_MASKED, at + (6 if data[at + 1] & _MASKED else 2)
        if not whole or size >= _LONG:
            return False
        at += size
    return at == len(data)


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP; a whole request must arrive within REQUEST_SECONDS of its first byte."""

    _late: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Starts the deadline."""
        if self._late is None:
            self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)
        super().data_received(data)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._in_time()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It was a socket's handshake; another protocol goes on, and this one and its parser forget each other."""
        self._in_time()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """The deadline no longer matters."""
        self._in_time()
        super().connection_lost(exc)
