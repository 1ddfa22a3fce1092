"""`haggis serve` as people start it, for the tests of the server and of the browser client."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

import httpx

from tests.copies import Copy
from tests.seed import SEED


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


class ServerProcess:
    """A server on a free port; it can be killed and started again on the same port and data.

    It is first started as a copy of a process that has imported it, unless a test says otherwise. When it is started
    again, it is a process of its own, in which sets have another order.
    """

    defaults: ClassVar[Mapping[str, Any]] = {}
    copied = True
    python: str = sys.executable

    def __init__(self, data: Path, **settings: Any) -> None:
        self.port = free_port()
        self.data = data
        self.settings = {"seed": SEED, **self.defaults, **settings}
        self.log = data.parent / f"{data.name}.log"
        self.process: subprocess.Popen[bytes] | Copy | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, wait: bool = True) -> Self:
        env = {name: value for name, value in os.environ.items() if not name.startswith("HAGGIS_")}
        env |= {f"HAGGIS_{name.upper()}": str(value) for name, value in self.settings.items()}
        words = ["serve", "--port", str(self.port), "--data", str(self.data)]
        supervises = "workers" in self.settings  # a supervisor starts its workers as its own program
        if self.copied and self.python == sys.executable and not supervises:
            self.process = Copy(words, Path.cwd(), env, self.log)
        else:
            with self.log.open("ab") as log:
                command = [self.python, "-m", "haggis_cards.cli", *words]
                self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log, start_new_session=True)
        self.copied = False
        if wait:
            self.wait()
        return self

    def wait(self, seconds: float = 180) -> None:
        """Until it answers."""
        end = time.monotonic() + seconds
        while not self._answers():
            assert self.process is not None
            assert self.process.poll() is None, f"the server has ended:\n{self.log.read_text()}"
            assert time.monotonic() < end, f"the server did not start:\n{self.log.read_text()}"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def kill(self) -> None:
        """At once, as a power cut would, with the workers that it has started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """Politely; the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self.process = None
        return status

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()
