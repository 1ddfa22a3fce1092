"""A host of static files, as dull as they come: what `haggis site` has written, in a folder below the root."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from haggis_cards.cli import app


class _Server(ThreadingHTTPServer):
    """Stops in the middle of files whose names hold one of `gates`, until the gate is open."""

    gates: dict[str, threading.Event]


class _Quiet(SimpleHTTPRequestHandler):
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        gate = next((gate for part, gate in self.server.gates.items() if part in self.path), None)
        if gate:
            outputfile.write(source.read(Path(source.name).stat().st_size // 2))
            gate.wait(60)
        super().copyfile(source, outputfile)


class StaticHost:
    """Shows the site at `url`, until it is stopped."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "games" / "haggis"
        self.index = self.folder / "index.html"
        written = CliRunner().invoke(app, ["site", str(self.folder)])
        assert written.exit_code == 0, written.output
        self._server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
        self._server.gates = {}
        self.url = f"http://127.0.0.1:{self._server.server_port}/games/haggis/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @contextmanager
    def half(self, part: str) -> Iterator[threading.Event]:
        """Sends files whose names hold `part` only by half, until the event is set."""
        gate = self._server.gates[part] = threading.Event()
        try:
            yield gate
        finally:
            gate.set()
            del self._server.gates[part]

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
