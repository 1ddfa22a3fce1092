"""The application: settings in, one ASGI application out; everything is opened and closed with it."""

import logging
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.channels import ChannelsPlugin
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import haggis_cards
from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server import garbage, metrics, pages
from haggis_cards.server.access import address, check_origin
from haggis_cards.server.auth import Signer, load_key
from haggis_cards.server.config import Settings, data_folder, key_path
from haggis_cards.server.databases import async_url
from haggis_cards.server.errors import Refused, as_refusal, status_of
from haggis_cards.server.hall import Hall
from haggis_cards.server.http import HANDLERS
from haggis_cards.server.messages import Problem
from haggis_cards.server.news import CHANNEL, Backend, News
from haggis_cards.server.socket import table_socket
from haggis_cards.server.store import Store

_logger = logging.getLogger("haggis.http")
LARGEST_BODY: Final = 16_384
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


def make_app(settings: Settings, static: Path | None = None, **hall_options: Any) -> Litestar:
    """The server as an ASGI application. `hall_options` are for tests: `clock`, `deals`, `ids`, `sweep`."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.signer = Signer(load_key(key_path(settings)))
        store = await Store.open(data_folder(settings), settings.database_url)
        async with _news(settings) as news:
            hall = app.state.hall = Hall(settings, store, news, **hall_options)
            await hall.open()
            _describe(app)
            garbage.settle()
            # The thread that commits waits for the interpreter's lock at most so long (in seconds).
            sys.setswitchinterval(0.0005)
            yield
            await hall.close()

    app = Litestar(
        route_handlers=[*HANDLERS, table_socket, pages.get_page],
        lifespan=[lifespan],
        before_request=_check,
        exception_handlers={
            HaggisError: _refuse,
            HTTPException: _refuse_http,
            RecursionError: _refuse_body,
            UnicodeDecodeError: _refuse_body,
            Exception: _report_bug,
        },
        response_headers=pages.HEADERS,
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Haggis table server",
            version=haggis_cards.__version__,
            description="Tables for the Haggis family of card games; docs/protocol.md tells of the sockets.",
            path="/api/docs",
            render_plugins=[pages.ApiPage(), JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        logging_config=None,
        debug=False,
    )
    app.state.pages = pages.load(static)
    return app


def _describe(app: Litestar) -> None:
    """Writes the API's description now, so that the first who asks for it does not hold the loop."""
    app.plugins.get(OpenAPIPlugin).provide_openapi_schema()


@asynccontextmanager
async def _news(settings: Settings) -> AsyncIterator[News]:
    """The line to other processes, where there can be any."""
    if not settings.database_url:
        yield News()
        return
    url = async_url(settings.database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    backend = Backend(url)
    async with ChannelsPlugin(backend, channels=[CHANNEL]) as plugin:
        yield News(plugin, backend)


async def _check(request: Request[Any, Any, Any]) -> None:
    """Before every request: not too fast, and no other site's page behind it."""
    hall: Hall = request.app.state.hall
    hall.requests.check(address(request))
    if request.method not in _SAFE:
        check_origin(request, hall.settings)


def _refuse(_: Request[Any, Any, Any], error: HaggisError) -> Response[Problem]:
    return _problem(as_refusal(error))


def _refuse_http(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Refuses what Litestar refuses, in the form of our own refusals."""
    headers = {name: value for name, value in (error.headers or {}).items() if name.lower() == "allow"}
    match error.status_code:
        case 404:
            return _problem(Refused("not-found"))
        case 405:
            return _problem(Refused("not-allowed"), headers=headers)
        case 413:
            return _problem(Refused("too-large"))
        case status if status >= 500:
            return _report_bug(_, error)
    detail = error.detail
    for extra in error.extra if isinstance(error.extra, list) else ():
        if isinstance(extra, dict) and "message" in extra:
            detail = f"{extra.get('key', 'the request')}: {extra['message']}"
    return _problem(Refused("bad-message", fault="request", detail=detail[:300]), status=error.status_code)


def _refuse_body(_: Request[Any, Any, Any], _error: Exception) -> Response[Problem]:
    """Refuses a body that the JSON reader gives up on without an error of its own."""
    return _problem(Refused("bad-message", fault="body"))


def _report_bug(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    _logger.error("a request failed", exc_info=error)
    return _problem(Refused("internal"))


def _problem(
    refusal: Refusal, status: int | None = None, headers: Mapping[str, str] | None = None
) -> Response[Problem]:
    metrics.refusals.count(refusal.code)
    return Response(
        Problem(refusal.code, refusal.reason, refusal.params),
        status_code=status or status_of(refusal.code),
        headers={**pages.HEADERS, **(headers or {})},
    )
