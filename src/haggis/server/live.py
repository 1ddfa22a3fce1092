"""A table in this process: its connections, its clock, its bots, and the one way in which an entry gets into its log.

`submit` decides, stores, applies and then tells, one entry of a table at a time. If another process was quicker, the
table catches up and decides again. Everything that happens by itself (a bot's move, a clock that runs out, people who
stay away) starts in `_plan`, which is asked after every change.
"""

import asyncio
import contextlib
import logging
import random
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

import haggis
from haggis.errors import HaggisError
from haggis.match import Match
from haggis.record import Record
from haggis.server import metrics
from haggis.server.connection import Connection
from haggis.server.errors import Refused, StorageError
from haggis.server.messages import (
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
from haggis.server.messages import Table as TableEvent
from haggis.server.store import Ended, Write, now
from haggis.server.table import Draft, Entry, Table
from haggis.view import entry as log_entry
from haggis.view import own_changes, public_changes

if TYPE_CHECKING:
    from haggis.server.hall import Hall

_logger = logging.getLogger("haggis.table")

Decide = Callable[[Table], Draft]

RECENT: Final = 24  # entries that a returning client can be told one by one
_OTHER_DRIVES: Final = 3.0  # seconds that the process which wrote last goes first
_RETRY: Final = 1.0  # seconds, when the store fails
_QUIET: Final = frozenset({"act", "chat"})  # entries that leave a table's public face as it is


class AlreadyDone(Exception):
    """A command that came again; `seq` is where it stands."""

    def __init__(self, seq: int) -> None:
        self.seq = seq


class LiveTable:
    """A table that somebody is at, or where something is to happen."""

    def __init__(self, hall: "Hall", table: Table) -> None:
        self.hall = hall
        self.table = table
        self.connections: set[Connection] = set()
        self.remote: dict[str, tuple[set[int], int, float]] = {}  # by process: seats, watchers, believed until
        self.lock = asyncio.Lock()
        self._recent: deque[tuple[int, dict[int | None, str]]] = deque(maxlen=RECENT)
        self._drives = True  # this process wrote the last entry, so it goes first
        self._unsure = False  # a write failed in a way that may have succeeded
        start = hall.clock()
        self._decision = start  # when the table began to wait for the decision
        self._gone = dict.fromkeys(table.people, start)  # people without a connection, since when
        self._empty: float | None = start  # nobody is here, since when
        self._told: tuple[set[int], int] = set(), 0  # who is here, as everybody knows
        self._public: dict[str, Any] | None = None  # what all may know of the action that is being told
        self._timer: asyncio.TimerHandle | None = None
        self._bots: asyncio.Task[None] | None = None

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
        """A new connection, told what it has missed."""
        conn.seat = self.table.seat_of(conn.guest.id if conn.guest else None)
        self.connections.add(conn)
        self.presence_changed(joined=conn)
        missed = self._missed(conn.seat, since)
        for message in [self.state(conn)] if missed is None else [*missed, self._presence()]:
            conn.push(message)
        if conn.seat is not None and self.table.chairs[conn.seat].away:
            self.hall.spawn(self._welcome_back(conn.seat))

    async def _welcome_back(self, seat: int) -> None:
        with contextlib.suppress(HaggisError):
            await self.submit(lambda table: table.back(seat))

    def part(self, conn: Connection) -> None:
        """A connection has gone."""
        self.connections.discard(conn)
        self.presence_changed()

    def presence_changed(self, joined: Connection | None = None, remote: bool = False) -> None:
        """Takes note of who is here now, and tells everybody if it is news, but for one who joins and hears all."""
        present, time = self.present, self.hall.clock()
        for seat in self.table.people:
            if seat in present:
                self._gone.pop(seat, None)
            else:
                self._gone.setdefault(seat, time)
        empty = not present and not self.watchers
        self._empty = (self._empty or time) if empty else None
        if (present, self.watchers) != self._told:
            self._told = present, self.watchers
            message = self._presence()
            for conn in self.connections:
                if conn is not joined:
                    conn.push(message)
        if not remote:
            self.hall.tell_presence(self)
        self._plan()

    def _presence(self) -> str:
        present, chairs = self.present, self.table.chairs
        connected = [seat in present or chair.kind == "bot" for seat, chair in enumerate(chairs)]
        return self._text(Presence(seq=self.table.seq, connected=connected, watchers=self.watchers, clock=self.clock()))

    def clock(self) -> Clock | None:
        """The time for the open decision, if a person has to make it."""
        seconds = self.table.clock
        if not seconds or not self._waits_for_people:
            return None
        spent = self.hall.clock() - self._decision
        return Clock(max(0, round((seconds - spent) * 1000)), seconds * 1000)

    @property
    def _waits_for_people(self) -> list[int]:
        table = self.table
        return [seat for seat in table.to_act if table.chairs[seat].guest and not table.chairs[seat].away]

    def set_clock(self, left: int) -> None:
        """The clock as another process has it."""
        if self.table.clock:
            self._decision = self.hall.clock() - (self.table.clock - left / 1000)
            self._plan()

    # Entries

    async def submit(self, decide: Decide) -> Entry:
        """Stores the entry that `decide` drafts, applies it and tells everybody; refusals and errors change nothing."""
        async with self.lock:
            while True:
                if self._unsure:
                    await self._catch_up()
                draft = await self._decide(decide)
                try:
                    accepted = await self.hall.store.append(self._write(draft))
                except StorageError:
                    self._unsure = True
                    raise
                if accepted:
                    self._commit(draft, mine=True)
                    break
                await self._catch_up()
        if self.table.wants_rematch:
            with contextlib.suppress(Refused):
                await self.submit(lambda table: self.hall.start(table, None, again=True))
        return draft.entry

    async def _decide(self, decide: Decide) -> Draft:
        """The draft; before something is refused, it is asked whether another process knows more."""
        try:
            return decide(self.table)
        except HaggisError:
            if not self.hall.news.shared:
                raise
            seq = self.table.seq
            await self._catch_up()
            if self.table.seq == seq:
                raise
            return decide(self.table)

    async def catch_up(self) -> None:
        """Reads what other processes have entered."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        for entry in await self.hall.store.entries(self.table.id, self.table.seq):
            self._commit(Draft(entry), mine=False)
        self._unsure = False

    def _write(self, draft: Draft) -> Write:
        """The entry with everything that is stored beside it."""
        entry, after = draft
        ends = after is not None and after.over
        if entry.kind in _QUIET and not ends:
            return Write(self.table.id, entry)
        table = self.table.copy()
        table.apply(entry, after)
        ended = self._ended(table) if table.records > self.table.records else None
        sitting = (entry.data["guest"], entry.seat) if entry.kind == "sit" and entry.seat is not None else None
        # Who leaves before a match was played has no business here any more.
        left = self.table.chairs[entry.seat or 0].guest if entry.kind == "leave" and not self.table.number else None
        return Write(table.id, entry, table.info(), ended, sitting, left)

    def _ended(self, table: Table) -> Ended:
        match = table.match
        assert match is not None
        data = match.record().data
        record = Record({**data, "date": datetime.now(UTC).date().isoformat(), "app": f"haggis {haggis.__version__}"})
        winners = list(match.winners) if match.winners else None
        info = RecordInfo(table.records, now(), list(match.players or ()), list(match.totals), winners)
        return Ended(info, record.dump())

    def _commit(self, draft: Draft, mine: bool) -> None:
        """The entry is in the log for good: now the table may change and everybody may know."""
        entry, after = draft
        table, before = self.table, self.table.match
        since = table.since
        table.apply(entry, after)
        self._drives = mine
        if table.since != since or entry.kind == "back":
            self._decision = self.hall.clock()
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
            self.hall.tell_entry(self)
        self._plan()

    def _reseat(self) -> None:
        """After people have come or gone: which connection is whose."""
        for conn in self.connections:
            conn.seat = self.table.seat_of(conn.guest.id if conn.guest else None)
        people, present, time = self.table.people, self.present, self.hall.clock()
        self._gone = {seat: self._gone.get(seat, time) for seat in people if seat not in present}

    # What is told

    def _tell(self, entry: Entry, make: Callable[[int | None], Event]) -> None:
        """Sends an entry to every seat that a person has, and to spectators; the one who caused it finds the id."""
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

    # What happens by itself

    def _plan(self) -> None:
        """Sets the timer for what comes next if nobody does anything, and lets bots think."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self.table.status != "playing" or self.hall.closing:
            return
        if self._bots is None and self._bot_to_act() is not None:
            self._bots = self.hall.spawn(self._let_bots_play())
        due = self._due()
        if due:
            later = 0 if self._drives else _OTHER_DRIVES
            delay = max(0.0, min(due) - self.hall.clock()) + later
            self._timer = asyncio.get_running_loop().call_later(delay, lambda: self.hall.spawn(self._on_time()))

    def _due(self) -> list[float]:
        """When somebody is to be replaced, or the table closed."""
        settings, table = self.hall.settings, self.table
        due = []
        if table.clock and self._waits_for_people:
            due.append(self._decision + table.clock)
        due += [since + settings.away_after for seat, since in self._gone.items() if not table.chairs[seat].away]
        if self._empty is not None:
            due.append(self._empty + settings.abandon_after)
        return due

    async def _on_time(self) -> None:
        """A time has come: for every reason that holds now, the entry that follows."""
        settings, time = self.hall.settings, self.hall.clock()
        drafts: list[Decide] = []
        if self._empty is not None and time >= self._empty + settings.abandon_after:
            drafts.append(lambda table: table.close("abandoned"))
        else:
            if self.table.clock and time >= self._decision + self.table.clock:
                drafts += [lambda table, seat=seat: table.away(seat, "clock") for seat in self._waits_for_people]  # type: ignore[misc]
            for seat, since in list(self._gone.items()):
                if time >= since + settings.away_after and not self.table.chairs[seat].away:
                    drafts.append(lambda table, seat=seat: table.away(seat, "gone"))  # type: ignore[misc]
        decision = self.table.since
        for decide in drafts:
            if self.table.since != decision:
                break  # somebody acted meanwhile
            try:
                await self.submit(decide)
            except StorageError:
                await asyncio.sleep(_RETRY)
            except HaggisError:
                continue
        self._plan()

    def _bot_to_act(self) -> tuple[int, str] | None:
        """The next seat that a bot is to play, and its level."""
        for seat in self.table.to_act:
            level = self.table.played_by_bot(seat, self.hall.settings.stand_in)
            if level:
                return seat, level
        return None

    async def _let_bots_play(self) -> None:
        try:
            while (turn := self._bot_to_act()) and not self.hall.closing:
                await asyncio.sleep(0)  # its view is work enough for one step
                if not self._drives:
                    seq = self.table.seq
                    await asyncio.sleep(_OTHER_DRIVES)
                    if self.table.seq != seq:
                        continue
                try:
                    await self._bot_moves(*turn)
                except StorageError:
                    await asyncio.sleep(_RETRY)
                except Refused as refused:
                    await asyncio.sleep(_RETRY if refused.code == "busy" else 0)
                except Exception:  # whatever it is, the table must go on
                    _logger.exception("a bot's move failed; it is asked again")
                    await asyncio.sleep(_RETRY)
        finally:
            self._bots = None

    async def _bot_moves(self, seat: int, level: str) -> None:
        table, match = self.table, self.table.match
        assert match is not None
        asked, since, start = table.seq, table.since, self.hall.clock()
        seed = Random(f"{match.seed} bot {seat} {asked}").getrandbits(63)
        advice = await self.hall.bots.decide(level, seed, match.view(seat))
        pause = self.hall.settings.bot_pause * random.uniform(0.5, 1.5) * (0.6 if advice.action == "pass" else 1.0)
        if pause:
            await asyncio.sleep(max(0.0, pause - (self.hall.clock() - start)))

        def decide(table: Table) -> Draft:
            if table.since != since or seat not in table.to_act or not table.played_by_bot(seat, level):
                raise Refused("stale", "the bot's turn has passed")
            return table.act(seat, advice.action, asked, bot=True)

        await self.submit(decide)
        metrics.bot_moves.add()

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        if self._timer:
            self._timer.cancel()
        if self._bots:
            self._bots.cancel()


def _with_id(event: Any, id: str) -> Any:
    return msgspec.structs.replace(event, id=id)


def answer_ok(seq: int, id: str) -> str:
    """The plain answer to a command."""
    return encode(Ok(seq=seq, id=id)).decode()
