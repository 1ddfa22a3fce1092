"""A table's WebSocket: lets a client in, reads its commands, answers each with one message."""

import logging
import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import msgspec
from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.params import FromPath
from msgspec import UNSET

from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server import messages as m
from haggis_cards.server import metrics
from haggis_cards.server.access import address, check_origin, guest_of
from haggis_cards.server.auth import Guest
from haggis_cards.server.broadcast import answer_ok
from haggis_cards.server.connection import CUT_OFF, WRITE_NOW, Connection
from haggis_cards.server.entries import Entry
from haggis_cards.server.errors import Refused, as_refusal, status_of
from haggis_cards.server.limits import Bucket
from haggis_cards.server.table import Draft, TableState
from haggis_cards.server.table_session import AlreadyDone, Handler, TableSession
from haggis_cards.server.tables import Tables

_logger = logging.getLogger("haggis.websocket")

_Play: TypeAlias = m.Act | m.Back | m.Ready | m.Rematch | m.Undo | m.Consent
_Rule: TypeAlias = m.Bot | m.Start | m.Kick | m.Swap | m.Host | m.Settings
SeatHandler: TypeAlias = Callable[[TableState, int], Draft]  # of a command, with the seat of the person who gives it

LARGEST: Final = 4096  # bytes of one message
_ERRORS: Final = 20  # in a row, then the connection is closed
_FLOODED: Final = 50  # messages over the limit, then it is closed


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Plays at a table, or watches it."""
    tables: Tables = socket.app.state.tables
    client = address(socket)
    await tables.turns.take()
    try:
        check_origin(socket, tables.settings)
        tables.limits.requests.check(client)
        guest = guest_of(socket)
        tables.bans.check(client, guest.id if guest else None)
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
        await _Client(tables, session, socket, client).run()
    finally:
        # Litestar's wrappers refer to the socket, and it to them: it would wait for the garbage collector.
        socket.receive, socket.send = empty_receive, empty_send
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

    def __init__(self, tables: Tables, session: TableSession, socket: WebSocket[Any, Any, Any], client: str) -> None:
        self.tables, self.session = tables, session
        self._receive = socket.receive
        since = socket.query_params.get("since", "")
        self._since = int(since) if since.isascii() and since.isdigit() and len(since) < 16 else None
        extensions: Any = socket.scope.get("extensions") or {}
        self.conn = Connection(
            send=socket.send,
            guest=guest_of(socket),
            most=tables.settings.queue,
            state=session.broadcast.state,
            cut_off=extensions.get(CUT_OFF, lambda *_: None),
            write_now=extensions.get(WRITE_NOW, lambda _: False),
            clock=tables.clock,
            address=client,
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
                    self.conn.closed = True  # nothing more is written to it
                    await self.tables.turns.take()
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
            start = time.perf_counter()
            await self._do(command)
            metrics.command_seconds.observe(time.perf_counter() - start, type(command).__name__.lower())
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
        self.conn.push(m.encode(event))

    async def _submit(self, id: str, handler: Handler) -> Entry:
        """Does a command that may have come before."""

        def once(table: TableState) -> Draft:
            # Read under the table's lock, so that the same command on two connections is done once.
            done = table.done(self.conn.guest.id if self.conn.guest else None, id)
            if done is not None:
                raise AlreadyDone(done)
            return handler(table)

        return await self.session.submit(once)

    async def _submit_seated(self, id: str, handler: SeatHandler) -> None:
        """Does a command of somebody who sits here; their seat is read under the table's lock."""
        await self._submit(id, lambda table: handler(table, self._seat(table)))

    async def _submit_present(self, id: str, handler: SeatHandler) -> None:
        """The same for an action of the game: a person who was away is back first."""

        def back_first(table: TableState) -> Draft:
            seat = self._seat(table)
            return table.back(seat) if table.chairs[seat].away else handler(table, seat)

        while (await self._submit(id, back_first)).kind == "back":
            pass

    def _guest(self) -> Guest:
        if self.conn.guest is None:
            raise Refused("no-session")
        return self.conn.guest

    def _seat(self, table: TableState) -> int:
        return table.seated(self.conn.guest.id if self.conn.guest else None)

    async def _do(self, command: m.Command) -> None:
        table = self.session.table
        match command:
            case m.Act() | m.Back() | m.Ready() | m.Rematch() | m.Undo() | m.Consent():
                self._seat(table)
                await self._play(command)
            case m.Refresh(id=id):
                self.conn.push(self.session.broadcast.state(self.conn, id))
            case m.Ping(id=id):
                self.conn.push(answer_ok(table.seq, id))
            case m.Sit(id=id, seat=wish):
                guest = self._guest()
                await self._submit(id, lambda table: table.sit(guest, wish, id))
            case m.Chat():
                await self._chat(command)
            case m.Hint():
                self._seat(table)
                if self._hinting:
                    raise Refused("too-many", fault="hint")
                self._hinting = True
                self.tables.tasks.spawn(self._hint(command))
            case m.React(id=id, reaction=reaction):
                seat = self._seat(table)
                self.tables.limits.check_chat(table.id, self._guest().id)
                self.session.broadcast.react(seat, reaction, id)
                self.tables.pubsub.tell(table=table.id, react=(seat, reaction))
            case m.Leave(id=id):
                await self._submit_seated(id, lambda table, seat: table.leave(seat, id))
                if self.conn.seat is None:
                    self.conn.push(answer_ok(table.seq, id))
            case m.Bot() | m.Start() | m.Kick() | m.Swap() | m.Host() | m.Settings():
                self._seat(table)
                await self._host(command)

    async def _play(self, command: _Play) -> None:
        """The commands of everybody who sits here."""
        name, session = command.id, self.session
        match command:
            case m.Act(action=action, seq=seq):
                pause = self.tables.settings.round_pause > 0
                await self._submit_present(
                    name,
                    lambda table, seat: table.act(
                        seat, action, seq, name, bank=session.clock.overtime(seat), pause=pause
                    ),
                )
            case m.Back():
                await self._submit_seated(name, lambda table, seat: _back(table, seat, name))
            case m.Ready():
                await self._submit_seated(name, lambda table, seat: _ready(table, seat, name))
            case m.Rematch(again=again):
                await self._submit_seated(name, lambda table, seat: table.rematch(seat, again, name))
            case m.Undo():
                await self._submit_present(name, lambda table, seat: table.ask_undo(seat, name))
            case m.Consent(agree=agree):
                await self._submit_seated(name, lambda table, seat: table.consent(seat, agree, name))

    async def _host(self, command: _Rule) -> None:
        """The commands of the host."""
        name, session = command.id, self.session
        match command:
            case m.Bot(seat=chair, level=level):
                self.tables.check_level(level)
                await self._submit_seated(
                    name, lambda table, seat: table.bot(seat, chair, level, session.present, name)
                )
            case m.Start(fill=fill):
                await self._submit_seated(name, lambda table, seat: self.tables.start(table, seat, fill, name))
            case m.Kick(seat=chair):
                await self._submit_seated(name, lambda table, seat: table.kick(seat, chair, name))
            case m.Swap(seat=chair, other=other):
                await self._submit_seated(name, lambda table, seat: table.swap(seat, chair, other, name))
            case m.Host(seat=chair):
                await self._submit_seated(name, lambda table, seat: table.give_host(seat, chair, name))
            case m.Settings(locked=locked, talk=talk, pace=pace):
                await self._submit_seated(name, lambda table, seat: table.settings(seat, locked, talk, pace, name))

    async def _chat(self, command: m.Chat) -> None:
        """A line of somebody who sits here, or of a spectator."""
        name, session = command.id, self.session
        if self.conn.seat is None and not session.table.talk:
            raise Refused("no-talk")
        guest = self._guest()
        self.tables.limits.check_chat(session.table.id, guest.id)

        def say(table: TableState) -> Draft:
            seat = table.seat_of(guest.id)
            return table.chat(guest if seat is None else seat, command.text, name)

        await self._submit(name, say)
        if self.conn.seat is None:
            self.conn.push(answer_ok(session.table.seq, name))

    async def _hint(self, command: m.Hint) -> None:
        """Answers later: a hint takes a while, and meanwhile the client may send other commands."""
        try:
            table = self.session.table
            advice = await self.tables.hints.hint(table, self._seat(table), self.conn.address, self._guest().id)
            event = m.Hinted(seq=self.session.table.seq, id=command.id, action=advice.action, why=advice.why)
            self.conn.push(m.encode(event))
        except HaggisError as error:
            self._refuse(as_refusal(error), command.id)
        finally:
            self._hinting = False


def _back(table: TableState, seat: int, name: str) -> Draft:
    """Somebody plays again; that no bot plays for them is no mistake of theirs."""
    if not table.chairs[seat].away:
        raise AlreadyDone(table.seq)
    return table.back(seat, name)


def _ready(table: TableState, seat: int, name: str) -> Draft:
    """Somebody is ready for the next round; that it has started meanwhile is no mistake of theirs."""
    if table.status == "playing" and (not table.paused or table.chairs[seat].ready):
        raise AlreadyDone(table.seq)
    return table.ready(seat, name)


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
