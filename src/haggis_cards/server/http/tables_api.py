"""The HTTP API: thin handlers over the tables."""

import contextlib
from functools import partial
from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter, RawBody
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

import haggis_cards
from haggis_cards.server.http import games
from haggis_cards.server.http.access import address, guest_of
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.people.tokens import COOKIE, MAX_AGE, Signer
from haggis_cards.server.process.addresses import network_url
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.store.log import read_log
from haggis_cards.table import counters as metrics
from haggis_cards.table.guests import Guest, clean_name, new_id
from haggis_cards.table.records import add_times
from haggis_cards.table.replay import LARGEST_RECORD, replay_json
from haggis_cards.table.session import TableSession
from haggis_cards.table.views import view
from haggis_cards.wire import tables as m
from haggis_cards.wire.refusals import STATUS, Refused, StorageError, WorkerFailed

Asked = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(description="the id of a table", min_length=1, max_length=32)]

# Every refusal has the same form, in the description of the API too.
PROBLEMS: Final = {
    status: ResponseSpec(m.Problem, description="refused", generate_examples=False)
    for status in sorted({*STATUS.values(), 409} - {500, 405})
}
get = partial(litestar.get, responses=PROBLEMS)
post = partial(litestar.post, responses=PROBLEMS)
delete = partial(litestar.delete, responses=PROBLEMS)


def tables_of(request: Asked) -> Tables:
    """The tables of this process."""
    tables: Tables = request.app.state.tables
    return tables


def me_of(request: Asked) -> Guest:
    """Who asks; somebody without a cookie is refused."""
    guest = guest_of(request)
    if guest is None:
        raise Refused("no-session")
    return guest


def _guest_id(request: Asked) -> str | None:
    guest = guest_of(request)
    return guest.id if guest else None


async def _mine(request: Asked) -> tuple[TableSession, str]:
    """The table of the path, and who I am. My seat is read under the table's lock: I may just be giving it up."""
    session, me = await tables_of(request).get(request.path_params["table"]), me_of(request).id
    session.table.seated(me)
    return session, me


async def about(request: Asked, guest: Guest | None) -> m.Me:
    """Who a guest is, and where they have a seat."""
    if guest is None:
        return m.Me(None, [])
    tables = tables_of(request)
    found = await tables.store.of_guest(guest.id)
    mine = [m.MyTable(table=tables.current(info), seat=seat, changed=changed) for info, seat, changed in found]
    return m.Me(guest.name, mine)


async def running_tables(request: Asked, guest: Guest) -> list[m.MyTable]:
    """The guest's tables where a match is being played, the latest first."""
    return [mine for mine in (await about(request, guest)).tables if mine.table.status == "playing"]


@get("/api/me")
async def get_me(request: Asked) -> Response[m.Me]:
    """My name, and my tables; the cookie is renewed if an old key has signed it, or my name was changed elsewhere."""
    signer: Signer = request.app.state.signer
    guest = guest_of(request)
    if guest is None:
        return Response(await about(request, None))
    name = await tables_of(request).store.read(identity_store.name_of, guest.id) or guest.name
    old = name != guest.name or signer.is_old(request.cookies.get(COOKIE))
    guest = guest._replace(name=name)
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)] if old else [])


@post("/api/me", status_code=HTTP_200_OK)
async def set_me(request: Asked, data: JSONBody[m.Name]) -> Response[m.Me]:
    """Gives me a name, and a cookie if I have none."""
    known, name = guest_of(request), clean_name(data.name)
    guest = known._replace(name=name) if known else Guest(new_id(), name)
    if known:
        await tables_of(request).store.write(identity_store.rename, guest.id, name)
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)])


def cookie_of(request: Asked, guest: Guest) -> Cookie:
    """The cookie by which a browser is this guest."""
    signer: Signer = request.app.state.signer
    return Cookie(
        key=COOKIE,
        value=signer.token(guest),
        max_age=MAX_AGE,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
    )


@get("/api/games", sync_to_thread=False)
def get_games(request: Asked) -> m.Games:
    """The games, their house rules, the bots: all that a new table needs; and the addresses of the server."""
    settings = tables_of(request).settings
    network = network_url(settings.host, (request.scope["server"] or ("", settings.port))[1] or settings.port)
    return games.games(settings.public_url or None, network)


@get("/api/lobby")
async def get_lobby(request: Asked) -> m.Lobby:
    """Listed tables that wait for players or are being played."""
    return m.Lobby(await tables_of(request).lobby.shown())


@post("/api/tables")
async def make_table(request: Asked, data: JSONBody[m.NewTable]) -> m.TableInfo:
    """Makes a table."""
    tables = tables_of(request)
    client = address(request)
    tables.limits.new_tables.check(client)
    return (await tables.make(data, guest_of(request), address=client)).info()


@get("/api/tables/{table:str}")
async def get_table(request: Asked, table: TableId) -> m.TableInfo:
    """The public facts of a table."""
    return (await tables_of(request).get(table)).info()


