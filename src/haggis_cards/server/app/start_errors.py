"""Why the application cannot start: a sentence where it is the owner's to mend, and not a traceback."""

import sys
from typing import Any

from litestar.types import ASGIApp, Receive, Scope, Send

from haggis_cards.wire.refusals import ConfigError


class StartErrors:
    """Wraps an ASGI application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes everything on, a failed start with fewer words."""

        async def send_on(message: Any) -> None:
            if message["type"] == "lifespan.startup.failed":
                error = sys.exception()
                while isinstance(error, BaseExceptionGroup):
                    error = error.exceptions[0]
                if isinstance(error, ConfigError):
                    message = {**message, "message": str(error)}
            await send(message)

        # A socket or a request is passed on as it is: this would cost each of their messages.
        starts = scope["type"] not in ("http", "websocket")
        await self._app(scope, receive, send_on if starts else send)
