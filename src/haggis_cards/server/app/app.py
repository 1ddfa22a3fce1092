"""The application: settings in, one ASGI application out; everything is opened and closed with it."""

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import haggis_cards
from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server.app import static_files
from haggis_cards.server.app.api_page import ApiPage
from haggis_cards.server.app.api_schema import tighten
from haggis_cards.server.app.client_pages import get_client
from haggis_cards.server.app.security_headers import HEADERS
from haggis_cards.server.app.websocket import table_socket
from haggis_cards.server.challenges import api as api_challenges
from haggis_cards.server.daily import api as api_daily
from haggis_cards.server.history import api as api_people
from haggis_cards.server.history import sent_api as api_sent
from haggis_cards.server.http import tables_api as api
from haggis_cards.server.http.access import address, check_origin, guest_of
from haggis_cards.server.identity import api as api_identity
from haggis_cards.server.people.tokens import Signer, load_keys
from haggis_cards.server.process import garbage
from haggis_cards.server.process.config import ServerSettings, data_folder, key_path
from haggis_cards.server.push import api as api_push
from haggis_cards.server.puzzles import api as api_puzzles
from haggis_cards.server.registry.pubsub import CHANNEL, PubSub
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.reviews import api as api_reviews
from haggis_cards.server.sheets import api as api_sheets
from haggis_cards.server.store import health as store_check
from haggis_cards.server.store.databases import async_url
from haggis_cards.server.store.log import FILE, Store
from haggis_cards.study import puzzles
from haggis_cards.table import counters as metrics
from haggis_cards.wire.refusals import Refused, as_refusal, status_of
from haggis_cards.wire.tables import Problem

_logger = logging.getLogger("haggis.app")
LARGEST_BODY: Final = 16_384
_BROKEN_OFF: Final = "client disconnected prematurely"  # Litestar's words for an upload that ends too early
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


def make_app(settings: ServerSettings, static: Path | None = None, **table_options: Any) -> Litestar:
    """The server as an ASGI application. `table_options` are for tests: `clock`, `deals`, `ids`, `sweep`."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        signer = app.state.signer = Signer(*load_keys(key_path(settings)))
        store = await Store.open(data_folder(settings), settings.database_url)
        async with _pubsub(settings) as pubsub:
            tables = app.state.tables = Tables(
                settings, store, pubsub, renew_key=lambda: signer.renew(*load_keys(key_path(settings))), **table_options
            )
            await tables.open()
            _watch_store(settings, tables)
            if threading.current_thread() is threading.main_thread():
                asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tables.drain.begin)
                _stop_early(tables)
            puzzles.collection()  # read now, for the same reason as the next line
            tighten(app.openapi_schema)  # made now: the first request for it would hold the loop
            garbage.settle()
            # The longest time, in seconds, that the thread which commits waits for the interpreter's lock.
            sys.setswitchinterval(0.0005)
            yield
            await tables.close()

    app = Litestar(
        route_handlers=[
            *api.HANDLERS,
            *api_reviews.HANDLERS,
            *api_people.HANDLERS,
            *api_identity.HANDLERS,
            *api_sent.HANDLERS,
            *api_daily.HANDLERS,
            *api_challenges.HANDLERS,
            *api_puzzles.HANDLERS,
            *api_push.HANDLERS,
            *api_sheets.HANDLERS,
            table_socket,
            get_client,
        ],
        lifespan=[lifespan],
        before_request=_check,
        exception_handlers={
            HaggisError: _refuse,
            HTTPException: _refuse_http,
            RecursionError: _refuse_body,
            UnicodeDecodeError: _refuse_body,
            Exception: _report_bug,
        },
        response_headers=HEADERS,
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="Haggis table server",
            version=haggis_cards.__version__,
            description="Tables for the Haggis family of card games; docs/protocol.md describes the sockets.",
            path="/api/docs",
            render_plugins=[ApiPage(), JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        logging_config=None,
        debug=False,
    )
    app.state.client = static_files.load_client(static)
    return app


def _watch_store(settings: ServerSettings, tables: Tables) -> None:
    """Checks a large file of SQLite while the server runs; a small one has been checked before."""
    path = data_folder(settings) / FILE
    if not settings.database_url and path.stat().st_size > store_check.AT_ONCE:
        tables.tasks.spawn(tables.store_check.run(path))


def _stop_early(tables: Tables) -> None:
    """Stops the workers with the signal that ends the server.

    Uvicorn waits for requests that are being answered, and cancels them with a traceback each when that takes long.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        leave = signal.getsignal(number)
        assert callable(leave)  # uvicorn's

        def stop(number: int, frame: FrameType | None, leave: Callable[..., Any] = leave) -> None:
            loop.call_soon_threadsafe(tables.stop)
            leave(number, frame)

        signal.signal(number, stop)


@asynccontextmanager
async def _pubsub(settings: ServerSettings) -> AsyncIterator[PubSub]:
    """The connection to other processes, where there can be any."""
    if not settings.database_url:
        yield PubSub()
        return
    from haggis_cards.server.registry.postgres_channel import PostgresBackend

    url = async_url(settings.database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    backend = PostgresBackend(url)
    async with ChannelsPlugin(backend, channels=[CHANNEL]) as plugin:
        yield PubSub(plugin, backend)


async def _check(request: Request[Any, Any, Any]) -> None:
    """Before every request: refuses clients that are too fast, and pages of other sites."""
    tables: Tables = request.app.state.tables
    client = address(request)
    if file := static_files.find(request):  # from memory, at the pace of the line: only their bytes are limited
        tables.limits.downloads.check(client, len(file.body))
    else:
        tables.limits.requests.check(client)
    guest = guest_of(request)
    tables.bans.check(client, guest.id if guest else None)
    if request.method not in _SAFE:
        check_origin(request, tables.settings)


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
        case 500 if error.detail == _BROKEN_OFF:
            return _problem(Refused("bad-message", fault="broken-off"))
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
        headers={**HEADERS, **(headers or {})},
    )
