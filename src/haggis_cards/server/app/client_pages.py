"""The pages of the browser client: its files, and for every address that the client handles itself its first file.

Into that file goes what a shared link shows before it is opened. A wrong address gets it too, with the status 404, if
the reader is a browser; a program gets a refusal.
"""

from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND

from haggis_cards.server.app import link_preview
from haggis_cards.server.app.static_files import INDEX, StaticFile, find, make_file, send
from haggis_cards.server.challenges.service import Challenges
from haggis_cards.server.registry.tables import Tables
from haggis_cards.wire.facts import CLIENT_ROUTES, LOCAL
from haggis_cards.wire.refusals import Refused, StorageError

NEW: Final = "new/"  # so begins the address of the form that makes a challenge of a match


@get(["/", "/{path:path}"], include_in_schema=False)
async def get_client(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the client, or its first page."""
    files: Mapping[str, StaticFile] = request.app.state.client
    path = request.url.path.strip("/")
    if file := find(request):
        return send(request, file)
    route, _, rest = path.partition("/")
    known = not path or path == INDEX or route in CLIENT_ROUTES
    preview = link_preview.HOME
    if rest and route in _PREVIEWS and not rest.startswith((LOCAL, NEW)):
        found = await _found(_PREVIEWS[route], request, rest)
        known, preview = found is not None, found or preview
    if not known and "text/html" not in request.headers.get("accept", "") and route not in CLIENT_ROUTES:
        raise Refused("not-found")
    # Behind a known proxy, scheme and host are those of the address that people use.
    origin = request.app.state.settings.public_url or str(request.base_url).rstrip("/")
    tags = link_preview.tags(preview, origin, request.url.path, link_preview.PICTURE in files)
    return send(request, _page(files[INDEX].body, tags), HTTP_200_OK if known else HTTP_404_NOT_FOUND)


async def _table(services: State, id: str) -> link_preview.Preview:
    tables: Tables = services.registry
    return link_preview.of_table((await tables.get(id)).info())


async def _challenge(services: State, id: str) -> link_preview.Preview:
    challenges: Challenges = services.challenges
    return link_preview.of_challenge(await challenges.show(id, None))


_Find: TypeAlias = Callable[[State, str], Awaitable[link_preview.Preview]]
_PREVIEWS: Final[Mapping[str, _Find]] = {"table": _table, "challenge": _challenge}


async def _found(find: _Find, request: Request[Any, Any, Any], id: str) -> link_preview.Preview | None:
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
