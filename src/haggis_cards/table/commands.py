"""What people say at a table: each command is read, done, and answered with one message."""

import logging
import time
from collections.abc import Callable
from typing import TypeAlias

import msgspec
from msgspec import UNSET

from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.table import counters as metrics
from haggis_cards.table.bots import check_level
from haggis_cards.table.broadcast import answer_ok
from haggis_cards.table.connection import Connection
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import Entry
from haggis_cards.table.session import AlreadyDone, Handler, TableSession
from haggis_cards.table.state import Draft, TableState
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import Refused, as_refusal

_logger = logging.getLogger("haggis.commands")

_Play: TypeAlias = m.Act | m.Back | m.Ready | m.Rematch | m.Undo | m.Consent
_Rule: TypeAlias = m.Bot | m.Start | m.Kick | m.Swap | m.Host | m.Settings
SeatHandler: TypeAlias = Callable[[TableState, int], Draft]  # of a command, with the seat of the person who gives it


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

    async def _submit_seated(self, id: str, handler: SeatHandler) -> None:
        """Does a command of somebody who sits here; their seat is read under the table's lock."""
        await self._submit(id, lambda table: handler(table, self._seat(table)))

    async def _submit_present(self, id: str, handler: SeatHandler) -> None:
        """The same for an action of the game: a person who was away is back first."""

        def back_first(table: TableState) -> Draft:
            seat = self._seat(table)
            return table.back(seat) if table.chairs[seat].away else handler(table, seat)

        await self.session.let_bots_go_first()
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
                self.session.tables.tasks.spawn(self._hint(command))
            case m.React(id=id, reaction=reaction):
                seat = self._seat(table)
                self.session.tables.limits.check_chat(table.id, self._guest().id)
                self.session.broadcast.react(seat, reaction, id)
                self.session.tables.pubsub.tell(table=table.id, react=(seat, reaction))
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
                pause = self.session.tables.settings.round_pause > 0
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
                check_level(level)
                await self._submit_seated(
                    name, lambda table, seat: table.bot(seat, chair, level, session.present, name)
                )
            case m.Start(fill=fill):
                await self._submit_seated(name, lambda table, seat: session.start(table, seat, fill, name))
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
        self.session.tables.limits.check_chat(session.table.id, guest.id)

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
            advice = await self.session.tables.hints.hint(table, self._seat(table), self.conn.address, self._guest().id)
            seq = self.session.table.seq
            self.conn.push(m.encode(m.Hinted(seq=seq, id=command.id, **msgspec.structs.asdict(advice))))
        except HaggisError as error:
            self.refuse(as_refusal(error), command.id)
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
