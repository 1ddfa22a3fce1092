"""News between server processes on one PostgreSQL: that a table's log has grown, who is connected where, reactions.

It goes through Litestar's channels, which use LISTEN/NOTIFY. News is only a hint: what counts is in the log, and a
process that has missed something reads it there. With SQLite there is one process and no news.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import asyncpg  # type: ignore[import-untyped]
import msgspec
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

if TYPE_CHECKING:
    from haggis_cards.server.hall import Hall
    from haggis_cards.server.live import LiveTable

_logger = logging.getLogger("haggis.news")

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


class Backend(AsyncPgChannelsBackend):
    """LISTEN/NOTIFY that survives a restart of PostgreSQL, and keeps its connections open."""

    def __init__(self, dsn: str) -> None:
        super().__init__(dsn=dsn)
        self._dsn = dsn
        self._speaker: asyncpg.Connection | None = None
        self._keeper: asyncio.Task[None] | None = None
        self.heard_again = asyncio.Event()  # set when listening began anew: something may have been missed

    async def on_startup(self) -> None:
        """Connects, and keeps the connection."""
        await super().on_startup()
        self._keeper = asyncio.create_task(self._keep_listening())

    async def on_shutdown(self) -> None:
        """Lets go."""
        if self._keeper:
            self._keeper.cancel()
        if self._speaker:
            self._speaker.terminate()
        with contextlib.suppress(Exception):
            await super().on_shutdown()

    async def _keep_listening(self) -> None:
        while True:
            await asyncio.sleep(_RETRY)
            if not self._listener_conn.is_closed():
                continue
            try:
                fresh = await asyncpg.connect(self._dsn, timeout=5)
                for channel in self._subscribed_channels:
                    await fresh.add_listener(channel, self._listener)
            except (OSError, asyncpg.PostgresError, TimeoutError):
                continue
            self._listener_conn = fresh
            self.heard_again.set()

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Tells all, also over a restart of PostgreSQL; after that the others look into the log by themselves."""
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


class News:
    """The line of this process to the others; without a plugin there are none."""

    patience: Final = 1.5  # seconds to wait for answers

    def __init__(self, plugin: ChannelsPlugin | None = None, backend: Backend | None = None) -> None:
        self._plugin, self._backend = plugin, backend
        self.origin = secrets.token_hex(4)
        self.shared = plugin is not None
        self._hall: Hall | None = None

    def listen(self, hall: "Hall") -> None:
        """From now on news is heard."""
        self._hall = hall
        if self._plugin is not None:
            hall.spawn(self._hear())
            hall.spawn(self._catch_up())

    async def _hear(self) -> None:
        assert self._plugin is not None
        async with self._plugin.start_subscription([CHANNEL]) as subscriber:
            async for data in subscriber.iter_events():
                with contextlib.suppress(msgspec.DecodeError):
                    message = msgspec.json.decode(data, type=Message)
                    if message.origin != self.origin:
                        self._take(message)

    def _take(self, message: Message) -> None:
        assert self._hall is not None
        live = self._hall.tables.get(message.table)
        if live is None:
            return
        if message.seats is not None:
            believed = self._hall.clock() + _BELIEVED
            live.remote[message.origin] = set(message.seats), message.watchers, believed
            live.presence_changed(remote=True)
        if message.react is not None:
            live.react(*message.react)
        if message.seq is not None and message.seq > live.table.seq:
            self._hall.spawn(self._follow(live, message.left))
        elif message.left is not None and message.seq == live.table.seq:
            live.set_clock(message.left)
        if message.ask:
            self.tell_presence(live)

    async def _follow(self, live: "LiveTable", left: int | None) -> None:
        await live.catch_up()
        if left is not None:
            live.set_clock(left)

    async def _catch_up(self) -> None:
        """After a break, every table is compared with its log."""
        assert self._backend is not None
        assert self._hall is not None
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
        assert self._hall is not None
        tables = self._hall.tables
        known = list(tables)
        for start in range(0, len(known), 500):
            for name, seq in (await self._hall.store.last_seqs(known[start : start + 500])).items():
                if name in tables and tables[name].table.seq < seq:
                    await tables[name].catch_up()

    async def check(self) -> None:
        """Now and then: what others said about their connections is renewed or forgotten, lost news is found."""
        if not self.shared or self._hall is None:
            return
        time = self._hall.clock()
        for live in list(self._hall.tables.values()):
            stale = [origin for origin, (_, _, believed) in live.remote.items() if believed < time]
            for origin in stale:
                del live.remote[origin]
            if stale:
                live.presence_changed(remote=True)
            if live.connections:
                self.tell_presence(live)
            await asyncio.sleep(0)
        await self._compare()

    def tell(self, **news: Any) -> None:
        """Tells the other processes."""
        if self._plugin is not None:
            data = msgspec.json.encode(Message(self.origin, **news))
            if len(data) < _MOST:
                self._plugin.publish(data, CHANNEL)

    def tell_presence(self, live: "LiveTable") -> None:
        """Who is connected here, and the clock as it is seen here."""
        clock = live.clock()
        seats = sorted({conn.seat for conn in live.connections if conn.seat is not None})
        watchers = sum(conn.seat is None for conn in live.connections)
        left = clock.left if clock else None
        self.tell(table=live.table.id, seats=seats, watchers=watchers, seq=live.table.seq, left=left)

    def ask(self, live: "LiveTable") -> None:
        """Asks the others who is connected where."""
        self.tell(table=live.table.id, ask=True)
