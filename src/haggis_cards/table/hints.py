"""Hints: what a person should do, and why."""

from haggis_cards.bots.protocol import NO_BET
from haggis_cards.table.bots import EXPLAINER, Bots, seed_for
from haggis_cards.table.guests import Asker, Order
from haggis_cards.table.ports import Limits
from haggis_cards.table.state import TableState
from haggis_cards.table.views import view
from haggis_cards.table.visibility import check_hint
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import Advice


class Hints:
    """Asks a bot of one level, not too often for one person and one address."""

    def __init__(self, bots: Bots, level: str, limits: Limits) -> None:
        self._bots, self._level, self._limits = bots, level, limits

    async def hint(self, table: TableState, seat: int, address: str, person: str) -> Advice:
        """What the bot would do in this seat."""
        match = table.match
        check_hint(table)
        seen = view(match, seat) if match and table.status == "playing" else None
        if match is None or seen is None or not seen["legal"]:
            raise Refused("not-now", fault="hint")
        self._limits.check_hint(address, person)
        asker = Asker(address, person, Order.HINT)
        seed = seed_for(match, f"hint {seat} {table.seq}")
        if self._level == EXPLAINER:
            advice = await self._bots.explain(seed, seen, asker)
        else:
            advice = await self._bots.decide(self._level, seed, seen, asker)
        if advice.action == NO_BET:
            raise Refused("not-now", fault="no-bet")
        return advice
