"""Helpers of the command's tests: records played by the engine, files of them, and the command run on them."""

import copy
import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from haggis_cards import Match, Rounds
from haggis_cards.cli import app
from tests.support import random_play

PLAYERS = ("Ann", "Bob", "Cleo", "Dan")


def run(*arguments: object, stdin: bytes | str | None = None, columns: int = 100) -> Result:
    """The command run in this process; nothing but an exit may leave it."""
    result = CliRunner().invoke(app, list(map(str, arguments)), input=stdin, env={"COLUMNS": str(columns)})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def played(rules: str | dict[str, Any] = "haggis-2", rounds: int = 1, seed: int = 0) -> Match:
    """A whole match of random players."""
    *_, match = random_play(rules, Rounds(rounds), seed)
    return match


def record_of(match: Match, named: bool = False) -> dict[str, Any]:
    """Its record, free to be changed."""
    data: dict[str, Any] = copy.deepcopy(dict(match.record().data))
    if named:
        data["players"] = list(PLAYERS[: match.rules.players])
    return data


def write(path: Path, *records: dict[str, Any] | str) -> Path:
    """A file with a record a line; a text stands as it is."""
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
