"""Plays an experiment, in this process or on many, and keeps what was played in a file, so that a run can go on."""

import json
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import IO, TypeAlias, cast

from haggis_cards.arena.results import open_after, parse_line, read_whole_lines
from haggis_cards.arena.workers import spread
from haggis_cards.bots.machine import cores
from haggis_cards.lab.errors import LabError
from haggis_cards.lab.experiment import Experiment, FieldLine, Line, Part, SkillLine, play_here, play_task

Unit: TypeAlias = tuple[int, Part, int]  # arm, part, deal


class Results:
    """The lines of an experiment by arm, part and deal; with a path they are in that file too."""

    def __init__(self, experiment: Experiment, path: Path | None = None) -> None:
        self.lines: dict[Unit, Line] = {}
        self._file: IO[str] | None = None
        if path is None:
            return
        whole, torn = read_whole_lines(path)
        for number, text in enumerate(whole.splitlines(), 1):
            line = parse_line(path, number, text)
            if number == 1:
                _check_header(path, experiment, line)
            elif line.keys() not in (FieldLine.__annotations__.keys(), SkillLine.__annotations__.keys()):
                raise LabError(f"{path}, line {number}: expected a deal of the lab; choose another file")
            else:
                self._add(cast(Line, line))
        if not whole and not experiment.header.encode().startswith(torn):
            raise LabError(f"{path} is not a results file of the lab; choose another file")
        self._file = open_after(path, len(whole))
        if not whole:
            self._write(experiment.header)

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def append(self, line: Line) -> None:
        """Adds a deal; it is in the file when this returns."""
        self._add(line)
        self._write(json.dumps(line))

    def _add(self, line: Line) -> None:
        self.lines[line["arm"], line["part"], line["deal"]] = line

    def _write(self, text: str) -> None:
        if self._file:
            self._file.write(text + "\n")
            self._file.flush()


def _check_header(path: Path, experiment: Experiment, line: dict[str, object]) -> None:
    """Refuses to continue the results of another experiment."""
    if "lab" not in line:
        raise LabError(f"{path} is not a results file of the lab; choose another file")
    for key, value in json.loads(experiment.header).items():
        if line.get(key) != value:
            there, here = json.dumps(line.get(key)), json.dumps(value)
            raise LabError(f"{path} holds another experiment: its {key} is {there}, not {here}; choose another file")


def run(
    experiment: Experiment,
    rounds: int,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    watch: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Line]:
    """Plays `rounds` rounds of every arm, and the games of the two bots beside them; the lines in order.

    `out` is the results file; if it exists, the run continues it. `watch` is told how many deals are done, of how many.
    """
    units = list(experiment.units(rounds))
    with Results(experiment, out) as results:
        known = results.lines
        watch(sum(unit in known for unit in units), len(units))
        tasks = experiment.tasks(rounds, known)
        jobs = jobs or cores()
        played: Generator[list[Line], None, None]
        if ray is not None or jobs > 1:
            played = spread(partial(play_task, experiment.header), tasks, jobs=jobs, ray=ray)
        else:
            played = play_here(experiment, tasks)
        with closing(played):
            for lines in played:
                for line in lines:
                    results.append(line)
                watch(sum(unit in known for unit in units), len(units))
        return [known[unit] for unit in units]
