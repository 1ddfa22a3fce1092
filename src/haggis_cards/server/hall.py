"""The hall: all tables of this process, brought in from the store when somebody comes, and what they share.

At the start every match that is under way is brought in, so that its bots and clocks go on; later a sweep looks for
tables that have been forgotten (by a process that died, or by everybody).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from random import Random, SystemRandom
from typing import Any, Final

from haggis_cards.cards import clip
from haggis_cards.deal import Deal
from haggis_cards.errors import HaggisError
from haggis_cards.rules import Rules
from haggis_cards.server import bots as bot_workers
from haggis_cards.server import garbage, metrics
from haggis_cards.server.auth import Guest, new_id
from haggis_cards.server.bots import Bots, seed_for
from haggis_cards.server.config import Settings
from haggis_cards.server.errors import Refused
from haggis_cards.server.limits import Rates, Slots
from haggis_cards.server.live import LiveTable, think_ahead
from haggis_cards.server.messages import Advice, NewTable, TableInfo
from haggis_cards.server.news import News
from haggis_cards.server.store import Store, Write, now
from haggis_cards.server.table import Draft, Table, make
from haggis_cards.server.workers import Workers

_logger = logging.getLogger("haggis.hall")

_SWEEP: Final = 20.0  # seconds between two looks for forgotten tables
_FORGOTTEN: Final = 60_000  # milliseconds without an entry until another process looks after a match
_ALWAYS: Final = 1 << 62  # whatever the time of the day was when the last entry was written
_PIECE: Final = 50  # entries that are applied, or tables that are looked at, in one go
_LONGEST_ID: Final = 32
_REPLAYS: Final = 20  # records that may wait to be played again
_REPLAY_TIME: Final = 30.0  # seconds for one of them
_LOBBY_AGE: Final = 1.0  # seconds that a lobby may be old

Deals = Callable[[Rules], tuple[int, list[Deal]]]
"""For tests: the seed and the first deals of a match."""


class Hall:
    """The tables of this process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        news: News,
        *,
        clock: Callable[[], float] = time.monotonic,
        deals: Deals | None = None,
        ids: Callable[[], str] = new_id,
        sweep: float = _SWEEP,
    ) -> None:
        self.settings, self.store, self.news = settings, store, news
        self.clock, self._deals, self._ids, self._sweep = clock, deals, ids, sweep
        self.bots = Bots(settings.bot_workers, settings.bot_queue, settings.bot_budget)
        self.replayer = Workers(1, _REPLAYS, _REPLAY_TIME)
        self._random = Random(settings.seed) if settings.seed else SystemRandom()
        self.tables: dict[str, LiveTable] = {}
        self.closing = False
        chat = settings.chat_lines
        self.chat_of_seat = Rates("lines", chat / 10, chat, clock)
        self.chat_of_table = Rates("table-lines", chat * 4 / 10, chat * 4, clock)
        self.hints = Rates("hints", 1, 5, clock)
        self.new_tables = Rates("tables", settings.tables_per_minute / 60, settings.tables_per_minute, clock)
        self.replays = Rates("replays", settings.tables_per_minute / 60, settings.tables_per_minute, clock)
        self.requests = Rates("requests", settings.requests_per_second, settings.requests_per_second * 3, clock)
        self.sockets = Slots("connections", settings.connections_per_address)
        self.sockets_of_table = Slots("table-connections", settings.connections_per_table)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._swept: dict[str, int] = {}
        self._lobby: tuple[float, list[TableInfo]] | None = None
        self._open = 0
        self._opened = clock()

    # Life

    async def open(self) -> None:
        """Goes on where the last process stopped."""
        self._open = await self.store.count_open()
        self.news.listen(self)
        self.spawn(self._go_on())
        self.spawn(self._watch_loop())

    async def close(self) -> None:
        """Stops what happens by itself; what is being written gets written."""
        self.closing = True
        for live in self.tables.values():
            live.autopilot.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.bots.close()
        self.replayer.close()
        await self.store.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Something that goes on by itself; its errors are logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, HaggisError):
            _logger.error("a task failed", exc_info=error)

    async def _go_on(self) -> None:
        """Brings in all matches under way, then keeps looking for forgotten tables."""
        before, moves = _ALWAYS, 0.0
        while True:
            try:
                self._open = await self.store.count_open()  # other processes open and close tables too
                found = await self.store.unfinished(["playing"], before)
                for name, seq in found:
                    if name not in self.tables and self._swept.get(name) != seq:
                        await self.get(name)
                self._swept = dict(found)
                await self._close_empty()
                await self.news.check()
            except HaggisError as error:
                _logger.warning("the sweep was interrupted: %s", error)
            await self._look_round()
            garbage.tidy(quiet=moves == metrics.moves.value)
            moves = metrics.moves.value
            await asyncio.sleep(self._sweep)
            before = now() - _FORGOTTEN

    async def _close_empty(self) -> None:
        """Closes tables without a match where nobody has been for long; downtime does not count."""
        if self.clock() - self._opened < self.settings.empty_after:
            return
        before = now() - int(self.settings.empty_after * 1000)
        found = await self.store.unfinished(["waiting", "over"], before)
        empty = [await self.get(name) for name, _ in found[:_PIECE]]
        if empty and self.news.shared:
            await asyncio.sleep(self.news.patience)  # others may know better who is there
        for live in empty:
            if not live.present and not live.watchers and live.table.status in ("waiting", "over"):
                await live.submit(lambda table: table.close("empty"))

    async def _look_round(self) -> None:
        """Tables without a match, and without anybody, need no memory; clients that do not read are cut off."""
        for number, (name, live) in enumerate(list(self.tables.items()), 1):
            if not live.connections and live.table.status != "playing" and not live.lock.locked():
                live.autopilot.stop()
                del self.tables[name]
            for conn in live.connections:
                conn.check()
            if not number % _PIECE:
                await asyncio.sleep(0)
        metrics.tables_loaded.value = len(self.tables)

    async def _watch_loop(self) -> None:
        """Measures how late the event loop is."""
        window = [0.0] * 2  # the longest delay of the last and of this ten seconds
        while True:
            window = [window[1], 0.0]
            for _ in range(200):
                start = time.perf_counter()
                await asyncio.sleep(0.05)
                window[1] = max(window[1], time.perf_counter() - start - 0.05)
                metrics.loop_lag.value = max(window)

    # Tables

    async def get(self, id: str) -> LiveTable:
        """A table by its id."""
        live = self.tables.get(id)
        if live is not None:
            return live
        if len(id) > _LONGEST_ID:
            raise Refused("no-table")
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self.spawn(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def _load(self, id: str) -> LiveTable:
        table = Table(id)
        await self._fold(table)
        if not table.seq:
            raise Refused("no-table")
        await think_ahead(table.match)
        live = self.tables[id] = LiveTable(self, table)
        metrics.tables_loaded.value = len(self.tables)
        if self.news.shared:
            await live.catch_up()  # what came between reading and listening
            self.news.ask(live)
        live.presence_changed()
        return live

    async def _fold(self, table: Table) -> None:
        for number, entry in enumerate(await self.store.entries(table.id), 1):
            table.apply(entry)
            if not number % _PIECE:
                await asyncio.sleep(0)

    async def make(self, wish: NewTable, guest: Guest | None) -> LiveTable:
        """A new table; if all its seats are filled, its match starts at once."""
        first = make(wish, guest, bot_workers.levels())
        if self._open >= self.settings.max_tables:
            raise Refused("too-many", fault="server-tables")
        table = Table(self._ids())
        table.apply(first)
        seat = table.seat_of(guest.id) if guest else None
        sitting = (guest.id, seat) if guest and seat is not None else None
        if not await self.store.append(Write(table.id, first, table.info(), sitting=sitting)):
            raise Refused("busy", fault="id")
        self._open += 1
        live = self.tables[table.id] = LiveTable(self, table)
        metrics.tables_loaded.value = len(self.tables)
        if all(chair.kind != "open" for chair in table.chairs):
            await live.submit(lambda table: self.start(table, seat))
        return live

    def start(
        self, table: Table, seat: int | None, fill: str | None = None, id: str | None = None, again: bool = False
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

    def check_chat(self, table: str, seat: int) -> None:
        """Not too many lines from one seat, nor at one table."""
        self.chat_of_seat.check(f"{table} {seat}")
        self.chat_of_table.check(table)

    async def hint(self, live: LiveTable, seat: int) -> Advice:
        """What a strong bot would do in this seat."""
        match = live.table.match
        view = match.view(seat) if match and live.table.status == "playing" else None
        if match is None or view is None or not view["legal"]:
            raise Refused("not-now", fault="hint")
        self.hints.check(f"{live.table.id} {seat}")
        seed = seed_for(match, f"hint {seat} {live.table.seq}")
        return await self.bots.decide(self.settings.hint_level, seed, view)

    async def lobby(self) -> list[TableInfo]:
        """Listed tables, with who is there as far as this process knows."""
        if self._lobby is None or self.clock() - self._lobby[0] > _LOBBY_AGE:
            found = await self.store.lobby()
            shown = [self.tables[info.id].info() if info.id in self.tables else info for info in found]
            self._lobby = self.clock(), shown
        return self._lobby[1]

    # News between processes

    def tell_entry(self, live: LiveTable) -> None:
        """Another entry is in a table's log."""
        if self.news.shared:
            clock = live.clock()
            self.news.tell(table=live.table.id, seq=live.table.seq, left=clock.left if clock else None)

    def tell_presence(self, live: LiveTable) -> None:
        """Who is at a table here."""
        if self.news.shared:
            self.news.tell_presence(live)
