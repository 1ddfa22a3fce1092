"""Somebody with matches behind them, for the pages about people: played over the server's sockets, not clicked."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from tests.e2e.site import Site
from tests.server.support import Guest, Player


class Veteran:
    """A guest who plays by itself, and whose cookie a browser can take over."""

    def __init__(self, site: Site, name: str = "Ann") -> None:
        self.guest = Guest(site.url, name)

    @property
    def state(self) -> dict[str, Any]:
        """For `visit(storage_state=...)`."""
        value = self.guest.http.cookies["haggis"]
        cookie = {"name": "haggis", "value": value, "domain": "127.0.0.1", "path": "/"}
        common = {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
        return {"cookies": [{**cookie, **common}], "origins": []}

    def play(self, table: str) -> None:
        """A match to its end, with legal actions at random."""

        async def whole() -> None:
            player = await Player(self.guest, table).open()
            await player.play()
            await player.close()

        self._run(whole)

    def move(self, table: str) -> None:
        """Comes, does whatever is to be done now, and goes."""

        async def once() -> None:
            player = await Player(self.guest, table).open()
            await player.hear()
            while player.my_turn:
                await player.act()
            await player.close()

        self._run(once)

    @staticmethod
    def _run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        # The browser's own loop runs in this thread.
        failed: list[BaseException] = []

        def run() -> None:
            try:
                asyncio.run(work())
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
        if failed:
            raise failed[0]

    def matches(self, count: int, **terms: Any) -> list[str]:
        """The tables of so many matches."""
        tables = []
        for _ in range(count):
            tables.append(self.guest.table(**terms))
            self.play(tables[-1])
        return tables
