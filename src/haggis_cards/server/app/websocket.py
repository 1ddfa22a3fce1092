"""The WebSockets: a table's, and that of a page which hears what has changed.

They let a client in, take its messages, and close on one that floods or errs too often.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, Protocol

import msgspec
from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.params import FromPath

from haggis_cards.errors import Refusal
from haggis_cards.server.http.access import address, check_host, check_member, check_origin, guest_of
from haggis_cards.server.people.bans import Bans
from haggis_cards.server.process.turns import Turns
from haggis_cards.server.registry.changes import CHANGED, topics_of
from haggis_cards.server.registry.limits import Bucket, Limiters
from haggis_cards.server.registry.tables import Tables
from haggis_cards.table import counters as metrics
from haggis_cards.table.broadcast import answer_ok
from haggis_cards.table.commands import Commands
from haggis_cards.table.connection import CUT_OFF, METER, READ, WRITE_NOW, Connection
from haggis_cards.table.guests import Guest
from haggis_cards.table.session import TableSession
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import Refused, status_of

LARGEST: Final = 4096  # bytes of one message
_ERRORS: Final = 20  # in a row, then the connection is closed
_FLOODED: Final = 50  # messages over the limit, then it is closed


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Plays at a table, or watches it."""
    tables: Tables = socket.app.state.registry

    async def let_in(client: str, guest: Guest | None, stack: contextlib.ExitStack) -> "_Socket":
        session = await tables.visit(table, guest)
        seat = session.table.seat_of(guest.id if guest else None)
        stack.enter_context(_limits(socket).socket(client, table, seat))
        return _Client(session, socket, guest, client)

    await _serve(socket, let_in)


