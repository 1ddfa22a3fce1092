"""Around every request and socket: an id for the lines of the log, the time that it took, a line at the level debug."""

import logging
import re
import secrets
import time
from contextvars import ContextVar
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from haggis_cards.table import counters as metrics

_logger = logging.getLogger("haggis.request")
request_id: Final[ContextVar[str]] = ContextVar("request_id", default="")
_HEADER: Final = b"x-request-id"
_ACCEPTED: Final = re.compile(rb"[\w.-]{1,64}", re.ASCII)  # a proxy may have given the request an id


class RequestLog:
    """Wraps an ASGI application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on."""
        if scope["type"] == ScopeType.HTTP:
            await self._request(scope, receive, send)
            return
        if scope["type"] == ScopeType.WEBSOCKET:
            request_id.set(_id(scope))
        await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        name, start, status = _id(scope), time.perf_counter(), "none"
        request_id.set(name)

        async def send_with_id(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = str(message["status"])
                message = {**message, "headers": [*message["headers"], (_HEADER, name.encode())]}
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            seconds = time.perf_counter() - start
            route = scope.get("path_template") or "unknown"  # never the path: the address of a table is a key
            metrics.request_seconds.observe(seconds, route, status)
            _logger.debug("%s %s: %s after %.1f ms", scope["method"], route, status, seconds * 1000)  # type: ignore[typeddict-item]


def _id(scope: Scope) -> str:
    given = next((value for name, value in scope["headers"] if name == _HEADER), b"")
    return given.decode() if _ACCEPTED.fullmatch(given) else secrets.token_hex(6)
