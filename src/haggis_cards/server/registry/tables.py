"""The registry of this process's tables: each is loaded from the store when somebody comes, or made anew."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from random import Random, SystemRandom
from typing import Any, Final

from haggis_cards.cards import clip
from haggis_cards.deal import Deal
from haggis_cards.rules import Rules
from haggis_cards.server.challenges import store as challenge_store
from haggis_cards.server.challenges.service import ChallengeDesk
from haggis_cards.server.daily.service import DealsOfDay
from haggis_cards.server.history.old_matches import count_old_matches
from haggis_cards.server.identity.service import Identity
from haggis_cards.server.people.bans import Bans
from haggis_cards.server.people.order_watch import OrderWatch
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.process.loop_probe import watch_loop
from haggis_cards.server.process.turns import Turns
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.push.service import Pushes
from haggis_cards.server.registry.drain import Drain
from haggis_cards.server.registry.limits import Limiters
from haggis_cards.server.registry.lobby import Lobby
from haggis_cards.server.registry.pubsub import PubSub
from haggis_cards.server.registry.sweeper import SWEEP_SECONDS, Sweeper
from haggis_cards.server.reviews.service import Reviews
from haggis_cards.server.reviews.store import Kept
from haggis_cards.server.store.health import StoreCheck
from haggis_cards.server.store.log import Store
from haggis_cards.table import bots as bot_workers
from haggis_cards.table import counters as metrics
from haggis_cards.table.asker import Asker
from haggis_cards.table.bots import Bots
from haggis_cards.table.guests import Guest, new_id
from haggis_cards.table.hints import Hints
from haggis_cards.table.log import Entry, Write
from haggis_cards.table.places import match_from
from haggis_cards.table.quarantine import Quarantine, apply
from haggis_cards.table.session import TableSession
from haggis_cards.table.state import Draft, TableState
from haggis_cards.table.tasks import Tasks
from haggis_cards.table.terms import first_entry
from haggis_cards.wire.refusals import DamagedTable, Refused
from haggis_cards.wire.reviews import TableWish
from haggis_cards.wire.tables import NewTable, TableInfo, encode

_PIECE: Final = 50  # entries that are applied in one go
_LONGEST_ID: Final = 32
_BOT_PATIENCE: Final = 10  # times the budget, before a worker is replaced
_REPLAYS: Final = 20  # records that may wait to be played again
_REPLAY_TIME: Final = 30.0  # seconds for one of them

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
        renew_key: Callable[[], None] = lambda: None,
    ) -> None:
        self.settings, self.store, self.pubsub, self.clock = settings, store, pubsub, clock
        self._deals, self._ids = deals, ids
        self.renew_key = renew_key  # the owner has changed the key that signs tokens
        self._random = Random(settings.seed) if settings.seed else SystemRandom()
        self.sessions: dict[str, TableSession] = {}
        self.limits = Limiters(settings, clock)
        patience = settings.bot_budget * _BOT_PATIENCE + 1.0
        thinkers = Workers(settings.bot_workers, settings.bot_queue, patience, metrics.bots_waiting)
        self.bots = Bots(thinkers, settings.bot_budget)
        self.hints = Hints(self.bots, settings.hint_level, self.limits)
        self.replayer = Workers(1, _REPLAYS, _REPLAY_TIME)
        self.quarantine = Quarantine()
        self.bans = Bans()
        self.drain = Drain(self)
        self.store_check = StoreCheck()
        self.lobby = Lobby(self)
        self.tasks = Tasks()
        self.turns = Turns()  # of sockets that come and go
        self.reviews = Reviews(self)
        self.deals_of_day = DealsOfDay(self)
        self.identity = Identity(self)
        self.challenges = ChallengeDesk(self)
        self.pushes = Pushes(self)
        self.closing = False
        self._sweeper = Sweeper(self, sweep)
        self._orders = OrderWatch(self)
        self._loading: dict[str, asyncio.Task[TableSession]] = {}
        self._open = 0  # tables that are not closed, in all processes

    async def open(self) -> None:
        """Continues where the last process stopped."""
        await self.count_open()
        self.pubsub.listen(self)
        await self._orders.open()
        self.tasks.spawn(self._orders.run())
        self.tasks.spawn(self._sweeper.run())
        await self.reviews.open()
        self.tasks.spawn(watch_loop())
        self.tasks.spawn(count_old_matches(self))
        if self.settings.push:
            self.tasks.spawn(self.pushes.run())

    def stop(self) -> None:
        """Stops what happens by itself, and refuses those who wait for an answer of a worker."""
        self.closing = True
        for session in self.sessions.values():
            session.autopilot.stop()
        self.bots.close()
        self.replayer.close()
        self.reviews.stop_answering()

    async def close(self) -> None:
        """Stops, and finishes the writes that have begun."""
        self.stop()
        await self.tasks.cancel()
        self.reviews.close()
        self.deals_of_day.close()
        await self.pushes.close()
        await self.store.close()

    async def count_open(self) -> None:
        """Asks the store how many tables there are."""
        self._open = await self.store.count_open()

    async def get(self, id: str) -> TableSession:
        """A table by its id, for somebody who looks at it."""
        session = self.sessions.get(id)
        if session is not None:
            session.note_look()
            return session
        if len(id) > _LONGEST_ID:
            raise Refused("no-table")
        self.quarantine.check(id)
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = self.tasks.spawn(self._load(id))
            loading.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(loading)

    async def get_or_make(self, id: str, make: Callable[[], Awaitable[TableSession]]) -> TableSession:
        """The table of this id; made if it is not there, and once, however many ask at the same time."""
        try:
            session = await self.get(id)
        except Refused as refused:
            if refused.code != "no-table":
                raise
            try:
                return await make()
            except Refused as refused:
                if refused.code != "busy":  # another request was quicker
                    raise
                session = await self.get(id)
        if session.table.status == "waiting":  # a process died between its first two entries
            await self._begin(session, None)
        return session

    async def check_visitor(self, session: TableSession, guest: Guest | None) -> None:
        """Refuses people without a seat where cards can be seen that they may still play themselves."""
        session.check_visitor(guest)
        me, table = guest.id if guest else None, session.table
        if table.records and table.seat_of(me) is None:
            if await self.store.read(challenge_store.is_closed, table.id, me):
                raise Refused("locked", fault="challenge")

    async def _load(self, id: str) -> TableSession:
        table = TableState(id)
        try:
            await self._fold(table)
        except DamagedTable as damage:
            self.quarantine.add(id, damage)
            raise
        if not table.seq:
            raise Refused("no-table")
        session = self._add(table)
        if self.pubsub.shared:
            await session.catch_up()  # entries that came between reading and listening
            self.pubsub.ask(session)
        session.presence_changed()
        return session

    async def _fold(self, table: TableState) -> None:
        entries = await self.store.entries(table.id)
        for start in range(0, len(entries), _PIECE):
            apply(table, entries[start : start + _PIECE])
            await asyncio.sleep(0)

    def _add(self, table: TableState) -> TableSession:
        session = self.sessions[table.id] = TableSession(self, table)
        metrics.tables_loaded.value = len(self.sessions)
        return session

    async def reload(self, id: str) -> None:
        """The owner has changed a table's log: it is forgotten, and clients connect again and get what is there now."""
        self.quarantine.release(id)
        session = self.sessions.get(id)
        if session is None:
            return
        async with session.lock:
            del self.sessions[id]
            session.retire()

    def cut_banned(self) -> None:
        """Closes the sockets of people who are banned now."""
        for session in self.sessions.values():
            for conn in session.connections:
                if self.bans.find(conn.address, conn.guest.id if conn.guest else None):
                    conn.cut("banned")

    async def make(
        self,
        wish: NewTable,
        guest: Guest | None,
        address: str = "",
        bound: Mapping[str, Any] | None = None,
        id: str | None = None,
    ) -> TableSession:
        """A new table; if all its seats are filled, its match starts at once, or goes on from its origin.

        `bound`: what else its first entry says of a table that is locked: its origin, deal of the day or challenge.
        """
        first = first_entry(wish, guest, bot_workers.levels())
        if bound:
            first = first._replace(data={**first.data, "locked": True, **bound})
        self.drain.check()
        table = TableState(id or self._ids())
        table.apply(first)
        if table.same_cards or table.by_days or table.alone:
            self.limits.lasting_tables.check(address)
        if self._open >= self.settings.max_tables:
            raise Refused("too-many", fault="server-tables")
        self._open += 1  # before anything is waited for: many may come at once
        try:
            return await self._make(table, first, wish, guest, address)
        except BaseException:
            self._open -= 1
            raise

    async def _make(
        self, table: TableState, first: Entry, wish: NewTable, guest: Guest | None, address: str
    ) -> TableSession:
        seat = table.seat_of(guest.id) if guest else None
        sittings = tuple((chair.guest, number) for number, chair in enumerate(table.chairs) if chair.guest)
        waits = wish.listed and "open" in wish.seats
        async with self.lobby.room_for(table.id, guest, address) if waits else contextlib.nullcontext():
            if not await self.store.append(Write(table.id, first, table.info(), sittings=sittings)):
                raise Refused("busy", fault="id")
        session = self._add(table)
        session.maker = Asker(address, guest.id if guest else "")
        if all(chair.kind != "open" for chair in table.chairs):
            await self._begin(session, None if table.challenge else seat)
        return session

    async def _begin(self, session: TableSession, seat: int | None) -> None:
        """Starts the first match, unless somebody else has."""

        def start(table: TableState) -> Draft:
            if table.number:
                raise Refused("stale")
            return self.start(table, seat)

        try:
            await session.submit(start)
        except Refused as refused:
            if refused.code != "stale":
                raise

    async def go_on(self, kept: Kept, match: Mapping[str, Any], wish: TableWish, guest: Guest) -> TableSession:
        """A private table whose matches go on from a place of a record, with bots on the other seats."""
        rules = Rules.from_spec(match["rules"])
        if wish.seat not in rules.seats:
            raise Refused("bad-seats", fault="number", last=rules.players - 1, number=wish.seat)
        text = encode(match).decode()
        await asyncio.to_thread(match_from, text)  # it is remembered, and the table has it at hand
        seats = ["me" if seat == wish.seat else wish.bot for seat in rules.seats]
        terms = NewTable(rules=match["rules"], end=dict(match["end"]), seats=seats)
        origin = {"record": kept.id, "round": wish.round, "index": wish.index, "match": text}
        return await self.make(terms, guest, bound={"origin": origin})

    def new_seed(self) -> int:
        """A secret from which cards come."""
        return self._random.getrandbits(128)

    def start(
        self, table: TableState, seat: int | None, fill: str | None = None, id: str | None = None, again: bool = False
    ) -> Draft:
        """The start of a match with a fresh secret seed."""
        if again and not table.wants_rematch:
            raise Refused("not-now", fault="rematch-waits")
        self.check_level(fill)
        if table.daily:
            return table.start(seat, int(table.daily["seed"]), id=id)
        if table.challenge:
            cards = table.challenge
            return table.start(seat, int(cards["seed"]), deals=cards.get("deals"), id=id, dealer=cards.get("dealer"))
        if self._deals is None:
            return table.start(seat, self.new_seed(), fill, id=id)
        seed, deals = self._deals(table.rules)
        return table.start(seat, seed, fill, [deal.as_record for deal in deals], id)

    @staticmethod
    def check_level(level: str | None) -> None:
        """Refuses a bot that people cannot choose."""
        if level is not None and level not in bot_workers.levels():
            raise Refused("bad-seats", fault="level", levels=bot_workers.levels(), text=clip(level))

    def current(self, info: TableInfo) -> TableInfo:
        """A table's public facts with the people that this process knows to be there."""
        return self.sessions[info.id].info() if info.id in self.sessions else info