@post("/api/tables/{table:str}/seat", status_code=HTTP_200_OK)
async def take_seat(request: Asked, table: TableId, data: JSONBody[m.SeatWish]) -> m.TableInfo:
    """Takes a seat."""
    guest, session = me_of(request), await tables_of(request).get(table)
    await tables_of(request).check_visitor(session, guest)
    await session.submit(lambda state: state.sit(guest, data.seat))
    return session.info()


@delete("/api/tables/{table:str}/seat", status_code=HTTP_200_OK)
async def leave_seat(request: Asked, table: TableId) -> m.TableInfo:  # noqa: ARG001 - in the path
    """Gives my seat up."""
    session, me = await _mine(request)
    await session.submit(lambda state: state.leave(state.seated(me)))
    return session.info()


@post("/api/tables/{table:str}/start", status_code=HTTP_200_OK)
async def start_match(request: Asked, table: TableId, data: JSONBody[m.StartWish]) -> m.TableInfo:  # noqa: ARG001
    """Starts the match."""
    session, me = await _mine(request)
    await session.submit(lambda state: tables_of(request).start(state, state.seated(me), data.fill))
    return session.info()


@get("/api/tables/{table:str}/view")
async def get_view(request: Asked, table: TableId) -> m.Seen:
    """My view of a table now."""
    session = await tables_of(request).get(table)
    guest = guest_of(request)
    await tables_of(request).check_visitor(session, guest)
    seat = session.table.seat_of(guest.id) if guest else None
    match = session.table.match
    return m.Seen(session.table.seq, seat, dict(view(match, seat)) if match else None)


@get("/api/tables/{table:str}/hint")
async def get_hint(request: Asked, table: TableId) -> m.Advice:  # noqa: ARG001
    """What a strong bot would do in my seat."""
    session, me = await _mine(request)
    return await tables_of(request).hints.hint(session.table, session.table.seated(me), address(request), me)


@get("/api/tables/{table:str}/records")
async def get_records(request: Asked, table: TableId) -> m.Records:
    """The matches of a table that are over."""
    session = await tables_of(request).get(table)
    return m.Records(await tables_of(request).store.record_infos(session.table.id, _guest_id(request)))


@get("/api/tables/{table:str}/records/{number:int}")
async def get_record(
    request: Asked, table: TableId, number: Annotated[int, PathParameter(ge=1, le=1_000_000)]
) -> Response[msgspec.Raw]:
    """One of them as a record."""
    tables = tables_of(request)
    record = await tables.store.record(table, number, _guest_id(request))
    if record is None:
        raise Refused("no-record")
    tables.limits.replays.check(address(request))
    with contextlib.suppress(WorkerFailed):  # then without the times
        record = await tables.replayer.do(add_times, record, number, await tables.store.read(read_log, table))
    name = f'attachment; filename="haggis-{table[:6]}-{number}.json"'
    return Response(msgspec.Raw(record.encode() + b"\n"), headers={"content-disposition": name})


@litestar.post(
    "/api/replay",
    status_code=HTTP_200_OK,
    request_max_body_size=LARGEST_RECORD,
    responses=PROBLEMS | {HTTP_200_OK: ResponseSpec(m.Replay, generate_examples=False)},
)
async def replay_record(request: Asked, body: RawBody) -> Response[msgspec.Raw]:
    """A record played again by the rules: what everybody could see after each action, and all hands."""
    tables = tables_of(request)
    tables.limits.replays.check(address(request))
    try:
        return Response(msgspec.Raw(await tables.replayer.do(replay_json, body)))
    except WorkerFailed:
        raise Refused("internal") from None


@get("/health")
async def get_health(request: Asked) -> Response[m.Health]:
    """That the process works; a server that does not answer should be started again."""
    tables = tables_of(request)
    return Response(
        m.Health(
            True, haggis_cards.__version__, len(tables.sessions), int(metrics.connections.value), len(tables.quarantine)
        )
    )


@get("/ready", responses=PROBLEMS | {503: ResponseSpec(m.Readiness, generate_examples=False)})
async def get_ready(request: Asked) -> Response[m.Readiness]:
    """Whether clients should be sent here: the store is whole and can be written, and the process does not drain."""
    tables = tables_of(request)
    store: m.StoreState = tables.store_check.state
    try:
        await tables.store.check()
    except StorageError:
        store = "unwritable"
    ready = store in ("checked", "checking") and not tables.drain.began
    return Response(
        m.Readiness(ready, store, tables.drain.began),
        status_code=HTTP_200_OK if ready else HTTP_503_SERVICE_UNAVAILABLE,
    )


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def get_metrics() -> Response[bytes]:
    """Figures for Prometheus, of all workers behind this port."""
    figures, kind = metrics.text()
    return Response(figures, media_type=kind)


HANDLERS: Final = [
    get_me,
    set_me,
    get_games,
    get_lobby,
    make_table,
    get_table,
    take_seat,
    leave_seat,
    start_match,
    get_view,
    get_hint,
    get_records,
    get_record,
    replay_record,
    get_health,
    get_ready,
    get_metrics,
]