@websocket("/api/changes")
async def changes_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Tells a page when something that it shows has changed: `?of=lobby&of=me`."""

    async def let_in(client: str, guest: Guest | None, stack: contextlib.ExitStack) -> "_Socket":
        topics = topics_of(socket.query_params.getall("of", []), guest.id if guest else None)
        stack.enter_context(_limits(socket).pages.hold(client))
        return _Page(topics, socket, guest, client)

    await _serve(socket, let_in)


def _limits(socket: WebSocket[Any, Any, Any]) -> Limiters:
    limits: Limiters = socket.app.state.limits
    return limits


class _Socket(Protocol):
    async def run(self) -> None:
        """From its first message to its last."""


async def _serve(
    socket: WebSocket[Any, Any, Any],
    let_in: Callable[[str, Guest | None, contextlib.ExitStack], Awaitable[_Socket]],
) -> None:
    """Lets a client in, or refuses it, and stays until it has gone."""
    client, services = address(socket), socket.app.state
    turns: Turns = services.turns
    bans: Bans = services.bans
    await turns.take()
    with contextlib.ExitStack() as stack:
        try:
            check_host(socket, services.settings)
            check_origin(socket, services.settings)
            _limits(socket).requests.check(client)
            guest = guest_of(socket)
            bans.check(client, guest.id if guest else None)
            check_member(socket, guest)
            there = await let_in(client, guest, stack)
        except Refused as refused:
            await _reject(socket, refused)
            return
        metrics.connections.add()
        stack.callback(metrics.connections.add, -1)
        try:
            await socket.accept()
            # In a task of its own: else each message would wake every layer of the application on its way here.
            await asyncio.create_task(there.run())
        finally:
            # Litestar's wrappers refer to the socket, and it to them: it would wait for the garbage collector.
            socket.receive, socket.send = empty_receive, empty_send


async def _reject(socket: WebSocket[Any, Any, Any], refused: Refused) -> None:
    """Refuses the handshake with the status of the error."""
    metrics.refusals.count(refused.code)
    body = m.encode(m.Problem(refused.code, refused.reason, refused.params))
    send: Any = socket.send  # Litestar's types do not know these two
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status_of(refused.code), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


def _connect(
    socket: WebSocket[Any, Any, Any], guest: Guest | None, client: str, state: Callable[[Connection], bytes]
) -> tuple[Connection, Callable[[], Awaitable[Any]]]:
    """The connection of a socket, and what it receives."""
    services = socket.app.state
    extensions: Any = socket.scope.get("extensions") or {}
    if meter := extensions.get(METER):
        meter(partial(_limits(socket).stray_frames.take, client))
    conn = Connection(
        send=socket.send,
        guest=guest,
        most=services.settings.queue,
        state=state,
        cut_off=extensions.get(CUT_OFF, lambda *_: None),
        write_now=extensions.get(WRITE_NOW, lambda _: False),
        clock=services.clock,
        address=client,
    )
    return conn, extensions.get(READ, socket.receive)


def _bucket(socket: WebSocket[Any, Any, Any]) -> Bucket:
    """The pace at which a client may say something."""
    rate = socket.app.state.settings.messages_per_second
    return Bucket(rate, rate * 3, socket.app.state.clock())


class _Client(Commands):
    """One socket at a table from its first message to its last."""

    def __init__(
        self, session: TableSession, socket: WebSocket[Any, Any, Any], guest: Guest | None, client: str
    ) -> None:
        self._turns: Turns = socket.app.state.turns
        self._time: Callable[[], float] = socket.app.state.clock
        since = socket.query_params.get("since", "")
        self._since = int(since) if since.isascii() and since.isdigit() and len(since) < 16 else None
        conn, self._receive = _connect(socket, guest, client, session.broadcast.state)
        self._bucket = _bucket(socket)
        self._errors = self._flooded = 0
        super().__init__(session, conn)

    async def run(self) -> None:
        if self._since is not None and self._since > self.session.table.seq:
            await self.session.catch_up()  # the client comes from another process, and has seen more than this one
        self.session.join(self.conn, self._since)
        try:
            while not self.conn.closed:
                message: Any = await self._receive()
                if message["type"] == "websocket.disconnect":
                    self.conn.closed = True  # nothing more is written to it
                    await self._turns.take()
                    break
                await self._handle(message)
        finally:
            self.session.part(self.conn)
            await self.conn.finish()
            self.conn.closed = True

    async def _handle(self, message: Any) -> None:
        metrics.messages_in.add()
        if await self.hear(message.get("text")):
            self._errors = 0
        else:
            await self._turns.take()  # somebody who says much that is refused waits for the others
        if self._errors > _ERRORS:
            self.conn.close("errors")

    def check_pace(self) -> None:
        if self._bucket.take(self._time()):
            return
        self._flooded += 1
        if self._flooded > _FLOODED:
            self.conn.close("flood")
        raise Refused("too-many", fault="messages")

    def refuse(self, refusal: Refusal, id: str | None) -> None:
        self._errors += refusal.code != "too-many"  # floods have a count of their own
        if refusal.code == "bad-message":
            self._bucket.take(self._time())  # it could not be read, so it was not counted
        super().refuse(refusal, id)


class _Page:
    """One socket of a page that hears what has changed; all it may say is `ping`."""

    def __init__(self, topics: set[str], socket: WebSocket[Any, Any, Any], guest: Guest | None, client: str) -> None:
        self._topics, self._changes = topics, socket.app.state.changes
        self._conn, self._receive = _connect(socket, guest, client, lambda _: CHANGED)
        self._bucket, self._time = _bucket(socket), socket.app.state.clock

    async def run(self) -> None:
        with self._changes.follow(self._conn, self._topics):
            while not self._conn.closed:
                message = await self._receive()
                if message["type"] == "websocket.disconnect":
                    break
                self._hear(message.get("text"))
            await self._conn.finish()
            self._conn.closed = True  # nothing more is written to it

    def _hear(self, text: str | None) -> None:
        metrics.messages_in.add()
        if not self._bucket.take(self._time()):
            self._conn.close("flood")
        try:
            self._conn.push(answer_ok(0, m.decode_ping(text or "").id))
        except (msgspec.DecodeError, RecursionError):
            self._conn.close("errors")
