"""A report as a picture: a panel for each group of figures, a dot with its 95% interval for each game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from haggis_cards.arena.ladder import INK, LINE, PAPER
from haggis_cards.arena.workers import load_optional
from haggis_cards.lab.errors import LabError
from haggis_cards.lab.figures import BETS, COURSE, LENGTH, PLAYS, POINTS, SEATS, SKILL, SOURCES
from haggis_cards.lab.report import Report, Row

# Told apart by all common kinds of colour vision (Okabe and Ito).
COLOURS: Final = ("#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
PANELS: Final = (  # title, group, unit (None for any), a logarithmic axis
    ("A round, and how many make a match", (LENGTH, BETS), "", False),
    ("Points ahead, by seat", SEATS, "points", False),
    ("First out, by seat (%)", SEATS, "%", False),
    ("Bets and the course of a round (%)", (BETS, COURSE), "%", False),
    ("Plays in a round", PLAYS, "", True),
    ("Skill: points ahead", SKILL, "points", False),
)
WIDTH, BARS, PER_ROW = 9.0, 0.32, 0.36  # inches


def draw(report: Report, path: Path) -> None:
    """Draws the report as PNG or SVG, by the ending of the file's name."""
    form = path.suffix.lstrip(".").lower()
    panels = [(title, rows, log) for title, group, unit, log in PANELS if (rows := _rows(report, group, unit))]
    heights = [1.0 + BARS * len(report.rounds), *(0.5 + PER_ROW * len(rows) for _, rows, _ in panels)]
    figure = load_optional("matplotlib.figure", "plot", f"--{form}").Figure(
        figsize=(WIDTH, sum(heights) + 0.6 * len(heights)), facecolor=PAPER, layout="constrained"
    )
    axes = figure.subplots(len(heights), 1, gridspec_kw={"height_ratios": heights})
    _draw_sources(axes[0], report)
    for ax, (title, rows, log) in zip(axes[1:], panels, strict=True):
        _draw_dots(ax, report, rows, title, log=log)
    handles = [ax for ax in axes[1].get_lines() if ax.get_label()[:1] != "_"]
    title = "● beyond chance, ○ not; lines are 95% intervals" if len(handles) > 1 else "lines are 95% intervals"
    figure.legend(handles=handles, title=title, loc="outside upper center", ncols=min(4, len(handles)), frameon=False)
    try:
        figure.savefig(path, format=form, dpi=110, metadata={"Date": None} if form == "svg" else None)
    except OSError as error:
        raise LabError(f"{path} cannot be written: {error.strerror}") from None


def _rows(report: Report, groups: str | Sequence[str], unit: str) -> list[Row]:
    wanted = (groups,) if isinstance(groups, str) else groups
    return [row for row in report.rows if row.group in wanted and row.unit == unit]


def _style(ax: Any, title: str) -> None:
    ax.set_facecolor(PAPER)
    ax.set_title(title, loc="left", color=INK, fontweight="bold", fontsize=10)
    ax.grid(axis="x", color=LINE)
    ax.set_axisbelow(True)
    ax.tick_params(length=0, labelcolor=INK, labelsize=8)
    for spine in ax.spines.values():
        spine.set_visible(False)


def _draw_dots(ax: Any, report: Report, rows: Sequence[Row], title: str, *, log: bool) -> None:
    """A line for each figure; a change beyond chance has a full dot, any other an empty one."""
    _style(ax, title)
    arms = report.experiment.arms
    scale = 100 if rows[0].unit == "%" else 1
    for number, arm in enumerate(arms):
        colour = COLOURS[number % len(COLOURS)]
        shift = 0.6 * ((number + 0.5) / len(arms) - 0.5)
        for place, row in enumerate(rows):
            value = row.estimates[number]
            if value is None or (log and value.mean <= 0):
                continue
            full = number == 0 or row.marked[number - 1]
            half = min(value.half * scale, value.mean * scale * 0.9) if log else value.half * scale
            ax.errorbar(
                value.mean * scale, place + shift, xerr=half, fmt="o", color=colour, markersize=5, elinewidth=1.4,
                capsize=2, markerfacecolor=colour if full else PAPER,
            )  # fmt: skip
        ax.plot([], [], "o", color=colour, label=arm.label)
    if log:
        ax.set_xscale("log")
    elif rows[0].unit == "points" and any(value and value.mean < 0 for row in rows for value in row.estimates):
        ax.axvline(0, color=INK, linewidth=0.8)
    ax.set_yticks(
        range(len(rows)), [row.label.removesuffix(": points ahead").removesuffix(": first out") for row in rows]
    )
    ax.set_ylim(len(rows) - 0.5, -0.5)


def _draw_sources(ax: Any, report: Report) -> None:
    """Where the points of a round come from: a bar for each game."""
    _style(ax, "Where the points of a round come from")
    arms = report.experiment.arms
    starts = [0.0] * len(arms)
    by_label = {row.label: row for row in report.rows if row.group == POINTS}
    for number, label in enumerate(label for label in SOURCES if label in by_label):
        values = [value.mean if value else 0.0 for value in by_label[label].estimates]
        ax.barh(range(len(arms)), values, left=starts, height=0.62, color=COLOURS[(number + 1) % 7], label=label)
        starts = [start + value for start, value in zip(starts, values, strict=True)]
    ax.set_yticks(range(len(arms)), [arm.label for arm in arms])
    ax.set_ylim(len(arms) - 0.5, -0.5)
    ax.grid(axis="y", visible=False)
    ax.legend(loc="upper left", bbox_to_anchor=(0, -0.14 - 0.1 / len(arms)), ncols=4, frameon=False, fontsize=8)
