"""The results file: the contest on its first line, then one duplicate deal a line, in the order of play.

An interrupted run continues where it stopped: complete lines are read, a last line that was cut off is dropped, and the
rest is appended. The number of deals is not part of the contest, so that a finished run can be extended.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final

from haggis_cards.arena.contest import Contest, DealLine, RoundLine
from haggis_cards.arena.errors import ArenaError

_ROUND_KEYS: Final = RoundLine.__annotations__.keys()


class Results:
    """The lines of a contest: those of its file, if it has one, and those that are played now."""

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        self.lines: list[DealLine] = []
        self._file: IO[str] | None = None
        if path is None:
            return
        whole, torn = read_whole_lines(path)
        for number, text in enumerate(whole.splitlines(), 1):
            line = parse_line(path, number, text)
            if number == 1:
                _check_header(path, contest, line)
            else:
                self.lines.append(line)
        if not whole and not contest.header.encode().startswith(torn):
            raise ArenaError(f"{path} is not a results file of the arena; choose another file")
        self._check_order(path, contest)
        self._file = open_after(path, len(whole))
        if not whole:
            self._write(contest.header)

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def append(self, line: DealLine) -> None:
        """Adds a deal; it is in the file when this returns."""
        self.lines.append(line)
        self._write(json.dumps(line))

    def _write(self, text: str) -> None:
        if self._file:
            self._file.write(text + "\n")
            self._file.flush()

    def _check_order(self, path: Path, contest: Contest) -> None:
        due = contest.encounters(len(self.lines))
        for number, (line, (deal, pair)) in enumerate(zip(self.lines, due, strict=False), 2):
            if (line.get("deal"), line.get("pair")) != (deal, list(pair)) or not _is_complete(line, contest):
                raise ArenaError(f"{path}, line {number}: expected deal {deal} of bots {pair[0]} and {pair[1]}")


class RecordsFile:
    """A file of the rounds as records, one a line in the order of play; it is continued with the results."""

    def __init__(self, path: Path, known: int) -> None:
        """`known` rounds have been played before: these must be there, and what follows them is played again."""
        whole, torn = read_whole_lines(path)
        lines = whole.splitlines(keepends=True)
        if len(lines) < known:
            raise ArenaError(f"{path} has {len(lines)} of the {known} rounds that were played; choose a new --out too")
        if (lines or torn) and not known:
            raise ArenaError(f"{path} is there already; choose another file")
        self._file = open_after(path, sum(map(len, lines[:known])))

    def append(self, line: DealLine) -> None:
        """Takes the records out of a line."""
        self._file.writelines(f"{record}\n" for record in line.pop("records"))
        self._file.flush()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()


def _is_complete(line: Mapping[str, Any], contest: Contest) -> bool:
    """Whether all rounds of a deal are there, in the order in which they are played."""
    rounds: Any = line.get("rounds")
    if not isinstance(rounds, list) or not all(isinstance(it, dict) and it.keys() == _ROUND_KEYS for it in rounds):
        return False
    return [it["seats"] for it in rounds] == [list(mix) for mix in contest.mixes]


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


def parse_line(path: Path, number: int, text: bytes) -> Any:
    """The object of a line."""
    try:
        line = json.loads(text)
    except ValueError:
        line = None
    if not isinstance(line, dict):
        raise ArenaError(f"{path}, line {number}: a results file has a JSON object on every line")
    return line


def _check_header(path: Path, contest: Contest, line: dict[str, Any]) -> None:
    """Refuses to continue the results of another contest."""
    wanted = json.loads(contest.header)
    if "arena" not in line:
        raise ArenaError(f"{path} is not a results file of the arena; choose another file")
    for key, value in wanted.items():
        if line.get(key) != value:
            there, here = json.dumps(line.get(key)), json.dumps(value)
            raise ArenaError(f"{path} holds another contest: its {key} is {there}, not {here}; choose another file")
