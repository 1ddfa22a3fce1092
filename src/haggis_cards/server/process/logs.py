"""The server's logs: to stderr, as text or as lines of JSON."""

import json
import logging
import sys
import time
from typing import Final

from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.process.request_log import request_id


class JsonFormatter(logging.Formatter):
    """One line of JSON for each event."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "event": record.getMessage(),
            "process": record.process,
        }
        if name := request_id.get():
            line["request"] = name
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """A line of text; the id of the request stands before the event."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        record.request = f" [{name}]" if (name := request_id.get()) else ""
        return super().format(record)


_CLIENTS_FAULT: Final = (
    "Invalid UTF-8",
    "without completing handshake",
    "Invalid HTTP request",
    "Unsupported upgrade request",
)


def _quiet(record: logging.LogRecord) -> bool:
    """Drops uvicorn's lines about mistakes that clients make: they are not errors of the server."""
    if record.name.startswith("uvicorn") and record.levelno <= logging.INFO:
        return False
    return not any(words in record.getMessage() for words in _CLIENTS_FAULT)


def set_up_logging(settings: ServerSettings) -> None:
    """Logs to stderr. No log line has the address of a table, a name or a token."""
    handler = logging.StreamHandler(sys.stderr)
    text = TextFormatter("%(asctime)s %(levelname)s %(name)s%(request)s: %(message)s")
    handler.setFormatter(JsonFormatter() if settings.log_format == "json" else text)
    handler.addFilter(_quiet)
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for noisy in ("alembic", "sqlalchemy", "websockets", "asyncio", "aiosqlite"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
