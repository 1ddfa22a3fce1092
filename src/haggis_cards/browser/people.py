"""The people before the screen of a browser: all of them are always there."""

import contextlib
from collections.abc import Callable
from typing import Any

from haggis_cards.errors import HaggisError
from haggis_cards.table.commands import Commands, Decision
from haggis_cards.table.presence import Presence
from haggis_cards.table.state import Draft, TableState
from haggis_cards.wire import tables as m


class LocalPresence(Presence):
    """The people at a table before whose screen everybody sits."""

    @property
    def seats(self) -> set[int]:
        return set(self._table.people)


class LocalCommands(Commands):
    """What people say who share one screen: who is ready, or wants another match, says so for all of them."""

    async def _decide(self, command: Any, draft: Decision) -> None:
        await super()._decide(command, draft)
        if isinstance(command, m.Ready | m.Rematch):
            for seat in self.session.table.people:
                with contextlib.suppress(HaggisError):
                    await self.session.submit(_for_all(command, seat))


def _for_all(command: m.Ready | m.Rematch, seat: int) -> Callable[[TableState], Draft]:
    if isinstance(command, m.Ready):
        return lambda table: table.ready(seat)
    return lambda table: table.rematch(seat, command.again)
