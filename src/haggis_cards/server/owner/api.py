"""The owner's page: `haggis admin` in the browser. Everybody else finds nothing at its addresses.

A session begins with a link of `haggis admin page`. Its cookie goes to these addresses alone and never with a request
that another site has caused; what changes something also needs the page's own origin and the token of its forms.
"""

import hmac
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER

from haggis_cards.server.http.access import Asked
from haggis_cards.server.owner import access, owner, page
from haggis_cards.server.owner.health import health, store_size
from haggis_cards.server.people import makers
from haggis_cards.server.registry.limits import Rates
from haggis_cards.server.store.log import Store
from haggis_cards.table import counters
from haggis_cards.table.guests import clean_text
from haggis_cards.wire.refusals import ConfigError, Refused

T = TypeVar("T")
COOKIE: Final = "haggis-owner"
_PATH: Final = "/owner"
_MOST: Final = 50  # tables, and people
_OPEN: Final = ("waiting", "playing", "over")
_HEADERS: Final = {
    "content-security-policy": page.POLICY,
    "referrer-policy": "same-origin",  # else browsers hide the origin of a form
    "cache-control": "no-store",
}

Fields = Mapping[str, str]
Action = Callable[[sa.Connection, Fields], str]


def _close(conn: sa.Connection, fields: Fields, projections: Any) -> str:
    owner.close_table(conn, fields["who"], projections)
    return f"The table {fields['who']} is closed."


def _ban(conn: sa.Connection, fields: Fields) -> str:
    try:
        days = float(fields["days"]) if fields["days"] else None
    except ValueError:
        days = -1.0
    if days is not None and not 0 <= days <= 100_000:
        raise ConfigError("days are a number from 0 to 100000, or nothing for good")
    if not fields["who"]:
        raise ConfigError("whom? give a person's id, an address or a network")
    (one,) = owner.ban(conn, [fields["who"]], clean_text(fields["reason"], 200), days)
    return f"{one.subject} is banned."


def _unban(conn: sa.Connection, fields: Fields) -> str:
    return f"{owner.unban(conn, fields['who'])} is no longer banned."


def _invite(conn: sa.Connection, fields: Fields) -> str:
    owner.invite(conn, fields["who"])
    return f"{fields['who']} may make tables."


def _uninvite(conn: sa.Connection, fields: Fields) -> str:
    owner.uninvite(conn, fields["who"])
    return f"{fields['who']} may no longer make tables by invitation."


ACTIONS: Final[Mapping[str, Action]] = {"ban": _ban, "unban": _unban, "invite": _invite, "uninvite": _uninvite}


async def _check(request: Asked, secret: str, opens: Callable[[], Awaitable[T]]) -> T:
    """What a good secret opens; whoever tries others finds nothing here, and soon not even with a good one."""
    tries: Rates = request.app.state.limits.owner
    if secret and tries.take(request.address) and (found := await opens()):
        tries.take(request.address, -1)
        return found
    raise Refused("not-found")


async def _session(request: Asked, store: Store) -> str:
    """The session of the owner."""
    session = request.cookies.get(COOKIE, "")
    await _check(request, session, lambda: store.read(access.is_owner, session))
    return session


@get(_PATH, include_in_schema=False)
async def get_page(
    request: Asked, store: NamedDependency[Store], ticket: FromQuery[str] = "", words: FromQuery[str] = ""
) -> Response[str]:
    """The page; for whoever comes by a good link, the way in."""
    name = request.app.state.settings.name or "Haggis"
    if ticket:
        await _check(request, ticket, lambda: store.read(access.is_link, ticket))
        return _html(page.entrance(name, ticket))
    return await _shown(request, store, await _session(request, store), words[:60], "")


async def _shown(request: Asked, store: Store, session: str, words: str, said: str) -> Response[str]:
    seen = page.Seen(
        health=health(await store.read(store_size), int(counters.tables_damaged.value)),
        people=await store.read(owner.list_people, words, _MOST),
        tables=await store.read(owner.list_tables, _OPEN, words, _MOST),
        bans=await store.read(owner.list_bans),
        invited=await store.read(makers.invited),
        words=words,
        said=said,
    )
    return _html(page.page(request.app.state.settings.name or "Haggis", access.form_token(session), seen))


@post(f"{_PATH}/enter", include_in_schema=False)
async def enter(request: Asked, store: NamedDependency[Store]) -> Redirect:
    """Uses a link up, and begins a session."""
    ticket = (await _fields(request))["ticket"]
    session = await _check(request, ticket, lambda: store.write(access.enter, ticket))
    return _back(_cookie(request, session, access.HOURS * 3600))


@post(f"{_PATH}/{{action:str}}", include_in_schema=False, status_code=HTTP_200_OK)
async def act(request: Asked, store: NamedDependency[Store], action: FromPath[str]) -> Response[Any]:
    """Does what a form of the page asks for, as `haggis admin` does."""
    session = await _session(request, store)
    fields = await _fields(request)
    own = hmac.compare_digest(fields["token"].encode(), access.form_token(session).encode())
    if not own or request.headers.get("origin") is None:
        raise Refused("not-found")
    if action == "leave":
        await store.write(access.leave, session)
        return _back(_cookie(request, "", 0))
    try:
        if action == "close":
            said = await store.write(_close, fields, store.projections)
        elif action in ACTIONS:
            said = await store.write(ACTIONS[action], fields)
        else:
            raise Refused("not-found")
    except ConfigError as error:
        said = f"Nothing was done: {error}"
    return await _shown(request, store, session, "", said)


async def _fields(request: Asked) -> Fields:
    """The fields of a form; what is not there is empty."""
    if request.content_type[0] != "application/x-www-form-urlencoded":
        raise Refused("not-found")
    form = await request.form()
    return {name: str(form.get(name) or "") for name in ("ticket", "token", "who", "reason", "days")}


def _html(text: str) -> Response[str]:
    return Response(text, media_type="text/html", headers=_HEADERS)


def _back(cookie: Cookie) -> Redirect:
    return Redirect(_PATH, status_code=HTTP_303_SEE_OTHER, cookies=[cookie], headers=_HEADERS)


def _cookie(request: Asked, session: str, seconds: int) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=session,
        path=_PATH,
        max_age=seconds,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="strict",
    )


HANDLERS: Final = [get_page, enter, act]
