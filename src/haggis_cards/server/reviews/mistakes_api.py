"""The HTTP API of the bank of mistakes."""

from typing import Any, Final

from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import delete, get, post
from haggis_cards.server.reviews import mistakes
from haggis_cards.server.reviews.api import Number, Place, RecordId
from haggis_cards.server.reviews.service import Reviews
from haggis_cards.server.store.log import Store
from haggis_cards.table.log import now
from haggis_cards.wire import reviews as r
from haggis_cards.wire.refusals import Refused


@get("/api/mistakes")
async def get_mistakes(request: Asked, store: NamedDependency[Store]) -> r.Mistakes:
    """My bank of mistakes."""
    if request.guest is None:
        return r.Mistakes(due=[], kept=0, next=None, solved=0)
    return await store.read(mistakes.bank, request.guest.id, now())


@post("/api/mistakes", status_code=HTTP_201_CREATED)
async def add_mistake(
    request: Asked, reviews: NamedDependency[Reviews], store: NamedDependency[Store], data: JSONBody[r.MistakeWish]
) -> r.Mistakes:
    """Takes a decision of a review into my bank: that was me."""
    me = request.me
    kept = await reviews.record(data.record, me)
    await store.write(mistakes.take_in, me.id, kept, data.round, data.index, now())
    return await store.read(mistakes.bank, me.id, now())


@delete("/api/mistakes/{record:str}/{number:int}/{index:int}", status_code=HTTP_200_OK)
async def drop_mistake(
    request: Asked, store: NamedDependency[Store], record: RecordId, number: Number, index: Place
) -> r.Mistakes:
    """Takes a mistake out of my bank."""
    me = request.me
    if not await store.write(mistakes.drop, me.id, record, number, index):
        raise Refused("no-mistake")
    return await store.read(mistakes.bank, me.id, now())


HANDLERS: Final[list[Any]] = [get_mistakes, add_mistake, drop_mistake]
