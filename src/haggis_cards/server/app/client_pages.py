"""The pages of the browser client: its files, and for every address that the client handles itself its first file.

Into that file goes what a shared link shows before it is opened. A wrong address gets it too, with the status 404, if
the reader is a browser; a program gets a refusal.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from litestar import Response, get
from litestar.datastructures import Cookie, State
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND

from haggis_cards.server.app import link_preview
from haggis_cards.server.app.branding import GAME
from haggis_cards.server.app.static_files import INDEX, StaticFile, find, make_file, send
from haggis_cards.server.challenges.service import Challenges
from haggis_cards.server.http.access import Asked, is_invited
from haggis_cards.server.http.me_api import cookie_of
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.registry.tables import Tables
from haggis_cards.table.guests import Guest, new_id
from haggis_cards.wire.facts import CLIENT_ROUTES, GUEST, LOCAL
from haggis_cards.wire.refusals import Refused, StorageError

NEW: Final = "new/"  # so begins the address of the form that makes a challenge of a match


@get(["/", "/{path:path}"], include_in_schema=False)
async def get_client(request: Asked) -> Response[bytes]:
    """A file of the client, or its first page; whoever opens the link into a closed server is in."""
    files: Mapping[str, StaticFile] = request.app.state.client
    path = request.url.path.strip("/")
    if file := find(request):
        return send(request, file)
    route, _, rest = path.partition("/")
    known = not path or path == INDEX or route in CLIENT_ROUTES
    preview, cookie = link_preview.HOME, _welcome(request)
    if rest and (cookie or _may_look(request)) and route in _PREVIEWS and not rest.startswith((LOCAL, NEW)):
        found = await _found(_PREVIEWS[route], request, rest)
        known, preview = found is not None, found or preview
    if not known and "text/html" not in request.headers.get("accept", "") and route not in CLIENT_ROUTES:
        raise Refused("not-found")
    # Behind a known proxy, scheme and host are those of the address that people use.
    settings: ServerSettings = request.app.state.settings
    origin = settings.public_url or str(request.base_url).rstrip("/")
    tags = link_preview.tags(preview, settings.name or GAME, origin, request.url.path, link_preview.PICTURE in files)
    answer = send(request, _page(files[INDEX].body, tags), HTTP_200_OK if known else HTTP_404_NOT_FOUND)
    if cookie:
        answer.set_cookie(cookie)
        answer.headers["cache-control"] = "no-store"
    return answer


def _may_look(request: Asked) -> bool:
    """Whether somebody may know what is behind a link: on a closed server only its members."""
    settings: ServerSettings = request.app.state.settings
    return not settings.join_code or request.guest is not None


def _welcome(request: Asked) -> Cookie | None:
    """The cookie of somebody new who opens a link with the code of a closed server; the name is asked for later."""
    code = request.query_params.get("join", "")
    if code and not _may_look(request) and is_invited(request, code):
        return cookie_of(request, Guest(new_id(), GUEST))
    return None


async def _table(services: State, id: str) -> link_preview.Preview:
    tables: Tables = services.registry
    return link_preview.of_table((await tables.get(id)).info())


async def _challenge(services: State, id: str) -> link_preview.Preview:
    challenges: Challenges = services.challenges
    return link_preview.of_challenge(await challenges.show(id, None))


_Find: TypeAlias = Callable[[State, str], Awaitable[link_preview.Preview]]
_PREVIEWS: Final[Mapping[str, _Find]] = {"table": _table, "challenge": _challenge}


async def _found(find: _Find, request: Asked, id: str) -> link_preview.Preview | None:
    """The preview of a table or challenge, None if it does not exist."""
    try:
        return await find(request.app.state, id)
    except StorageError:
        return link_preview.HOME  # whether it exists cannot be said now
    except Refused:
        return None


@lru_cache(maxsize=256)
def _page(index: bytes, tags: str) -> StaticFile:
    return make_file(index.replace(b"</head>", f"{tags}\n</head>".encode(), 1), INDEX)
