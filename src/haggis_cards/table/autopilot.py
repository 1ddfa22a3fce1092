"""What happens at a table by itself: a bot's move, time that runs out, people who stay away, an abandoned match.

`plan` is called after every change of the table. It sets one timer for what comes next if nobody does anything, and one
task that lets bots play. Of several processes, the leader (the one that wrote the last entry) goes first; the others
wait a little.
"""

import asyncio
import contextlib
import logging
import random
from collections import deque
from collections.abc import Mapping
from math import isfinite
from typing import Final

from haggis_cards.bots.guard import safe
from haggis_cards.bots.protocol import is_answer
from haggis_cards.errors import HaggisError, IllegalAction
from haggis_cards.match import Match
from haggis_cards.table import counters as metrics
from haggis_cards.table.bots import seed_for
from haggis_cards.table.clock import UNDO_SECONDS, TableClock
from haggis_cards.table.ports import Surroundings
from haggis_cards.table.presence import Presence
from haggis_cards.table.shared.cards import SharedCards
from haggis_cards.table.state import Draft, Handler, TableState
from haggis_cards.table.views import view
from haggis_cards.table.writing import TableLog
from haggis_cards.wire.refusals import DamagedTable, Refused, StorageError
from haggis_cards.wire.tables import Advice, Pace

_logger = logging.getLogger("haggis.autopilot")

_LEADER_FIRST: Final = 3.0  # seconds that other processes wait for the leader
_RETRY: Final = 1.0  # seconds, when the store fails
_PACES: Final[Mapping[Pace, float]] = {"slow": 2.0, "normal": 1.0, "fast": 0.35}  # times a bot's usual pause


class ThinkingTimes:
    """How long bots have thought of late: where that is longer than their pause, a forced pass must not be quicker."""

    def __init__(self) -> None:
        self._times: dict[str, deque[float]] = {}

    def wait(self, level: str, took: float, free: bool) -> float:
        """How much longer an action should take; one that was chosen no longer than it took."""
        times = self._times.setdefault(level, deque(maxlen=20))
        if free:
            times.append(took)
        return 0.0 if free or not times else max(0.0, random.choice(times) - took)


