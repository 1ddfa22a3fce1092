"""The command `haggis` in copies of a process that has imported it: most runs of it are shorter than its imports."""

import os
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path

import pytest

ROOT = str(Path(__file__).parents[1])

_COPIES = get_context("forkserver")
_COPIES.set_forkserver_preload(
    [
        "__main__",
        "haggis_cards.__main__",
        *(f"haggis_cards.bots.{name}" for name in ("foresight", "greedy", "person")),
        *(f"haggis_cards.cli.{name}" for name in ("review_report", "serve", "terminal.game")),
        *(f"haggis_cards.{name}" for name in ("arena.run", "lab.run", "puzzles.mining", "review", "sheets")),
        "haggis_cards.server.app.app",
        "haggis_cards.server.app.supervisor",
        # what an application imports when it is made
        *("anyio._backends._asyncio", "litestar.plugins.attrs", "litestar.plugins.pydantic"),
        *("prometheus_client", "uvloop"),
        "haggis_cards.training.trainer",  # where torch is installed: what cannot be imported is left out
        "tests.warmed",
    ]
)


class Copy:
    """A run of `haggis` with these words in a session of its own; it can be asked what a `subprocess.Popen` can."""

    def __init__(self, words: list[str], folder: Path, environment: dict[str, str], output: Path) -> None:
        self._words = words
        self._process = _COPIES.Process(target=_haggis, args=(words, folder, environment, output))
        with pytest.MonkeyPatch.context() as patch:  # the copies find the tests
            patch.setenv("PYTHONPATH", ROOT)
            patch.syspath_prepend(ROOT)
            self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        """Its status, if it has ended."""
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its status."""
        self._process.join(timeout)
        status = self._process.exitcode
        if status is None:
            raise subprocess.TimeoutExpired(self._words, timeout or 0)
        return status

    def send_signal(self, number: int) -> None:
        """Sends it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kills it."""
        self._process.kill()


def _haggis(words: list[str], folder: Path, environment: dict[str, str], output: Path) -> None:
    """What a shell does for a command: a session, a folder, an environment, streams, and its words."""
    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream in (1, 2):
        os.dup2(os.open(output, os.O_WRONLY | os.O_APPEND | os.O_CREAT), stream)
    sys.argv = ["haggis", *words]
    from haggis_cards.__main__ import main

    main()
