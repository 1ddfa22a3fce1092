"""The lobby: listed tables, those first where people wait for others."""

from collections.abc import Callable, Collection, Iterable
from typing import Final

from haggis_cards.server.registry.changes import of_people, of_table
from haggis_cards.server.registry.pubsub import PubSub
from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.server.store.log import Store
from haggis_cards.table.quarantine import Quarantine
from haggis_cards.table.state import TableState
from haggis_cards.wire.tables import TableInfo

_AGE: Final = 1.0  # seconds that a lobby may be old
_SHOWN: Final = 100  # tables


class Lobby:
    """What is shown."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        pubsub: PubSub,
        store: Store,
        quarantine: Quarantine,
        clock: Callable[[], float],
    ) -> None:
        self._sessions, self._pubsub, self._store = sessions, pubsub, store
        self._quarantine, self._clock = quarantine, clock
        self._shown: tuple[float, list[TableInfo]] | None = None
        self._attended: set[str] = set()  # listed tables with people on their seats, as this process knows

    def note(self, table: TableState, attended: bool) -> None:
        """People have come to a table, or gone."""
        if table.listed and attended:
            self._attended.add(table.id)
        else:
            self._attended.discard(table.id)

    def changed(self, table: TableState, people: Iterable[str] = ()) -> None:
        """Pages that show the table are told; `people`: those of before."""
        self._pubsub.changed(*of_table(table, people))

    def moved(self, table: TableState, present: Collection[int]) -> None:
        """The same after an action that the public sees nothing of; who is present sees it there."""
        if absent := of_people(table, but=present):
            self._pubsub.changed(*absent)

    async def shown(self) -> list[TableInfo]:
        """Listed tables, with the people that this process knows to be there."""
        clock = self._clock()
        if self._shown is None or clock - self._shown[0] > _AGE:
            self._shown = clock, await self._find()
        return self._shown[1]

    async def _find(self) -> list[TableInfo]:
        # However many newer ones there are, a table where somebody waits is among those to choose from.
        self._attended &= self._sessions.keys()
        found = {name: self._sessions[name].info() for name in self._attended}
        for info in await self._store.lobby():
            if info.id not in self._quarantine:
                found.setdefault(info.id, self._sessions.current(info))
        open_ones = [info for info in found.values() if info.status in ("waiting", "playing")]
        return sorted(open_ones, key=self._rank)[:_SHOWN]

    def _rank(self, info: TableInfo) -> tuple[bool, bool]:
        """People who wait come first, then people who play, then tables where nobody is; the newest first."""
        attended = info.id in self._attended
        return not attended, info.status != "waiting"
