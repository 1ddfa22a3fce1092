"""The store of a server as its owner sees it: by commands and by SQL."""

import contextlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from typer.testing import CliRunner

from haggis_cards.cli import app
from tests import server_process
from tests.server.support import ServerProcess


def change(data: Path, statement: str, *values: object) -> None:
    with contextlib.closing(sqlite3.connect(data / "haggis.sqlite")) as db:
        assert db.execute(statement, values).rowcount == 1
        db.commit()


def haggis(server: server_process.ServerProcess, *args: str, status: int = 0) -> str:
    """What a command of the owner prints, on stderr if it fails."""
    group = ["admin"] if args[0] not in ("backup", "restore") else []
    place = ["--data", str(server.data)]
    if url := server.settings.get("database_url"):
        place += ["--database-url", str(url)]
    order = [*group, *place, *args] if group else [args[0], *place, *args[1:]]
    with ThreadPoolExecutor(1) as thread:  # the test has a loop of its own, and the command may need one
        done = thread.submit(CliRunner().invoke, app, order).result()
    assert done.exit_code == status, (done.output, done.exception)
    return done.stderr if status else done.stdout


def rows(text: str) -> list[list[str]]:
    return [line.split("\t") for line in text.splitlines()]


def stored(server: ServerProcess) -> str:
    """All that is in the store, as text."""
    with contextlib.closing(sqlite3.connect(server.data / "haggis.sqlite")) as db:
        return "\n".join(db.iterdump())


def shift_times(data: Path, milliseconds: int) -> None:
    """Makes the store believe that everything was written earlier or later."""
    with contextlib.closing(sqlite3.connect(data / "haggis.sqlite")) as db:
        db.execute("UPDATE log SET at = at + ?", (milliseconds,))
        db.execute("UPDATE tables SET changed = changed + ?", (milliseconds,))
        db.commit()
