"""Reads records from files and standard input, and says where one is wrong."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from haggis_cards.errors import HaggisError, RecordError, UnreadableRecord
from haggis_cards.match import read_lines

STDIN: Final = "-"
REASON_LENGTH: Final = 400


class Fault(HaggisError):
    """A record that is wrong or cannot be read, with file, line, round and action."""

    def __init__(self, file: str, line: int | None, error: RecordError) -> None:
        self.file = "stdin" if file == STDIN else file
        self.line = line
        self.round = error.round
        self.action = error.action
        self.reason = _clipped(error.reason)
        self.unreadable = isinstance(error, UnreadableRecord)
        numbers = {"line": self.line, "round": self.round, "action": self.action}
        places = [self.file, *(f"{name} {number}" for name, number in numbers.items() if number is not None)]
        super().__init__(f"{', '.join(places)}: {self.reason}")

    def as_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("file", "line", "round", "action", "reason", "unreadable")}


def _clipped(reason: str) -> str:
    """One line of limited length: it may quote any input."""
    line = " ".join(reason.split())
    return line if len(line) <= REASON_LENGTH else line[: REASON_LENGTH - 3] + "..."


def read_records(file: str) -> Iterator[tuple[int, str]]:
    """The records of a file as text, with their line numbers; `-` is standard input."""
    try:
        with _regular(file) as path:
            try:
                yield from read_lines(path)
            except UnreadableRecord as error:
                raise Fault(file, _line_not_utf8(path), error) from None
    except OSError as error:
        raise Fault(file, None, UnreadableRecord(f"cannot be read: {error.strerror or error}")) from None


@contextmanager
def placed(file: str, line: int) -> Iterator[None]:
    """Turns the errors of a record inside this block into faults of that line."""
    try:
        yield
    except RecordError as error:
        raise Fault(file, line, error) from None
    except RecursionError:
        raise Fault(file, line, UnreadableRecord("not a record: nested too deeply")) from None


@contextmanager
def _regular(file: str) -> Iterator[Path]:
    """The file, or a copy of what comes through a pipe, because a record over several lines is read twice."""
    path = Path(file)
    if file != STDIN and not path.is_fifo():
        yield path
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "records")
        with copy.open("wb") as target:
            if file != STDIN:
                with path.open("rb") as source:
                    shutil.copyfileobj(source, target)
            elif sys.stdin is not None:
                shutil.copyfileobj(sys.stdin.buffer, target)
        yield copy


def _line_not_utf8(path: Path) -> int | None:
    """The first line that is not UTF-8 text."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return number
    return None
