"""The HTTP API of tables: thin handlers over them."""

from typing import Final

from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http import games
from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import TableId, delete, get, limited, post
from haggis_cards.server.people.makers import TableMakers
from haggis_cards.server.process.addresses import network_url
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.registry.lobby import Lobby
from haggis_cards.server.registry.opening import Opening
from haggis_cards.server.registry.tables import Tables
from haggis_cards.table.guests import Guest
from haggis_cards.table.hints import Hints
from haggis_cards.table.session import TableSession
from haggis_cards.table.views import view
from haggis_cards.wire import tables as m


@get("/api/games", sync_to_thread=False)
def get_games(request: Asked, settings: NamedDependency[ServerSettings]) -> m.Games:
    """The games, their house rules, the bots: all that a new table needs; and the addresses of the server."""
    network = network_url(settings.host, (request.scope["server"] or ("", settings.port))[1] or settings.port)
    return games.games(settings.public_url or None, network, settings.join_code if request.guest else "")


@get("/api/lobby")
async def get_lobby(lobby: NamedDependency[Lobby]) -> m.Lobby:
    """Listed tables that wait for players or are being played."""
    return m.Lobby(await lobby.shown())


@post("/api/tables", guards=[limited("new_tables")])
async def make_table(
    request: Asked,
    opening: NamedDependency[Opening],
    table_makers: NamedDependency[TableMakers],
    data: JSONBody[m.NewTable],
) -> m.TableInfo:
    """Makes a table."""
    await table_makers.check(request.guest)
    return (await opening.make(data, request.guest, address=request.address)).info()


@get("/api/tables/{table:str}")
async def get_table(registry: NamedDependency[Tables], table: TableId) -> m.TableInfo:
    """The public facts of a table."""
    return (await registry.get(table)).info()


@post("/api/tables/{table:str}/seat", status_code=HTTP_200_OK)
async def take_seat(
    request: Asked, registry: NamedDependency[Tables], table: TableId, data: JSONBody[m.SeatWish]
) -> m.TableInfo:
    """Takes a seat."""
    guest = request.me
    session = await registry.visit(table, guest)
    await session.submit(lambda state: state.sit(guest, data.seat))
    return session.info()


async def _mine(registry: Tables, table: str, guest: Guest) -> TableSession:
    """A table where I sit. My seat is read again under the table's lock: I may just be giving it up."""
    session = await registry.get(table)
    session.table.seated(guest.id)
    return session


@delete("/api/tables/{table:str}/seat", status_code=HTTP_200_OK)
async def leave_seat(request: Asked, registry: NamedDependency[Tables], table: TableId) -> m.TableInfo:
    """Gives my seat up."""
    me = request.me
    session = await _mine(registry, table, me)
    await session.submit(lambda state: state.leave(state.seated(me.id)))
    return session.info()


@post("/api/tables/{table:str}/start", status_code=HTTP_200_OK)
async def start_match(
    request: Asked,
    registry: NamedDependency[Tables],
    table: TableId,
    data: JSONBody[m.StartWish],
) -> m.TableInfo:
    """Starts the match."""
    me = request.me
    session = await _mine(registry, table, me)
    await session.submit(lambda state: session.start(state, state.seated(me.id), data.fill))
    return session.info()


@get("/api/tables/{table:str}/view")
async def get_view(request: Asked, registry: NamedDependency[Tables], table: TableId) -> m.Seen:
    """My view of a table now."""
    session = await registry.visit(table, request.guest)
    seat, match = session.table.seat_of(request.guest_id), session.table.match
    return m.Seen(session.table.seq, seat, dict(view(match, seat)) if match else None)


@get("/api/tables/{table:str}/hint")
async def get_hint(
    request: Asked, registry: NamedDependency[Tables], hints: NamedDependency[Hints], table: TableId
) -> m.Advice:
    """What a strong bot would do in my seat."""
    me = request.me
    session = await _mine(registry, table, me)
    return await hints.hint(session.table, session.table.seated(me.id), request.address, me.id)


HANDLERS: Final = [
    get_games,
    get_lobby,
    make_table,
    get_table,
    take_seat,
    leave_seat,
    start_match,
    get_view,
    get_hint,
]
