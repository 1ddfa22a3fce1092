"""A report in words: its figures as text, and as a page in Markdown."""

from collections.abc import Iterator, Sequence
from math import floor, isfinite, log10
from pathlib import Path
from typing import Final

from haggis_cards.lab.errors import LabError
from haggis_cards.lab.figures import Unit
from haggis_cards.lab.report import Report, Row
from haggis_cards.lab.stats import CHANCE, Difference, Estimate

NOTHING: Final = "–"
UP, DOWN = "▲", "▼"


def estimate_text(value: Estimate | None, unit: Unit) -> str:
    """A figure with half of its 95% interval: `12.31 ± 0.08`, `43.1 ± 1.2%`."""
    if value is None:
        return NOTHING
    return _with_half(value.mean, value.half, unit, sign="")


def difference_text(change: Difference | None, unit: Unit, marked: bool) -> str:
    """A difference with half of its interval, and an arrow if it is beyond chance."""
    if change is None:
        return NOTHING
    if not change.mean and not change.half:
        return "0"
    arrow = f"{UP if change.mean > 0 else DOWN} " if marked else ""
    return arrow + _with_half(change.mean, change.half, unit, sign="+")


def _with_half(mean: float, half: float, unit: Unit, sign: str) -> str:
    scale = 100 if unit == "%" else 1
    mean, half, end = mean * scale, half * scale, "%" if unit == "%" else ""
    if not isfinite(half):
        return f"{mean:{sign}.2f}{end}"
    places = min(3, max(0, 1 - floor(log10(half)))) if half else 2  # two digits of the interval
    return f"{mean:{sign}.{places}f} ± {half:.{places}f}{end}"


def summary(report: Report) -> list[str]:
    """What was played and what is beyond chance, in sentences."""
    experiment = report.experiment
    rounds = " and ".join(dict.fromkeys(f"{count:,}" for count in report.rounds))
    each = " of each game" if len(report.rounds) > 1 else ""
    lines = [f"{experiment.bots[0]} in every seat: {rounds} rounds{each}, every deal with each seat as the dealer."]
    if len(experiment.bots) == 2:
        skill = " and ".join(dict.fromkeys(f"{count:,}" for count in report.skill_rounds))
        lines.append(f"{' against '.join(experiment.bots)} on duplicate deals: {skill} rounds{each}.")
    if len(report.rounds) > 1:
        paired = [report.is_paired(arm) for arm in range(1, len(report.rounds))]
        how = "the same deals" if all(paired) else "the same deals where hands have the same size" * any(paired)
        lines.append(f"The games are compared on {how or 'different deals'}.")
        lines.append(
            f"{report.marked} of {report.comparisons} differences are beyond chance ({UP} {DOWN}): if the change did "
            f"nothing, there would be any of them in {CHANCE:.0%} of such runs at most (Holm's correction)."
        )
    if report.faults:
        lines.append(f"In {report.faults:,} decisions a bot failed and a safe default replaced its answer.")
    return lines


def headings(report: Report) -> list[str]:
    """The columns of the table behind the figure's name."""
    base, *others = [arm.label for arm in report.experiment.arms]
    if len(others) == 1:
        return [base, others[0], "difference"]
    return [base, *others]


def cells(row: Row) -> list[str]:
    """A row of the table; with several changes only their differences."""
    first, *others = (estimate_text(value, row.unit) for value in row.estimates)
    changes = [
        difference_text(change, row.unit, marked) for change, marked in zip(row.differences, row.marked, strict=True)
    ]
    return [first, *others, *changes] if len(changes) == 1 else [first, *changes]


def label_text(row: Row) -> str:
    """A figure's name with its unit."""
    return f"{row.label} (points)" if row.unit == "points" and "points" not in row.label else row.label


def markdown(report: Report, command: str, pictures: Sequence[str] = ()) -> str:
    """The report as a page: the command, sentences, pictures and a table for each group."""
    return "\n".join(_markdown(report, command, pictures)) + "\n"


def _markdown(report: Report, command: str, pictures: Sequence[str]) -> Iterator[str]:
    yield from (f"# The rules lab on {report.experiment.arms[0].label}", "")
    yield from ("<!-- not run: it plays for a minute or more -->", "```sh", command, "```", "")
    for sentence in summary(report):
        yield f"- {sentence}"
    yield ""
    for picture in pictures:
        yield from (f"![The figures of this report as a picture]({picture})", "")
    columns = headings(report)
    group = ""
    for row in report.rows:
        if row.group != group:
            group = row.group
            yield from ("",) if row is not report.rows[0] else ()
            yield f"| {group} | {' | '.join(columns)} |"
            yield f"|---|{'---:|' * len(columns)}"
        yield f"| {label_text(row)} | {' | '.join(_bold(cell) for cell in cells(row))} |"


def _bold(cell: str) -> str:
    return f"**{cell}**" if cell.startswith((UP, DOWN)) else cell


def write_markdown(report: Report, command: str, path: Path, pictures: Sequence[Path] = ()) -> None:
    """Writes the report as Markdown; pictures are named as they lie beside the file."""
    try:
        path.write_text(markdown(report, command, [picture.name for picture in pictures]), encoding="utf-8")
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error.strerror}") from None
