"""The HTTP API: thin handlers over the tables."""

from functools import partial
from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_503_SERVICE_UNAVAILABLE

import haggis_cards
from haggis_cards.rules import HOUSE_RULES, RULES, Rules
from haggis_cards.server import bots, metrics
from haggis_cards.server import messages as m
from haggis_cards.server.access import address, guest_of
from haggis_cards.server.auth import COOKIE, MAX_AGE, Guest, Signer, clean_name, new_id
from haggis_cards.server.errors import STATUS, Refused, StorageError
from haggis_cards.server.facts import LIMITS, REACTIONS
from haggis_cards.server.replay import LARGEST_RECORD, replay_json
from haggis_cards.server.table_session import TableSession
from haggis_cards.server.tables import Tables
from haggis_cards.server.workers import WorkerFailed

Asked = Request[Any, Any, Any]
TableId = Annotated[str, PathParameter(description="the id of a table", min_length=1, max_length=32)]

_CLOCKS: Final = [15, 30, 60, 120]

# Every refusal has the same form, in the description of the API too.
_PROBLEMS: Final = {
    status: ResponseSpec(m.Problem, description="refused", generate_examples=False)
    for status in sorted({*STATUS.values(), 409} - {500, 405})
}
get = partial(litestar.get, responses=_PROBLEMS)
post = partial(litestar.post, responses=_PROBLEMS)
delete = partial(litestar.delete, responses=_PROBLEMS)


def _tables(request: Asked) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _me(request: Asked) -> Guest:
    guest = guest_of(request)
    if guest is None:
        raise Refused("no-session")
    return guest


async def _mine(request: Asked) -> tuple[TableSession, int]:
    """The table of the path, and my seat there."""
    session = await _tables(request).get(request.path_params["table"])
    seat = session.table.seat_of(_me(request).id)
    if seat is None:
        raise Refused("not-seated")
    return session, seat


async def _about(request: Asked, guest: Guest | None) -> m.Me:
    if guest is None:
        return m.Me(None, [])
    found = await _tables(request).store.of_guest(guest.id)
    return m.Me(guest.name, [m.MyTable(table=info, seat=seat, changed=changed) for info, seat, changed in found])


@get("/api/me")
async def get_me(request: Asked) -> m.Me:
    """My name, and my tables."""
    return await _about(request, guest_of(request))


@post("/api/me", status_code=HTTP_200_OK)
async def set_me(request: Asked, data: JSONBody[m.Name]) -> Response[m.Me]:
    """Gives me a name, and a cookie if I have none."""
    signer: Signer = request.app.state.signer
    known = guest_of(request)
    guest = Guest(known.id if known else new_id(), clean_name(data.name))
    cookie = Cookie(
        key=COOKIE,
        value=signer.token(guest),
        max_age=MAX_AGE,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
    )
    return Response(await _about(request, guest), cookies=[cookie])


@get("/api/games", sync_to_thread=False)
def get_games() -> m.Games:
    """The games, their house rules, the bots: all that the form for a new table needs."""
    games = [
        m.GameInfo(
            preset=rules.preset,
            title=rules.title,
            edition=rules.edition,
            players=rules.players,
            partners=rules.partners,
            before=rules.opening,
            rounds=list(rules.suggested_rounds),
            goal=list(rules.suggested_goal),
            slam=rules.slam,
            house=_house(rules),
        )
        for rules in RULES.values()
    ]
    return m.Games(
        games=games,
        bots=bots.infos(),
        clocks=_CLOCKS,
        reactions=list(REACTIONS),
        name_length=LIMITS.name_length,
        chat_length=LIMITS.chat_length,
        limits=LIMITS,
    )


def _house(rules: Rules) -> list[m.HouseRuleInfo]:
    fitting = {name: rule for name, rule in HOUSE_RULES.items() if rule.fits(rules)}
    return [
        m.HouseRuleInfo(
            name=name,
            about=rule.about,
            values=rule.values,
            choices=list(rule.choices) or None,
            default=getattr(rules, name),
        )
        for name, rule in fitting.items()
    ]


@get("/api/lobby")
async def get_lobby(request: Asked) -> m.Lobby:
    """Listed tables that wait for players or are being played."""
    return m.Lobby(await _tables(request).lobby())


