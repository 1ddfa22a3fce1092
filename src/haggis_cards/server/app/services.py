"""All services of a process, built in order: each gets by name what it needs, and nobody gets all of them.

Handlers get them by name too: `store: NamedDependency[Store]`.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom
from typing import Final

from haggis_cards.server.challenges.pars import Pars
from haggis_cards.server.challenges.service import Challenges
from haggis_cards.server.daily.service import DealsOfDay
from haggis_cards.server.history.store import add_review
from haggis_cards.server.identity.service import Identity
from haggis_cards.server.people import bans as ban_store
from haggis_cards.server.people.bans import Bans
from haggis_cards.server.people.makers import TableMakers
from haggis_cards.server.people.order_watch import OrderWatch
from haggis_cards.server.people.revocations import Revocations
from haggis_cards.server.people.tokens import Signer, load_keys
from haggis_cards.server.process.config import ServerSettings, key_path
from haggis_cards.server.process.loop_probe import watch_loop
from haggis_cards.server.process.turns import Turns
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.push.service import Pushes
from haggis_cards.server.registry import changes
from haggis_cards.server.registry.drain import Drain
from haggis_cards.server.registry.limits import Limiters
from haggis_cards.server.registry.lobby import Lobby
from haggis_cards.server.registry.opening import Opening
from haggis_cards.server.registry.pubsub import Line, PubSub
from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.server.registry.sweeper import SWEEP_SECONDS, sweep
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.registry.upkeep import Upkeep
from haggis_cards.server.registry.waiting import WaitingTables
from haggis_cards.server.reviews.making import ReviewMakers
from haggis_cards.server.reviews.service import Reviews
from haggis_cards.server.store.health import StoreCheck
from haggis_cards.server.store.log import Store
from haggis_cards.table import counters as metrics
from haggis_cards.table.bots import Bots
from haggis_cards.table.dealing import Dealer, Deals
from haggis_cards.table.guests import new_id
from haggis_cards.table.hints import Hints
from haggis_cards.table.ports import Surroundings
from haggis_cards.table.quarantine import Quarantine
from haggis_cards.table.tasks import Tasks

_BOT_PATIENCE: Final = 10  # times the budget, before a worker is replaced
_REPLAYS: Final = 20  # records that may wait to be played again
_REPLAY_TIME: Final = 30.0  # seconds for one of them
# What handlers ask for.
GIVEN: Final = (
    *("settings", "store", "store_check", "limits", "replayer", "lobby", "sessions", "quarantine", "registry"),
    *("opening", "dealer", "hints", "drain", "reviews", "deals_of_day", "challenges", "identity"),
    "table_makers",
)


class Services:
    """What a process has; each attribute is a service that handlers can ask for."""

    def __init__(
        self,
        settings: ServerSettings,
        signer: Signer,
        store: Store,
        line: Line | None,
        *,
        clock: Callable[[], float] = time.monotonic,
        deals: Deals | None = None,
        ids: Callable[[], str] = new_id,
        sweep: float = SWEEP_SECONDS,
    ) -> None:
        """What comes after the star is for tests."""
        self.settings, self.signer, self.store, self.clock = settings, signer, store, clock
        self._ids, self._sweep_seconds = ids, sweep
        self.tasks, self.turns, self.store_check = Tasks(), Turns(), StoreCheck()
        self.bans, self.revocations, self.limits = Bans(), Revocations(store), Limiters(settings, clock)
        self.table_makers = TableMakers(store, settings.table_makers)
        self._new_seed = partial((Random(settings.seed) if settings.seed else SystemRandom()).getrandbits, 128)
        self.sessions, self.quarantine, self.dealer = Sessions(), Quarantine(), Dealer(self._new_seed, deals)
        self.replayer = Workers(1, _REPLAYS, _REPLAY_TIME)
        self._build_surroundings(line)
        self._build_registry()
        self._build_features()

    def _build_surroundings(self, line: Line | None) -> None:
        """What tables need."""
        settings = self.settings
        patience = settings.bot_budget * _BOT_PATIENCE + 1.0
        thinkers = Workers(settings.bot_workers, settings.bot_queue, patience, metrics.bots_waiting)
        self.bots = Bots(thinkers, settings.bot_budget)
        self.hints = Hints(self.bots, settings.hint_level, self.limits)
        store, sessions, tasks, clock = self.store, self.sessions, self.tasks, self.clock
        self.changes = changes.Changes(sessions, tasks)
        self.pubsub = PubSub(line, sessions=sessions, changes=self.changes, store=store, tasks=tasks, clock=clock)
        self.lobby = Lobby(sessions=sessions, pubsub=self.pubsub, store=store, quarantine=self.quarantine, clock=clock)
        self._surroundings = Surroundings(
            clock=self.clock,
            settings=settings,
            store=self.store,
            pubsub=self.pubsub,
            lobby=self.lobby,
            tasks=self.tasks,
            quarantine=self.quarantine,
            bots=self.bots,
            hints=self.hints,
            limits=self.limits,
            dealer=self.dealer,
        )

    def _build_registry(self) -> None:
        settings, store = self.settings, self.store
        self.registry = Tables(
            sessions=self.sessions,
            surroundings=self._surroundings,
            store=store,
            pubsub=self.pubsub,
            quarantine=self.quarantine,
            tasks=self.tasks,
        )
        self.drain = Drain(
            sessions=self.sessions, tasks=self.tasks, shared=self.pubsub.shared, seconds=settings.drain_seconds
        )
        self.opening = Opening(
            tables=self.registry,
            store=store,
            waiting=WaitingTables(store=store, get=self.registry.get, most=settings.waiting_tables),
            dealer=self.dealer,
            drain=self.drain,
            lasting=self.limits.lasting_tables,
            most=settings.max_tables,
            ids=self._ids,
        )
        self.upkeep = Upkeep(
            tables=self.registry,
            store=store,
            pubsub=self.pubsub,
            quarantine=self.quarantine,
            clock=self.clock,
            empty_after=settings.empty_after,
            keep_days=settings.keep_days,
        )

    def _build_features(self) -> None:
        settings, store, opening, tasks = self.settings, self.store, self.opening, self.tasks
        shared, worlds = self.pubsub.shared, settings.daily_worlds
        self.makers = ReviewMakers(store=store, settings=settings, tasks=tasks, shared=shared, done=[add_review])
        self.reviews = Reviews(
            store=store, settings=settings, limits=self.limits, replayer=self.replayer, wake=self.makers.wake
        )
        self.deals_of_day = DealsOfDay(
            store=store,
            opening=opening,
            tasks=tasks,
            worlds=worlds,
            changed=lambda preset: self.pubsub.changed(changes.of_day(preset)),
        )
        self.challenges = Challenges(
            store=store,
            opening=opening,
            record=self.reviews.record,
            pars=Pars(self.reviews.record, self.reviews.pars, tasks).find,
            new_seed=self._new_seed,
            worlds=worlds,
            changed=lambda name: self.pubsub.changed(changes.of_challenge(name)),
        )
        self.identity = Identity(
            store=store,
            tables=self.registry,
            tasks=tasks,
            revocations=self.revocations,
            forgotten=self.deals_of_day.forget,
        )
        self.pushes = Pushes(store=store, get=self.registry.get, settings=settings)

    async def open(self) -> None:
        """Continues where the last process stopped."""
        await self.opening.count()
        self.pubsub.open()
        orders = OrderWatch(
            store=self.store,
            handlers={
                "reload": self.registry.reload,
                "bans": self._ban,
                "key": self._renew,
                "person": self.identity.heed,
            },
        )
        await orders.open()
        self.bans.take(await self.store.read(ban_store.read))
        await self.revocations.open()
        await self.identity.open()
        self.tasks.spawn(orders.run())
        steps = {
            "count tables": self.opening.count,
            "bring matches in": self.upkeep.bring_in,
            "close empty tables": self.upkeep.close_empty,
            "delete old tables": self.upkeep.delete_old,
            "check other processes": self.pubsub.check,
            "look round": self.upkeep.look_round,
        }
        self.tasks.spawn(sweep(steps, self._sweep_seconds))
        await self.makers.open()
        self.tasks.spawn(watch_loop())
        if self.settings.push:
            self.tasks.spawn(self.pushes.run())

    async def _ban(self, _: str) -> None:
        """The owner has changed the bans."""
        self.bans.take(await self.store.read(ban_store.read))
        find = self.bans.find
        self.sessions.cut(lambda conn: bool(find(conn.address, conn.guest.id if conn.guest else None)), "banned")

    async def _renew(self, _: str) -> None:
        """The owner has changed the key that signs tokens."""
        self.signer.renew(*load_keys(key_path(self.settings)))

    def stop(self) -> None:
        """Stops what happens by itself, and refuses those who wait for an answer of a worker."""
        self._surroundings.closing = True
        for session in self.sessions.values():
            session.autopilot.stop()
        self.bots.close()
        self.replayer.close()
        self.reviews.stop_answering()

    async def close(self) -> None:
        """Stops, and finishes the writes that have begun."""
        self.stop()
        await self.tasks.cancel()
        self.makers.close()
        self.deals_of_day.close()
        await self.pushes.close()
        await self.store.close()
