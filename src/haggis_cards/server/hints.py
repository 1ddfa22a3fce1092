"""Hints: what a strong bot would do in a person's place."""

from haggis_cards.server.bots import Bots, seed_for
from haggis_cards.server.errors import Refused
from haggis_cards.server.limits import Rates
from haggis_cards.server.messages import Advice
from haggis_cards.server.table import TableState


class Hints:
    """Asks a bot of one level, not too often for one seat."""

    def __init__(self, bots: Bots, level: str, rates: Rates) -> None:
        self._bots, self._level, self._rates = bots, level, rates

    async def hint(self, table: TableState, seat: int) -> Advice:
        """What the bot would do in this seat."""
        match = table.match
        view = match.view(seat) if match and table.status == "playing" else None
        if match is None or view is None or not view["legal"]:
            raise Refused("not-now", fault="hint")
        self._rates.check(f"{table.id} {seat}")
        return await self._bots.decide(self._level, seed_for(match, f"hint {seat} {table.seq}"), view)