@post("/api/tables")
async def make_table(request: Asked, data: JSONBody[m.NewTable]) -> m.TableInfo:
    """Makes a table."""
    tables = _tables(request)
    tables.limits.new_tables.check(address(request))
    return (await tables.make(data, guest_of(request))).info()


@get("/api/tables/{table:str}")
async def get_table(request: Asked, table: TableId) -> m.TableInfo:
    """The public facts of a table."""
    return (await _tables(request).get(table)).info()


@post("/api/tables/{table:str}/seat", status_code=HTTP_200_OK)
async def take_seat(request: Asked, table: TableId, data: JSONBody[m.SeatWish]) -> m.TableInfo:
    """Takes a seat."""
    guest, session = _me(request), await _tables(request).get(table)
    await session.submit(lambda state: state.sit(guest, data.seat))
    return session.info()


@delete("/api/tables/{table:str}/seat", status_code=HTTP_200_OK)
async def leave_seat(request: Asked, table: TableId) -> m.TableInfo:  # noqa: ARG001 - in the path
    """Gives my seat up."""
    session, seat = await _mine(request)
    await session.submit(lambda state: state.leave(seat))
    return session.info()


@post("/api/tables/{table:str}/start", status_code=HTTP_200_OK)
async def start_match(request: Asked, table: TableId, data: JSONBody[m.StartWish]) -> m.TableInfo:  # noqa: ARG001
    """Starts the match."""
    session, seat = await _mine(request)
    await session.submit(lambda state: _tables(request).start(state, seat, data.fill))
    return session.info()


@get("/api/tables/{table:str}/view")
async def get_view(request: Asked, table: TableId) -> m.Seen:
    """My view of a table now."""
    session = await _tables(request).get(table)
    guest = guest_of(request)
    seat = session.table.seat_of(guest.id) if guest else None
    match = session.table.match
    return m.Seen(session.table.seq, seat, dict(match.view(seat)) if match else None)


@get("/api/tables/{table:str}/hint")
async def get_hint(request: Asked, table: TableId) -> m.Advice:  # noqa: ARG001
    """What a strong bot would do in my seat."""
    session, seat = await _mine(request)
    return await _tables(request).hints.hint(session.table, seat)


@get("/api/tables/{table:str}/records")
async def get_records(request: Asked, table: TableId) -> m.Records:
    """The matches of a table that are over."""
    session = await _tables(request).get(table)
    return m.Records(await _tables(request).store.record_infos(session.table.id))


@get("/api/tables/{table:str}/records/{number:int}")
async def get_record(
    request: Asked, table: TableId, number: Annotated[int, PathParameter(ge=1, le=1_000_000)]
) -> Response[msgspec.Raw]:
    """One of them as a record."""
    record = await _tables(request).store.record(table, number)
    if record is None:
        raise Refused("no-record")
    name = f'attachment; filename="haggis-{table[:6]}-{number}.json"'
    return Response(msgspec.Raw(record.encode() + b"\n"), headers={"content-disposition": name})


@litestar.post(
    "/api/replay",
    status_code=HTTP_200_OK,
    request_max_body_size=LARGEST_RECORD,
    responses=_PROBLEMS | {HTTP_200_OK: ResponseSpec(m.Replay, generate_examples=False)},
)
async def replay_record(request: Asked, data: JSONBody[dict[str, Any]]) -> Response[msgspec.Raw]:
    """A record played again by the rules: what everybody could see after each action, and all hands."""
    tables = _tables(request)
    tables.limits.replays.check(address(request))
    try:
        return Response(msgspec.Raw(await tables.replayer.do(replay_json, data)))
    except WorkerFailed:
        raise Refused("internal") from None


@get("/health")
async def get_health(request: Asked) -> Response[m.Health]:
    """Whether the server can do its work."""
    tables = _tables(request)
    try:
        await tables.store.check()
        ok = True
    except StorageError:
        ok = False
    health = m.Health(ok, haggis_cards.__version__, len(tables.sessions), int(metrics.connections.value))
    return Response(health, status_code=HTTP_200_OK if ok else HTTP_503_SERVICE_UNAVAILABLE)


@get("/metrics", media_type="text/plain; version=0.0.4", sync_to_thread=False)
def get_metrics() -> str:
    """Figures for Prometheus."""
    return metrics.text()


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
    get_metrics,
]
