"""How many listed tables that wait for players one person may have, and which of them make room.

Who has made a table is remembered in memory only: an address is not stored.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

from haggis_cards.server.registry.limits import CROWD
from haggis_cards.server.store.log import Store
from haggis_cards.table.guests import Guest
from haggis_cards.table.session import TableSession
from haggis_cards.wire.refusals import Refused

_MAKERS: Final = 20_000  # that are remembered


class WaitingTables:
    """Listed tables by who made them: a person, and an address."""

    def __init__(self, *, store: Store, get: Callable[[str], Awaitable[TableSession]], most: int) -> None:
        self._store, self._get, self._most = store, get, most
        self._made: dict[str, list[str]] = {}
        self._coming: set[str] = set()  # of them, those that are being stored

    @asynccontextmanager
    async def room_for(self, name: str, guest: Guest | None, address: str) -> AsyncIterator[None]:
        """While a listed table is made: refuses too many that wait, unless one of them is deserted and can go."""
        limits = {address: self._most * CROWD} | ({guest.id: self._most} if guest else {})
        # Others of the same maker may come while the store is asked: all limits hold in the moment when it is counted.
        while full := [maker for maker, limit in limits.items() if len(self._made.get(maker, ())) >= limit]:
            if not await self._free(full[0]):
                raise Refused("too-many", fault="waiting-tables", most=limits[full[0]])
        for maker in limits:
            self._made.setdefault(maker, []).append(name)
        while len(self._made) > _MAKERS:
            del self._made[next(iter(self._made))]
        self._coming.add(name)
        try:
            yield
        finally:
            self._coming.discard(name)

    async def _free(self, maker: str) -> bool:
        """Whether somebody has fewer tables that wait than was thought, or one could be closed."""
        mine = [name for name in self._made[maker] if name not in self._coming]  # those that the store knows
        waiting = await self._store.waiting(mine)
        for name in mine:  # the oldest first
            if name not in waiting or await self._close_deserted(name):
                self._made[maker] = [other for other in self._made[maker] if other != name]
                return True
        return False

    async def _close_deserted(self, name: str) -> bool:
        """Closes a waiting table where nobody is, and where nobody but its maker has a seat."""
        try:
            session = await self._get(name)
            if len(session.table.people) > 1 or session.table.by_days:
                return False
            await session.submit(session.close_empty)
        except Refused:
            return False
        return True
