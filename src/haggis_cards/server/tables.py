"""The registry of this process's tables: each is loaded from the store when somebody comes, or made anew."""

import asyncio
import time
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Final

from haggis_cards.cards import clip
from haggis_cards.deal import Deal
from haggis_cards.rules import Rules
from haggis_cards.server import bots as bot_workers
from haggis_cards.server import metrics
from haggis_cards.server.auth import Guest, new_id
from haggis_cards.server.bots import Bots
from haggis_cards.server.config import ServerSettings
from haggis_cards.server.errors import Refused
from haggis_cards.server.hints import Hints
from haggis_cards.server.limits import Limiters
from haggis_cards.server.loop_probe import watch_loop
from haggis_cards.server.messages import NewTable, TableInfo
from haggis_cards.server.pubsub import PubSub
from haggis_cards.server.store import Store, Write
from haggis_cards.server.sweeper import SWEEP_SECONDS, Sweeper
from haggis_cards.server.table import Draft, TableState
from haggis_cards.server.table_session import TableSession, think_ahead
from haggis_cards.server.table_terms import first_entry
from haggis_cards.server.tasks import Tasks
from haggis_cards.server.workers import Workers

_PIECE: Final = 50  # entries that are applied in one go
_LONGEST_ID: Final = 32
_REPLAYS: Final = 20  # records that may wait to be played again
_REPLAY_TIME: Final = 30.0  # seconds for one of them
_LOBBY_AGE: Final = 1.0  # seconds that a lobby may be old

Deals = Callable[[Rules], tuple[int, list[Deal]]]
"""For tests: the seed and the first deals of a match."""


class Tables:
    """The tables of this process, and what they share."""

    def __init__(
        self,
        settings: ServerSettings,
        store: Store,
        pubsub: PubSub,
        *,
        clock: Callable[[], float] = time.monotonic,
        deals: Deals | None = None,
        ids: Callable[[], str] = new_id,
        sweep: float = SWEEP_SECONDS,
    ) -> None:
        self.settings, self.store, self.pubsub, self.clock = settings, store, pubsub, clock
        self._deals, self._ids = deals, ids
        self._random = Random(settings.seed) if settings.seed else SystemRandom()
        self.sessions: dict[str, TableSession] = {}
        self.limits = Limiters(settings, clock)
        self.bots = Bots(settings.bot_workers, settings.bot_queue, settings.bot_budget)
        self.hints = Hints(self.bots, settings.hint_level, self.limits.hints)
        self.replayer = Workers(1, _REPLAYS, _REPLAY_TIME)
        self.tasks = Tasks()
        self.closing = False
        self._sweeper = Sweeper(self, sweep)
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._lobby: tuple[float, list[TableInfo]] | None = None
        self._open = 0  # tables that are not closed, in all processes

    async def open(self) -> None:
        """Continues where the last process stopped."""
        await self.count_open()
        self.pubsub.listen(self)
        self.tasks.spawn(self._sweeper.run())
        self.tasks.spawn(watch_loop())

    async def close(self) -> None:
        """Stops what happens by itself; writes that have begun are finished."""
        self.closing = True
        for session in self.sessions.values():
            session.autopilot.stop()
        await self.tasks.cancel()
        self.bots.close()
        self.replayer.close()
        await self.store.close()

    async def count_open(self) -> None:
        """Asks the store how many tables there are."""
        self._open = await self.store.count_open()

    async def get(self, id: str) -> TableSession:
        """A table by its id."""
        session = self.sessions.get(id)
        if session is not None:
            return session
        if len(id) > _LONGEST_ID:
            raise Refused("no-table")
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self.tasks.spawn(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> TableSession:
        table = TableState(id)
        await self._fold(table)
        if not table.seq:
            raise Refused("no-table")
        await think_ahead(table.match)
        session = self._add(table)
        if self.pubsub.shared:
            await session.catch_up()  # entries that came between reading and listening
            self.pubsub.ask(session)
        session.presence_changed()
        return session

    async def _fold(self, table: TableState) -> None:
        for number, entry in enumerate(await self.store.entries(table.id), 1):
            table.apply(entry)
            if not number % _PIECE:
                await asyncio.sleep(0)

    def _add(self, table: TableState) -> TableSession:
        session = self.sessions[table.id] = TableSession(self, table)
        metrics.tables_loaded.value = len(self.sessions)
        return session

    async def make(self, wish: NewTable, guest: Guest | None) -> TableSession:
        """A new table; if all its seats are filled, its match starts at once."""
        first = first_entry(wish, guest, bot_workers.levels())
        if self._open >= self.settings.max_tables:
            raise Refused("too-many", fault="server-tables")
        table = TableState(self._ids())
        table.apply(first)
        seat = table.seat_of(guest.id) if guest else None
        sitting = (guest.id, seat) if guest and seat is not None else None
        if not await self.store.append(Write(table.id, first, table.info(), sitting=sitting)):
            raise Refused("busy", fault="id")
        self._open += 1
        session = self._add(table)
        if all(chair.kind != "open" for chair in table.chairs):
            await session.submit(lambda table: self.start(table, seat))
        return session

    def start(
        self, table: TableState, seat: int | None, fill: str | None = None, id: str | None = None, again: bool = False
    ) -> Draft:
        """The start of a match with a fresh secret seed."""
        if again and not table.wants_rematch:
            raise Refused("not-now", fault="rematch-waits")
        self.check_level(fill)
        if self._deals is None:
            return table.start(seat, self._random.getrandbits(128), fill, id=id)
        seed, deals = self._deals(table.rules)
        return table.start(seat, seed, fill, [deal.as_record for deal in deals], id)

    @staticmethod
    def check_level(level: str | None) -> None:
        """Refuses a bot that people cannot choose."""
        if level is not None and level not in bot_workers.levels():
            raise Refused("bad-seats", fault="level", levels=bot_workers.levels(), text=clip(level))

    async def lobby(self) -> list[TableInfo]:
        """Listed tables, with the people that this process knows to be there."""
        if self._lobby is None or self.clock() - self._lobby[0] > _LOBBY_AGE:
            found = await self.store.lobby()
            shown = [self.sessions[info.id].info() if info.id in self.sessions else info for info in found]
            self._lobby = self.clock(), shown
        return self._lobby[1]
