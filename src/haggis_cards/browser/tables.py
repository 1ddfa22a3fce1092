"""Tables without a server: those of one browser, with the people who sit before it, and bots.

A table is the server's own (`TableSession`, `Commands`); only its surroundings are others. Its log is kept by the page
(`Host`), and everybody who plays is always there.
"""

import contextlib
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from random import SystemRandom
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

import haggis_cards.bots.greedy
import haggis_cards.bots.random  # noqa: F401  both are found by name, and are to be in the bundle
from haggis_cards.bots.registry import IN_BROWSERS
from haggis_cards.browser.core import PageCore
from haggis_cards.browser.page import Host, show
from haggis_cards.errors import HaggisError
from haggis_cards.table import bots as bot_workers
from haggis_cards.table import places
from haggis_cards.table.bots import Bots
from haggis_cards.table.commands import Commands, Decision
from haggis_cards.table.connection import Connection
from haggis_cards.table.dealing import Dealer
from haggis_cards.table.guests import ANYBODY, Asker, Guest, clean_name, new_id
from haggis_cards.table.hints import Hints
from haggis_cards.table.log import Entry, LogLine, Write, now
from haggis_cards.table.ports import Surroundings
from haggis_cards.table.presence import Presence
from haggis_cards.table.quarantine import Quarantine, apply
from haggis_cards.table.records import add_times
from haggis_cards.table.session import TableSession
from haggis_cards.table.shared import daily
from haggis_cards.table.shared.cards import SharedCards
from haggis_cards.table.state import Draft, TableState
from haggis_cards.table.tasks import Tasks
from haggis_cards.table.terms import continued, first_entry
from haggis_cards.table.views import view
from haggis_cards.view import View
from haggis_cards.wire import reviews as r
from haggis_cards.wire import tables as m
from haggis_cards.wire.facts import LOCAL
from haggis_cards.wire.refusals import Refused, WorkerFailed

T = TypeVar("T")
_BUDGET: Final = 1.0  # seconds for a bot's decision
_HINTS: Final = "club"  # the level that gives hints, unless the page has a stronger one
_SPARE: Final = "greedy"  # plays and advises where the core cannot be fetched
_PUBLIC: Final = b"practice"  # in place of a server's secret: everybody may know the deals for practice
_WORLDS: Final = 64  # in which the opponents there try their actions


class LocalTimes(NamedTuple):
    """How long things take: nobody is waited for, and nobody goes away."""

    bot_pause: float = 0.0
    round_pause: float = inf
    away_after: float = inf
    idle_after: float = inf
    abandon_after: float = inf
    alone_after: float = inf
    stand_in: str = "club"


class LocalPresence(Presence):
    """The people at a table before whose screen everybody sits."""

    @property
    def seats(self) -> set[int]:
        return set(self._table.people)


