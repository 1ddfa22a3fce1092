"""What the clients at a table hear: each entry as an event for its reader, whole states, who is there, reactions.

What is the same for all is written once. The last events are kept for clients that come back.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from haggis_cards.match import Match
from haggis_cards.table.clock import TableClock
from haggis_cards.table.connection import Connection
from haggis_cards.table.log import Entry
from haggis_cards.table.presence import Presence
from haggis_cards.table.state import TableState
from haggis_cards.table.views import own_changes, view
from haggis_cards.view import entry as log_entry
from haggis_cards.view import public_changes
from haggis_cards.wire.tables import Event, Ok, Played, Reacted, Said, State, TableInfo, encode
from haggis_cards.wire.tables import Presence as PresenceEvent
from haggis_cards.wire.tables import Table as TableEvent

RECENT: Final = 24  # entries that a returning client can get one by one
_RESEATING: Final = frozenset({"sit", "leave", "bot", "kick", "swap"})  # entries that may give or take a seat
_CALM: Final = 0.1  # seconds between two messages about who is there: a crowd is told of as a crowd


class Broadcast:
    """Writes to all connections of a table."""

    def __init__(self, table: TableState, presence: Presence, clock: TableClock) -> None:
        self._table, self._people, self._clock = table, presence, clock
        self._stopped = False
        self._recent: deque[tuple[int, dict[int | None, bytes]]] = deque(maxlen=RECENT)
        self._seen: tuple[set[int], int] = set(), 0  # who was there at the last look
        self._calm: asyncio.TimerHandle | None = None  # presence was sent a moment ago,
        self._again = False  # and has changed since

    # Entries

    def played(self, entry: Entry, author: int | None, before: Match, info: TableInfo | UnsetType) -> None:
        """An action of the game; `info` is the table's, if the action has changed it."""
        after, clock = self._table.match, self._clock
        assert after is not None
        public, decision, pause = public_changes(before, after), clock.decision(), clock.pause()
        written = encode(public)

        def event(seat: int | None) -> Played:
            own = {} if seat is None else own_changes(before, after, seat)
            return Played(
                seq=entry.seq,
                seat=entry.seat or 0,
                action=log_entry(after, seat),
                bot=entry.data.get("bot", False),
                late=entry.data.get("late", False),
                changes=_join(public, written, own),
                clock=decision,
                pause=pause,
                table=info,
            )

        self._tell(entry, author, event)

    def said(self, entry: Entry, author: int | None) -> None:
        """A line."""
        said = Said(seq=entry.seq, seat=entry.seat, name=entry.data["name"], text=entry.data["text"])
        self._tell(entry, author, lambda _: said)

    def changed(self, entry: Entry, author: int | None, moved: bool) -> None:
        """Any other entry; with a view if the match has `moved`, or somebody may sit elsewhere now."""
        info, clock, pause = self._people.info(), self._clock.decision(), self._clock.pause()
        fresh = moved or entry.kind in _RESEATING

        def event(seat: int | None) -> TableEvent:
            return TableEvent(
                seq=entry.seq,
                what=entry.kind,  # type: ignore[arg-type]
                seat=entry.data.get("chair", entry.seat),
                table=info,
                you=seat,
                view=self._view(seat) or UNSET if fresh else UNSET,
                clock=clock,
                pause=pause,
            )

        self._tell(entry, author, event)

    def _tell(self, entry: Entry, author: int | None, make: Callable[[int | None], Event]) -> None:
        """Sends an entry to people's seats and spectators; its author's seat gets the id of the command."""
        messages: dict[int | None, bytes] = {}
        audience: list[int | None] = [*self._table.people]
        if any(conn.seat is None for conn in self._people.connections):
            audience.append(None)
        for seat in audience:
            event = make(seat)
            if seat is not None and seat == author and "id" in entry.data:
                event = _with_id(event, entry.data["id"])
            messages[seat] = encode(event)
        for conn in self._people.connections:
            conn.push(messages[conn.seat])
        self._recent.append((entry.seq, messages))

    # One connection

    def welcome(self, conn: Connection, since: int | None) -> None:
        """Sends a new connection the messages that it has missed, or the whole state."""
        missed = self._missed(conn.seat, since)
        for message in [self.state(conn)] if missed is None else [*missed, self.presence()]:
            conn.push(message)

    def _missed(self, seat: int | None, since: int | None) -> list[bytes] | None:
        """The messages behind `since` for a seat; None if they are not all at hand."""
        now = self._table.seq
        if since is None or since > now:
            return None
        missed = [messages.get(seat) for seq, messages in self._recent if seq > since]
        if len(missed) != now - since or None in missed:
            return None
        return [message for message in missed if message]

    def state(self, conn: Connection, id: str | None = None) -> bytes:
        """All that a connection may know."""
        table, clock = self._table, self._clock
        return encode(
            State(
                seq=table.seq,
                id=id or UNSET,
                table=self._people.info(),
                seat=conn.seat,
                view=self._view(conn.seat),
                clock=clock.decision(),
                pause=clock.pause(),
                grace=clock.grace(),
                chat=list(table.chat_lines),
            )
        )

    def _view(self, seat: int | None) -> dict[str, Any] | None:
        match = self._table.match
        return dict(view(match, seat)) if match else None

    # Who is there

    def presence(self) -> bytes:
        """Who is connected, and the times that depend on it."""
        table, clock, present = self._table, self._clock, self._people.seats
        return encode(
            PresenceEvent(
                seq=table.seq,
                connected=[seat in present or chair.kind == "bot" for seat, chair in enumerate(table.chairs)],
                watchers=self._people.watchers,
                grace=clock.grace(),
                clock=clock.decision(),
                pause=clock.pause(),
            )
        )

    @property
    def presence_due(self) -> bool:
        """Whether a message about who is there may still come by itself."""
        return self._calm is not None

    def tell_presence(self, but: Connection | None = None) -> None:
        """Tells everybody who is there, if that has changed: at once, or soon if it was told a moment ago."""
        now = self._people.seats, self._people.watchers
        if now == self._seen:
            return
        self._seen = now
        if self._calm is None:
            self._send_presence(but)
        else:
            self._again = True

    def _send_presence(self, but: Connection | None = None) -> None:
        self._again = False
        self._calm = asyncio.get_running_loop().call_later(_CALM, self._after_calm)
        self.tell_all(self.presence(), but)

    def _after_calm(self) -> None:
        self._calm = None
        if self._again and not self._stopped:
            self._send_presence()  # even if all is as it was: a state may have shown what was in between

    def stop(self) -> None:
        """Nothing is told by itself any more."""
        self._stopped = True

    def tell_all(self, message: bytes, but: Connection | None = None) -> None:
        """Sends the same to all connections."""
        for conn in self._people.connections:
            if conn is not but:
                conn.push(message)

    def react(self, seat: int, reaction: str, id: str | None = None) -> None:
        """Shows a reaction to all."""
        event = Reacted(seq=self._table.seq, seat=seat, reaction=reaction)
        plain, own = encode(event), encode(_with_id(event, id) if id else event)
        for conn in self._people.connections:
            conn.push(own if conn.seat == seat else plain)


def _join(public: dict[str, Any], written: bytes, own: dict[str, Any]) -> Any:
    """Public and own changes as one JSON object, out of the public ones as they are written for all."""
    if not own:
        return msgspec.Raw(written)
    if public and own.keys().isdisjoint(public):
        return msgspec.Raw(written[:-1] + b"," + encode(own)[1:])
    return {**public, **own}


def _with_id(event: Any, id: str) -> Any:
    return msgspec.structs.replace(event, id=id)


def answer_ok(seq: int, id: str) -> bytes:
    """The plain answer to a command."""
    return encode(Ok(seq=seq, id=id))
