"""A host of static files, as dull as they come: what `haggis site` has written, in a folder below the root."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from haggis_cards.cli import app


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


class StaticHost:
    """Shows the site at `url`, until it is stopped."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "games" / "haggis"
        self.index = self.folder / "index.html"
        written = CliRunner().invoke(app, ["site", str(self.folder)])
        assert written.exit_code == 0, written.output
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
        self.url = f"http://127.0.0.1:{self._server.server_port}/games/haggis/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
