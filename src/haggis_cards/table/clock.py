"""A table's times as this process sees them: of a decision, of time banks, between two rounds, of absent people.

The log keeps what each decision has taken of a time bank and, at a table of days, until when the table waits. All
else starts anew when a process loads the table, so that downtime costs nobody anything.
"""

from collections.abc import Callable
from math import isfinite
from typing import Final

from haggis_cards.table.log import now
from haggis_cards.table.ports import Times
from haggis_cards.table.state import TableState
from haggis_cards.wire.tables import Clock

_AFTER_DOWNTIME: Final = 3600.0  # seconds of a decision of days that are left at least when a process loads the table
UNDO_SECONDS: Final = 20.0  # for the answers to somebody who asks to take an action back


class TableClock:
    """Runs while the table waits: for people to decide, or to be ready for the next round."""

    def __init__(self, table: TableState, times: Times, clock: Callable[[], float]) -> None:
        self._table, self._times, self._clock = table, times, clock
        start = clock()
        self.began = start - self._passed()  # to wait for the decision, or for people to be ready
        self.asked = start  # to take an action back
        self.gone = dict.fromkeys(table.people, start)  # people without a connection, since when
        self.empty: float | None = start  # nobody is here, since when

    def when(self, at: float) -> float:
        """A time of the day, in milliseconds, by the clock that never jumps."""
        return self._clock() + (at - now()) / 1000

    def _passed(self) -> float:
        """The seconds that a decision of days has taken before this process loaded the table.

        From here on they are counted by a clock that never jumps.
        """
        table = self._table
        if not table.by_days or not table.clock or table.due is None:
            return 0.0
        return table.clock - min(max((table.due - now()) / 1000, _AFTER_DOWNTIME), table.clock)

    @property
    def _seconds(self) -> float | None:
        """The whole time of what the table waits for now, if that has a limit."""
        table = self._table
        if table.paused:
            return self.round_pause if isfinite(self.round_pause) else None
        return table.clock if table.clock and self._table.waits_for else None

    @property
    def round_pause(self) -> float:
        """The longest pause between two rounds, in seconds: at a table of days as long as for a decision."""
        table = self._table
        return table.clock if table.by_days and table.clock else self._times.round_pause

    def left(self) -> int | None:
        """Milliseconds until the time is up; below 0, time banks are running. None: nothing runs."""
        seconds = self._seconds
        return None if seconds is None else round((seconds - (self._clock() - self.began)) * 1000)

    def set_left(self, left: int) -> None:
        """The time as another process has it."""
        seconds = self._seconds
        if seconds is not None:
            self.began = self._clock() - (seconds - left / 1000)

    def decision(self) -> Clock | None:
        """The time for the open decision, if a person has to make it."""
        table = self._table
        if not table.clock or table.paused or (left := self.left()) is None:
            return None
        waits_for = self._table.waits_for
        banks = [
            (self.bank(seat) - (self.overtime(seat) if seat in waits_for else 0)) if chair.guest else 0
            for seat, chair in enumerate(table.chairs)
        ]
        return Clock(max(0, left), table.clock * 1000, banks if table.bank else [])

    def pause(self) -> Clock | None:
        """The time until the next round starts."""
        left = self.left() if self._table.paused else None
        return None if left is None else Clock(max(0, left), round(self.round_pause * 1000))

    def bank(self, seat: int) -> int:
        """Milliseconds in a person's time bank when the decision began."""
        table = self._table
        return max(0, table.bank * 1000 - table.chairs[seat].bank_used) if table.bank else 0

    def overtime(self, seat: int) -> int:
        """Milliseconds that the open decision has taken out of a person's time bank so far."""
        table = self._table
        if not table.bank or table.paused or (left := self.left()) is None or seat not in self._table.waits_for:
            return 0
        return min(max(0, -left), self.bank(seat))

    def deadline(self, seat: int) -> float:
        """When a person's time for the decision and their time bank are used up."""
        return self.began + (self._table.clock or 0) + self.bank(seat) / 1000

    def grace(self) -> list[int | None]:
        """By seat: milliseconds until a bot plays for a person who has lost the connection."""
        table, after = self._table, self._times.away_after
        waits = [
            seat in self.gone and table.status == "playing" and chair.here and not (table.by_days or table.alone)
            for seat, chair in enumerate(table.chairs)
        ]
        return [
            max(0, round((self.gone[seat] + after - self._clock()) * 1000)) if waits[seat] else None
            for seat in range(len(table.chairs))
        ]

    def note_presence(self, present: set[int], empty: bool) -> None:
        """Notes who is here now."""
        people, time = self._table.people, self._clock()
        self.gone = {seat: self.gone.get(seat, time) for seat in people if seat not in present}
        self.empty = (self.empty or time) if empty else None
