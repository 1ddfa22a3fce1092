"""What all handlers share: the form of refusals, and the limits that guard a route."""

from functools import partial
from typing import Annotated, Final

import litestar
from litestar.handlers import BaseRouteHandler
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter

from haggis_cards.server.http.access import Asking, address
from haggis_cards.server.registry.limits import Rates
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import STATUS

TableId = Annotated[str, PathParameter(description="the id of a table", min_length=1, max_length=32)]

# Every refusal has the same form, in the description of the API too.
PROBLEMS: Final = {
    status: ResponseSpec(m.Problem, description="refused", generate_examples=False)
    for status in sorted({*STATUS.values(), 409} - {500, 405})
}
get = partial(litestar.get, responses=PROBLEMS)
post = partial(litestar.post, responses=PROBLEMS)
delete = partial(litestar.delete, responses=PROBLEMS)


class limited:  # noqa: N801 - reads as a word: guards=[limited("replays")]
    """A guard: so often may one address ask, by one of the limiters."""

    def __init__(self, name: str, amount: float = 1) -> None:
        self.name, self.amount = name, amount

    async def __call__(self, asking: Asking, _: BaseRouteHandler) -> None:
        rates: Rates = getattr(asking.app.state.limits, self.name)
        rates.check(address(asking), self.amount)

    def __repr__(self) -> str:
        return self.name if self.amount == 1 else f"{self.name} {self.amount:g}"
