"""The start of a match: from which secret its cards come."""

from collections.abc import Callable

from haggis_cards.deal import Deal
from haggis_cards.rules import Rules
from haggis_cards.table.bots import check_level
from haggis_cards.table.state import Draft, TableState
from haggis_cards.wire.refusals import Refused

Deals = Callable[[Rules], tuple[int, list[Deal]]]
"""For tests: the seed and the first deals of a match."""


class Dealer:
    """Starts matches with fresh secret seeds, or with the cards that others play too."""

    def __init__(self, new_seed: Callable[[], int], deals: Deals | None = None) -> None:
        self._new_seed, self._deals = new_seed, deals

    def start(
        self, table: TableState, seat: int | None, fill: str | None = None, id: str | None = None, again: bool = False
    ) -> Draft:
        """The start of a match; `fill`: the level of bots on the open seats."""
        if again and not table.wants_rematch:
            raise Refused("not-now", fault="rematch-waits")
        check_level(fill)
        if cards := table.shared:
            return table.start(seat, cards.seed, deals=cards.deals, id=id, dealer=cards.dealer)
        if self._deals is None:
            return table.start(seat, self._new_seed(), fill, id=id)
        seed, deals = self._deals(table.rules)
        return table.start(seat, seed, fill, [deal.as_record for deal in deals], id)
