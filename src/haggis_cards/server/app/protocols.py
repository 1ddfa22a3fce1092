"""Uvicorn's protocols, with limits on all that a client sends, and short ways to read and write and to cut it off.

What arrives is parsed in pieces, so that the loop looks after the others between them, and a client that sends more
than anybody needs is cut off: frames that carry no message, headers without end, requests in advance, silence.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from haggis_cards.server.registry.limits import Bucket
from haggis_cards.table.connection import CUT_OFF, METER, READ, WRITE_NOW
from haggis_cards.wire.facts import CLOSE_CODES

REQUEST_SECONDS: Final = 20.0  # for a whole request, from the connection or the request before on
UNREAD_SECONDS: Final = 60.0  # for a client to read some of an answer
PIECE: Final = 4096  # bytes of requests that are parsed at once
FRAMES: Final = 1024  # bytes of a socket that are parsed at once: at most 170 frames
MOST_HEAD: Final = 32_768  # bytes of a request's address and headers
MOST_HEADERS: Final = 100
MOST_BODY_PIECES: Final = 10_000  # of a request's body: chunks, and what is parsed at once
MOST_AHEAD: Final = 16  # requests that wait for the answer to the one before
STRAY_RATE: Final = 10.0  # frames a second that carry no whole message: pings, pongs, pieces
STRAY_BURST: Final = 200
MOST_AFTER: Final = 8192  # bytes that are read after we have closed a socket: the client's goodbye is among them
_CLOSING_SECONDS: Final = 1.0  # for a client that is cut off to read why
_TEXT: Final = 0x81  # the first byte of a frame that is a whole text message
_MASKED, _LONG, _VERY_LONG = 0x80, 126, 127  # in its second byte: a mask comes, or a length of two or eight bytes


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with short ways to read and write, and one to cut a client off that does not read."""

    _at_frame = True  # the parser of the library waits for the start of a frame, so that one may pass it by
    _flooded = False

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._rest = b""  # that has come and is not parsed yet
        self._after = 0  # bytes that were parsed after we have closed the socket
        self._strays = Bucket(STRAY_RATE, STRAY_BURST, self.loop.time())
        self._spend: Callable[[], bool] = lambda: True

    def handle_connect(self, event: Request) -> None:
        """Shows the application the ways."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            ways: Any = {CUT_OFF: self.cut_off, METER: self.meter, READ: self.receive, WRITE_NOW: self.write_now}
            self.scope["extensions"] |= ways

    def meter(self, spend: Callable[[], bool]) -> None:
        """`spend` is asked for each frame without a message, too: the application knows the client's address."""
        self._spend = spend

    def data_received(self, data: bytes) -> None:
        """Reads one whole text message, which is what nearly always comes, without the library's parser."""
        text = read_text(data, self.config.ws_max_size) if self._at_frame and self._open and not self._rest else None
        if text is None:
            # For good if it cannot be said whether the parser is between two messages afterwards.
            self._at_frame = self._at_frame and len(data) <= PIECE and ends_between_messages(data, self._open)
            self._rest += data
            self._parse()
            return
        waiting = not self.queue.empty()
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if waiting and not self.read_paused:  # `receive` resumes when it has taken them
            self.read_paused = True
            self.transport.pause_reading()

    def _parse(self) -> None:
        """Parses what has come, piece by piece, until a message waits for the application."""
        done = 0
        while done < len(self._rest) and not (self._flooded or self.transport.is_closing()):
            if self.close_sent:
                self._after += FRAMES
                if self._after > MOST_AFTER:
                    self._read_no_more()
                    break
            elif self.read_paused:
                break
            super().data_received(self._rest[done : done + FRAMES])
            done += FRAMES
        self._rest = self._rest[done:]

    async def receive(self) -> Any:
        """The next message; when there is none, more of what has come is parsed, and then more is read."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._parse()
            if not self.read_paused and not self.transport.is_closing():
                self.transport.resume_reading()
        return message

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message."""
        if self._is_paid():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """A message, or the first piece of one."""
        if event.fin or self._is_paid():
            super().handle_text(event)

    def handle_ping(self) -> None:
        """Answers, if the client reads."""
        if self._is_paid() and self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # else the answers would pile up there

    def handle_pong(self, event: Frame) -> None:
        """An answer to our ping, or not."""
        if self._is_paid():
            super().handle_pong(event)

    def _is_paid(self) -> bool:
        """Counts a frame that carries no whole message; a client with too many of them is cut off."""
        if not self._flooded and not (self._strays.take(self.loop.time()) and self._spend()):
            self._stop()
        return not self._flooded

    def _stop(self) -> None:
        self._flooded = True
        self.cut_off(*CLOSE_CODES["flood"])
        self._read_no_more()

    def _read_no_more(self) -> None:
        """The client has a moment to read why."""
        self._flooded = True
        if not self.transport.is_closing():
            self.transport.pause_reading()
        self.loop.call_later(_CLOSING_SECONDS, self.transport.abort)

    @property
    def _open(self) -> bool:
        return self.handshake_complete and not self.close_sent and self.conn.state is OPEN

    def connection_lost(self, exc: Exception | None) -> None:
        """Cuts the circles of references, so that a crowd that goes leaves nothing to the garbage collector."""
        super().connection_lost(exc)
        self._rest = b""
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
    """Uvicorn's HTTP with limits on headers, on requests in advance, on silence, and on answers that nobody reads.

    Connections without a whole request stand in a queue. When it is too long, those that came first are closed, so that
    silent ones keep nobody else out.
    """

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _pieces = 0  # of the request's body
    _head = 0  # bytes of the request's address and headers

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Starts the deadline."""
        super().connection_made(transport)
        self._answers: list[Any] = []  # that are being made, or wait for the one before
        self.headers = []  # before the first request begins, too
        self._waiting: dict[HttpProtocol, None] = self.server_state.__dict__.setdefault("waiting", {})
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Parses piece by piece, so that a limit stops what comes after it."""
        for start in range(0, len(data), PIECE):
            gone: Any = self.parser is None  # it was a socket's handshake
            if gone or self.transport.is_closing():
                return
            piece = data[start : start + PIECE]
            self._head += len(piece)
            super().data_received(piece)
            if self._head > MOST_HEAD or len(self.headers) > MOST_HEADERS:
                self._refuse(431, "the headers of this request are too large")
            elif self._pieces > MOST_BODY_PIECES:
                self._refuse(413, "the body of this request comes in too many pieces")
            elif len(self.pipeline) > MOST_AHEAD:
                self._refuse(429, "too many requests at once on one connection")

    def on_message_begin(self) -> None:
        """A request; its deadline starts."""
        self._pieces = 0
        self._in_time()
        self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The application gets the request, or will when those before it have their answers."""
        super().on_headers_complete()
        self._answers.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        """What follows the headers has limits of its own."""
        self._head = 0
        self._pieces += 1
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._head = 0
        self._in_time()
        self._waiting.pop(self, None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The connection waits for the next request."""
        super().on_response_complete()
        if not self.pipeline:
            self._answers.clear()
            if not self.transport.is_closing():
                self._wait()

    def pause_writing(self) -> None:
        """The client reads more slowly than we write."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """The client has read."""
        super().resume_writing()
        self._read()

    def timeout_keep_alive_handler(self) -> None:
        """Closes a connection that has had its answer, even if the client has not read it."""
        super().timeout_keep_alive_handler()
        self._unread = self._unread or self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def handle_websocket_upgrade(self) -> None:
        """It was a socket's handshake; another protocol goes on, and this one and its parser forget each other."""
        self._leave()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """The deadlines no longer matter."""
        self._leave()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Waits for a request, behind the others that do."""
        self._in_time()
        self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)
        self._waiting[self] = None
        if len(self._waiting) > max(1, (self.limit_concurrency or len(self._waiting)) // 4):
            oldest = next(iter(self._waiting))
            del self._waiting[oldest]
            oldest.transport.abort()

    def _refuse(self, status: int, why: str) -> None:
        for answer in self._answers:  # those that are being made are not written any more
            if answer is not None:
                answer.disconnected = True
                answer.message_event.set()
        body = why.encode()
        head = f"content-type: text/plain\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + body)
        self.transport.close()

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _leave(self) -> None:
        self._in_time()
        self._read()
        self._waiting.pop(self, None)
