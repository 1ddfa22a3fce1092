"""The HTTP API of reviews: records by id, their reviews and positions, and the bank of mistakes."""

from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import Response
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

from haggis_cards.server.http.access import address, guest_of
from haggis_cards.server.http.tables_api import PROBLEMS, Asked, TableId, delete, get, me_of, post, tables_of
from haggis_cards.server.reviews import mistakes
from haggis_cards.table import places
from haggis_cards.table.daily import end_of
from haggis_cards.table.log import now
from haggis_cards.table.replay import LARGEST_RECORD
from haggis_cards.wire import reviews as r
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import Refused

RecordId = Annotated[str, PathParameter(description="the id of a record", min_length=1, max_length=40)]
Number = Annotated[int, PathParameter(description="a round, from 1 on", ge=1, le=1_000_000)]
Place = Annotated[int, PathParameter(description="the index of an action in the round's log", ge=0, le=1_000_000)]
Since = Annotated[int, QueryParameter(description="leave the first decisions out", ge=0, le=1_000_000)]
EffortChoice = Annotated[r.Effort | None, QueryParameter(description="which of several reviews")]


def _raw(body: bytes) -> Response[msgspec.Raw]:
    return Response(msgspec.Raw(body))


@litestar.post(
    "/api/records",
    status_code=HTTP_200_OK,
    request_max_body_size=LARGEST_RECORD,
    responses=PROBLEMS | {HTTP_200_OK: ResponseSpec(r.RecordRef, generate_examples=False)},
)
async def keep_record(request: Asked, body: RawBody) -> r.RecordRef:
    """Keeps the record of a finished match for some days, to review it."""
    tables = tables_of(request)
    tables.limits.replays.check(address(request))
    tables.limits.uploads.check(address(request), len(body))
    return await tables.reviews.upload(body)


@post("/api/tables/{table:str}/rounds/{number:int}", status_code=HTTP_200_OK)
async def keep_round(request: Asked, table: TableId, number: Number) -> r.RecordRef:
    """Keeps a round of a running match that is over, to review it."""
    tables = tables_of(request)
    tables.limits.replays.check(address(request))
    session = await tables.get(table)
    if session.table.challenge:
        raise Refused("not-over", fault="challenge")
    if session.table.daily and now() < end_of(session.table.daily["day"]):
        raise Refused("not-over", fault="day")
    await tables.check_visitor(session, guest_of(request))
    match = session.table.match
    over = len(match.finished) if match else 0
    if match is None or number > over + 1:
        raise Refused("no-place", fault="round", number=number, last=over)
    if number > over:
        raise Refused("not-over", fault="round", number=number)
    data = places.finished_rounds(match, number)
    return await tables.reviews.keep(places.record_id(data, number), m.encode(data).decode(), number)


@get("/api/records/{record:str}/replay")
async def get_replay(request: Asked, record: RecordId) -> m.Replay:
    """A record that is kept, played again."""
    tables = tables_of(request)
    tables.limits.replays.check(address(request))
    kept = await tables.reviews.record(record, guest_of(request))
    return await tables.reviews.replaying(places.replay_record, kept.text)


_REVIEW: Final = PROBLEMS | {HTTP_200_OK: ResponseSpec(r.Review, generate_examples=False)}


@litestar.post("/api/records/{record:str}/review", status_code=HTTP_200_OK, responses=_REVIEW)
async def ask_review(request: Asked, record: RecordId, data: JSONBody[r.ReviewWish]) -> Response[msgspec.Raw]:
    """Asks for a review, or finds what is kept."""
    reviews, guest = tables_of(request).reviews, guest_of(request)
    kept = await reviews.record(record, guest)
    await reviews.ask(kept, data.effort, guest, address(request))
    return _raw(await reviews.read(kept, guest, data.effort, 0))


