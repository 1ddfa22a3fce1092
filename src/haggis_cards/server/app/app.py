"""The application: settings in, one ASGI application out; everything is opened and closed with it."""

import asyncio
import logging
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

from litestar import Litestar, Request, Response
from litestar.channels import ChannelsPlugin
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.types import Message, Scope

import haggis_cards
from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server.app import api_page, static_files
from haggis_cards.server.app.api_schema import tighten
from haggis_cards.server.app.branding import branded
from haggis_cards.server.app.client_pages import get_client
from haggis_cards.server.app.projections import PROJECTIONS
from haggis_cards.server.app.security_headers import HEADERS
from haggis_cards.server.app.services import GIVEN, Services
from haggis_cards.server.app.websocket import changes_socket, table_socket
from haggis_cards.server.challenges import api as api_challenges
from haggis_cards.server.daily import api as api_daily
from haggis_cards.server.history import api as api_people
from haggis_cards.server.history import sent_api as api_sent
from haggis_cards.server.http import health_api as api_health
from haggis_cards.server.http import me_api as api_me
from haggis_cards.server.http import records_api as api_records
from haggis_cards.server.http import tables_api as api_tables
from haggis_cards.server.http.access import Asked, Asking, check_host, check_member, check_origin
from haggis_cards.server.identity import api as api_identity
from haggis_cards.server.owner import api as api_owner
from haggis_cards.server.people.bans import Bans
from haggis_cards.server.people.tokens import Signer, load_keys
from haggis_cards.server.process import garbage
from haggis_cards.server.process.config import ServerSettings, data_folder, key_path
from haggis_cards.server.push import api as api_push
from haggis_cards.server.puzzles import api as api_puzzles
from haggis_cards.server.registry.limits import Limiters
from haggis_cards.server.registry.pubsub import CHANNEL, Line
from haggis_cards.server.reviews import api as api_reviews
from haggis_cards.server.reviews import mistakes_api as api_mistakes
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


def make_app(settings: ServerSettings, static: Path | None = None, **for_tests: Any) -> Litestar:
    """The server as an ASGI application. `for_tests`: what `Services` takes for them."""
    state = State({"client": branded(static_files.load_client(static), settings)})

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        signer = Signer(*load_keys(key_path(settings)))
        store = await Store.open(data_folder(settings), settings.database_url, PROJECTIONS)
        async with _line(settings) as line:
            services = Services(settings, signer, store, line, **for_tests)
            state.update(vars(services))
            await services.open()
            _watch_store(services)
            alone = threading.current_thread() is threading.main_thread()  # the process is this server's
            if alone:
                asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, services.drain.begin)
                _stop_early(services)
            puzzles.collection()  # read now: the first request for it would hold the loop
            state.update({"description": describe()})  # for the same reason
            if alone:
                garbage.settle()
                # The longest time, in seconds, that the thread which commits waits for the interpreter's lock.
                sys.setswitchinterval(0.0005)
            yield
            await services.close()

    return _assemble(state, [lifespan])


@cache
def describe() -> Mapping[str, Any]:
    """The OpenAPI schema; all servers of a process have the same."""
    described = OpenAPIConfig(
        title="Haggis table server",
        version=haggis_cards.__version__,
        description="Tables for the Haggis family of card games; docs/protocol.md describes the sockets.",
        use_handler_docstrings=True,
    )
    schema = _assemble(State(), [], described).openapi_schema
    tighten(schema)
    return schema.to_schema()


def _assemble(
    state: State, lifespan: Sequence[Callable[..., Any]], description: OpenAPIConfig | None = None
) -> Litestar:
    return Litestar(
        route_handlers=[
            *api_me.HANDLERS,
            *api_tables.HANDLERS,
            *api_records.HANDLERS,
            *api_health.HANDLERS,
            *api_reviews.HANDLERS,
            *api_mistakes.HANDLERS,
            *api_people.HANDLERS,
            *api_identity.HANDLERS,
            *api_sent.HANDLERS,
            *api_daily.HANDLERS,
            *api_challenges.HANDLERS,
            *api_puzzles.HANDLERS,
            *api_push.HANDLERS,
            *api_sheets.HANDLERS,
            api_page.get_page,
            api_page.get_schema,
            *api_owner.HANDLERS,
            table_socket,
            changes_socket,
            get_client,
        ],
        lifespan=lifespan,
        request_class=Asked,
        state=state,
        dependencies={name: _provide(state, name) for name in GIVEN},
        guards=[_check],
        exception_handlers={
            HaggisError: _refuse,
            HTTPException: _refuse_http,
            RecursionError: _refuse_body,
            UnicodeDecodeError: _refuse_body,
            Exception: _report_bug,
        },
        response_headers=HEADERS,
        before_send=[_keep_private],
        request_max_body_size=LARGEST_BODY,
        openapi_config=description,
        logging_config=None,
        debug=False,
    )


def _provide(services: State, name: str) -> Provide:
    """A service, for handlers with a parameter of its name."""

    def service() -> Any:
        return services[name]

    return Provide(service, sync_to_thread=False)


def _watch_store(services: Services) -> None:
    """Checks a large file of SQLite while the server runs; a small one has been checked before."""
    path = data_folder(services.settings) / FILE
    if not services.settings.database_url and path.stat().st_size > store_check.AT_ONCE:
        services.tasks.spawn(services.store_check.run(path))


def _stop_early(services: Services) -> None:
    """Stops the workers with the signal that ends the server.

    Uvicorn waits for requests that are being answered, and cancels them with a traceback each when that takes long.
    """
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        leave = signal.getsignal(number)
        assert callable(leave)  # uvicorn's

        def stop(number: int, frame: FrameType | None, leave: Callable[..., Any] = leave) -> None:
            loop.call_soon_threadsafe(services.stop)
            leave(number, frame)

        signal.signal(number, stop)


@asynccontextmanager
async def _line(settings: ServerSettings) -> AsyncIterator[Line | None]:
    """The connection to other processes, where there can be any."""
    if not settings.database_url:
        yield None
        return
    from haggis_cards.server.registry.postgres_channel import PostgresBackend

    url = async_url(settings.database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    backend = PostgresBackend(url)
    async with ChannelsPlugin(backend, channels=[CHANNEL]) as plugin:
        yield Line(plugin, backend)


async def _check(request: Asking, _: BaseRouteHandler) -> None:
    """Refuses clients that are too fast, and pages of other sites; sockets check by themselves."""
    if not isinstance(request, Asked):
        return
    limits: Limiters = request.app.state.limits
    bans: Bans = request.app.state.bans
    check_host(request, request.app.state.settings)
    if file := static_files.find(request):  # from memory, at the pace of the line: only their bytes are limited
        limits.downloads.check(request.address, len(file.body))
    else:
        limits.requests.check(request.address)
    bans.check(request.address, request.guest_id)
    check_member(request, request.guest)
    if request.method not in _SAFE:
        check_origin(request, request.app.state.settings)


async def _keep_private(message: Message, scope: Scope) -> None:
    """Nobody keeps an answer of the API, or the owner's page: it may hold a hand, a name or a secret."""
    if message["type"] == "http.response.start" and scope["path"].startswith(("/api/", "/owner")):
        headers = list(message["headers"])
        if all(name.lower() != b"cache-control" for name, _ in headers):
            message["headers"] = [*headers, (b"cache-control", b"no-store")]


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
