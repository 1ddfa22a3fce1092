"""The HTTP API of reviews: records by id, their reviews and positions."""

import asyncio
from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import PROBLEMS, TableId, get, limited, post
from haggis_cards.server.registry.limits import Limiters
from haggis_cards.server.registry.opening import Opening
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.reviews.service import Reviews
from haggis_cards.table import places
from haggis_cards.table.bots import check_level
from haggis_cards.table.log import now
from haggis_cards.table.replay import LARGEST_RECORD
from haggis_cards.table.terms import continued
from haggis_cards.table.visibility import check_rounds
from haggis_cards.wire import reviews as r
from haggis_cards.wire import tables as m

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
    guards=[limited("replays")],
)
async def keep_record(
    request: Asked, reviews: NamedDependency[Reviews], limits: NamedDependency[Limiters], body: RawBody
) -> r.RecordRef:
    """Keeps the record of a finished match for some days, to review it."""
    limits.uploads.check(request.address, len(body))
    return await reviews.upload(body)


@post("/api/tables/{table:str}/rounds/{number:int}", status_code=HTTP_200_OK, guards=[limited("replays")])
async def keep_round(
    request: Asked,
    registry: NamedDependency[Tables],
    reviews: NamedDependency[Reviews],
    table: TableId,
    number: Number,
) -> r.RecordRef:
    """Keeps a round of a running match that is over, to review it."""
    session = await registry.get(table)
    check_rounds(session.table, now())
    await registry.visit(table, request.guest)
    return await reviews.keep(*places.finished_round(session.table.match, number), number)


@get("/api/records/{record:str}/replay", guards=[limited("replays")])
async def get_replay(request: Asked, reviews: NamedDependency[Reviews], record: RecordId) -> m.Replay:
    """A record that is kept, played again."""
    kept = await reviews.record(record, request.guest)
    return await reviews.replaying(places.replay_record, kept.text)


_REVIEW: Final = PROBLEMS | {HTTP_200_OK: ResponseSpec(r.Review, generate_examples=False)}


@litestar.post("/api/records/{record:str}/review", status_code=HTTP_200_OK, responses=_REVIEW)
async def ask_review(
    request: Asked, reviews: NamedDependency[Reviews], record: RecordId, data: JSONBody[r.ReviewWish]
) -> Response[msgspec.Raw]:
    """Asks for a review, or finds what is kept."""
    kept = await reviews.record(record, request.guest)
    await reviews.ask(kept, data.effort, request.guest, request.address)
    return _raw(await reviews.read(kept, request.guest, data.effort, 0))


@litestar.get("/api/records/{record:str}/review", responses=_REVIEW)
async def get_review(
    request: Asked,
    reviews: NamedDependency[Reviews],
    record: RecordId,
    since: Since = 0,
    effort: EffortChoice = None,
) -> Response[msgspec.Raw]:
    """A review as far as it is; without an effort, the one that was last asked for."""
    kept = await reviews.record(record, request.guest)
    return _raw(await reviews.read(kept, request.guest, effort, since))


@get("/api/records/{record:str}/positions/{number:int}/{index:int}")
async def get_position(
    request: Asked, reviews: NamedDependency[Reviews], record: RecordId, number: Number, index: Place
) -> r.Position:
    """What the seat saw that made this action."""
    kept = await reviews.record(record, request.guest)
    return await reviews.replaying(places.position, kept.text, number, index)


@post(
    "/api/records/{record:str}/positions/{number:int}/{index:int}",
    status_code=HTTP_200_OK,
    guards=[limited("answers")],
)
async def answer_position(
    request: Asked,
    reviews: NamedDependency[Reviews],
    record: RecordId,
    number: Number,
    index: Place,
    data: JSONBody[r.Answer],
) -> r.Verdict:
    """Judges what I would do there."""
    kept = await reviews.record(record, request.guest)
    return await reviews.judge(kept, number, index, data.action, request.guest)


@post("/api/records/{record:str}/line", status_code=HTTP_200_OK, guards=[limited("answers")])
async def try_line(
    request: Asked, reviews: NamedDependency[Reviews], record: RecordId, data: JSONBody[r.LineWish]
) -> r.Line:
    """What if: a line of actions that leaves the record."""
    return await reviews.line(await reviews.record(record, request.guest), data)


@post("/api/records/{record:str}/values", status_code=HTTP_200_OK, guards=[limited("values")])
async def find_values(
    request: Asked, reviews: NamedDependency[Reviews], record: RecordId, data: JSONBody[r.ValuesWish]
) -> r.Values:
    """What the plays of a place are worth with all cards in sight."""
    return await reviews.values(await reviews.record(record, request.guest), data)


@post("/api/analysis", status_code=HTTP_200_OK, guards=[limited("answers")])
async def analyse_position(
    request: Asked, reviews: NamedDependency[Reviews], data: JSONBody[r.AnalysisWish]
) -> r.Analysis:
    """What each option of a position is worth, by what the seat knows."""
    return await reviews.analysis(data, request.guest, request.address)


@post("/api/records/{record:str}/table", guards=[limited("new_tables")])
async def go_on(
    request: Asked,
    reviews: NamedDependency[Reviews],
    opening: NamedDependency[Opening],
    limits: NamedDependency[Limiters],
    record: RecordId,
    data: JSONBody[r.TableWish],
) -> m.TableInfo:
    """Makes a private table that goes on from a place with these cards."""
    me = request.me
    check_level(data.bot)
    kept = await reviews.record(record, me)
    limits.uploads.check(request.address, len(kept.text))  # the table's log has a copy
    match = await reviews.replaying(places.origin, kept.text, data.round, data.index)
    terms, origin = continued(kept.id, match, data)
    await asyncio.to_thread(places.match_from, origin["match"])  # it is remembered, and the table has it at hand
    return (await opening.make(terms, me, bound={"origin": origin})).info()


HANDLERS: Final[list[Any]] = [
    keep_record,
    keep_round,
    get_replay,
    ask_review,
    get_review,
    get_position,
    answer_position,
    try_line,
    find_values,
    analyse_position,
    go_on,
]
