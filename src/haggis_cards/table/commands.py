"""What people say at a table: each command is read, done, and answered with one message."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import UNSET

from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.table import counters as metrics
from haggis_cards.table.bots import check_level
from haggis_cards.table.broadcast import answer_ok
from haggis_cards.table.connection import Connection
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import Entry
from haggis_cards.table.session import AlreadyDone, TableSession
from haggis_cards.table.state import Draft, Handler, TableState
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import Refused, as_refusal

_logger = logging.getLogger("haggis.commands")


class Commands:
    """One client at one table."""

    def __init__(self, session: TableSession, conn: Connection) -> None:
        self.session, self.conn = session, conn
        self._hinting = False

    async def hear(self, text: str | None) -> bool:
        """Does what a message asks for, or says why not; tells whether it was done."""
        command: m.Command | None = None
        try:
            if text is None:
                raise Refused("bad-message", fault="binary")
            command = m.decode_command(text)
            self.check_pace()
            start = time.perf_counter()
            await self._do(command)
            metrics.command_seconds.observe(time.perf_counter() - start, type(command).__name__.lower())
            return True
        except (msgspec.DecodeError, RecursionError) as error:
            self.refuse(_unreadable(error), _name(text or ""))
        except AlreadyDone as done:
            assert command is not None
            self.conn.push(answer_ok(done.seq, command.id))
        except HaggisError as error:
            self.refuse(as_refusal(error), command.id if command else None)
        except Exception:
            _logger.exception("a command failed")
            self.refuse(Refused("internal"), command.id if command else None)
        return False

    def check_pace(self) -> None:
        """Refuses somebody who says too much at once."""

    def refuse(self, refusal: Refusal, id: str | None) -> None:
        """Tells the client that a command was refused."""
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

    async def _do(self, command: m.Command) -> None:
        """Does a command: what somebody on a seat decides, or something else."""
        if draft := DECISIONS.get(type(command)):
            self._seat(self.session.table)
            await self._decide(command, draft)
        else:
            await OTHERS[type(command)](self, command)

    async def _decide(self, command: Any, draft: "Decision") -> None:
        """The entry of somebody who sits here; their seat is read under the table's lock."""

        def decide(table: TableState) -> Draft:
            seat = self._seat(table)
            if in_play and table.chairs[seat].away:  # a person who was away is back first
                return table.back(seat)
            return draft(self, table, seat, command)

        in_play = isinstance(command, IN_PLAY)
        if in_play:
            await self.session.let_bots_go_first()
        while (await self._submit(command.id, decide)).kind == "back" and in_play:
            pass

    def _guest(self) -> Guest:
        if self.conn.guest is None:
            raise Refused("no-session")
        return self.conn.guest

    def _seat(self, table: TableState) -> int:
        return table.seated(self.conn.guest.id if self.conn.guest else None)

    async def _refresh(self, command: m.Refresh) -> None:
        self.conn.push(self.session.broadcast.state(self.conn, command.id))

    async def _ping(self, command: m.Ping) -> None:
        self._answer(command.id)

    def _answer(self, id: str) -> None:
        """The plain answer, for somebody whom no event answers."""
        self.conn.push(answer_ok(self.session.table.seq, id))

    async def _sit(self, command: m.Sit) -> None:
        guest = self._guest()
        await self._submit(command.id, lambda table: table.sit(guest, command.seat, command.id))

    async def _leave(self, command: m.Leave) -> None:
        await self._decide(command, lambda _, table, seat, said: table.leave(seat, said.id))
        if self.conn.seat is None:
            self._answer(command.id)

    async def _chat(self, command: m.Chat) -> None:
        """A line of somebody who sits here, or of a spectator."""
        if self.conn.seat is None and not self.session.table.talk:
            raise Refused("no-talk", fault="spectators")
        guest = self._guest()
        self.session.around.limits.check_chat(self.session.table.id, guest.id)

        def say(table: TableState) -> Draft:
            seat = table.seat_of(guest.id)
            return table.chat(guest if seat is None else seat, command.text, command.id)

        await self._submit(command.id, say)
        if self.conn.seat is None:
            self._answer(command.id)

    async def _react(self, command: m.React) -> None:
        table, around = self.session.table, self.session.around
        seat = self._seat(table)
        around.limits.check_reaction(table.id, self._guest().id)
        self.session.broadcast.react(seat, command.reaction, command.id)
        around.pubsub.tell(table=table.id, react=(seat, command.reaction))

    async def _hint(self, command: m.Hint) -> None:
        self._seat(self.session.table)
        if self._hinting:
            raise Refused("too-many", fault="hint")
        self._hinting = True
        self.session.around.tasks.spawn(self._advise(command))

    async def _advise(self, command: m.Hint) -> None:
        """Answers later: a hint takes a while, and meanwhile the client may send other commands."""
        try:
            table = self.session.table
            advice = await self.session.around.hints.hint(table, self._seat(table), self.conn.address, self._guest().id)
            seq = self.session.table.seq
            self.conn.push(m.encode(m.Hinted(seq=seq, id=command.id, **msgspec.structs.asdict(advice))))
        except HaggisError as error:
            self.refuse(as_refusal(error), command.id)
        finally:
            self._hinting = False


