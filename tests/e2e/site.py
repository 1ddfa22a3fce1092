"""A server for the browser tests, and a line to it that can go dead."""

import socket
import threading
from typing import ClassVar

import httpx

from tests.server_process import ServerProcess


class Site(ServerProcess):
    """The server that the browser visits."""

    defaults: ClassVar = {
        "bot_pause": 0,
        "tables_per_minute": 1000,
        "requests_per_second": 1000,
        "sign_ins_per_minute": 1000,
        "messages_per_second": 1000,
        "log_level": "warning",
        "review_scale": 0.02,  # hardly any worlds: the pages are what is tested
        "review_threads": 1,
        "review_nice": 0,
        "daily_worlds": 1,
    }

    def get(self, path: str) -> str:
        """What the server answers to a request."""
        return httpx.get(self.url + path, timeout=5).raise_for_status().text


class Wire:
    """A line to the server that can go dead as in a laptop's sleep: nothing comes through, and neither end notices."""

    def __init__(self, site: Site) -> None:
        self._server = ("127.0.0.1", site.port)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self._dead: set[socket.socket] = set()
        self.url = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._doorman = threading.Thread(target=self._accept, daemon=True)
        self._doorman.start()

    def die(self) -> None:
        """All lines that are open now go dead; new ones work."""
        self._dead.update(self._ends)

    def close(self) -> None:
        """Ends it all."""
        self._door.shutdown(socket.SHUT_RDWR)  # closing alone would let one more in
        self._doorman.join()
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
