"""The one way by which entries get into a table's log.

`submit` decides, stores and applies, one entry of a table at a time. If another process was quicker, the table catches
up and decides again.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from haggis_cards.errors import HaggisError
from haggis_cards.match import Match
from haggis_cards.table.log import Entry, Notice, Write, now
from haggis_cards.table.ports import Log, Quarantine
from haggis_cards.table.quarantine import apply
from haggis_cards.table.records import ended_match
from haggis_cards.table.state import Draft, Handler, TableState
from haggis_cards.wire.push import NoticeKind
from haggis_cards.wire.refusals import DamagedTable, Refused, StorageError


class Written(NamedTuple):
    """An entry that is in the log and applied, and what was before."""

    entry: Entry
    guest: str | None  # whose entry it is
    people: tuple[str, ...]  # who sat there
    shown: bool  # whether it has changed what everybody may know of the table
    match: Match | None
    face: tuple[object, ...]
    asked: bool  # whether somebody had asked to take an action back
    opens: bool  # whether the time of a decision begins with it


class TableLog:
    """The log of one table, as this process writes it."""

    def __init__(
        self,
        table: TableState,
        *,
        store: Log,
        quarantine: Quarantine,
        shared: bool,
        written: Callable[[Written], None],
    ) -> None:
        self._table, self._store, self._quarantine = table, store, quarantine
        self._shared, self._written = shared, written
        self.lock = asyncio.Lock()
        self.is_leader = True  # this process wrote the last entry, so it acts first
        self.retired = False  # another session has taken the place of this one, or will
        self._unsure = False  # a write failed in a way that may have succeeded

    async def submit(self, handler: Handler) -> Entry:
        """Stores the entry that the handler drafts, applies it, tells everybody; refusals and errors change nothing."""
        async with self.lock:
            while True:
                if self.retired:
                    raise Refused("busy", fault="id")
                if self._unsure:
                    await self._catch_up()
                draft = await self._draft(handler)
                trial = self._table.trial()  # what is stored can be applied
                trial.apply(*draft)
                draft = self._dated(draft, trial)
                try:
                    accepted = await self._store.append(self._write(draft, trial))
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
        if not table.by_days or not table.clock or not _opens(table, entry, self._table.since):
            return draft
        table.due = now() + table.clock * 1000
        return draft._replace(entry=entry._replace(data={**entry.data, "due": table.due}))

    async def _draft(self, handler: Handler) -> Draft:
        """The draft; before a refusal, entries of other processes are read."""
        try:
            return handler(self._table)
        except HaggisError:
            if not self._shared:
                raise
            seq = self._table.seq
            await self._catch_up()
            if self._table.seq == seq:
                raise
            return handler(self._table)

    async def catch_up(self) -> None:
        """Reads what other processes have entered."""
        async with self.lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            for entry in await self._store.entries(self._table.id, self._table.seq):
                apply(self._table.trial(), [entry])
                self._commit(Draft(entry, self._table.after(entry)))
        except DamagedTable as damage:
            self._quarantine.add(self._table.id, damage)
            raise
        self._unsure = False

    def _write(self, draft: Draft, table: TableState) -> Write:
        """The entry with everything that is stored beside it; `table` is this one after it."""
        entry, before = draft.entry, self._table
        if not _shows(before, draft):
            return Write(before.id, entry)
        ended = ended_match(table) if table.records > before.records else None
        seats, old = _seats(table), _seats(before)
        # A guest who goes before the first match no longer belongs to this table.
        left = () if before.number else tuple(old.keys() - seats.keys())
        moved = tuple(seats.items() - old.items())
        return Write(table.id, entry, table.info(), ended, moved, left, _notices(before, table, entry))

    def _commit(self, draft: Draft, trial: TableState | None = None) -> None:
        """The entry is stored: now the table changes; with a `trial` it is this process's."""
        entry, after = draft
        table, match, face = self._table, self._table.match, self._table.face
        since, asked, people, shown = table.since, table.undo is not None, tuple(_seats(table)), _shows(table, draft)
        guest = entry.data.get("guest") or (None if entry.seat is None else table.chairs[entry.seat].guest)
        if trial is not None and entry.kind == "act":
            table.adopt(trial)
        else:
            table.apply(entry, after)
        self.is_leader = trial is not None
        self._written(Written(entry, guest, people, shown, match, face, asked, _opens(table, entry, since)))


def _opens(table: TableState, entry: Entry, since: int) -> bool:
    """Whether the time of a decision begins with an entry; `table` is after it, `since` was before."""
    return table.since != since or (entry.kind == "back" and entry.seat in table.to_act)


def _shows(before: TableState, draft: Draft) -> bool:
    """Whether an entry changes what everybody may know of a table."""
    entry, after = draft
    return entry.kind != "chat" and (after is None or not before.hides(entry, after))


def _seats(table: TableState) -> dict[str, int]:
    """The guests at a table and their seats."""
    return {chair.guest: seat for seat, chair in enumerate(table.chairs) if chair.guest}


# Who must be notified of an entry while they are away: at tables of days people come when they are called. Notices
# are stored with the entry that causes them, so there is one for each occasion, whatever happens to the process; part
# `push` sends them.


def _notices(before: TableState, table: TableState, entry: Entry) -> tuple[Notice, ...]:
    """The notices of an entry between two states of a table."""
    kind = _kind(before, table, entry) if table.by_days else None
    if kind is None:
        return ()
    seats = table.people if kind in ("full", "over") else table.awaited
    actor = None if entry.data.keys() & {"late", "bot"} else entry.seat  # who is there
    guests = [table.chairs[seat].guest for seat in seats if seat != actor]
    return tuple(Notice(guest, kind) for guest in guests if guest)


def _kind(before: TableState, table: TableState, entry: Entry) -> NoticeKind | None:
    match table.status:
        case "playing" if table.since != before.since:
            return "round" if table.paused else "turn"
        case "over" if before.status == "playing":
            return "over"
        case "over" | "waiting" if entry.kind == "rematch" and not any(chair.again for chair in before.chairs):
            return "rematch"
        case "waiting" if entry.kind == "sit" and table.awaited and not before.awaited:
            return "full"
    return None
