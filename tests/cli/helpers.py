"""Helpers for the tests of the command: matches, their records as files, and a run of the command."""

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
    """Runs the command in this process; it may raise nothing but SystemExit."""
    result = CliRunner().invoke(app, list(map(str, arguments)), input=stdin, env={"COLUMNS": str(columns)})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def played(rules: str | dict[str, Any] = "haggis-2", rounds: int = 1, seed: int = 0) -> Match:
    """A finished match of random players."""
    *_, match = random_play(rules, Rounds(rounds), seed)
    return match


def record_of(match: Match, named: bool = False) -> dict[str, Any]:
    """A copy of its record, to be changed freely."""
    data: dict[str, Any] = copy.deepcopy(dict(match.record().data))
    if named:
        data["players"] = list(PLAYERS[: match.rules.players])
    return data


def write(path: Path, *records: dict[str, Any] | str) -> Path:
    """Writes a file with one record on each line; text is written as it is."""
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
