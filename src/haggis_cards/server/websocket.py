"""A table's WebSocket: lets a client in, reads its commands, answers each with one message."""

import logging
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath
from msgspec import UNSET

from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server import messages as m
from haggis_cards.server import metrics
from haggis_cards.server.access import address, check_origin, guest_of
from haggis_cards.server.connection import CUT_OFF, Connection
from haggis_cards.server.errors import Refused, as_refusal, status_of
from haggis_cards.server.limits import Bucket
from haggis_cards.server.table import Draft, TableState
from haggis_cards.server.table_session import AlreadyDone, Handler, TableSession, answer_ok
from haggis_cards.server.tables import Tables

_logger = logging.getLogger("haggis.websocket")

LARGEST: Final = 4096  # bytes of one message
_ERRORS: Final = 20  # in a row, then the connection is closed
_FLOODED: Final = 50  # messages over the limit, then it is closed


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Plays at a table, or watches it."""
    tables: Tables = socket.app.state.tables
    client = address(socket)
    try:
        check_origin(socket, tables.settings)
        tables.limits.requests.check(client)
        session = await tables.get(table)
        tables.limits.sockets.take(client)
    except Refused as refused:
        await _reject(socket, refused)
        return
    try:
        tables.limits.sockets_of_table.take(table)
    except Refused as refused:
        tables.limits.sockets.free(client)
        await _reject(socket, refused)
        return
    metrics.connections.add()
    try:
        await socket.accept()
        await _Client(tables, session, socket).run()
    finally:
        metrics.connections.add(-1)
        tables.limits.sockets.free(client)
        tables.limits.sockets_of_table.free(table)


async def _reject(socket: WebSocket[Any, Any, Any], refused: Refused) -> None:
    """Refuses the handshake with the status of the error."""
    metrics.refusals.count(refused.code)
    body = m.encode(m.Problem(refused.code, refused.reason, refused.params))
    send: Any = socket.send  # Litestar's types do not know these two
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status_of(refused.code), "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


class _Client:
    """One socket from its first message to its last."""

    def __init__(self, tables: Tables, session: TableSession, socket: WebSocket[Any, Any, Any]) -> None:
        self.tables, self.session = tables, session
        self._receive = socket.receive
        since = socket.query_params.get("since", "")
        self._since = int(since) if since.isascii() and since.isdigit() and len(since) < 16 else None
        extensions: Any = socket.scope.get("extensions") or {}
        self.conn = Connection(
            send=socket.send,
            guest=guest_of(socket),
            most=tables.settings.queue,
            state=session.state,
            cut_off=extensions.get(CUT_OFF, lambda *_: None),
            clock=tables.clock,
        )
        rate = tables.settings.messages_per_second
        self._bucket = Bucket(rate, rate * 3, tables.clock())
        self._errors = self._flooded = 0
        self._hinting = False

    async def run(self) -> None:
        self.session.join(self.conn, self._since)
        try:
            while not self.conn.closed:
                message: Any = await self._receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self._handle(message)
        finally:
            self.session.part(self.conn)
            await self.conn.finish()
            self.conn.closed = True

    async def _handle(self, message: Any) -> None:
        metrics.messages_in.add()
        text = message.get("text")
        command: m.Command | None = None
        try:
            if text is None:
                raise Refused("bad-message", fault="binary")
            command = m.decode_command(text)
            self._check_pace()
            await self._do(command)
            self._errors = 0
        except (msgspec.DecodeError, RecursionError) as error:
            self._bucket.take(self.tables.clock())
            self._refuse(_unreadable(error), _name(text))
        except AlreadyDone as done:
            assert command is not None
            self.conn.push(answer_ok(done.seq, command.id))
        except HaggisError as error:
            self._refuse(as_refusal(error), command.id if command else None)
        except Exception:
            _logger.exception("a command failed")
            self._refuse(Refused("internal"), command.id if command else None)
        if self._errors > _ERRORS:
            self.conn.close("errors")

    def _check_pace(self) -> None:
        if self._bucket.take(self.tables.clock()):
            return
        self._flooded += 1
        if self._flooded > _FLOODED:
            self.conn.close("flood")
        raise Refused("too-many", fault="messages")

    def _refuse(self, refusal: Refusal, id: str | None) -> None:
        self._errors += refusal.code != "too-many"  # floods have a count of their own
        metrics.refusals.count(refusal.code)
        event = m.Error(
            seq=self.session.table.seq, id=id or UNSET, code=refusal.code, reason=refusal.reason, params=refusal.params
        )
        self.conn.push(m.encode(event).decode())

    async def _submit(self, id: str, handler: Handler) -> None:
        """Does a command that may have come before."""

        def once(table: TableState) -> Draft:
            # Read under the table's lock, so that the same command on two connections is done once.
            done = table.done(self.conn.seat, id)
            if done is not None:
                raise AlreadyDone(done)
            return handler(table)

        await self.session.submit(once)

    def _seat(self) -> int:
        if self.conn.seat is None:
            raise Refused("not-seated")
        return self.conn.seat

    async def _do(self, command: m.Command) -> None:
        name, tables, session = command.id, self.tables, self.session
        match command:
            case m.Act(action=action, seq=seq):
                seat = self._seat()
                if session.table.chairs[seat].away:
                    await session.submit(lambda table: table.back(seat))
                await self._submit(name, lambda table: table.act(seat, action, seq, name))
            case m.Sit(seat=wish):
                guest = self.conn.guest
                if guest is None:
                    raise Refused("no-session")
                await self._submit(name, lambda table: table.sit(guest, wish, name))
            case m.Leave():
                seat = self._seat()
                await self._submit(name, lambda table: table.leave(seat, name))
                if self.conn.seat is None:
                    self.conn.push(answer_ok(session.table.seq, name))
            case m.Back():
                seat = self._seat()
                if session.table.chairs[seat].away:
                    await self._submit(name, lambda table: table.back(seat, name))
                else:
                    self.conn.push(answer_ok(session.table.seq, name))
            case m.Bot(seat=other, level=level):
                self._seat()
                tables.check_level(level)
                await self._submit(name, lambda table: table.bot(other, level, self.conn.seat, name))
            case m.Start(fill=fill):
                seat = self._seat()
                await self._submit(name, lambda table: tables.start(table, seat, fill, name))
            case m.Rematch():
                seat = self._seat()
                await self._submit(name, lambda table: table.rematch(seat, name))
            case m.Chat(text=text):
                seat = self._seat()
                tables.limits.check_chat(session.table.id, seat)
                await self._submit(name, lambda table: table.chat(seat, text, name))
            case m.React(reaction=reaction):
                seat = self._seat()
                tables.limits.check_chat(session.table.id, seat)
                session.react(seat, reaction, name)
                tables.pubsub.tell(table=session.table.id, react=(seat, reaction))
            case m.Hint():
                self._seat()
                if self._hinting:
                    raise Refused("too-many", fault="hint")
                self._hinting = True
                tables.tasks.spawn(self._hint(command))
            case m.Refresh():
                self.conn.push(session.state(self.conn, name))
            case m.Ping():
                self.conn.push(answer_ok(session.table.seq, name))

    async def _hint(self, command: m.Hint) -> None:
        """Answers later: a hint takes a while, and meanwhile the client may send other commands."""
        try:
            advice = await self.tables.hints.hint(self.session.table, self._seat())
            event = m.Hinted(seq=self.session.table.seq, id=command.id, action=advice.action, why=advice.why)
            self.conn.push(m.encode(event).decode())
        except HaggisError as error:
            self._refuse(as_refusal(error), command.id)
        finally:
            self._hinting = False


class _Named(msgspec.Struct):
    id: m.Id


def _name(text: str) -> str | None:
    """The id of a message that is wrong otherwise, if it has one."""
    try:
        return msgspec.json.decode(text, type=_Named).id
    except (msgspec.DecodeError, RecursionError):
        return None


def _unreadable(error: Exception) -> Refused:
    if isinstance(error, RecursionError):
        return Refused("bad-message", fault="nested")
    return Refused("bad-message", fault="unreadable", detail=str(error)[:200])
