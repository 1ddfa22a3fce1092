"""Plays an experiment, in this process or on many, and keeps what was played in a file, so that a run can go on."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from haggis_cards.arena.lines import Kind, LinesFile
from haggis_cards.arena.workers import spread
from haggis_cards.lab.errors import LabError
from haggis_cards.lab.experiment import Experiment, FieldLine, Line, Part, SkillLine, play_task

_KIND: Final = Kind("lab", "a results file of the lab", "experiment", LabError)

Unit: TypeAlias = tuple[int, Part, int]  # arm, part, deal


class Results(LinesFile):
    """The lines of an experiment; with a path they are in that file too."""

    def __init__(self, experiment: Experiment, path: Path | None = None) -> None:
        super().__init__(_KIND, path, experiment.header)
        self.by_unit: dict[Unit, Line] = {}
        for number, line in enumerate(self.lines, 2):
            if line.keys() not in (FieldLine.__annotations__.keys(), SkillLine.__annotations__.keys()):
                self.__exit__()
                raise LabError(f"{path}, line {number}: expected a deal of the lab; choose another file")
            self._know(line)

    def append(self, line: dict[str, Any]) -> None:
        """Adds a deal; it is in the file when this returns."""
        super().append(line)
        self._know(line)

    def _know(self, line: dict[str, Any]) -> None:
        self.by_unit[line["arm"], line["part"], line["deal"]] = cast(Line, line)


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
        known = results.by_unit
        watch(sum(unit in known for unit in units), len(units))
        tasks = experiment.tasks(rounds, known)
        with closing(spread(partial(play_task, experiment.header), tasks, jobs=jobs, ray=ray)) as played:
            for lines in played:
                for line in lines:
                    results.append(cast(dict[str, Any], line))
                watch(sum(unit in known for unit in units), len(units))
        return [known[unit] for unit in units]
