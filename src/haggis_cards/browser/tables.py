"""Tables without a server: those of one browser, with the people who sit before it, and bots.

A table is the server's own (`TableSession`, `Commands`); only its surroundings are others. Its log is kept by the page
(`Host`), and everybody who plays is always there.
"""

import contextlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from random import SystemRandom
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import msgspec

import haggis_cards.bots.greedy
import haggis_cards.bots.random  # noqa: F401  both are found by name, and are to be in the bundle
from haggis_cards.bots.asked import ask as ask_core
from haggis_cards.bots.protocol import NO_BET
from haggis_cards.bots.registry import IN_BROWSERS
from haggis_cards.cards import clip
from haggis_cards.errors import HaggisError
from haggis_cards.server import bots as bot_workers
from haggis_cards.server import messages as m
from haggis_cards.server.auth import Guest, clean_name, new_id
from haggis_cards.server.bots import Bots
from haggis_cards.server.commands import Commands
from haggis_cards.server.connection import Connection
from haggis_cards.server.entries import Entry, LogLine, Write, now
from haggis_cards.server.errors import Refused, WorkerFailed
from haggis_cards.server.facts import LOCAL
from haggis_cards.server.fair_queue import ANYBODY, Asker
from haggis_cards.server.hints import Hints
from haggis_cards.server.quarantine import Quarantine, apply
from haggis_cards.server.record_notes import add_times
from haggis_cards.server.table import Draft, TableState
from haggis_cards.server.table_session import TableSession
from haggis_cards.server.table_terms import first_entry
from haggis_cards.server.tasks import Tasks
from haggis_cards.server.views import view
from haggis_cards.view import View

T = TypeVar("T")
_BUDGET: Final = 1.0  # seconds for a bot's decision
_HINTS: Final = "club"  # the level that gives hints, unless the page has a stronger one


class Host(Protocol):
    """The page, as JavaScript offers it."""

    def send(self, socket: int, text: str) -> None:
        """An event for one connection."""
        ...

    async def keep(self, table: str, seq: int, write: str) -> bool:
        """Keeps an entry, and what belongs to it; False if there is another one with this number."""
        ...

    async def log(self, table: str) -> str:
        """The log of a table: JSON of a list of `LogLine`s."""
        ...

    def thinks(self, level: str) -> bool:
        """Whether the page has the bot of this level, which Python has not."""
        ...

    async def think(self, spec: str, asked: str) -> str:
        """The place of what this bot does among the legal actions, -1 for no bet; an empty text if it fails."""
        ...


class LocalTimes(NamedTuple):
    """How long things take: nobody is waited for, and nobody goes away."""

    bot_pause: float = 0.0
    round_pause: float = inf
    away_after: float = inf
    idle_after: float = inf
    abandon_after: float = inf
    stand_in: str = "club"


class LocalSession(TableSession):
    """A table before whose screen everybody sits."""

    @property
    def present(self) -> set[int]:
        return set(self.table.people)


class LocalCommands(Commands):
    """What people say who share one screen: who is ready, or wants another match, says so for all of them."""

    async def _play(self, command: Any) -> None:
        await super()._play(command)
        if isinstance(command, m.Ready | m.Rematch):
            for seat in self.session.table.people:
                with contextlib.suppress(HaggisError):
                    await self.session.submit(_for_all(command, seat))


def _for_all(command: m.Ready | m.Rematch, seat: int) -> Callable[[TableState], Draft]:
    if isinstance(command, m.Ready):
        return lambda table: table.ready(seat)
    return lambda table: table.rematch(seat, command.again)


