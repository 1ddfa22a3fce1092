"""Runs the application under uvicorn: in one process, or in several that share a PostgreSQL."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
import tempfile
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar
from litestar.routes import HTTPRoute
from uvicorn.supervisors import Multiprocess

from haggis_cards.server.app.app import make_app
from haggis_cards.server.app.head_requests import HeadRequests
from haggis_cards.server.app.protocols import HttpProtocol, WebSocketProtocol
from haggis_cards.server.app.start_errors import StartErrors
from haggis_cards.server.app.websocket import LARGEST
from haggis_cards.server.people.tokens import load_keys
from haggis_cards.server.process.config import ServerSettings, data_folder, key_path
from haggis_cards.server.process.logs import set_up_logging
from haggis_cards.server.process.request_log import RequestLog
from haggis_cards.server.store import health as store_check
from haggis_cards.server.store.log import FILE, Store
from haggis_cards.table import counters as metrics
from haggis_cards.wire.refusals import ConfigError

_logger = logging.getLogger("haggis.server")

_BACKLOG: Final = 4096
_HANDED_DOWN: Final = "HAGGIS__SETTINGS"  # from the parent to its workers


def server_config(settings: ServerSettings, app: Any, **options: Any) -> uvicorn.Config:
    """Uvicorn's configuration: the fastest stack that was measured, with our limits."""
    return uvicorn.Config(
        app if isinstance(app, str) else wrap(app),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=LARGEST,
        ws_max_queue=8,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=5,
        limit_concurrency=settings.max_connections,
        backlog=_BACKLOG,
        workers=settings.workers,
        **options,
    )


def wrap(app: Litestar) -> HeadRequests:
    """The application with what stands around every request."""
    methods: dict[str, set[str]] = {}
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            methods.setdefault(route.path_format, set()).update(route.methods)
    return HeadRequests(RequestLog(StartErrors(app)), methods)


def serve(settings: ServerSettings) -> bool:
    """Runs until it is stopped; False if it could not start."""
    set_up_logging(settings)
    if settings.seed:
        _logger.warning("HAGGIS_SEED is set, so deals can be predicted: use it for tests only")
    asyncio.run(_check_store(settings))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a socket is a file
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, _leave)
    door = listen(settings)
    if settings.workers == 1:
        server = Server(server_config(settings, make_app(settings)))
        server.run([door])
        return server.started
    os.environ[_HANDED_DOWN] = msgspec.json.encode(settings).decode()
    config = server_config(settings, "haggis_cards.server.app.supervisor:worker_app", factory=True)
    _say_ready(door)
    with tempfile.TemporaryDirectory(prefix="haggis-metrics-") as folder:
        metrics.share(folder)
        WorkerProcesses(config, sockets=[door]).run()
    return True


def listen(settings: ServerSettings) -> socket.socket:
    """The socket that clients connect to."""
    try:
        family, _, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        door = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except OSError as error:
        why = str(error.strerror).partition(" (")[0]
        where = f"{settings.host}:{settings.port}"
        raise ConfigError(f"cannot listen on {where}: {why}; give another --host or --port") from None
    door.set_inheritable(True)
    return door


async def _check_store(settings: ServerSettings) -> None:
    """Opens folder, key and database once, so that a mistake is reported in one line before anything runs."""
    folder = data_folder(settings)
    load_keys(key_path(settings))
    if not settings.database_url:
        await asyncio.to_thread(store_check.check_small, folder / FILE)
    await (await Store.open(folder, settings.database_url)).close()


def _leave(*_: object) -> None:
    """Uvicorn passes a signal on after a graceful end: exit with success."""
    sys.exit(0)


class WorkerProcesses(Multiprocess):
    """Uvicorn's workers; SIGUSR1 drains all of them, and the metrics forget those that have died."""

    _draining = False

    def handle_usr1(self) -> None:
        """Lets the workers drain; this process ends when they have ended."""
        self._draining = True
        for process in self.processes:
            if process.pid is not None and process.exitcode is None:
                os.kill(process.pid, signal.SIGUSR1)

    def keep_subprocess_alive(self) -> None:
        """Replaces workers that have died, unless they are to end."""
        if not self._draining:
            before = {process.pid for process in self.processes}
            super().keep_subprocess_alive()
            for pid in before - {process.pid for process in self.processes}:
                assert pid is not None
                metrics.forget_process(pid)
        elif not any(process.process.is_alive() for process in self.processes):
            self.should_exit.set()


class Server(uvicorn.Server):
    """Uvicorn's server; it logs one line when it is ready, for tools that wait for it."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, and logs that it is ready."""
        await super().startup(sockets)
        if self.started and sockets:
            _say_ready(sockets[0])


def _say_ready(door: socket.socket) -> None:
    host, port = door.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    _logger.info("ready on http://%s:%s", shown, port)


def worker_app() -> HeadRequests:
    """The application of one of several processes."""
    settings = msgspec.json.decode(os.environ[_HANDED_DOWN], type=ServerSettings)
    set_up_logging(settings)
    return wrap(make_app(settings))
