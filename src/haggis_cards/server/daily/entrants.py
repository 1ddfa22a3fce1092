"""The bots that always take part in the deals of the day, and the par of these deals."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Final

from haggis_cards.bots.registry import make_bot
from haggis_cards.errors import HaggisError
from haggis_cards.match import Match
from haggis_cards.match_end import Rounds
from haggis_cards.review.core import at_once, par
from haggis_cards.review.native_core import NativeCore
from haggis_cards.server.daily import store as daily_store
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.store.log import Store
from haggis_cards.table.bots import seed_for
from haggis_cards.table.log import now
from haggis_cards.table.shared import daily
from haggis_cards.table.shared.daily import DEALS, ENTRANTS, PAR, Place
from haggis_cards.table.tasks import Tasks
from haggis_cards.table.views import view
from haggis_cards.wire.refusals import WorkerFailed

_logger = logging.getLogger("haggis.daily")
_PATIENCE: Final = 600.0  # seconds for one deal of an entrant, on a machine that has much else to do
_QUEUE: Final = 1000
_PAR_ROUNDS: Final = 256  # that are played out


class Entrants:
    """Lets them play a day in one game, once."""

    def __init__(
        self,
        *,
        store: Store,
        tasks: Tasks,
        seed: Callable[[Place], Awaitable[int]],
        worlds: int,
        changed: Callable[[str], None],
    ) -> None:
        self._store, self._tasks, self._seed, self._worlds = store, tasks, seed, worlds
        self._changed = changed
        self._workers = Workers(1, _QUEUE, _PATIENCE, nice=10)
        self._filling: set[tuple[str, str]] = set()  # days and games that are being played

    @property
    def results(self) -> int:
        """How many they have when all have played."""
        return DEALS * len((*ENTRANTS, PAR))

    def fill(self, day: str, preset: str) -> None:
        """Lets them play, if they have not."""
        if (day, preset) not in self._filling:
            self._filling.add((day, preset))
            self._tasks.spawn(self._fill(day, preset))

    async def _fill(self, day: str, preset: str) -> None:
        places = [Place(day, preset, deal) for deal in range(1, DEALS + 1)]
        try:
            for place, level in await self._store.read(daily_store.missing, places, (*ENTRANTS, PAR)):
                seed = await self._seed(place)
                if level == PAR:
                    points = await self._workers.do(par_points, preset, seed)
                else:
                    points = await self._workers.do(entrant_points, preset, seed, level, self._worlds)
                await self._store.write(daily_store.enter, place, level, points, now())
                self._changed(preset)
        except (HaggisError, WorkerFailed) as error:
            _logger.warning("the bots could not finish the deals of %s in %s: %s", day, preset, error)
            self._changed(preset)  # whoever looks lets them try again
        finally:
            self._filling.discard((day, preset))

    def close(self) -> None:
        """Ends their process; what is missing is made when somebody asks again."""
        self._workers.close()


def entrant_points(preset: str, seed: int, level: str, worlds: int) -> float:
    """What a permanent entrant makes of a deal in the person's seat; runs in a worker process."""
    match = Match(daily.rules_of(preset), Rounds(1), seed=seed)
    while not match.over:
        seat = daily.turn_of(match)
        spec, (name, _) = (
            daily.bot_for(level if seat == daily.SEAT else daily.OPPONENT, worlds),
            daily.question(match, seat),
        )
        with closing(make_bot(spec, seed_for(match, name))) as bot:
            match = match.act(seat, bot.decide(view(match, seat)).action)
    return daily.points_of(match)


def par_points(preset: str, seed: int) -> float:
    """What a deal is worth in the person's seat, as reviews see it; runs in a worker process."""
    match = Match(daily.rules_of(preset), Rounds(1), seed=seed)
    by_side = at_once(par(NativeCore(), match.round, _PAR_ROUNDS, seed % (1 << 63)))
    return round(by_side[match.rules.sides[daily.SEAT]], 1)