Decision: TypeAlias = Callable[[Commands, TableState, int, Any], Draft]
"""What somebody on a seat decides with a command."""


def _act(client: Commands, table: TableState, seat: int, said: m.Act) -> Draft:
    session = client.session
    bank, pause = session.clock.overtime(seat), session.around.settings.round_pause > 0
    return table.act(seat, said.action, said.seq, said.id, bank=bank, pause=pause)


def _back(_: Commands, table: TableState, seat: int, said: m.Back) -> Draft:
    """Somebody plays again; it is not an error if no bot was playing for them."""
    if not table.chairs[seat].away:
        raise AlreadyDone(table.seq)
    return table.back(seat, said.id)


def _ready(_: Commands, table: TableState, seat: int, said: m.Ready) -> Draft:
    """Somebody is ready for the next round; it is not an error if that has started meanwhile."""
    if table.status == "playing" and (not table.paused or table.chairs[seat].ready):
        raise AlreadyDone(table.seq)
    return table.ready(seat, said.id)


def _bot(client: Commands, table: TableState, seat: int, said: m.Bot) -> Draft:
    check_level(said.level)
    return table.bot(seat, said.seat, said.level, client.session.present, said.id)


def _start(client: Commands, table: TableState, seat: int, said: m.Start) -> Draft:
    return client.session.start(table, seat, said.fill, said.id)


IN_PLAY: Final = (m.Act, m.Undo)
DECISIONS: Final[Mapping[type, Decision]] = {
    m.Act: _act,
    m.Undo: lambda _, table, seat, said: table.ask_undo(seat, said.id),
    m.Back: _back,
    m.Ready: _ready,
    m.Rematch: lambda _, table, seat, said: table.rematch(seat, said.again, said.id),
    m.Consent: lambda _, table, seat, said: table.consent(seat, said.agree, said.id),
    # Of the host
    m.Bot: _bot,
    m.Start: _start,
    m.Kick: lambda _, table, seat, said: table.kick(seat, said.seat, said.id),
    m.Swap: lambda _, table, seat, said: table.swap(seat, said.seat, said.other, said.id),
    m.Host: lambda _, table, seat, said: table.give_host(seat, said.seat, said.id),
    m.Settings: lambda _, table, seat, said: table.settings(seat, said.locked, said.talk, said.pace, said.id),
}
OTHERS: Final[Mapping[type, Callable[[Commands, Any], Awaitable[None]]]] = {
    m.Refresh: Commands._refresh,
    m.Ping: Commands._ping,
    m.Sit: Commands._sit,
    m.Leave: Commands._leave,
    m.Chat: Commands._chat,
    m.React: Commands._react,
    m.Hint: Commands._hint,
}


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
