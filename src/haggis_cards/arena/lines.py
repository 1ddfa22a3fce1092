"""A file that a run continues: what it is about on the first line, then a line for each task, in their order.

An interrupted run continues where it stopped: complete lines are read, a last line that was cut off is dropped, and the
rest is appended. How much is to be done is not part of the first line, so that a finished run can be extended.
"""

import json
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol, Self, TypeVar

from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.workers import spread
from haggis_cards.errors import HaggisError

Task = TypeVar("Task")


class Plan(Protocol):
    """What a run is about; everything else follows from it."""

    @property
    def header(self) -> str:
        """The first line of the file."""
        ...


P = TypeVar("P", bound=Plan)


class Kind(NamedTuple):
    """A kind of such files."""

    key: str  # that every first line has
    file: str  # what such a file is, and what its first line says, in words
    about: str
    error: type[HaggisError]  # of what is wrong with one

    def read(self, path: Path, header: str | None = None) -> tuple[list[dict[str, Any]], int]:
        """The lines behind the first, and the bytes of all; the first must be this one, if it is given."""
        whole, torn = read_whole_lines(path)
        first, *lines = [_parse(path, number, text) for number, text in enumerate(whole.splitlines(), 1)] or [None]
        begun = first is None and header is not None and header.encode().startswith(torn)
        if not begun and (first is None or self.key not in first):
            raise self.error(f"{path} is not {self.file}; choose another file")
        for key, value in json.loads(header).items() if header and first else ():
            if first.get(key) != value:
                differs = f"its {key} is {json.dumps(first.get(key))}, not {json.dumps(value)}"
                raise self.error(f"{path} holds another {self.about}: {differs}; choose another file")
        return lines, len(whole)

    def run(
        self,
        work: Callable[[P, Task], dict[str, Any]],
        plan: P,
        path: Path,
        due: Iterable[Task],
        *,
        jobs: int | None = None,
        ray: str | None = None,
        watch: Callable[[dict[str, Any]], None] = lambda _: None,
    ) -> list[dict[str, Any]]:
        """Does by a plan what is due and not yet in the file; `watch` is called with every line."""
        with LinesFile(self, path, plan.header) as file:
            for line in list(file.lines):
                watch(line)
            for line in spread(partial(work, plan), islice(due, len(file.lines), None), jobs=jobs, ray=ray):
                file.append(line)
                watch(line)
            return file.lines


class LinesFile:
    """The lines of a run: those of its file, if it has one, and those that come."""

    def __init__(self, kind: Kind, path: Path | None, header: str) -> None:
        self.lines: list[dict[str, Any]] = []
        self._file: IO[str] | None = None
        if path is not None:
            self.lines, size = kind.read(path, header)
            self._file = open_after(path, size)
            if not size:
                self._write(header)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def append(self, line: dict[str, Any]) -> None:
        """Adds what came of a task; it is in the file when this returns."""
        self.lines.append(line)
        self._write(json.dumps(line))

    def _write(self, text: str) -> None:
        if self._file:
            self._file.write(text + "\n")
            self._file.flush()


def read_whole_lines(path: Path) -> tuple[bytes, bytes]:
    """The complete lines, and the last one if it was cut off; a missing file is empty."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        content = b""
    except OSError as error:
        raise ArenaError(f"{path} cannot be read: {error.strerror}") from None
    end = content.rfind(b"\n") + 1
    return content[:end], content[end:]


def open_after(path: Path, size: int) -> IO[str]:
    """The file, cut to `size` bytes and open to append."""
    try:
        file = path.open("a", encoding="utf-8", newline="\n")
        file.truncate(size)
    except OSError as error:
        raise ArenaError(f"{path} cannot be written: {error.strerror}") from None
    return file


def _parse(path: Path, number: int, text: bytes) -> Any:
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise ArenaError(f"{path}, line {number}: a results file has a JSON object on every line")
    return line
