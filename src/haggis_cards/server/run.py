"""Running the application under uvicorn: one process, or several that share a PostgreSQL."""

import asyncio
import json
import logging
import os
import resource
import signal
import socket
import sys
import time
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors import Multiprocess
from websockets.http11 import Request

from haggis_cards.server.app import make_app
from haggis_cards.server.auth import load_key
from haggis_cards.server.config import Settings, data_folder, key_path
from haggis_cards.server.connection import CUT_OFF
from haggis_cards.server.errors import ConfigError
from haggis_cards.server.socket import LARGEST
from haggis_cards.server.store import Store

_logger = logging.getLogger("haggis.server")

REQUEST_SECONDS: Final = 20.0  # for a whole request
_BACKLOG: Final = 4096
_HANDED_DOWN: Final = "HAGGIS__SETTINGS"  # from the parent to its workers


class Protocol(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, with a way to cut a client off that does not read."""

    def handle_connect(self, event: Request) -> None:
        """Shows the application the way."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][CUT_OFF] = self.cut_off  # type: ignore[assignment]

    def keepalive_timeout(self) -> None:
        """A ping without an answer ends the connection, but not while the ping waits behind what is not read."""
        if self.writable.is_set():
            super().keepalive_timeout()
        elif self.ping_timeout is not None:
            self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)

    def cut_off(self, code: int, reason: str) -> None:
        """Puts a close frame behind what the client has not read, and drops the connection soon after."""
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
            return
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))  # `send` would wait until the client reads
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's HTTP; a request must be there as a whole within some seconds of its first byte."""

    _late: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Starts the time."""
        if self._late is None:
            self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)
        super().data_received(data)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def on_message_complete(self) -> None:
        """All of it is there."""
        self._in_time()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """It was a socket's handshake."""
        self._in_time()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """It does not matter any more."""
        self._in_time()
        super().connection_lost(exc)


def server_config(settings: Settings, app: Any, **options: Any) -> uvicorn.Config:
    """How uvicorn runs here: the fastest stack that was measured, with our limits."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http=HttpProtocol,
        ws=Protocol,
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


def serve(settings: Settings) -> bool:
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
    config = server_config(settings, "haggis_cards.server.run:worker_app", factory=True)
    _say_ready(door)
    Multiprocess(config, sockets=[door]).run()
    return True


def listen(settings: Settings) -> socket.socket:
    """The socket that clients knock at."""
    try:
        family, _, _, _, address = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0]
        door = socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except OSError as error:
        why = str(error.strerror).partition(" (")[0]
        where = f"{settings.host}:{settings.port}"
        raise ConfigError(f"cannot listen on {where}: {why}; give another --host or --port") from None
    door.set_inheritable(True)
    return door


async def _check_store(settings: Settings) -> None:
    """What is wrong with the folder or the database is told in one line, before anything runs."""
    folder = data_folder(settings)
    load_key(key_path(settings))
    await (await Store.open(folder, settings.database_url)).close()


def _leave(*_: object) -> None:
    """Uvicorn hands a signal on when it has ended everything: that is a good end."""
    sys.exit(0)


class Server(uvicorn.Server):
    """Uvicorn's server; it says when it is ready, in one line that tools can wait for."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts."""
        await super().startup(sockets)
        if self.started and sockets:
            _say_ready(sockets[0])


def _say_ready(door: socket.socket) -> None:
    host, port = door.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    _logger.info("ready on http://%s:%s", shown, port)


def worker_app() -> Litestar:
    """The application of one of several processes."""
    settings = msgspec.json.decode(os.environ[_HANDED_DOWN], type=Settings)
    set_up_logging(settings)
    return make_app(settings)


# Logs


class _Json(logging.Formatter):
    """One line of JSON for each event."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "event": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


_CLIENTS_FAULT: Final = ("Invalid UTF-8", "without completing handshake")


def _quiet(record: logging.LogRecord) -> bool:
    """What clients do wrong is no error of ours: uvicorn's lines about it go."""
    if record.name.startswith("uvicorn") and record.levelno <= logging.INFO:
        return False
    return not any(words in record.getMessage() for words in _CLIENTS_FAULT)


def set_up_logging(settings: Settings) -> None:
    """Logs to stderr; addresses of tables, names and tokens are never among them."""
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(_Json() if settings.log_format == "json" else text)
    handler.addFilter(_quiet)
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for noisy in ("alembic", "sqlalchemy", "websockets", "asyncio", "aiosqlite"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
