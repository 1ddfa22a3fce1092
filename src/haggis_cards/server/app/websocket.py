"""A table's WebSocket: lets a client in, takes its messages, and closes on one that floods or errs too often."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.params import FromPath

from haggis_cards.errors import Refusal
from haggis_cards.server.http.access import address, check_host, check_member, check_origin, guest_of
from haggis_cards.server.people.bans import Bans
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.process.turns import Turns
from haggis_cards.server.registry.limits import Bucket, Limiters
from haggis_cards.server.registry.tables import Tables
from haggis_cards.table import counters as metrics
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
    client, services = address(socket), socket.app.state
    tables: Tables = services.registry
    limits: Limiters = services.limits
    turns: Turns = services.turns
    bans: Bans = services.bans
    await turns.take()
    async with contextlib.AsyncExitStack() as stack:
        try:
            check_host(socket, services.settings)
            check_origin(socket, services.settings)
            limits.requests.check(client)
            guest = guest_of(socket)
            bans.check(client, guest.id if guest else None)
            check_member(socket, guest)
            session = await tables.visit(table, guest)
            seat = session.table.seat_of(guest.id if guest else None)
            stack.enter_context(limits.socket(client, table, seat))
        except Refused as refused:
            await _reject(socket, refused)
            return
        metrics.connections.add()
        stack.callback(metrics.connections.add, -1)
        try:
            await socket.accept()
            # In a task of its own: else each message would wake every layer of the application on its way here.
            await asyncio.create_task(_Client(session, socket, guest, client).run())
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


class _Client(Commands):
    """One socket from its first message to its last."""

    def __init__(
        self, session: TableSession, socket: WebSocket[Any, Any, Any], guest: Guest | None, client: str
    ) -> None:
        settings: ServerSettings = socket.app.state.settings
        limits: Limiters = socket.app.state.limits
        self._turns: Turns = socket.app.state.turns
        self._time: Callable[[], float] = socket.app.state.clock
        extensions: Any = socket.scope.get("extensions") or {}
        self._receive = extensions.get(READ, socket.receive)
        if meter := extensions.get(METER):
            meter(partial(limits.stray_frames.take, client))
        since = socket.query_params.get("since", "")
        self._since = int(since) if since.isascii() and since.isdigit() and len(since) < 16 else None
        conn = Connection(
            send=socket.send,
            guest=guest,
            most=settings.queue,
            state=session.broadcast.state,
            cut_off=extensions.get(CUT_OFF, lambda *_: None),
            write_now=extensions.get(WRITE_NOW, lambda _: False),
            clock=self._time,
            address=client,
        )
        rate = settings.messages_per_second
        self._bucket = Bucket(rate, rate * 3, self._time())
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
