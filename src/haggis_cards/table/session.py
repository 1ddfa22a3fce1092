"""A table in this process: its connections, its clock, its bots, and the one way by which entries get into its log.

`submit` decides, stores, applies and then tells the clients, one entry of a table at a time. If another process was
quicker, the table catches up and decides again. After every change the autopilot plans what happens by itself.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from haggis_cards.errors import HaggisError
from haggis_cards.table import counters as metrics
from haggis_cards.table.asker import Asker, Order
from haggis_cards.table.autopilot import Autopilot
from haggis_cards.table.broadcast import Broadcast
from haggis_cards.table.clock import TableClock
from haggis_cards.table.connection import Connection
from haggis_cards.table.log import Entry, Write, now
from haggis_cards.table.notices import notices
from haggis_cards.table.quarantine import apply
from haggis_cards.table.records import ended_match
from haggis_cards.table.state import Draft, TableState
from haggis_cards.wire.refusals import DamagedTable, Refused, StorageError
from haggis_cards.wire.tables import TableInfo

if TYPE_CHECKING:
    from haggis_cards.table.ports import Surroundings

Handler = Callable[[TableState], Draft]  # of a command: drafts the next entry, or refuses


_BOTS_FIRST: Final = 30.0  # seconds


class AlreadyDone(Exception):
    """A command that came again; `seq` is where it stands."""

    def __init__(self, seq: int) -> None:
        self.seq = seq


class TableSession:
    """A table with people, or with something to happen."""

    def __init__(self, tables: "Surroundings", table: TableState) -> None:
        self.tables = tables
        self.table = table
        self.connections: set[Connection] = set()
        self.remote: dict[str, tuple[set[int], int, float]] = {}  # by process: seats, watchers, believed until
        self.lock = asyncio.Lock()
        self.is_leader = True  # this process wrote the last entry, so it acts first
        self._unsure = False  # a write failed in a way that may have succeeded
        self.clock = TableClock(self)
        self.broadcast = Broadcast(self)
        self.retired = False  # another session has taken its place, or will
        self.maker = Asker()  # who made the table, if that was in this process
        self._looked = tables.clock()  # when somebody looked at the table without a socket
        self.autopilot = Autopilot(self)

    # Who is here

    @property
    def present(self) -> set[int]:
        """The seats that are connected, here or at another process."""
        seats = {conn.seat for conn in self.connections if conn.seat is not None}
        return seats.union(*(seats for seats, _, _ in self.remote.values()))

    @property
    def watchers(self) -> int:
        here = sum(conn.seat is None for conn in self.connections)
        return here + sum(watchers for _, watchers, _ in self.remote.values())

    @property
    def occupied(self) -> bool:
        """Whether anybody is here, to play or to watch."""
        return bool(self.present or self.watchers)

    @property
    def asker(self) -> Asker:
        """For whom bots think here: a person with a seat, else a spectator, else who made the table."""
        if not self.occupied:
            return self._unwatched
        conn = min(self.connections, key=lambda conn: (conn.seat is None, conn.seat), default=None)
        return self.maker if conn is None else Asker(conn.address, conn.guest.id if conn.guest else "")

    @property
    def _unwatched(self) -> Asker:
        return self.maker._replace(order=Order.UNWATCHED, table=self.table.id)

    @property
    def idle(self) -> bool:
        """Whether nobody has been here for so long that bots stop."""
        since = max(self._looked, self.clock.empty or 0.0)
        if self.table.by_days:  # there it is always so, and bots answer at once
            return False
        return not self.occupied and self.tables.clock() - since >= self.tables.settings.idle_after

    def note_look(self) -> None:
        """Somebody looks at the table without a socket; bots that have stopped go on."""
        was_idle, self._looked = self.idle, self.tables.clock()
        if was_idle:
            self.autopilot.plan()

    def close_empty(self, table: TableState) -> Draft:
        """The end of a table without a match where nobody is."""
        if self.occupied or table.status not in ("waiting", "over"):
            raise Refused("stale")
        return table.close("empty")

    @property
    def agreed(self) -> bool:
        """Whether all want the next match; for a rated one they must be here, too, if it is not played over days."""
        table = self.table
        return table.wants_rematch and (not table.rated or table.by_days or self.present.issuperset(table.people))

    def start(self, table: TableState, seat: int, fill: str | None = None, id: str | None = None) -> Draft:
        """A person starts a match; a rated one only when the others have agreed, else it is a wish for it."""
        others = {one for one in table.people if one != seat}
        if table.rated and others and table.status != "playing":
            ready = table.by_days or self.present.issuperset(others)
            if not (ready and all(table.chairs[one].again for one in others)):
                return table.ask_start(seat, id)
            fill = None  # they have agreed to play with those who are there
        return self.tables.dealer.start(table, seat, fill, id)

    def info(self) -> TableInfo:
        """What everybody may know of the table."""
        return self.table.info(self.present, self.watchers)

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
            self.tables.tasks.spawn(self._welcome_back(conn.guest.id))

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
        self.retired = True
        self.autopilot.stop()
        for conn in self.connections:
            conn.cut("restart")

    def presence_changed(self, joined: Connection | None = None, remote: bool = False) -> None:
        """Notes who is here now, and tells everybody of a change; `joined` gets a whole state instead."""
        self.clock.note_presence(self.present, empty=not self.occupied)
        if self.occupied:
            self.tables.bots.promote(self._unwatched)
        self.tables.lobby.note(self)
        self.broadcast.tell_presence(but=joined)
        if not remote:
            self.tables.pubsub.tell_presence(self)
        self.autopilot.plan()

    @property
    def waits_for(self) -> list[int]:
        """The people who have to decide."""
        table = self.table
        return [seat for seat in table.to_act if table.chairs[seat].guest and not table.chairs[seat].away]

    def set_clock(self, left: int) -> None:
        """The clock as another process has it."""
        self.clock.set_left(left)
        self.autopilot.plan()

    async def let_bots_go_first(self) -> None:
        """Where others play the same cards: waits while bots are to act together with the person."""
        end = self.tables.clock() + _BOTS_FIRST
        while self.table.shared and self.autopilot.bots_come_first:
            if self.tables.clock() > end:
                raise Refused("busy", fault="workers")
            await asyncio.sleep(0.02)

    # Entries

    async def submit(self, handler: Handler) -> Entry:
        """Stores the entry that the handler drafts, applies it, tells everybody; refusals and errors change nothing."""
        async with self.lock:
            while True:
                if self.retired:
                    raise Refused("busy", fault="id")
                if self._unsure:
                    await self._catch_up()
                draft = await self._draft(handler)
                trial = self.table.trial()  # what is stored can be applied
                trial.apply(*draft)
                draft = self._dated(draft, trial)
                try:
                    accepted = await self.tables.store.append(self._write(draft, trial))
                except StorageError:
                    self._unsure = True
                    raise
                if accepted:
                    self._commit(draft, trial)
                    break
                await self._catch_up()
        return draft.entry

    def _dated(self, draft: Draft, table: TableState) -> Draft:
        """At a table of days the log says until when it waits, for all processes and for days; `table`: after it."""
        entry = draft.entry
        if not table.by_days or not table.clock or not _opens(table, entry, self.table.since):
            return draft
        table.due = now() + table.clock * 1000
        return draft._replace(entry=entry._replace(data={**entry.data, "due": table.due}))

    async def _draft(self, handler: Handler) -> Draft:
        """The draft; before a refusal, entries of other processes are read."""
        try:
            return handler(self.table)
        except HaggisError:
            if not self.tables.pubsub.shared:
                raise
            seq = self.table.seq
            await self._catch_up()
            if self.table.seq == seq:
                raise
            return handler(self.table)

    async def catch_up(self) -> None:
        """Reads what other processes have entered."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            for entry in await self.tables.store.entries(self.table.id, self.table.seq):
                apply(self.table.trial(), [entry])
                self._commit(Draft(entry, self.table.after(entry)))
        except DamagedTable as damage:
            self.tables.quarantine.add(self.table.id, damage)
            raise
        self._unsure = False

    def _write(self, draft: Draft, table: TableState) -> Write:
        """The entry with everything that is stored beside it; `table` is this one after it."""
        entry, after = draft
        before = self.table
        if entry.kind == "chat" or (after is not None and before.hides(entry, after)):
            return Write(before.id, entry)
        ended = ended_match(table) if table.records > before.records else None
        seats, old = _seats(table), _seats(before)
        # A guest who goes before the first match no longer belongs to this table.
        left = () if before.number else tuple(old.keys() - seats.keys())
        moved = tuple(seats.items() - old.items())
        return Write(table.id, entry, table.info(), ended, moved, left, notices(before, table, entry))

    def _commit(self, draft: Draft, trial: TableState | None = None) -> None:
        """The entry is stored: now the table changes, and everybody is told; with a `trial` it is this process's."""
        entry, after = draft
        table, before, face = self.table, self.table.match, self.table.face
        since, undo = table.since, table.undo
        guest = entry.data.get("guest") or (None if entry.seat is None else table.chairs[entry.seat].guest)
        if trial is not None and entry.kind == "act":
            table.adopt(trial)
        else:
            table.apply(entry, after)
        self.is_leader = trial is not None
        if _opens(table, entry, since):
            self.clock.began = self.tables.clock()
        if table.undo and not undo:
            self.clock.asked = self.tables.clock()
        author = table.seat_of(guest)
        if entry.kind == "act":
            metrics.moves.add()
            assert before is not None
            info = UNSET if table.face == face else self.info()
            self.broadcast.played(entry, author, before, info)
        elif entry.kind == "chat":
            self.broadcast.said(entry, author)
        else:
            self._reseat()
            self.broadcast.changed(entry, author, table.match is not before)
            if entry.data.get("why") == "gone" and any(conn.seat == entry.seat for conn in self.connections):
                # They came while it was being stored, or another process did not know yet that they are here.
                self.tables.tasks.spawn(self._welcome_back(guest))
            if entry.kind == "start" and any(left is not None for left in self.clock.grace()):
                # How long a bot will wait for those who are not there.
                self.broadcast.tell_all(self.broadcast.presence())
        if self.is_leader:
            self.tables.pubsub.tell_entry(self)
        self.autopilot.plan()

    def _reseat(self) -> None:
        """After people have come or gone: gives every connection its seat."""
        for conn in self.connections:
            conn.seat = self.table.seat_of(conn.guest.id if conn.guest else None)
        self.clock.note_presence(self.present, empty=not self.occupied)
        self.tables.lobby.note(self)


def _opens(table: TableState, entry: Entry, since: int) -> bool:
    """Whether the time of a decision begins with an entry; `table` is after it, `since` was before."""
    return table.since != since or (entry.kind == "back" and entry.seat in table.to_act)


def _seats(table: TableState) -> dict[str, int]:
    """The guests at a table and their seats."""
    return {chair.guest: seat for seat, chair in enumerate(table.chairs) if chair.guest}
