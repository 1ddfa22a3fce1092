"""Tables without a server: those of one browser, with the people who sit before it, and bots.

A table is the server's own (`TableSession`, `Commands`); only its surroundings are others. Its log is kept by the page
(`Host`), and everybody who plays is always there.
"""

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from haggis_cards.browser.opening import Terms, from_record, practice, wished
from haggis_cards.browser.page import Host, show
from haggis_cards.browser.people import LocalCommands, LocalPresence
from haggis_cards.browser.surroundings import LocalTimes, Store, surroundings
from haggis_cards.table import places
from haggis_cards.table.connection import Connection
from haggis_cards.table.guests import Guest, clean_name, new_id
from haggis_cards.table.log import Write
from haggis_cards.table.quarantine import apply
from haggis_cards.table.session import TableSession
from haggis_cards.table.state import TableState
from haggis_cards.table.views import view
from haggis_cards.wire import tables as m
from haggis_cards.wire.facts import LOCAL
from haggis_cards.wire.refusals import Refused


class LocalTables:
    """The tables of a browser."""

    def __init__(self, host: Host, times: LocalTimes | None = None) -> None:
        self._host, self._store = host, Store(host)
        self._surroundings = surroundings(host, self._store, times or LocalTimes())
        self._sessions: dict[str, TableSession] = {}
        self._sockets: dict[int, LocalCommands] = {}

    # What the page asks for

    async def make(self, wish: Mapping[str, Any], people: Sequence[str]) -> m.TableInfo:
        """A new table. The first person sits on the seat `me`, the others on the `open` ones, and the match starts."""
        return await self._make(wished(wish, people), people)

    async def practise(self, preset: str, deal: int, day: str | None, name: str) -> m.TableInfo:
        """A table with a deal of a day, for practice."""
        return await self._make(practice(self._host, preset, deal, day), [name])

    async def go_on(self, id: str, text: str, wish: Mapping[str, Any], name: str) -> m.TableInfo:
        """A table whose matches go on from a place of a record."""
        return await self._make(from_record(id, text, wish), [name])

    async def _make(self, terms: Terms, people: Sequence[str]) -> m.TableInfo:
        guests = [Guest(_guest(place), clean_name(name)) for place, name in enumerate(people)]
        first = terms.entry(guests[0] if guests else None)
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

    async def drop(self, id: str) -> None:
        """The page has deleted a table."""
        session = self._sessions.pop(id, None)
        if session:
            session.autopilot.stop()

    async def timed(self, id: str, number: int, record: str) -> str:
        """The record of a match with its date, and the seconds that each action took."""
        return await self._store.timed(id, number, record)

    async def round(self, id: str, number: int) -> dict[str, Any]:
        """The record of a running match as if it had ended with this round, to review that."""
        return {**places.finished_round((await self._get(id)).table.match, number)._asdict(), "only": number}

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


def _asked(method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    return lambda *args: method(_here[0], *args)


EXPOSED: Final[Mapping[str, Callable[..., Any]]] = {
    name: _asked(method)
    for name, method in (
        ("make", LocalTables.make),
        ("practise", LocalTables.practise),
        ("go_on", LocalTables.go_on),
        ("seen", LocalTables.seen),
        ("screen", LocalTables.screen),
        ("open", LocalTables.open),
        ("say", LocalTables.say),
        ("shut", LocalTables.shut),
        ("drop", LocalTables.drop),
        ("timed", LocalTables.timed),
        ("round", LocalTables.round),
    )
}


def _guest(person: int) -> str:
    """The id of a person of this browser: they are told apart at a table, and nowhere else."""
    return f"person-{person}"


async def _unused(_: Any) -> None:
    raise AssertionError("everything is written at once")
