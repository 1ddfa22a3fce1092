"""Publish and subscribe between server processes on one PostgreSQL: logs that have grown, connections, reactions.

Messages go through Litestar's channels over LISTEN/NOTIFY. A message is only a hint: the log is what counts, and a
process that has missed a message reads the log. With SQLite there is one process and nothing to publish.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncGenerator, Iterable
from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped]
import msgspec
from litestar.channels import ChannelsBackend, ChannelsPlugin

if TYPE_CHECKING:
    from haggis_cards.server.table_session import TableSession
    from haggis_cards.server.tables import Tables

_logger = logging.getLogger("haggis.pubsub")

CHANNEL: Final = "haggis"
_BELIEVED: Final = 45.0  # seconds that another process's word about its connections holds
_RETRY: Final = 0.5  # seconds between two attempts to connect
_ATTEMPTS: Final = 20
_MOST: Final = 7000  # bytes that a notification may have


class Message(msgspec.Struct, omit_defaults=True):
    """What processes tell each other about a table."""

    origin: str
    table: str
    seq: int | None = None  # its log has come so far
    left: int | None = None  # milliseconds on its clock
    seats: list[int] | None = None  # who is connected at the origin
    watchers: int = 0
    ask: bool = False  # who is connected where?
    react: tuple[int, str] | None = None


class PostgresBackend(ChannelsBackend):
    """LISTEN/NOTIFY over connections that stay open and survive a restart of PostgreSQL, unlike Litestar's own."""

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._channels: set[str] = set()
        self._listener: asyncpg.Connection | None = None
        self._speaker: asyncpg.Connection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._events: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()
        self.heard_again = asyncio.Event()  # set when listening began anew: something may have been missed

    async def on_startup(self) -> None:
        """Connects, and keeps the connection."""
        self._listener = await asyncpg.connect(self._dsn)
        self._keeper = asyncio.create_task(self._keep_listening())

    async def on_shutdown(self) -> None:
        """Disconnects."""
        if self._keeper:
            self._keeper.cancel()
        for connection in (self._listener, self._speaker):
            if connection:
                connection.terminate()

    async def _keep_listening(self) -> None:
        while True:
            await asyncio.sleep(_RETRY)
            if self._listener is not None and not self._listener.is_closed():
                continue
            try:
                fresh = await asyncpg.connect(self._dsn, timeout=5)
                for channel in self._channels:
                    await fresh.add_listener(channel, self._hear)
            except (OSError, asyncpg.PostgresError, TimeoutError):
                continue
            self._listener = fresh
            self.heard_again.set()

    def _hear(self, _connection: Any, _pid: int, channel: str, payload: str) -> None:
        self._events.put_nowait((channel, payload.encode()))

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Notifies all, even across a short restart; after a long one the others look into the log by themselves."""
        for _ in range(_ATTEMPTS):
            try:
                if self._speaker is None or self._speaker.is_closed():
                    self._speaker = await asyncpg.connect(self._dsn, timeout=5)
                for channel in channels:
                    await self._speaker.execute("SELECT pg_notify($1, $2)", channel, data.decode())
                return
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                self._speaker = None
                await asyncio.sleep(_RETRY)

    async def subscribe(self, channels: Iterable[str]) -> None:
        """Listens to these channels too."""
        assert self._listener is not None
        for channel in set(channels) - self._channels:
            await self._listener.add_listener(channel, self._hear)
            self._channels.add(channel)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        """Hears no more from these channels; the connection itself ends with the server."""
        self._channels -= set(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        """What is heard, with its channel."""
        while True:
            channel, data = await self._events.get()
            if channel in self._channels:
                yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:
        """Nothing: PostgreSQL keeps no history."""
        del channel, limit
        return []


class PubSub:
    """The line of this process to the others; without a plugin there are none."""

    patience: Final = 1.5  # seconds to wait for answers

    def __init__(self, plugin: ChannelsPlugin | None = None, backend: PostgresBackend | None = None) -> None:
        self._plugin, self._backend = plugin, backend
        self.origin = secrets.token_hex(4)
        self.shared = plugin is not None
        self._tables: Tables | None = None

    def listen(self, tables: "Tables") -> None:
        """Starts to listen."""
        self._tables = tables
        if self._plugin is not None:
            tables.tasks.spawn(self._hear())
            tables.tasks.spawn(self._catch_up())

    async def _hear(self) -> None:
        assert self._plugin is not None
        async with self._plugin.start_subscription([CHANNEL]) as subscriber:
            async for data in subscriber.iter_events():
                with contextlib.suppress(msgspec.DecodeError):
                    message = msgspec.json.decode(data, type=Message)
                    if message.origin != self.origin:
                        self._take(message)

    def _take(self, message: Message) -> None:
        assert self._tables is not None
        session = self._tables.sessions.get(message.table)
        if session is None:
            return
        if message.seats is not None:
            believed = self._tables.clock() + _BELIEVED
            session.remote[message.origin] = set(message.seats), message.watchers, believed
            session.presence_changed(remote=True)
        if message.react is not None:
            session.react(*message.react)
        if message.seq is not None and message.seq > session.table.seq:
            self._tables.tasks.spawn(self._follow(session, message.left))
        elif message.left is not None and message.seq == session.table.seq:
            session.set_clock(message.left)
        if message.ask:
            self.tell_presence(session)

    async def _follow(self, session: "TableSession", left: int | None) -> None:
        await session.catch_up()
        if left is not None:
            session.set_clock(left)

    async def _catch_up(self) -> None:
        """After a break, every table is compared with its log."""
        assert self._backend is not None
        assert self._tables is not None
        while True:
            await self._backend.heard_again.wait()
            self._backend.heard_again.clear()
            try:
                await self._compare()
            except Exception as error:
                _logger.warning("cannot catch up yet: %s", type(error).__name__)
                await asyncio.sleep(_RETRY)
                self._backend.heard_again.set()

    async def _compare(self) -> None:
        assert self._tables is not None
        tables = self._tables.sessions
        known = list(tables)
        for start in range(0, len(known), 500):
            for name, seq in (await self._tables.store.last_seqs(known[start : start + 500])).items():
                if name in tables and tables[name].table.seq < seq:
                    await tables[name].catch_up()

    async def check(self) -> None:
        """Now and then: renews or forgets what processes know of each other's connections, and finds lost messages."""
        if not self.shared or self._tables is None:
            return
        time = self._tables.clock()
        for session in list(self._tables.sessions.values()):
            stale = [origin for origin, (_, _, believed) in session.remote.items() if believed < time]
            for origin in stale:
                del session.remote[origin]
            if stale:
                session.presence_changed(remote=True)
            if session.connections:
                self.tell_presence(session)
            await asyncio.sleep(0)
        await self._compare()

    def tell(self, **message: Any) -> None:
        """Tells the other processes."""
        if self._plugin is not None:
            data = msgspec.json.encode(Message(self.origin, **message))
            if len(data) < _MOST:
                self._plugin.publish(data, CHANNEL)

    def tell_entry(self, session: "TableSession") -> None:
        """Another entry is in a table's log."""
        if self.shared:
            clock = session.clock()
            self.tell(table=session.table.id, seq=session.table.seq, left=clock.left if clock else None)

    def tell_presence(self, session: "TableSession") -> None:
        """Who is connected here, and the clock as it is seen here."""
        if not self.shared:
            return
        clock = session.clock()
        seats = sorted({conn.seat for conn in session.connections if conn.seat is not None})
        watchers = sum(conn.seat is None for conn in session.connections)
        left = clock.left if clock else None
        self.tell(table=session.table.id, seats=seats, watchers=watchers, seq=session.table.seq, left=left)

    def ask(self, session: "TableSession") -> None:
        """Asks the others who is connected where."""
        self.tell(table=session.table.id, ask=True)
