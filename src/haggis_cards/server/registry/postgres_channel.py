"""LISTEN/NOTIFY for Litestar's channels. Only this module needs asyncpg, the extra `postgres`."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
from litestar.channels import ChannelsBackend

_RETRY: Final = 0.5  # seconds between two attempts to connect
_ATTEMPTS: Final = 20
_BROKEN: Final = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError)  # what a connection can meet


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
            except _BROKEN:
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
            except _BROKEN:
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
