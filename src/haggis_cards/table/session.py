"""A table in this process: who is there, its clock, its log, what its clients hear, and what happens by itself.

The parts know nothing of each other but what they are given; here they are put together. After every change everybody
is told, and the autopilot plans what happens by itself.
"""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Final

from msgspec import UNSET

from haggis_cards.errors import HaggisError
from haggis_cards.table import counters as metrics
from haggis_cards.table.autopilot import Autopilot
from haggis_cards.table.broadcast import Broadcast
from haggis_cards.table.clock import TableClock
from haggis_cards.table.connection import Connection
from haggis_cards.table.log import Entry
from haggis_cards.table.ports import Surroundings
from haggis_cards.table.presence import Presence
from haggis_cards.table.state import Draft, Handler, TableState
from haggis_cards.table.writing import TableLog, Written
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import TableInfo

_BOTS_FIRST: Final = 30.0  # seconds


class AlreadyDone(Exception):
    """A command that came again; `seq` is where it stands."""

    def __init__(self, seq: int) -> None:
        self.seq = seq


class TableSession:
    """A table with people, or with something to happen."""

    def __init__(self, around: Surroundings, table: TableState, presence: Presence | None = None) -> None:
        self.around, self.table = around, table
        self.presence = presence or Presence(table)
        self.clock = TableClock(table, around.settings, around.clock)
        self.broadcast = Broadcast(table, self.presence, self.clock)
        self.log = TableLog(
            table,
            store=around.store,
            quarantine=around.quarantine,
            shared=around.pubsub.shared,
            written=self._written,
        )
        self.autopilot = Autopilot(around, table, self.presence, self.clock, self.log)

    @property
    def connections(self) -> set[Connection]:
        """The sockets at the table."""
        return self.presence.connections

    @property
    def present(self) -> set[int]:
        """The seats that are connected, here or at another process."""
        return self.presence.seats

    @property
    def occupied(self) -> bool:
        """Whether anybody is here, to play or to watch."""
        return self.presence.occupied

    @property
    def retired(self) -> bool:
        """Whether another session has taken its place, or will."""
        return self.log.retired

    def info(self) -> TableInfo:
        """What everybody may know of the table."""
        return self.presence.info()

    async def submit(self, handler: Handler) -> Entry:
        """Stores the entry that the handler drafts, applies it, tells everybody; refusals and errors change nothing."""
        return await self.log.submit(handler)

    async def catch_up(self) -> None:
        """Reads what other processes have entered."""
        await self.log.catch_up()

    def close_empty(self, table: TableState) -> Draft:
        """The end of a table without a match where nobody is."""
        if self.occupied or table.status not in ("waiting", "over"):
            raise Refused("stale")
        return table.close("empty")

    def start(self, table: TableState, seat: int, fill: str | None = None, id: str | None = None) -> Draft:
        """A person starts a match; a rated one only when the others have agreed, else it is a wish for it."""
        others = {one for one in table.people if one != seat}
        if table.rated and others and table.status != "playing":
            ready = table.by_days or self.present.issuperset(others)
            if not (ready and all(table.chairs[one].again for one in others)):
                return table.ask_start(seat, id)
            fill = None  # they have agreed to play with those who are there
        return self.around.dealer.start(table, seat, fill, id)

    # Who comes and goes

    def join(self, conn: Connection, since: int | None) -> None:
        """A new connection; it gets the messages that it has missed."""
        if self.retired:  # since the client asked for the table: it comes again and gets the session of now
            conn.cut("restart")
            return
        conn.seat = self.table.seat_of(conn.guest.id if conn.guest else None)
        self.connections.add(conn)
        self.presence_changed(joined=conn)
        self.broadcast.welcome(conn, since)
        if conn.guest and conn.seat is not None and self.table.chairs[conn.seat].away:
            self.around.tasks.spawn(self._welcome_back(conn.guest.id))

    async def _welcome_back(self, guest: str | None) -> None:
        with contextlib.suppress(HaggisError):
            await self.submit(lambda table: table.back(table.seated(guest)))

    def part(self, conn: Connection) -> None:
        """A connection has gone."""
        self.connections.discard(conn)
        if not self.retired:
            self.presence_changed()

    def retire(self) -> None:
        """Does nothing any more; clients connect again, to another session."""
        self.log.retired = True
        self.autopilot.stop()
        self.broadcast.stop()
        for conn in self.connections:
            conn.cut("restart")

    def presence_changed(self, joined: Connection | None = None, remote: bool = False) -> None:
        """Notes who is here now, and tells everybody of a change; `joined` gets a whole state instead."""
        self._note_presence()
        if self.occupied:
            self.around.bots.promote(self.presence.unwatched)
        self.broadcast.tell_presence(but=joined)
        if not remote:
            self.tell_others()
            self.tell_pages()
        self.autopilot.plan()

    def _note_presence(self) -> None:
        self.clock.note_presence(self.present, empty=not self.occupied)
        self.around.lobby.note(self.table, bool(self.present))

    def tell_others(self) -> None:
        """Tells other processes who is connected here, and the clock as it is seen here."""
        pubsub, here = self.around.pubsub, self.presence
        if pubsub.shared:
            seats, watchers = sorted(here.seats_here), here.watchers_here
            left = self.clock.left()
            pubsub.tell(table=self.table.id, seats=seats, watchers=watchers, seq=self.table.seq, left=left)

    def tell_pages(self, people: Iterable[str] = ()) -> None:
        """Tells pages elsewhere that show the table; `people`: those of before."""
        self.around.lobby.changed(self.table, people)

    def set_clock(self, left: int) -> None:
        """The clock as another process has it."""
        self.clock.set_left(left)
        self.autopilot.plan()

    def note_look(self) -> None:
        """Somebody looks at the table without a socket; bots that have stopped go on."""
        self.autopilot.note_look()

    async def let_bots_go_first(self) -> None:
        """Where others play the same cards: waits while bots are to act together with the person."""
        end = self.around.clock() + _BOTS_FIRST
        while self.table.shared and self.autopilot.bots_come_first:
            if self.around.clock() > end:
                raise Refused("busy", fault="workers")
            await asyncio.sleep(0.02)

    # Entries

    def _written(self, written: Written) -> None:
        """The table has changed: everybody is told."""
        entry, table = written.entry, self.table
        if written.opens:
            self.clock.began = self.around.clock()
        if table.undo and not written.asked:
            self.clock.asked = self.around.clock()
        author = table.seat_of(written.guest)
        if entry.kind == "act":
            metrics.moves.add()
            assert written.match is not None
            info = UNSET if table.face == written.face else self.info()
            self.broadcast.played(entry, author, written.match, info)
        elif entry.kind == "chat":
            self.broadcast.said(entry, author)
        else:
            self._changed(written, author)
        if self.log.is_leader and self.around.pubsub.shared:
            self.around.pubsub.tell(table=table.id, seq=table.seq, left=self.clock.left())
        if self.log.is_leader and written.shown:
            self.tell_pages(written.people)
        elif self.log.is_leader and entry.kind == "act":
            self.around.lobby.moved(table, self.present)
        self.autopilot.plan()

    def _changed(self, written: Written, author: int | None) -> None:
        """People have come or gone, or a match has begun or ended."""
        entry, table = written.entry, self.table
        self.presence.reseat()
        self._note_presence()
        self.broadcast.changed(entry, author, table.match is not written.match)
        if entry.data.get("why") == "gone" and entry.seat in self.presence.seats_here:
            # They came while it was being stored, or another process did not know yet that they are here.
            self.around.tasks.spawn(self._welcome_back(written.guest))
        if entry.kind == "start" and any(left is not None for left in self.clock.grace()):
            # How long a bot will wait for those who are not there.
            self.broadcast.tell_all(self.broadcast.presence())
