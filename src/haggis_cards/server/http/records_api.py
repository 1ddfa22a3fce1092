"""The HTTP API of the matches of a table that are over."""

import contextlib
from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import PathParameter, RawBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import PROBLEMS, TableId, get, limited
from haggis_cards.server.process.workers import Workers
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.store.log import Store, read_log
from haggis_cards.table.records import add_times
from haggis_cards.table.replay import LARGEST_RECORD, replay_json
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import Refused, WorkerFailed


@get("/api/tables/{table:str}/records")
async def get_records(
    request: Asked, registry: NamedDependency[Tables], store: NamedDependency[Store], table: TableId
) -> m.Records:
    """The matches of a table that are over."""
    session = await registry.get(table)
    return m.Records(await store.record_infos(session.table.id, request.guest_id))


@get("/api/tables/{table:str}/records/{number:int}", guards=[limited("replays")])
async def get_record(
    request: Asked,
    store: NamedDependency[Store],
    replayer: NamedDependency[Workers],
    table: TableId,
    number: Annotated[int, PathParameter(ge=1, le=1_000_000)],
) -> Response[msgspec.Raw]:
    """One of them as a record."""
    record = await store.record(table, number, request.guest_id)
    if record is None:
        raise Refused("no-record")
    with contextlib.suppress(WorkerFailed):  # then without the times
        record = await replayer.do(add_times, record, number, await store.read(read_log, table))
    name = f'attachment; filename="haggis-{table[:6]}-{number}.json"'
    return Response(msgspec.Raw(record.encode() + b"\n"), headers={"content-disposition": name})


@litestar.post(
    "/api/replay",
    status_code=HTTP_200_OK,
    request_max_body_size=LARGEST_RECORD,
    responses=PROBLEMS | {HTTP_200_OK: ResponseSpec(m.Replay, generate_examples=False)},
    guards=[limited("replays")],
)
async def replay_record(replayer: NamedDependency[Workers], body: RawBody) -> Response[msgspec.Raw]:
    """A record played again by the rules: what everybody could see after each action, and all hands."""
    try:
        return Response(msgspec.Raw(await replayer.do(replay_json, body)))
    except WorkerFailed:
        raise Refused("internal") from None


HANDLERS: Final[list[Any]] = [get_records, get_record, replay_record]