@litestar.get("/api/records/{record:str}/review", responses=_REVIEW)
async def get_review(
    request: Asked, record: RecordId, since: Since = 0, effort: EffortChoice = None
) -> Response[msgspec.Raw]:
    """A review as far as it is; without an effort, the one that was last asked for."""
    reviews = tables_of(request).reviews
    kept = await reviews.record(record, guest_of(request))
    return _raw(await reviews.read(kept, guest_of(request), effort, since))


@get("/api/records/{record:str}/positions/{number:int}/{index:int}")
async def get_position(request: Asked, record: RecordId, number: Number, index: Place) -> r.Position:
    """What the seat saw that made this action."""
    reviews = tables_of(request).reviews
    kept = await reviews.record(record, guest_of(request))
    return await reviews.replaying(places.position, kept.text, number, index)


@post("/api/records/{record:str}/positions/{number:int}/{index:int}", status_code=HTTP_200_OK)
async def answer_position(
    request: Asked, record: RecordId, number: Number, index: Place, data: JSONBody[r.Answer]
) -> r.Verdict:
    """Judges what I would do there."""
    tables = tables_of(request)
    tables.limits.answers.check(address(request))
    kept = await tables.reviews.record(record, guest_of(request))
    return await tables.reviews.judge(kept, number, index, data.action, guest_of(request))


@post("/api/records/{record:str}/line", status_code=HTTP_200_OK)
async def try_line(request: Asked, record: RecordId, data: JSONBody[r.LineWish]) -> r.Line:
    """What if: a line of actions that leaves the record."""
    tables = tables_of(request)
    tables.limits.answers.check(address(request))
    return await tables.reviews.line(await tables.reviews.record(record, guest_of(request)), data)


@post("/api/records/{record:str}/table")
async def go_on(request: Asked, record: RecordId, data: JSONBody[r.TableWish]) -> m.TableInfo:
    """Makes a private table that goes on from a place with these cards."""
    tables, guest = tables_of(request), me_of(request)
    tables.limits.new_tables.check(address(request))
    tables.check_level(data.bot)
    kept = await tables.reviews.record(record, guest)
    tables.limits.uploads.check(address(request), len(kept.text))  # the table's log has a copy
    match = await tables.reviews.replaying(places.origin, kept.text, data.round, data.index)
    return (await tables.go_on(kept, match, data, guest)).info()


@get("/api/mistakes")
async def get_mistakes(request: Asked) -> r.Mistakes:
    """My bank of mistakes."""
    guest = guest_of(request)
    if guest is None:
        return r.Mistakes(due=[], kept=0, next=None, solved=0)
    return await tables_of(request).store.read(mistakes.bank, guest.id, now())


@post("/api/mistakes", status_code=HTTP_201_CREATED)
async def add_mistake(request: Asked, data: JSONBody[r.MistakeWish]) -> r.Mistakes:
    """Takes a decision of a review into my bank: that was me."""
    tables, guest = tables_of(request), me_of(request)
    kept = await tables.reviews.record(data.record, guest)
    await tables.store.write(mistakes.take_in, guest.id, kept, data.round, data.index, now())
    return await tables.store.read(mistakes.bank, guest.id, now())


@delete("/api/mistakes/{record:str}/{number:int}/{index:int}", status_code=HTTP_200_OK)
async def drop_mistake(request: Asked, record: RecordId, number: Number, index: Place) -> r.Mistakes:
    """Takes a mistake out of my bank."""
    tables, guest = tables_of(request), me_of(request)
    if not await tables.store.write(mistakes.drop, guest.id, record, number, index):
        raise Refused("no-mistake")
    return await tables.store.read(mistakes.bank, guest.id, now())


HANDLERS: Final[list[Any]] = [
    keep_record,
    keep_round,
    get_replay,
    ask_review,
    get_review,
    get_position,
    answer_position,
    try_line,
    go_on,
    get_mistakes,
    add_mistake,
    drop_mistake,
]
