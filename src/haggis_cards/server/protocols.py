"""Uvicorn's protocols, with a deadline for requests and a way to cut off a client that does not read."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from haggis_cards.server.connection import CUT_OFF

REQUEST_SECONDS: Final = 20.0  # for a whole request


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with a way to cut a client off that does not read."""

    def handle_connect(self, event: Request) -> None:
        """Shows the application the way."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][CUT_OFF] = self.cut_off  # type: ignore[assignment]

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
        """It was a socket's handshake."""
        self._in_time()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The deadline no longer matters."""
        self._in_time()
        super().connection_lost(exc)
