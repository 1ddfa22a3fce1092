"""The results file: the contest on its first line, then one duplicate deal a line, in the order of play."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from haggis_cards.arena.contest import Contest, DealLine, RoundLine
from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.lines import Kind, LinesFile, open_after, read_whole_lines

_ROUND_KEYS: Final = RoundLine.__annotations__.keys()
_KIND: Final = Kind("arena", "a results file of the arena", "contest", ArenaError)


class Results(LinesFile):
    """The lines of a contest: those of its file, if it has one, and those that are played now."""

    def __init__(self, contest: Contest, path: Path | None = None) -> None:
        super().__init__(_KIND, path, contest.header)
        due = contest.encounters(len(self.lines))
        for number, (line, (deal, pair)) in enumerate(zip(self.lines, due, strict=False), 2):
            if (line.get("deal"), line.get("pair")) != (deal, list(pair)) or not _is_complete(line, contest):
                self.__exit__()
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
