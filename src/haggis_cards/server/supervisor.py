"""Runs the application under uvicorn: in one process, or in several that share a PostgreSQL."""

import asyncio
import logging
import os
import resource
import signal
import socket
import sys
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.supervisors import Multiprocess

from haggis_cards.server.app import make_app
from haggis_cards.server.auth import load_key
from haggis_cards.server.config import ServerSettings, data_folder, key_path
from haggis_cards.server.errors import ConfigError
from haggis_cards.server.logs import set_up_logging
from haggis_cards.server.protocols import HttpProtocol, WebSocketProtocol
from haggis_cards.server.store import Store
from haggis_cards.server.websocket import LARGEST

_logger = logging.getLogger("haggis.server")

_BACKLOG: Final = 4096
_HANDED_DOWN: Final = "HAGGIS__SETTINGS"  # from the parent to its workers


def server_config(settings: ServerSettings, app: Any, **options: Any) -> uvicorn.Config:
    """Uvicorn's configuration: the fastest stack that was measured, with our limits."""
    return uvicorn.Config(
        app,
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
    config = server_config(settings, "haggis_cards.server.supervisor:worker_app", factory=True)
    _say_ready(door)
    Multiprocess(config, sockets=[door]).run()
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
    load_key(key_path(settings))
    await (await Store.open(folder, settings.database_url)).close()


def _leave(*_: object) -> None:
    """Uvicorn passes a signal on after a graceful end: exit with success."""
    sys.exit(0)


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


def worker_app() -> Litestar:
    """The application of one of several processes."""
    settings = msgspec.json.decode(os.environ[_HANDED_DOWN], type=ServerSettings)
    set_up_logging(settings)
    return make_app(settings)
