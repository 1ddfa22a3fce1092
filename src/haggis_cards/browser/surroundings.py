"""What surrounds a table in a browser: the page keeps its log, and there is nobody else."""

import json
import time
from collections.abc import Collection, Iterable
from functools import partial
from math import inf
from random import SystemRandom
from typing import Any, NamedTuple

from haggis_cards.browser.page import Host
from haggis_cards.browser.thinkers import BUDGET, HINTS, Thinkers
from haggis_cards.table.bots import Bots
from haggis_cards.table.dealing import Dealer
from haggis_cards.table.hints import Hints
from haggis_cards.table.log import Entry, LogLine, Write, now
from haggis_cards.table.ports import Surroundings
from haggis_cards.table.quarantine import Quarantine
from haggis_cards.table.records import add_times
from haggis_cards.table.state import TableState
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire.tables import encode


class LocalTimes(NamedTuple):
    """How long things take: nobody is waited for, and nobody goes away."""

    bot_pause: float = 0.0
    round_pause: float = inf
    away_after: float = inf
    idle_after: float = inf
    abandon_after: float = inf
    alone_after: float = inf
    stand_in: str = "club"


class Store:
    """The logs, which the page keeps."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def append(self, write: Write) -> bool:
        entry, ended = write.entry, write.ended
        line = LogLine(entry.seq, entry.kind, entry.seat, encode(entry.data).decode(), now())
        kept = {
            "line": line._asdict(),
            "info": write.info,
            "ended": {"info": ended.info, "record": ended.record} if ended else None,
        }
        return bool(await self._host.keep(write.table, entry.seq, encode(kept).decode()))

    async def lines(self, table: str) -> list[LogLine]:
        return [LogLine(**line) for line in json.loads(await self._host.log(table))]

    async def entries(self, table: str, after: int = 0) -> list[Entry]:
        lines = await self.lines(table)
        return [Entry(one.seq, one.kind, one.seat, json.loads(one.data)) for one in lines if one.seq > after]

    async def timed(self, table: str, number: int, record: str) -> str:
        """The record of a match with its date, and the seconds that each action took."""
        return add_times(record, number, await self.lines(table))


class _Nobody:
    """Other processes and the lobby of a browser: there are none."""

    shared = False

    def tell(self, **message: Any) -> None: ...
    def note(self, table: TableState, attended: bool) -> None: ...
    def changed(self, table: TableState, people: Iterable[str] = ()) -> None: ...
    def moved(self, table: TableState, present: Collection[int]) -> None: ...


class _NoLimits:
    """Nobody is in another's way."""

    def check_chat(self, table: str, speaker: str) -> None: ...
    def check_reaction(self, table: str, speaker: str) -> None: ...
    def check_hint(self, address: str, person: str) -> None: ...


def surroundings(host: Host, store: Store, times: LocalTimes) -> Surroundings:
    """Those of the tables of this page."""
    bots, limits = Bots(Thinkers(host), BUDGET), _NoLimits()
    return Surroundings(
        clock=time.monotonic,
        settings=times,
        store=store,
        pubsub=_Nobody(),
        lobby=_Nobody(),
        tasks=Tasks(),
        quarantine=Quarantine(),
        bots=bots,
        hints=Hints(bots, "master" if host.thinks("master") else HINTS, limits),
        limits=limits,
        dealer=Dealer(partial(SystemRandom().getrandbits, 128)),
    )
