"""The lobby: listed tables, those first where people wait for others; and how many of them one person may have.

Who has made a table is remembered in memory only: an address is not stored.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from haggis_cards.server.registry.limits import CROWD
from haggis_cards.table.guests import Guest
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import TableInfo

if TYPE_CHECKING:
    from haggis_cards.server.registry.tables import Tables
    from haggis_cards.table.session import TableSession

_AGE: Final = 1.0  # seconds that a lobby may be old
_SHOWN: Final = 100  # tables
_MAKERS: Final = 20_000  # that are remembered


class Lobby:
    """What is shown, and who has put it there."""

    def __init__(self, tables: "Tables") -> None:
        self._tables = tables
        self._shown: tuple[float, list[TableInfo]] | None = None
        self._attended: set[str] = set()  # listed tables with people on their seats, as this process knows
        self._made: dict[str, list[str]] = {}  # listed tables by who made them: a person, and an address
        self._coming: set[str] = set()  # of them, those that are being stored

    def note(self, session: "TableSession") -> None:
        """People have come to a table, or gone."""
        if session.table.listed and session.present:
            self._attended.add(session.table.id)
        else:
            self._attended.discard(session.table.id)

    async def shown(self) -> list[TableInfo]:
        """Listed tables, with the people that this process knows to be there."""
        clock = self._tables.clock()
        if self._shown is None or clock - self._shown[0] > _AGE:
            self._shown = clock, await self._find()
        return self._shown[1]

    async def _find(self) -> list[TableInfo]:
        sessions = self._tables.sessions
        # However many newer ones there are, a table where somebody waits is among those to choose from.
        self._attended &= sessions.keys()
        found = {name: sessions[name].info() for name in self._attended}
        for info in await self._tables.store.lobby():
            if info.id not in self._tables.quarantine:
                found.setdefault(info.id, self._tables.current(info))
        open_ones = [info for info in found.values() if info.status in ("waiting", "playing")]
        return sorted(open_ones, key=self._rank)[:_SHOWN]

    def _rank(self, info: TableInfo) -> tuple[bool, bool]:
        """People who wait come first, then people who play, then tables where nobody is; the newest first."""
        attended = info.id in self._attended
        return not attended, info.status != "waiting"

    # Limits

    @asynccontextmanager
    async def room_for(self, name: str, guest: Guest | None, address: str) -> AsyncIterator[None]:
        """While a listed table is made: refuses too many that wait, unless one of them is deserted and can go."""
        most = self._tables.settings.waiting_tables
        limits = {address: most * CROWD} | ({guest.id: most} if guest else {})
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
        waiting = await self._tables.store.waiting(mine)
        for name in mine:  # the oldest first
            if name not in waiting or await self._close_deserted(name):
                self._made[maker] = [other for other in self._made[maker] if other != name]
                return True
        return False

    async def _close_deserted(self, name: str) -> bool:
        """Closes a waiting table where nobody is, and where nobody but its maker has a seat."""
        try:
            session = await self._tables.get(name)
            if len(session.table.people) > 1 or session.table.by_days:
                return False
            await session.submit(session.close_empty)
        except Refused:
            return False
        return True
