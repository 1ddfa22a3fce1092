"""A server of the tests' own: `haggis serve` as a process, on a free port, with a data folder that outlives it."""

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path


class Site:
    """The server and its address; it can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self._data = data
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self._port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        env = os.environ | {
            "HAGGIS_BOT_PAUSE": "0",
            "HAGGIS_TABLES_PER_MINUTE": "1000",
            "HAGGIS_REQUESTS_PER_SECOND": "1000",
            "HAGGIS_LOG_LEVEL": "warning",
        }
        command = [
            sys.executable,
            "-m",
            "haggis_cards.cli",
            "serve",
            "--port",
            str(self._port),
            "--data",
            str(self._data),
        ]
        self._process = subprocess.Popen(command, env=env)
        for _ in range(200):
            try:
                self.get("/health")
            except OSError:
                if self._process.poll() is not None:
                    raise RuntimeError("haggis serve has ended") from None
                time.sleep(0.1)
            else:
                return
        raise RuntimeError("haggis serve does not answer")

    def get(self, path: str) -> str:
        """What the server answers to a request."""
        with urllib.request.urlopen(self.url + path, timeout=5) as answer:
            text: str = answer.read().decode()
        return text

    def kill(self) -> None:
        """Ends it as a power cut would."""
        self._end("kill")

    def stop(self) -> None:
        """Ends it in order."""
        self._end("terminate")

    def _end(self, how: str) -> None:
        if self._process:
            getattr(self._process, how)()
            self._process.wait(20)
            self._process = None


class Wire:
    """A line to the server that can go dead as in a laptop's sleep: nothing comes through, and nobody is told."""

    def __init__(self, site: Site) -> None:
        self._server = ("127.0.0.1", int(site.url.rsplit(":", 1)[1]))
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._dead: set[socket.socket] = set()
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def die(self) -> None:
        """All lines that are open now go dead; new ones work."""
        self._dead.update(self._ends)

    def close(self) -> None:
        """Ends it all."""
        for end in (self._door, *self._ends):
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            far = socket.create_connection(self._server)
            self._ends += [near, far]
            for ends in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                if source not in self._dead:
                    target.sendall(data)
            if source not in self._dead:
                target.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # one end was closed