class Autopilot:
    """Continues a match where no person does."""

    def __init__(
        self, around: Surroundings, table: TableState, presence: Presence, clock: TableClock, log: TableLog
    ) -> None:
        self._around, self._table, self._presence, self._clock, self._log = around, table, presence, clock, log
        self._looked = around.clock()  # when somebody looked at the table without a socket
        self._timer: asyncio.TimerHandle | None = None
        self._bots: asyncio.Task[None] | None = None
        self._thinking = ThinkingTimes()

    @property
    def idle(self) -> bool:
        """Whether nobody has been here for so long that bots stop."""
        since = max(self._looked, self._clock.empty or 0.0)
        if self._table.by_days:  # there it is always so, and bots answer at once
            return False
        return not self._presence.occupied and self._around.clock() - since >= self._around.settings.idle_after

    def note_look(self) -> None:
        """Somebody looks at the table without a socket; bots that have stopped go on."""
        was_idle, self._looked = self.idle, self._around.clock()
        if was_idle:
            self.plan()

    def plan(self) -> None:
        """Sets the timer for what comes next if nobody does anything, and lets bots think."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._log.retired or self._table.status == "closed" or self._around.closing:
            return
        if self._bots is None and self._bot_to_act() is not None:
            self._bots = self._around.tasks.spawn(self._let_bots_play())
        plans = [plan for plan in self._plans() if isfinite(plan[0])]
        if plans:
            later = 0 if self._log.is_leader else _LEADER_FIRST
            delay = max(0.0, min(time for time, _ in plans) - self._around.clock()) + later
            self._timer = asyncio.get_running_loop().call_later(delay, self._time_is_up)

    def _time_is_up(self) -> None:
        self._around.tasks.spawn(self._on_time())

    def _plans(self) -> list[tuple[float, Handler]]:
        """What happens if nobody does anything: when, and the entry that follows."""
        table, clock = self._table, self._clock
        if table.status != "playing":  # with the same cards as others there is one match, and no host
            return [] if table.shared else self._plan_rematch() or self._plan_host()
        plans: list[tuple[float, Handler]] = []
        if table.shared and (clock.empty is not None or len(table.people) == 1):
            return self._plan_end()
        if not table.by_days:
            plans += self._plan_absence()
        if table.paused:
            plans.append((clock.began + clock.round_pause, TableState.resume))
        elif table.clock:
            plans += [(clock.deadline(seat), self._late(seat)) for seat in table.waits_for]
        if table.undo is not None:
            plans.append((clock.asked + UNDO_SECONDS, lambda table: table.consent(None, False)))
        return plans

    def _plan_end(self) -> list[tuple[float, Handler]]:
        """Where others play the same cards, a table waits for its people as long as the match counts.

        Then it is abandoned as others are: or a try that nobody finishes would be played, and kept in memory, for ever.
        """
        around, table, empty = self._around, self._table, self._clock.empty
        if table.shared is None or empty is None:
            return []
        due = max(empty + around.settings.abandon_after, self._clock.when(table.shared.closes))
        return [(due, lambda table: table.close("abandoned"))]

    def _plan_absence(self) -> list[tuple[float, Handler]]:
        """An empty table is abandoned, and a bot plays for people who have been gone for long while others wait."""
        settings, table, clock = self._around.settings, self._table, self._clock
        plans: list[tuple[float, Handler]] = []
        if clock.empty is not None:
            after = settings.alone_after if table.alone else settings.abandon_after
            plans.append((clock.empty + after, lambda table: table.close("abandoned")))
        for seat, since in clock.gone.items():
            if not table.chairs[seat].away and not table.alone:
                plans.append((since + settings.away_after, lambda table, seat=seat: table.away(seat, "gone")))  # type: ignore[misc]
        return plans

    def _plan_rematch(self) -> list[tuple[float, Handler]]:
        """The next match starts when everybody has asked; also later, if the store failed or the process died then."""
        start = self._around.dealer.start
        wanted = self._presence.agreed
        return [(self._clock.began, lambda table: start(table, None, again=True))] if wanted else []

    def _plan_host(self) -> list[tuple[float, Handler]]:
        """Between matches: another person becomes host when the host has been gone for long."""
        table, gone = self._table, self._clock.gone
        others = [seat for seat in table.people if seat not in gone]
        if table.host not in gone or not others:
            return []
        patience = table.clock if table.by_days and table.clock else self._around.settings.away_after
        due = gone[table.host] + patience
        return [(due, lambda table: table.give_host(None, others[0]))]

    def _late(self, seat: int) -> Handler:
        """The action of a person whose time is up: pass, else the smallest play."""
        clock, settings = self._clock, self._around.settings

        def act(table: TableState) -> Draft:
            assert table.match is not None
            action, pause = safe(view(table.match, seat)), settings.round_pause > 0
            return table.act(seat, action, table.seq, late=True, bank=clock.bank(seat), pause=pause)

        return act

    async def _on_time(self) -> None:
        """A time has come: for every reason that holds now, the entry that follows."""
        try:
            while True:
                await self._log.submit(self._draft_due)
        except StorageError:
            await asyncio.sleep(_RETRY)
        except DamagedTable:
            return
        except HaggisError:
            pass
        self.plan()

    def _draft_due(self, table: TableState) -> Draft:
        """The next entry that is due. Read under the table's lock: while it was held somebody may have come back."""
        time = self._around.clock()
        for due, handler in self._plans():
            if due <= time:
                with contextlib.suppress(HaggisError):
                    return handler(table)
        raise Refused("stale")

    @property
    def bots_come_first(self) -> bool:
        """Whether bots act before the person may: so the same cards go the same way for all."""
        match = self._table.match
        return match is not None and len(match.to_act) > 1 and self._bot_to_act() is not None

    def _bot_to_act(self) -> tuple[int, str] | None:
        """The next seat that a bot is to play, and its level.

        None while people talk about a take-back, and none at a table where nobody is: it goes on when somebody comes.
        """
        table = self._table
        for seat in table.to_act:
            level = table.played_by_bot(seat, self._around.settings.stand_in)
            if level:
                return None if table.undo is not None or self.idle else (seat, level)
        return None

    async def _let_bots_play(self) -> None:
        try:
            while (turn := self._bot_to_act()) and not self._around.closing:
                await asyncio.sleep(0)  # making its view is enough work for one step of the loop
                if not self._log.is_leader:
                    seq = self._table.seq
                    await asyncio.sleep(_LEADER_FIRST)
                    if self._table.seq != seq:
                        continue
                try:
                    await self._bot_moves(*turn)
                except StorageError:
                    await asyncio.sleep(_RETRY)
                except DamagedTable:
                    return
                except Refused as refused:
                    await asyncio.sleep(_RETRY if refused.code == "busy" else 0)
                except IllegalAction as refused:  # legal when the bot was asked: its partner has bet since (R7.3)
                    _logger.info("a bot's move came too late (%s); the bot is asked again", refused.code)
                except Exception:  # whatever it is, the match must continue
                    _logger.exception("a bot's move failed; the bot is asked again")
                    await asyncio.sleep(_RETRY)
        finally:
            self._bots = None

    async def _bot_moves(self, seat: int, level: str) -> None:
        around, table, match = self._around, self._table, self._table.match
        assert match is not None
        asked, since, start = table.seq, table.since, around.clock()
        place: int | None = None
        if table.shared and table.chairs[seat].level:
            place, advice = await self._steady(table.shared, match, seat, level)
        else:
            seed = seed_for(match, f"bot {seat} {asked}")
            decide = around.bots.stand_in if table.chairs[seat].guest else around.bots.decide
            advice = await decide(level, seed, view(match, seat), self._presence.asker)
        pause = around.settings.bot_pause * _PACES[table.pace] * random.uniform(0.5, 1.5)
        pause *= 0.6 if advice.action == "pass" else 1.0
        if pause and (self._presence.occupied or not table.by_days):
            took = around.clock() - start
            free = len(match.legal(seat)) > 1
            await asyncio.sleep(max(0.0, pause - took, self._thinking.wait(level, took, free)))

        def move(table: TableState) -> Draft:
            if table.since != since or seat not in table.to_act or not table.played_by_bot(seat, level) or table.undo:
                raise Refused("stale")
            if place is not None and table.match and place != len(table.match.round.log):
                raise Refused("stale")  # the person has bet meanwhile, and the bot did not know
            return table.act(seat, advice.action, asked, bot=True, pause=around.settings.round_pause > 0)

        await self._log.submit(move)
        metrics.bot_moves.add()

    async def _steady(self, cards: SharedCards, match: Match, seat: int, level: str) -> tuple[int, Advice]:
        """What everybody who does the same gets as an answer, and the place in the round's log that it is for."""
        seen, (name, place) = view(match, seat), cards.question(match, seat)
        then = cards.recorded(match, seat)
        if then and is_answer(seen, then):
            return place, Advice(then, "")
        seed, bots = seed_for(match, name), self._around.bots
        return place, await bots.decide_steadily(cards.bot(level), seed, seen, self._presence.asker)

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        if self._timer:
            self._timer.cancel()
        if self._bots:
            self._bots.cancel()
