"""The deals of the day as people meet them: one try each, the permanent entrants, and the tables of day and week."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from haggis_cards.server.daily import store as daily_store
from haggis_cards.server.daily.entrants import Entrants
from haggis_cards.server.daily.store import Total, Try
from haggis_cards.server.registry.opening import Opening
from haggis_cards.server.store.log import Store
from haggis_cards.server.store.secrets import secret
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import now
from haggis_cards.table.results import match_points
from haggis_cards.table.session import TableSession
from haggis_cards.table.shared import daily
from haggis_cards.table.shared.cards import SharedCards
from haggis_cards.table.shared.daily import DEALS, OPPONENT, PAR, Place
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire import people as p
from haggis_cards.wire.tables import NewTable

_SHOWN: Final = 100  # lines of a table; one's own is always among them
_FRESH: Final = 60.0  # seconds for which the results of a day are remembered, unless somebody begins or finishes a deal
_KEPT: Final = 120.0  # seconds for which they are shown while new ones are read


class _Day:
    """The results of a day in one game, put in order once."""

    def __init__(self, version: tuple[int, int, int], at: float, found: Sequence[Try]) -> None:
        self.version, self.at = version, at
        self.bots = sum(one.level is not None for one in found)
        self.pars = {one.deal: one.points for one in found if one.level == PAR}
        found = [one for one in found if one.level != PAR]
        self.tries = {(one.deal, one.player): one for one in found}
        self.fields = {deal: _ranked([one for one in found if one.deal == deal]) for deal in range(1, DEALS + 1)}
        self.totals = daily_store.standings(found)
        self.order = _ordered(self.totals.values())
        self.people = len({one.player for one in found if one.level is None and one.points is not None})

    def _of(self, player: str) -> list[Try]:
        return [self.tries[deal, player] for deal in self.fields if (deal, player) in self.tries]

    def own(self, player: str) -> tuple[int, int]:
        """How many tries a player has begun and finished, as `daily_store.own` reads it."""
        mine = self._of(player)
        return len(mine), sum(one.points is not None for one in mine)

    def newcomer(self, player: str) -> list[Total]:
        """What the tries of somebody would come to who does not count for others yet."""
        return [
            Total(player, one.name, 1, one.points or 0.0, _share(self.fields[one.deal], one))
            for one in self._of(player)
            if one.points is not None and not one.counts
        ]


class DealsOfDay:
    """The deals of the day in this process."""

    def __init__(
        self, *, store: Store, opening: Opening, tasks: Tasks, worlds: int, changed: Callable[[str], None]
    ) -> None:
        self._store, self._opening, self._tasks, self._worlds = store, opening, tasks, worlds
        self._changed = changed
        self._secret: bytes | None = None
        self._entrants = Entrants(store=store, tasks=tasks, seed=self._seed, worlds=worlds, changed=changed)
        self._days: dict[tuple[str, str], _Day] = {}
        self._reading: set[tuple[str, str]] = set()  # days and games whose results are being read again
        self._weeks: dict[tuple[str, str], tuple[list[_Day], _Order]] = {}

    def close(self) -> None:
        """Ends the process of the entrants; what is missing is made when somebody asks again."""
        self._entrants.close()

    def forget(self) -> None:
        """Somebody's name is gone: the results are read again."""
        self._days.clear()

    # Playing

    async def open_table(self, place: Place, guest: Guest, address: str) -> TableSession:
        """The table of a person's one try; for a day that is over, a new one for practice."""
        today = daily.day_of(now())
        daily.check(place, today)
        self._entrants.fill(place.day, place.preset)
        if place.day < today:
            return await self._make(place, guest, address, practice=True)
        name = await self._store.write(daily_store.claim, place, guest.id, guest.name)
        return await self._opening.get_or_make(name, lambda: self._make(place, guest, address, id=name))

    async def _make(
        self, place: Place, guest: Guest, address: str, *, practice: bool = False, id: str | None = None
    ) -> TableSession:
        bot = daily.bot_for(OPPONENT, self._worlds)
        seed = await self._seed(place)
        cards = SharedCards.of_day(place, seed, bot, practice=practice, dice=daily.dice_of(seed, guest.id))
        rules = daily.rules_of(place.preset)
        seats = ["me", *[OPPONENT] * (rules.players - 1)]
        wish = NewTable(rules=rules.spec, end={"rounds": 1}, seats=seats, take_backs=False)
        return await self._opening.make(wish, guest, address=address, bound=cards.entry, id=id)

    async def _seed(self, place: Place) -> int:
        if self._secret is None:
            self._secret = await self._store.write(secret, daily_store.DEALS)
        return daily.seed_of(self._secret, place)

    # What people see

    async def games(self, guest: Guest | None) -> p.DailyGames:
        """Today, and what a person has done."""
        day = daily.day_of(now())
        done = await self._store.read(daily_store.done_of, day, guest.id) if guest else {}
        return p.DailyGames(day=day, ends=daily.end_of(day), deals=DEALS, done=done)

    async def show(self, day: str | None, preset: str, guest: Guest | None) -> p.DailyDeals:
        """A day in one game, as far as a person may see it."""
        today = daily.day_of(now())
        day = day or today
        daily.check(Place(day, preset, 1), today)
        me, over = guest.id if guest else "", day < today
        found = await self._day(day, preset, me)
        finished = sum((deal, me) in found.tries and found.tries[deal, me].points is not None for deal in found.fields)
        may_see = over or finished == DEALS
        missing = self._entrants.results - found.bots
        if missing and (not over or found.tries):
            self._entrants.fill(day, preset)
        return p.DailyDeals(
            day=day,
            today=today,
            preset=preset,
            ends=daily.end_of(day),
            over=over,
            players=found.people,
            waiting=missing,
            deals=[
                _deal(field, found.tries.get((deal, me)), deal, found.pars.get(deal), over)
                for deal, field in found.fields.items()
            ],
            standings=_table(_with(found.order, found.newcomer(me)), me, 1) if may_see else None,
            week=await self._week(day, preset, me, [found] if may_see else []),
            newcomer=bool(found.newcomer(me)),
        )

    async def _week(self, day: str, preset: str, me: str, last: list[_Day]) -> list[p.Standing]:
        before = [await self._day(one, preset) for one in daily.week_of(day)[:-1]]
        played = [one for one in (*before, *last) if one.totals]
        known = self._weeks.get((day, preset))
        if known is None or known[0] != played:
            totals: dict[str, Total] = {}
            for one in played:
                for line in one.totals.values():
                    daily_store.add(totals, line)
            known = played, _ordered(totals.values())
            if last or not before:  # what most people see when they look often
                self._weeks = {key: kept for key, kept in self._weeks.items() if key[0] == day} | {(day, preset): known}
        return _table(_with(known[1], [each for one in played for each in one.newcomer(me)]), me, len(played))

    async def _day(self, day: str, preset: str, me: str = "") -> _Day:
        """The results of a day. New ones are read beside the requests, unless somebody waits for their own."""
        key, time = (day, preset), asyncio.get_running_loop().time()
        known = self._days.get(key)
        if known is None or time - known.at > _KEPT:
            return await self._read(key)
        if me and await self._store.read(daily_store.own, day, preset, me) != known.own(me):
            return await self._read(key)
        old = time - known.at > _FRESH
        if not old and day == daily.day_of(now()):
            old = known.version != await self._store.read(daily_store.version, day, preset)
        if old and key not in self._reading:
            self._reading.add(key)
            self._tasks.spawn(self._renew(key, known))
        return known

    async def _renew(self, key: tuple[str, str], known: _Day) -> None:
        """Reads the results again, and tells the pages that have been shown the ones of before."""
        if (await self._read(key)).version != known.version:
            self._changed(key[1])

    async def _read(self, key: tuple[str, str]) -> _Day:
        try:
            version = await self._store.read(daily_store.version, *key)
            found = await self._store.read(daily_store.tries, *key)
            time = asyncio.get_running_loop().time()
            made = await asyncio.to_thread(_Day, version, time, found)
        finally:
            self._reading.discard(key)
        self._days = {other: kept for other, kept in self._days.items() if time - kept.at <= _KEPT} | {key: made}
        return made


