"""What happens at a table by itself: a bot's move, a clock that runs out, people who stay away, an abandoned match.

`plan` is called after every change of the table. It sets one timer for what comes next if nobody does anything, and one
task that lets bots play. Of several processes, the leader (the one that wrote the last entry) goes first; the others
wait a little.
"""

import asyncio
import logging
import random
from typing import TYPE_CHECKING, Final

from haggis_cards.errors import HaggisError, IllegalAction
from haggis_cards.server import metrics
from haggis_cards.server.bots import seed_for
from haggis_cards.server.errors import Refused, StorageError
from haggis_cards.server.table import Draft, TableState

if TYPE_CHECKING:
    from haggis_cards.server.table_session import Handler, TableSession

_logger = logging.getLogger("haggis.autopilot")

_LEADER_FIRST: Final = 3.0  # seconds that other processes wait for the leader
_RETRY: Final = 1.0  # seconds, when the store fails


class Autopilot:
    """Continues a match where no person does."""

    def __init__(self, session: "TableSession") -> None:
        self._session = session
        self._timer: asyncio.TimerHandle | None = None
        self._bots: asyncio.Task[None] | None = None

    def plan(self) -> None:
        """Sets the timer for what comes next if nobody does anything, and lets bots think."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._session.table.status != "playing" or self._session.tables.closing:
            return
        if self._bots is None and self._bot_to_act() is not None:
            self._bots = self._session.tables.tasks.spawn(self._let_bots_play())
        due = self._due()
        if due:
            later = 0 if self._session.is_leader else _LEADER_FIRST
            delay = max(0.0, min(due) - self._session.tables.clock()) + later
            self._timer = asyncio.get_running_loop().call_later(delay, self._time_is_up)

    def _time_is_up(self) -> None:
        self._session.tables.tasks.spawn(self._on_time())

    def _due(self) -> list[float]:
        """When somebody is to be replaced, or the table closed."""
        settings, table = self._session.tables.settings, self._session.table
        due = []
        if table.clock and self._session.waits_for:
            due.append(self._session.decision + table.clock)
        gone = self._session.gone.items()
        due += [since + settings.away_after for seat, since in gone if not table.chairs[seat].away]
        if self._session.empty is not None:
            due.append(self._session.empty + settings.abandon_after)
        return due

    async def _on_time(self) -> None:
        """A time has come: for every reason that holds now, the entry that follows."""
        settings, time = self._session.tables.settings, self._session.tables.clock()
        handlers: list[Handler] = []
        if self._session.empty is not None and time >= self._session.empty + settings.abandon_after:
            handlers.append(lambda table: table.close("abandoned"))
        else:
            if self._session.table.clock and time >= self._session.decision + self._session.table.clock:
                handlers += [lambda table, seat=seat: table.away(seat, "clock") for seat in self._session.waits_for]  # type: ignore[misc]
            for seat, since in list(self._session.gone.items()):
                if time >= since + settings.away_after and not self._session.table.chairs[seat].away:
                    handlers.append(lambda table, seat=seat: table.away(seat, "gone"))  # type: ignore[misc]
        decision = self._session.table.since
        for handler in handlers:
            if self._session.table.since != decision:
                break  # somebody acted meanwhile
            try:
                await self._session.submit(handler)
            except StorageError:
                await asyncio.sleep(_RETRY)
            except HaggisError:
                continue
        self.plan()

    def _bot_to_act(self) -> tuple[int, str] | None:
        """The next seat that a bot is to play, and its level."""
        for seat in self._session.table.to_act:
            level = self._session.table.played_by_bot(seat, self._session.tables.settings.stand_in)
            if level:
                return seat, level
        return None

    async def _let_bots_play(self) -> None:
        try:
            while (turn := self._bot_to_act()) and not self._session.tables.closing:
                await asyncio.sleep(0)  # making its view is enough work for one step of the loop
                if not self._session.is_leader:
                    seq = self._session.table.seq
                    await asyncio.sleep(_LEADER_FIRST)
                    if self._session.table.seq != seq:
                        continue
                try:
                    await self._bot_moves(*turn)
                except StorageError:
                    await asyncio.sleep(_RETRY)
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
        tables, table, match = self._session.tables, self._session.table, self._session.table.match
        assert match is not None
        asked, since, start = table.seq, table.since, tables.clock()
        seed = seed_for(match, f"bot {seat} {asked}")
        advice = await tables.bots.decide(level, seed, match.view(seat))
        pause = tables.settings.bot_pause * random.uniform(0.5, 1.5) * (0.6 if advice.action == "pass" else 1.0)
        if pause:
            await asyncio.sleep(max(0.0, pause - (tables.clock() - start)))

        def move(table: TableState) -> Draft:
            if table.since != since or seat not in table.to_act or not table.played_by_bot(seat, level):
                raise Refused("stale")
            return table.act(seat, advice.action, asked, bot=True)

        await self._session.submit(move)
        metrics.bot_moves.add()

    def stop(self) -> None:
        """Nothing happens by itself any more."""
        if self._timer:
            self._timer.cancel()
        if self._bots:
            self._bots.cancel()
