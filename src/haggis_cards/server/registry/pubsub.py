"""Publish and subscribe between server processes on one PostgreSQL: logs that have grown, connections, reactions.

Messages go through Litestar's channels over LISTEN/NOTIFY. A message is only a hint: the log is what counts, and a
process that has missed a message reads the log. With SQLite there is one process and nothing to publish.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from litestar.channels import ChannelsPlugin

from haggis_cards.errors import HaggisError
from haggis_cards.server.registry.changes import Changes
from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.server.store.log import Store
from haggis_cards.table.session import TableSession
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire.refusals import DamagedTable

if TYPE_CHECKING:
    from haggis_cards.server.registry.postgres_channel import PostgresBackend

_logger = logging.getLogger("haggis.pubsub")

CHANNEL: Final = "haggis"
_BELIEVED: Final = 45.0  # seconds that another process's word about its connections holds
_RETRY: Final = 0.5  # seconds between two attempts to catch up
_MOST: Final = 7000  # bytes that a notification may have


class Message(msgspec.Struct, omit_defaults=True):
    """What processes tell each other about a table, or about what pages show."""

    origin: str
    table: str = ""
    changed: list[str] = []  # topics
    seq: int | None = None  # its log has come so far
    left: int | None = None  # milliseconds on its clock, below 0 while time banks run
    seats: list[int] | None = None  # who is connected at the origin
    watchers: int = 0
    ask: bool = False  # who is connected where?
    react: tuple[int, str] | None = None


class Line(NamedTuple):
    """The connection to the other processes."""

    plugin: ChannelsPlugin
    backend: "PostgresBackend"


class PubSub:
    """What this process tells the others, and hears of them; without a line there are none."""

    patience: Final = 1.5  # seconds to wait for answers

    def __init__(
        self,
        line: Line | None,
        *,
        sessions: Sessions,
        changes: Changes,
        store: Store,
        tasks: Tasks,
        clock: Callable[[], float],
    ) -> None:
        self._line, self._sessions, self._store, self._tasks, self._clock = line, sessions, store, tasks, clock
        self._changes = changes
        self.origin = secrets.token_hex(4)
        self.shared = line is not None

    def open(self) -> None:
        """Starts to listen."""
        if self._line is not None:
            self._tasks.spawn(self._hear(self._line.plugin))
            self._tasks.spawn(self._catch_up(self._line.backend))

    async def _hear(self, plugin: ChannelsPlugin) -> None:
        async with plugin.start_subscription([CHANNEL]) as subscriber:
            async for data in subscriber.iter_events():
                try:
                    message = msgspec.json.decode(data, type=Message)
                    if message.origin != self.origin:
                        self._take(message)
                except msgspec.DecodeError:
                    pass
                except Exception:  # of another version, perhaps: the next message must be heard
                    _logger.exception("a message of another process could not be used")

    def _take(self, message: Message) -> None:
        self._changes.tell(message.changed)
        session = self._sessions.get(message.table)
        if session is None:
            return
        if message.seats is not None:
            believed = self._clock() + _BELIEVED
            session.presence.remote[message.origin] = set(message.seats), message.watchers, believed
            session.presence_changed(remote=True)
        if message.react is not None:
            session.broadcast.react(*message.react)
        if message.seq is not None and message.seq > session.table.seq:
            self._tasks.spawn(self._follow(session, message.left))
        elif message.left is not None and message.seq == session.table.seq:
            session.set_clock(message.left)
        if message.ask:
            session.tell_others()

    async def _follow(self, session: TableSession, left: int | None) -> None:
        await session.catch_up()
        if left is not None:
            session.set_clock(left)

    async def _catch_up(self, backend: "PostgresBackend") -> None:
        """After a break, every table is compared with its log."""
        while True:
            await backend.heard_again.wait()
            backend.heard_again.clear()
            try:
                self._changes.tell_all()
                await self._compare()
            except HaggisError:  # the store has told of it
                await asyncio.sleep(_RETRY)
                backend.heard_again.set()
            except Exception:  # whatever it is, the next break must be survived
                _logger.exception("tables could not be compared with their logs")

    async def _compare(self) -> None:
        tables = self._sessions
        known = list(tables)
        for start in range(0, len(known), 500):
            for name, seq in (await self._store.last_seqs(known[start : start + 500])).items():
                if name in tables and tables[name].table.seq < seq:
                    with contextlib.suppress(DamagedTable):
                        await tables[name].catch_up()

    async def check(self) -> None:
        """Now and then: renews or forgets what processes know of each other's connections, and finds lost messages."""
        if not self.shared:
            return
        time = self._clock()
        for session in list(self._sessions.values()):
            stale = [origin for origin, (_, _, believed) in session.presence.remote.items() if believed < time]
            for origin in stale:
                del session.presence.remote[origin]
            if stale:
                session.presence_changed(remote=True)
            if session.connections:
                session.tell_others()
            await asyncio.sleep(0)
        await self._compare()

    def tell(self, **message: Any) -> None:
        """Tells the other processes."""
        if self._line is not None:
            data = msgspec.json.encode(Message(self.origin, **message))
            if len(data) < _MOST:
                self._line.plugin.publish(data, CHANNEL)

    def changed(self, *topics: str) -> None:
        """Tells pages here, and by the other processes elsewhere, that what they show has changed."""
        self._changes.tell(topics)
        self.tell(changed=topics)

    def ask(self, table: str) -> None:
        """Asks the others who is connected where."""
        self.tell(table=table, ask=True)
