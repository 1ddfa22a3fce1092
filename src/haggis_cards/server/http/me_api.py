"""The HTTP API of who asks: the name, the cookie, and the tables of a person."""

from typing import Final

from litestar import Response
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.http.access import Asked, is_invited
from haggis_cards.server.http.handlers import get, post
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.people.tokens import COOKIE, MAX_AGE, Signer
from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.server.store.log import Store
from haggis_cards.table.guests import PROGRAM, Guest, clean_name, is_program, name_of_program, new_id
from haggis_cards.wire import tables as m
from haggis_cards.wire.facts import GUEST
from haggis_cards.wire.refusals import Refused


async def about(request: Asked, guest: Guest | None) -> m.Me:
    """Who a guest is, and where they have a seat."""
    if guest is None:
        return m.Me(None, [])
    store: Store = request.app.state.store
    sessions: Sessions = request.app.state.sessions
    found = await store.of_guest(guest.id)
    mine = [m.MyTable(table=sessions.current(info), seat=seat, changed=changed) for info, seat, changed in found]
    return m.Me(guest.name, mine, named=guest.name != GUEST)


async def running_tables(request: Asked, guest: Guest) -> list[m.MyTable]:
    """The guest's tables where a match is being played, the latest first."""
    return [mine for mine in (await about(request, guest)).tables if mine.table.status == "playing"]


@get("/api/me")
async def get_me(request: Asked, store: NamedDependency[Store]) -> Response[m.Me]:
    """My name, and my tables; the cookie is renewed if it is an old one, or my name was changed elsewhere."""
    signer: Signer = request.app.state.signer
    guest = request.guest
    if guest is None:
        return Response(await about(request, None))
    name = await store.read(identity_store.name_of, guest.id) or guest.name
    old = name != guest.name or not guest.session or signer.is_old(request.cookies.get(COOKIE))
    guest = guest._replace(name=name)
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)] if old else [])


@post("/api/me", status_code=HTTP_200_OK)
async def set_me(request: Asked, store: NamedDependency[Store], data: JSONBody[m.Name]) -> Response[m.Me]:
    """Gives me a name, and a cookie if I have none."""
    known = request.guest
    if known and data.bot and not is_program(known.id):
        raise Refused("not-now", fault="sign-in")
    own = known.id if known else new_id(PROGRAM if data.bot else "")
    name = (name_of_program if is_program(own) else clean_name)(data.name or GUEST)
    if known is None and not is_invited(request, data.code):
        raise Refused("closed-server")
    guest = known._replace(name=name) if known else Guest(own, name)
    if known:
        await store.write(identity_store.rename, guest.id, name)
    return Response(await about(request, guest), cookies=[cookie_of(request, guest)])


def cookie_of(request: Asked, guest: Guest) -> Cookie:
    """The cookie by which a browser is this guest."""
    signer: Signer = request.app.state.signer
    return Cookie(
        key=COOKIE,
        value=signer.token(guest if guest.session else guest._replace(session=new_id())),
        max_age=MAX_AGE,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="lax",
    )


HANDLERS: Final = [get_me, set_me]
