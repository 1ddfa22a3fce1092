"""A page that hears what has changed, as tests see it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from websockets.asyncio.client import ClientConnection, connect

from tests.server.support import Guest

CHANGED = '{"type":"changed"}'
SOON = 20  # seconds


def page(guest: Guest, *topics: str) -> connect:
    """The socket of a page that shows these."""
    query = "&".join(f"of={topic}" for topic in topics)
    headers = {"Cookie": guest.cookie} if guest.cookie else {}
    return connect(f"{guest.url.replace('http', 'ws', 1)}/api/changes?{query}", additional_headers=headers)


@contextlib.asynccontextmanager
async def shown(guest: Guest, *topics: str) -> AsyncIterator[ClientConnection]:
    """The same, after its first message: something may have changed since the page was loaded."""
    async with page(guest, *topics) as socket:
        assert await hear(socket) == CHANGED
        yield socket


async def hear(socket: ClientConnection) -> str | bytes:
    async with asyncio.timeout(SOON):
        return await socket.recv()
