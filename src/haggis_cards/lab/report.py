"""What an experiment found: every figure of every arm, and how far each is from the first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from haggis_cards.lab.experiment import Experiment, FieldLine, Line, SkillLine
from haggis_cards.lab.figures import GROUPS, LENGTH, PLAYS, POINTS, SKILL, Figure, Unit, figures_of
from haggis_cards.lab.matches import match_lengths
from haggis_cards.lab.stats import CHANCE, Difference, Estimate, compare, estimate, holm


@dataclass(frozen=True)
class Row:
    """A figure: its estimate in each arm, and the differences of the further arms from the first."""

    group: str
    label: str
    unit: Unit
    estimates: tuple[Estimate | None, ...]
    differences: tuple[Difference | None, ...]  # of arms 1, 2, ...
    marked: tuple[bool, ...] = ()  # which of them are beyond chance

    @property
    def found(self) -> bool:
        """Whether there is anything to show: of sources and plays those that occurred in some arm."""
        return self.group not in (POINTS, PLAYS) or any(
            value is not None and (value.mean or value.error) for value in self.estimates
        )


@dataclass(frozen=True)
class Report:
    """All figures of an experiment."""

    experiment: Experiment
    rounds: tuple[int, ...]  # played by arm in the field,
    skill_rounds: tuple[int, ...]  # and against the second bot
    faults: int
    rows: tuple[Row, ...]

    @property
    def marked(self) -> int:
        """How many differences are beyond chance."""
        return sum(sum(row.marked) for row in self.rows)

    @property
    def comparisons(self) -> int:
        return sum(difference is not None for row in self.rows for difference in row.differences)

    def is_paired(self, arm: int) -> bool:
        """Whether an arm was played on the deals of the first."""
        return self.experiment.arms[0].shares_deals(self.experiment.arms[arm])

    def as_json(self) -> dict[str, Any]:
        """The report for programs."""
        arms = [
            {"label": arm.label, "rules": arm.rules.spec, "rounds": rounds, "skill_rounds": skill, "paired": paired}
            for arm, rounds, skill, paired in zip(
                self.experiment.arms,
                self.rounds,
                self.skill_rounds,
                map(self.is_paired, range(len(self.rounds))),
                strict=True,
            )
        ]
        return {
            "arms": arms,
            "bots": list(self.experiment.bots),
            "seed": self.experiment.seed,
            "chance": CHANCE,
            "comparisons": self.comparisons,
            "beyond_chance": self.marked,
            "faults": self.faults,
            "figures": [_row_json(row) for row in self.rows],
        }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "group": row.group,
        "label": row.label,
        "unit": row.unit,
        "arms": [value and {"mean": _rounded(value.mean), "half95": _rounded(value.half)} for value in row.estimates],
        "differences": [
            change
            and {
                "mean": _rounded(change.mean),
                "half95": _rounded(change.half),
                "p": float(f"{change.p:.3g}"),
                "beyond_chance": marked,
            }
            for change, marked in zip(row.differences, row.marked, strict=True)
        ],
    }


def _rounded(number: float) -> float | None:
    return round(number, 5) + 0.0 if isfinite(number) else None


def make_report(experiment: Experiment, lines: Sequence[Line]) -> Report:
    """The report of an experiment from its lines; all comparisons together are one family."""
    by_arm = [[line for line in lines if line["arm"] == arm] for arm in range(len(experiment.arms))]
    fields = [[line for line in own if line["part"] == "field"] for own in by_arm]
    skills = [[line for line in own if line["part"] == "skill"] for own in by_arm]
    tables = [
        _figures(experiment, arm, field, skill) for arm, (field, skill) in enumerate(zip(fields, skills, strict=True))
    ]
    rows = [row for row in _rows(experiment, tables) if row.found]
    marks = iter(holm([change.p for row in rows for change in row.differences if change]))
    rows = [_marked(row, tuple(bool(change and next(marks)) for change in row.differences)) for row in rows]
    mixes = [len(contest.mixes) for contest in experiment.contests] or [0] * len(by_arm)
    return Report(
        experiment,
        tuple(sum(len(line["rounds"]) for line in field) for field in fields),
        tuple(len(skill) * count for skill, count in zip(skills, mixes, strict=True)),
        sum(line["faults"] for line in lines),
        tuple(rows),
    )


def _marked(row: Row, marked: tuple[bool, ...]) -> Row:
    return Row(row.group, row.label, row.unit, row.estimates, row.differences, marked)


Found = tuple[Unit, Estimate | None, bool]  # the last: whether deals can be paired


def _figures(
    experiment: Experiment, arm: int, field: Sequence[FieldLine], skill: Sequence[SkillLine]
) -> dict[tuple[str, str], Found]:
    """All figures of one arm by group and label."""
    rules = experiment.arms[arm].rules
    found: dict[tuple[str, str], Found] = {}
    for figure in figures_of(rules):
        found[figure.key] = figure.unit, _estimate(figure, field), True
    in_order = [line["rounds"][dealer] for dealer in rules.seats for line in field]  # no cards twice in a row
    goal = rules.suggested_goal[0]
    lengths = np.array(match_lengths(rules, in_order, goal), np.float64)
    found[LENGTH, f"rounds of a match to {goal}"] = "", estimate(lengths, np.ones_like(lengths)), False
    if skill:
        first, second = experiment.bots
        ones = np.ones(len(skill))
        margins, wins = (np.array([line[name] for line in skill]) for name in ("margin", "wins"))
        found[SKILL, f"{first} over {second}"] = "points", estimate(margins, ones), True
        found[SKILL, f"rounds that {first} wins"] = "%", estimate(wins, ones), True
    return found


def _estimate(figure: Figure, field: Sequence[FieldLine]) -> Estimate | None:
    pairs = np.array([[figure.of(facts) for facts in line["rounds"]] for line in field], np.float64)
    sums = pairs.sum(axis=1)
    return estimate(sums[:, 0], sums[:, 1])


def _rows(experiment: Experiment, tables: Sequence[Mapping[tuple[str, str], Found]]) -> list[Row]:
    keys = list(dict.fromkeys(key for table in tables for key in table))
    rows = []
    for group, label in sorted(keys, key=lambda key: GROUPS.index(key[0])):
        found = [table.get((group, label)) for table in tables]
        unit = next(one[0] for one in found if one)
        base, base_paired = (found[0][1], found[0][2]) if found[0] else (None, False)
        changes: list[Difference | None] = []
        for arm, one in zip(experiment.arms[1:], found[1:], strict=True):
            paired = base_paired and experiment.arms[0].shares_deals(arm)
            changes.append(compare(base, one[1], paired=paired) if base and one and one[1] else None)
        rows.append(Row(group, label, unit, tuple(one and one[1] for one in found), tuple(changes)))
    return rows