class LocalTables:
    """The tables of a browser."""

    def __init__(self, host: Host, times: LocalTimes | None = None) -> None:
        self.clock: Callable[[], float] = time.monotonic
        self.closing = False
        self.settings = times or LocalTimes()
        self.store = _Store(host)
        self.pubsub, self.lobby, self.limits = _Nobody(), _Nobody(), _NoLimits()
        self.tasks, self.quarantine = Tasks(), Quarantine()
        self.bots = Bots(_Thinkers(host), _BUDGET)
        self.hints = Hints(self.bots, "master" if host.thinks("master") else _HINTS, self.limits)
        self._host, self._random = host, SystemRandom()
        self._sessions: dict[str, LocalSession] = {}
        self._sockets: dict[int, LocalCommands] = {}

    # What the page asks for

    async def make(self, wish: Mapping[str, Any], people: Sequence[str]) -> m.TableInfo:
        """A new table. The first person sits on the seat `me`, the others on the `open` ones, and the match starts."""
        guests = [Guest(_guest(place), clean_name(name)) for place, name in enumerate(people)]
        terms: m.NewTable = msgspec.convert(dict(wish), m.NewTable)
        if len(guests) > 1:
            terms = msgspec.structs.replace(terms, take_backs=False)  # what somebody has seen stays seen
        first = first_entry(terms, guests[0] if guests else None, bot_workers.levels())
        table = TableState(LOCAL + new_id())
        table.apply(first)
        await self.store.append(Write(table.id, first, table.info()))
        session = self._sessions[table.id] = LocalSession(self, table)
        session.presence_changed()
        for guest in guests[1:]:
            await session.submit(lambda table, guest=guest: table.sit(guest, None))  # type: ignore[misc]
        await session.submit(lambda table: self.start(table, table.host))
        return session.info()

    async def seen(self, id: str, person: int | None) -> m.Seen:
        """What a person sees of a table, with no connection to it."""
        table = (await self._get(id)).table
        seat = table.seat_of(None if person is None else _guest(person))
        return m.Seen(table.seq, seat, dict(view(table.match, seat)) if table.match else None)

    async def screen(self, id: str) -> dict[str, Any]:
        """Who shares the screen, by number, and whose turn it is, if it is one of them."""
        table = (await self._get(id)).table
        seats = [table.seat_of(_guest(person)) for person in range(len(table.chairs))]
        people = [{"seat": seat, "name": table.chairs[seat].name} for seat in seats if seat is not None]
        turn = next((person for person, seat in enumerate(seats) if seat in table.to_act), None)
        return {"people": people, "turn": turn}

    async def open(self, socket: int, id: str, person: int, since: int | None) -> None:
        """A person of this browser, by number, sits down before the screen."""
        session = await self._get(id)
        seat = session.table.seat_of(_guest(person))
        guest = None if seat is None else Guest(_guest(person), session.table.chairs[seat].name or "")

        def send(message: bytes) -> bool:
            self._host.send(socket, message.decode())
            return True

        conn = Connection(_unused, guest, 0, session.broadcast.state, write_now=send, clock=self.clock)
        self._sockets[socket] = LocalCommands(session, conn)
        session.join(conn, since)

    async def say(self, socket: int, text: str) -> None:
        """A message of the client."""
        if socket in self._sockets:
            await self._sockets[socket].hear(text)

    async def shut(self, socket: int) -> None:
        """The client has gone."""
        gone = self._sockets.pop(socket, None)
        if gone:
            gone.conn.closed = True
            gone.session.part(gone.conn)

    async def timed(self, id: str, number: int, record: str) -> str:
        """The record of a match with its date, and the seconds that each action took."""
        return add_times(record, number, await self.store.lines(id))

    async def _get(self, id: str) -> LocalSession:
        if id not in self._sessions:
            entries = await self.store.entries(id)
            if not entries:
                raise Refused("no-table")
            table = TableState(id)
            apply(table, entries)
            self._sessions[id] = LocalSession(self, table)
            self._sessions[id].presence_changed()
        return self._sessions[id]

    # What tables ask for

    def start(
        self, table: TableState, seat: int | None, fill: str | None = None, id: str | None = None, again: bool = False
    ) -> Draft:
        """The start of a match with a fresh secret seed."""
        if again and not table.wants_rematch:
            raise Refused("not-now", fault="rematch-waits")
        self.check_level(fill)
        return table.start(seat, self._random.getrandbits(128), fill, id=id)

    def check_level(self, level: str | None) -> None:
        """Refuses a bot that people cannot choose."""
        if level is not None and level not in bot_workers.levels():
            raise Refused("bad-seats", fault="level", levels=bot_workers.levels(), text=clip(level))


_here: list[LocalTables] = []


def begin(host: Host, bot_pause: float) -> None:
    """The tables of this browser, once its page is there."""
    _here[:] = [LocalTables(host, LocalTimes(bot_pause=bot_pause))]


async def ask(name: str, *args: Any) -> Any:
    """What the page asks of them: one of the methods above, by name."""
    return await getattr(_here[0], name)(*args)


def _guest(person: int) -> str:
    """The id of a person of this browser: they are told apart at a table, and nowhere else."""
    return f"person-{person}"


async def _unused(_: Any) -> None:
    raise AssertionError("everything is written at once")


class _Store:
    """The logs, which the page keeps."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def append(self, write: Write) -> bool:
        entry, ended = write.entry, write.ended
        line = LogLine(entry.seq, entry.kind, entry.seat, m.encode(entry.data).decode(), now())
        kept = {
            "line": line._asdict(),
            "info": write.info,
            "ended": {"info": ended.info, "record": ended.record} if ended else None,
        }
        return bool(await self._host.keep(write.table, entry.seq, m.encode(kept).decode()))

    async def lines(self, table: str) -> list[LogLine]:
        return [LogLine(**line) for line in json.loads(await self._host.log(table))]

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        lines = await self.lines(table)
        return [Entry(one.seq, one.kind, one.seat, json.loads(one.data)) for one in lines if one.seq > after]


class _Thinkers:
    """Bots in this worker, and those of the page."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def do(
        self,
        work: Callable[..., T],
        *args: Any,
        asker: Asker = ANYBODY,  # noqa: ARG002
        budget: float | None = None,
    ) -> T:
        is_move = work is bot_workers.decide  # else a hint is to be explained, which only a review can do
        if is_move:
            level, seed, seen = args
            spec = IN_BROWSERS.get(level, level)
            if self._host.thinks(level):
                moved: Any = await self._think(spec, seed, seen)
                return moved  # type: ignore[no-any-return]
            if spec.partition(":")[0] in ("greedy", "random"):
                return work(spec, seed, seen, budget)
        raise WorkerFailed

    async def _think(self, spec: str, seed: int, seen: View) -> tuple[str, str]:
        asked = m.encode(ask_core(seen, spec.partition(":")[0], seed)).decode()
        place = await self._host.think(spec, asked)
        if not place:
            raise WorkerFailed
        return (NO_BET if int(place) < 0 else seen["legal"][int(place)]), ""

    def promote(self, asker: Asker) -> None:
        """Nobody waits in line here."""

    def close(self) -> None:
        """Nothing to end."""


class _Nobody:
    """Other processes and the lobby of a browser: there are none."""

    shared = False

    def tell(self, **message: Any) -> None: ...
    def tell_entry(self, session: TableSession) -> None: ...
    def tell_presence(self, session: TableSession) -> None: ...
    def note(self, session: TableSession) -> None: ...


class _NoLimits:
    """Nobody is in another's way."""

    def check_chat(self, table: str, speaker: str) -> None: ...
    def check_hint(self, address: str, person: str) -> None: ...