_Field = list[tuple[Try, float]]  # results at a deal with their match points, the best first


def _ranked(field: Sequence[Try]) -> _Field:
    done = sorted((one for one in field if one.points is not None and one.counts), key=_worst)
    return list(zip(done, match_points([one.points or 0.0 for one in done]), strict=True))


def _worst(one: Try) -> float:
    return -(one.points or 0.0)


def _share(field: _Field, one: Try) -> float:
    """The match points of a result among those of a field in which it is not."""
    return match_points([*(other.points or 0.0 for other, _ in field), one.points or 0.0])[-1]


def _deal(field: _Field, mine: Try | None, deal: int, par: float | None, over: bool) -> p.DealState:
    own = None
    if mine and mine.points is not None and not mine.counts:
        field = sorted([*field, (mine, _share(field, mine))], key=lambda line: _worst(line[0]))
    if mine and mine.points is not None:
        own = next((share for one, share in field if one.player == mine.player), None)
    lines = [
        p.FieldLine(
            name=one.name,
            level=one.level,
            me=one is mine,
            points=one.points or 0.0,
            match_points=share,
            table=one.table if over else None,
            record=one.record if over else None,
        )
        for place, (one, share) in enumerate(field)
        if place < _SHOWN or one is mine
    ]
    may_see = over or own is not None
    return p.DealState(
        deal=deal,
        table=mine.table if mine else None,
        points=mine.points if mine else None,
        match_points=own,
        par=par if may_see else None,
        field=lines if may_see else None,
    )


_Order = list[tuple[int, Total]]  # ranks and totals, the best first; equal ones share a rank


def _ordered(totals: Iterable[Total]) -> _Order:
    order: _Order = []
    rank, last = 0, -1.0
    for place, one in enumerate(sorted(totals, key=lambda one: (-one.match_points, -one.points, one.name))):
        if one.match_points != last:
            rank, last = place + 1, one.match_points
        order.append((rank, one))
    return order


def _with(order: _Order, more: Iterable[Total]) -> _Order:
    """The order with a newcomer at the place that they would have; nobody else's changes."""
    totals: dict[str, Total] = {}
    for one in more:
        daily_store.add(totals, one)
    for one in totals.values():
        if all(other.player != one.player for _, other in order):
            ahead = sum(other.match_points > one.match_points for _, other in order)
            order = [*order[:ahead], (ahead + 1, one), *order[ahead:]]
    return order


def _table(order: _Order, me: str, days: int) -> list[p.Standing]:
    """The lines of a table: the best, and one's own."""
    shown = [*order[:_SHOWN], *(line for line in order[_SHOWN:] if line[1].player == me)]
    return [
        p.Standing(
            rank=rank,
            name=one.name,
            level=one.player.removeprefix("bot:") if one.player.startswith("bot:") else None,
            me=one.player == me,
            deals=one.deals,
            points=one.points,
            match_points=one.match_points / (DEALS * max(1, days)),
        )
        for rank, one in shown
    ]
