"""A table in this process: its connections, its clock, its bots, and the one way by which entries get into its log.

`submit` decides, stores, applies and then tells the clients, one entry of a table at a time. If another process was
quicker, the table catches up and decides again. After every change the autopilot plans what happens by itself.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

import haggis_cards
from haggis_cards.errors import HaggisError
from haggis_cards.match import Match
from haggis_cards.record import Record
from haggis_cards.round import Phase
from haggis_cards.server import metrics
from haggis_cards.server.autopilot import Autopilot
from haggis_cards.server.connection import Connection
from haggis_cards.server.entries import Entry
from haggis_cards.server.errors import Refused, StorageError
from haggis_cards.server.messages import (
    Clock,
    Event,
    Ok,
    Played,
    Presence,
    Reacted,
    RecordInfo,
    Said,
    State,
    TableInfo,
    encode,
)
from haggis_cards.server.messages import Table as TableEvent
from haggis_cards.server.store import Ended, Write, now
from haggis_cards.server.table import Draft, TableState
from haggis_cards.view import entry as log_entry
from haggis_cards.view import legal, own_changes, public_changes

if TYPE_CHECKING:
    from haggis_cards.server.tables import Tables

Handler = Callable[[TableState], Draft]  # of a command: drafts the next entry, or refuses

RECENT: Final = 24  # entries that a returning client can get one by one
_FEW: Final = 10  # with so few cards of a double deck, the list of plays is short
_QUIET: Final = frozenset({"act", "chat"})  # entries that leave a table's public face as it is


class AlreadyDone(Exception):
    """A command that came again; `seq` is where it stands."""

    def __init__(self, seq: int) -> None:
        self.seq = seq


class TableSession:
    """A table with people, or with something to happen."""

    def __init__(self, tables: "Tables", table: TableState) -> None:
        self.tables = tables
        self.table = table
        self.connections: set[Connection] = set()
        self.remote: dict[str, tuple[set[int], int, float]] = {}  # by process: seats, watchers, believed until
        self.lock = asyncio.Lock()
        self._recent: deque[tuple[int, dict[int | None, str]]] = deque(maxlen=RECENT)
        self.is_leader = True  # this process wrote the last entry, so it acts first
        self._unsure = False  # a write failed in a way that may have succeeded
        start = tables.clock()
        self.decision = start  # when the table began to wait for the decision
        self.gone = dict.fromkeys(table.people, start)  # people without a connection, since when
        self.empty: float | None = start  # nobody is here, since when
        self._told: tuple[set[int], int] = set(), 0  # the presence that was last sent to everybody
        self._public: dict[str, Any] | None = None  # the public changes of the action that is being sent
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

    def info(self) -> TableInfo:
        """What everybody may know of the table."""
        return self.table.info(self.present, self.watchers)

    def join(self, conn: Connection, since: int | None) -> None:
        """A new connection; it gets the messages that it has missed."""
        conn.seat = self.table.seat_of(conn.guest.id if conn.guest else None)
        self.connections.add(conn)
        self.presence_changed(joined=conn)
        missed = self._missed(conn.seat, since)
        for message in [self.state(conn)] if missed is None else [*missed, self._presence()]:
            conn.push(message)
        if conn.seat is not None and self.table.chairs[conn.seat].away:
            self.tables.tasks.spawn(self._welcome_back(conn.seat))

    async def _welcome_back(self, seat: int) -> None:
        with contextlib.suppress(HaggisError):
            await self.submit(lambda table: table.back(seat))

    def part(self, conn: Connection) -> None:
        """A connection has gone."""
        self.connections.discard(conn)
        self.presence_changed()

    def presence_changed(self, joined: Connection | None = None, remote: bool = False) -> None:
        """Notes who is here now, and tells everybody of a change; `joined` gets a whole state instead."""
        present, time = self.present, self.tables.clock()
        for seat in self.table.people:
            if seat in present:
                self.gone.pop(seat, None)
            else:
                self.gone.setdefault(seat, time)
        empty = not present and not self.watchers
        self.empty = (self.empty or time) if empty else None
        if (present, self.watchers) != self._told:
            self._told = present, self.watchers
            message = self._presence()
            for conn in self.connections:
                if conn is not joined:
                    conn.push(message)
        if not remote:
            self.tables.pubsub.tell_presence(self)
        self.autopilot.plan()

    def _presence(self) -> str:
        present, chairs = self.present, self.table.chairs
        connected = [seat in present or chair.kind == "bot" for seat, chair in enumerate(chairs)]
        return self._text(Presence(seq=self.table.seq, connected=connected, watchers=self.watchers, clock=self.clock()))

    def clock(self) -> Clock | None:
        """The time for the open decision, if a person has to make it."""
        seconds = self.table.clock
        if not seconds or not self.waits_for:
            return None
        spent = self.tables.clock() - self.decision
        return Clock(max(0, round((seconds - spent) * 1000)), seconds * 1000)

    @property
    def waits_for(self) -> list[int]:
        """The people who have to decide."""
        table = self.table
        return [seat for seat in table.to_act if table.chairs[seat].guest and not table.chairs[seat].away]

    def set_clock(self, left: int) -> None:
        """The clock as another process has it."""
        if self.table.clock:
            self.decision = self.tables.clock() - (self.table.clock - left / 1000)
            self.autopilot.plan()

    # Entries

    async def submit(self, handler: Handler) -> Entry:
        """Stores the entry that the handler drafts, applies it, tells everybody; refusals and errors change nothing."""
        async with self.lock:
            while True:
                if self._unsure:
                    await self._catch_up()
                draft = await self._draft(handler)
                await think_ahead(draft.after)
                try:
                    accepted = await self.tables.store.append(self._write(draft))
                except StorageError:
                    self._unsure = True
                    raise
                if accepted:
                    self._commit(draft, mine=True)
                    break
                await self._catch_up()
        if self.table.wants_rematch:
            with contextlib.suppress(Refused):
                await self.submit(lambda table: self.tables.start(table, None, again=True))
        return draft.entry

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
        for entry in await self.tables.store.entries(self.table.id, self.table.seq):
            after = self.table.after(entry)
            await think_ahead(after)
            self._commit(Draft(entry, after), mine=False)
        self._unsure = False

    def _write(self, draft: Draft) -> Write:
        """The entry with everything that is stored beside it."""
        entry, after = draft
        ends = after is not None and after.over
        if entry.kind in _QUIET and not ends:
            return Write(self.table.id, entry)
        table = self.table.copy()
        table.apply(entry, after)
        ended = ended_match(table) if table.records > self.table.records else None
        sitting = (entry.data["guest"], entry.seat) if entry.kind == "sit" and entry.seat is not None else None
        # A guest who leaves before the first match no longer belongs to this table.
        left = self.table.chairs[entry.seat or 0].guest if entry.kind == "leave" and not self.table.number else None
        return Write(table.id, entry, table.info(), ended, sitting, left)

    def _commit(self, draft: Draft, mine: bool) -> None:
        """The entry is stored: now the table changes, and everybody is told."""
        entry, after = draft
        table, before = self.table, self.table.match
        since = table.since
        table.apply(entry, after)
        self.is_leader = mine
        if table.since != since or entry.kind == "back":
            self.decision = self.tables.clock()
        if entry.kind == "act":
            metrics.moves.add()
            assert before is not None
            self._tell(entry, lambda seat: self._played(entry, before, seat))
        elif entry.kind == "chat":
            said = Said(seq=entry.seq, seat=entry.seat or 0, name=entry.data["name"], text=entry.data["text"])
            self._tell(entry, lambda _: said)
        else:
            self._reseat()
            info = self.info()
            self._tell(entry, lambda seat: self._table_event(entry, info, seat))
        if mine:
            self.tables.pubsub.tell_entry(self)
        self.autopilot.plan()

    def _reseat(self) -> None:
        """After people have come or gone: gives every connection its seat."""
        for conn in self.connections:
            conn.seat = self.table.seat_of(conn.guest.id if conn.guest else None)
        people, present, time = self.table.people, self.present, self.tables.clock()
        self.gone = {seat: self.gone.get(seat, time) for seat in people if seat not in present}

    # Messages

    def _tell(self, entry: Entry, make: Callable[[int | None], Event]) -> None:
        """Sends an entry to people's seats and spectators; the seat that caused it gets the id of its command."""
        messages: dict[int | None, str] = {}
        audience: list[int | None] = [*self.table.people]
        if any(conn.seat is None for conn in self.connections):
            audience.append(None)
        self._public = None
        for seat in audience:
            event = make(seat)
            if seat is not None and seat == entry.seat and "id" in entry.data:
                event = _with_id(event, entry.data["id"])
            messages[seat] = self._text(event)
        for conn in self.connections:
            conn.push(messages[conn.seat])
        self._recent.append((entry.seq, messages))

    def _played(self, entry: Entry, before: Match, seat: int | None) -> Played:
        after = self.table.match
        assert after is not None
        if self._public is None:
            self._public = public_changes(before, after)
        return Played(
            seq=entry.seq,
            seat=entry.seat or 0,
            action=log_entry(after, seat),
            bot=entry.data.get("bot", False),
            changes=self._public if seat is None else {**self._public, **own_changes(before, after, seat)},
            clock=self.clock(),
            table=self.info() if after.over else UNSET,
        )

    def _table_event(self, entry: Entry, info: TableInfo, seat: int | None) -> TableEvent:
        fresh = self.table.match is not None and entry.kind in ("start", "sit", "leave")
        return TableEvent(
            seq=entry.seq,
            what=entry.kind,  # type: ignore[arg-type]
            seat=entry.data.get("chair", entry.seat),
            table=info,
            you=seat,
            view=self._view(seat) or UNSET if fresh else UNSET,
            clock=self.clock(),
        )

    def _view(self, seat: int | None) -> dict[str, Any] | None:
        return dict(self.table.match.view(seat)) if self.table.match else None

    def state(self, conn: Connection, id: str | None = None) -> str:
        """All that a connection may know."""
        return self._text(
            State(
                seq=self.table.seq,
                id=id or UNSET,
                table=self.info(),
                seat=conn.seat,
                view=self._view(conn.seat),
                clock=self.clock(),
                chat=list(self.table.chat_lines),
            )
        )

    def _missed(self, seat: int | None, since: int | None) -> list[str] | None:
        """The messages behind `since` for a seat; None if they are not all at hand."""
        if since is None or since > self.table.seq:
            return None
        missed = [messages.get(seat) for seq, messages in self._recent if seq > since]
        if len(missed) != self.table.seq - since or None in missed:
            return None
        return [message for message in missed if message]

    def react(self, seat: int, reaction: str, id: str | None = None) -> None:
        """Shows a reaction to all."""
        event = Reacted(seq=self.table.seq, seat=seat, reaction=reaction)
        plain, own = self._text(event), self._text(_with_id(event, id) if id else event)
        for conn in self.connections:
            conn.push(own if conn.seat == seat else plain)

    @staticmethod
    def _text(event: Event) -> str:
        return encode(event).decode()


def ended_match(table: TableState) -> Ended:
    """The match that has just ended at a table, as the store keeps it."""
    match = table.match
    assert match is not None
    data = match.record().data
    record = Record({**data, "date": datetime.now(UTC).date().isoformat(), "app": f"haggis {haggis_cards.__version__}"})
    winners = list(match.winners) if match.winners else None
    info = RecordInfo(table.records, now(), list(match.players or ()), list(match.totals), winners)
    return Ended(info, record.dump())


async def think_ahead(match: Match | None) -> None:
    """Makes a long list of plays in a thread, so that the view which needs it soon does not hold the loop."""
    if match is None or match.rules.deck.copies == 1 or match.round.top or match.round.phase is not Phase.PLAY:
        return
    for seat in match.to_act:
        if match.round.hands[seat].bit_count() > _FEW:
            await asyncio.to_thread(legal, match.round, seat)


def _with_id(event: Any, id: str) -> Any:
    return msgspec.structs.replace(event, id=id)


def answer_ok(seq: int, id: str) -> str:
    """The plain answer to a command."""
    return encode(Ok(seq=seq, id=id)).decode()