class LocalCommands(Commands):
    """What people say who share one screen: who is ready, or wants another match, says so for all of them."""

    async def _decide(self, command: Any, draft: Decision) -> None:
        await super()._decide(command, draft)
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
        self.bots = Bots(_Thinkers(host), _BUDGET)
        self._host, self._store, limits = host, _Store(host), _NoLimits()
        self._surroundings = Surroundings(
            clock=time.monotonic,
            settings=times or LocalTimes(),
            store=self._store,
            pubsub=_Nobody(),
            lobby=_Nobody(),
            tasks=Tasks(),
            quarantine=Quarantine(),
            bots=self.bots,
            hints=Hints(self.bots, "master" if host.thinks("master") else _HINTS, limits),
            limits=limits,
            dealer=Dealer(partial(SystemRandom().getrandbits, 128)),
        )
        self._sessions: dict[str, TableSession] = {}
        self._sockets: dict[int, LocalCommands] = {}

    # What the page asks for

    async def make(self, wish: Mapping[str, Any], people: Sequence[str]) -> m.TableInfo:
        """A new table. The first person sits on the seat `me`, the others on the `open` ones, and the match starts."""
        terms: m.NewTable = msgspec.convert(dict(wish), m.NewTable)
        if len(people) > 1:
            terms = msgspec.structs.replace(terms, take_backs=False)  # what somebody has seen stays seen
        return await self._make(terms, people)

    async def practise(self, preset: str, deal: int, day: str | None, name: str) -> m.TableInfo:
        """A table with a deal of a day, for practice: the same cards for everybody, and nothing counts."""
        place = daily.Place(day or daily.day_of(now()), preset, deal)
        daily.check(place, daily.day_of(now()))
        level = daily.OPPONENT if self._host.thinks(daily.OPPONENT) else _HINTS
        seed, bot = daily.seed_of(_PUBLIC, place), daily.bot_for(level, _WORLDS)
        cards = SharedCards.of_day(place, seed, bot, practice=True)
        rules = daily.rules_of(preset)
        seats = ["me", *[level] * (rules.players - 1)]
        terms = m.NewTable(rules=rules.spec, end={"rounds": 1}, seats=seats, take_backs=False)
        return await self._make(terms, [name], locked=True, **cards.entry)

    async def go_on(self, id: str, text: str, wish: Mapping[str, Any], name: str) -> m.TableInfo:
        """A table whose matches go on from a place of a record, with bots on the other seats."""
        asked: r.TableWish = msgspec.convert(dict(wish), r.TableWish)
        match = places.origin(text, asked.round, asked.index)
        terms, origin = continued(id, match, asked)
        return await self._make(terms, [name], locked=True, origin=origin)

    async def _make(self, terms: m.NewTable, people: Sequence[str], **bound: Any) -> m.TableInfo:
        guests = [Guest(_guest(place), clean_name(name)) for place, name in enumerate(people)]
        first = first_entry(terms, guests[0] if guests else None)
        first = first._replace(data={**first.data, **bound})
        table = TableState(LOCAL + new_id())
        table.apply(first)
        await self._store.append(Write(table.id, first, table.info()))
        session = self._sessions[table.id] = TableSession(self._surroundings, table, LocalPresence(table))
        session.presence_changed()
        for guest in guests[1:]:
            await session.submit(lambda table, guest=guest: table.sit(guest, None))  # type: ignore[misc]
        await session.submit(lambda table: self._surroundings.dealer.start(table, table.host))
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

        conn = Connection(_unused, guest, 0, session.broadcast.state, write_now=send)
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
            self._forget(gone.session)

    def _forget(self, session: TableSession) -> None:
        """A table at which nothing happens is read again when somebody comes back."""
        looked_at = any(one.session is session for one in self._sockets.values())
        if session.table.status != "playing" and not looked_at:
            session.autopilot.stop()
            self._sessions.pop(session.table.id, None)

    async def timed(self, id: str, number: int, record: str) -> str:
        """The record of a match with its date, and the seconds that each action took."""
        return add_times(record, number, await self._store.lines(id))

    async def round(self, id: str, number: int) -> dict[str, Any]:
        """The record of a running match as if it had ended with this round, to review that."""
        match = (await self._get(id)).table.match
        over = len(match.finished) if match else 0
        if match is None or number > over + 1:
            raise Refused("no-place", fault="round", number=number, last=over)
        if number > over:
            raise Refused("not-over", fault="round", number=number)
        data = places.finished_rounds(match, number)
        return {"id": places.record_id(data, number), "record": m.encode(data).decode(), "only": number}

    async def _get(self, id: str) -> TableSession:
        if id not in self._sessions:
            entries = await self._store.entries(id)
            if not entries:
                raise Refused("no-table")
            table = TableState(id)
            apply(table, entries)
            self._sessions[id] = TableSession(self._surroundings, table, LocalPresence(table))
            self._sessions[id].presence_changed()
        return self._sessions[id]


_here: list[LocalTables] = []


def begin(host: Host, bot_pause: float) -> None:
    """The tables of this browser, once its page is there."""
    show(host)
    random.seed()  # the memory of an earlier start (`web/src/source/page/engine/memory.ts`) would repeat its numbers
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
    """Bots in this worker, and those of the page's core; where that cannot be fetched, `greedy` takes their place."""

    def __init__(self, host: Host) -> None:
        self._host, self._core = host, PageCore(host)

    async def do(
        self,
        work: Callable[..., T],
        *args: Any,
        asker: Asker = ANYBODY,  # noqa: ARG002
        budget: float | None = None,
    ) -> T:
        is_move = work is bot_workers.decide  # else a hint is to be explained
        level, (seed, seen, *_) = (args[0], args[1:]) if is_move else (_HINTS, args)
        spec = IN_BROWSERS.get(level, level)
        found: Any
        if not is_move or not spec.startswith(("greedy", "random")):
            try:
                found = await (self._think(spec, seed, seen) if is_move else self._explain(seed, seen))
                return found  # type: ignore[no-any-return]
            except WorkerFailed:
                spec = _SPARE
        found = bot_workers.decide(spec, seed, seen, budget or _BUDGET)
        return found  # type: ignore[no-any-return]

    async def _think(self, spec: str, seed: int, seen: View) -> m.Advice:
        return m.Advice(await self._core.decide(spec, seed, seen), "")

    async def _explain(self, seed: int, seen: View) -> m.Advice:
        from haggis_cards.browser.reviews import explained  # when it is first wanted: it is large

        return await explained(self._core, seed, seen)

    def promote(self, asker: Asker) -> None:
        """Nobody waits in line here."""

    def close(self) -> None:
        """Nothing to end."""


class _Nobody:
    """Other processes and the lobby of a browser: there are none."""

    shared = False

    def tell(self, **message: Any) -> None: ...
    def note(self, table: TableState, attended: bool) -> None: ...


class _NoLimits:
    """Nobody is in another's way."""

    def check_chat(self, table: str, speaker: str) -> None: ...
    def check_hint(self, address: str, person: str) -> None: ...
