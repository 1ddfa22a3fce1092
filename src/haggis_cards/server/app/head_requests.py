"""HEAD wherever GET is: the application answers as to GET, and the body is left out. `Allow` names all methods."""

from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

_ALLOW: Final = b"allow"


class HeadRequests:
    """Wraps an ASGI application; `methods` are those of each route, of all its handlers."""

    def __init__(self, app: ASGIApp, methods: dict[str, set[str]]) -> None:
        self._app, self._methods = app, methods

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on, HEAD as GET."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        head = scope["method"] == "HEAD"
        asked: Any = {**scope, "method": "GET"} if head else scope

        async def send_on(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [
                    (name, self._allow(asked, value) if name.lower() == _ALLOW else value)
                    for name, value in message["headers"]
                ]
                message = {**message, "headers": headers}
            elif head:
                message = {**message, "body": b""}
            await send(message)

        await self._app(asked, receive, send_on)

    def _allow(self, scope: Any, value: bytes) -> bytes:
        """All methods of the route: Litestar names those of one handler, and does not know of HEAD."""
        methods = {name.strip() for name in value.decode().split(",")} | self._methods.get(
            scope.get("path_template"), set()
        )
        return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set()))).encode()
