"""`haggis lab`: what a change of rules does to a game, from rounds that bots play."""

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from haggis_cards.cli.arena import Jobs, Out, Ray, Seed, split_names
from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.options import AsJson, HouseRules, Preset, read_house_rule, read_rules, value_text
from haggis_cards.rules import HOUSE_RULES, Rules

if TYPE_CHECKING:
    from haggis_cards.lab import Arm, Experiment, Report
    from haggis_cards.lab.experiment import Line

AND: Final = "+"  # between the house rules of one change
WIDEST: Final = 400  # columns of a table with many changes
DEFAULT_BOTS: Final = ("neural,greedy",)


def lab(
    preset: Preset,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A change to try, for example points=flat, or sets=true+points=flat for both at once; a name alone "
            "tries all its other values (repeatable).",
        ),
    ] = None,
    against: Annotated[
        list[str] | None, typer.Option(metavar="PRESET", help="Compare with another game (repeatable).")
    ] = None,
    control: Annotated[
        bool, typer.Option("--control", help="Compare the game with itself on other deals: what chance alone does.")
    ] = False,
    house: HouseRules = None,
    rounds: Annotated[int, typer.Option(min=10, help="The number of rounds of each game.")] = 5000,
    seed: Seed = 0,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B",
            help="The first bot holds every seat; what skill is worth comes from the first against the second. One "
            "bot alone leaves that out (default: neural,greedy).",
        ),
    ] = None,
    out: Out = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw the report as a PNG picture.")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw the report as an SVG picture.")] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the report as Markdown, with the pictures in it.")
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Measure what house rules, or another edition, do to a game: bots play thousands of rounds of each."""
    from haggis_cards.arena.workers import load_optional
    from haggis_cards.lab import Experiment, make_report
    from haggis_cards.lab.plot import draw
    from haggis_cards.lab.words import write_markdown

    pictures = _pictures(png, svg)
    if pictures:  # fail now if it is missing, not after minutes of play
        load_optional("matplotlib", "plot", "--png" if png else "--svg")
    arms = read_arms(preset, house, vary, against, control=control)
    experiment = Experiment(tuple(arms), split_names(bots or DEFAULT_BOTS), seed)
    report = make_report(experiment, _play(experiment, rounds, out=out, jobs=jobs, ray=ray))
    for picture in pictures:
        draw(report, picture)
    if page:
        write_markdown(report, _command(), page, pictures)
    if as_json:
        typer.echo(json.dumps({"rules": arms[0].rules.spec, **report.as_json()}))
    else:
        _show(report)


def _pictures(png: Path | None, svg: Path | None) -> list[Path]:
    for path, form in ((png, "png"), (svg, "svg")):
        if path and path.suffix.lower() != f".{form}":
            raise UsageError(f"--{form} takes a file that ends in .{form}, for example lab.{form}, not {path}")
    return [path for path in (png, svg) if path]


def _command() -> str:
    """The command line as the report shows it: without what it writes and where it plays."""
    words, kept = iter(sys.argv[1:]), ["haggis"]
    for word in words:
        name, given, _ = word.partition("=")
        if name in ("--out", "--png", "--svg", "--page", "--jobs", "--ray") and word.startswith("--"):
            if not given:
                next(words, None)
        elif word != "--json":
            kept.append(shlex.quote(word))
    return " ".join(kept)


# What is compared


class Change(NamedTuple):
    """A change of a game's house rules, and how it is written."""

    label: str
    rules: Rules


def read_arms(
    preset: str,
    house: Sequence[str] | None,
    vary: Sequence[str] | None,
    against: Sequence[str] | None,
    *,
    control: bool = False,
) -> list["Arm"]:
    """The games to compare, the first as it is."""
    from haggis_cards.lab import Arm

    base = read_rules(preset, house)
    label = ", ".join([preset, *(house or ())])
    arms = [Arm(base, label)]
    for text in vary or ():
        arms += [Arm(change.rules, change.label) for change in read_changes(base, text)]
    arms += [Arm(Rules.from_spec(other), other) for other in against or ()]
    if control:
        arms.append(Arm(base, "the same game", stream="control"))
    labels = [arm.label for arm in arms]
    for repeated in {label for label in labels if labels.count(label) > 1}:
        raise UsageError(f"{repeated} is there twice; each game and each change is compared once")
    return arms


def read_changes(base: Rules, text: str) -> list[Change]:
    """The changes that an option `--vary` means: one, or every other value of a house rule."""
    rule = HOUSE_RULES.get(text)
    if rule is None:
        written = dict(map(read_house_rule, text.split(AND)))
        return [Change(text, base.replace(**written))]
    if not rule.choices:
        raise UsageError(f"--vary {text} needs a value, for example {text}=10,20,30: it takes {rule.values_in(base)}")
    others = [value for value in rule.choices_in(base) or rule.choices if value != getattr(base, text)]
    return [Change(f"{text}={value_text(value)}", base.replace(**{text: value})) for value in others]


# Playing and showing


def _play(
    experiment: "Experiment", rounds: int, *, out: Path | None, jobs: int | None, ray: str | None
) -> list["Line"]:
    """Plays the experiment; on a terminal with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from haggis_cards.lab import run

    done, total = 0, 0

    def watch(so_far: int, all_deals: int) -> None:
        nonlocal done, total
        done, total = so_far, all_deals
        bar.update(task, completed=done, total=total)

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task("deals", total=None)
        try:
            return run(experiment, rounds, out=out, jobs=jobs, ray=ray, watch=watch)
        except KeyboardInterrupt:
            bar.stop()
            saved = "nothing was stored, because --out was not given"
            if out:
                saved = f"run the same command again to continue from {out}"
            typer.echo(f"haggis: interrupted after {done:,} of {total:,} deals; {saved}", err=True)
            raise typer.Exit(130) from None


def _show(report: "Report") -> None:
    from rich import box
    from rich.table import Table

    from haggis_cards.cli.cards import make_console
    from haggis_cards.cli.rules import game_title
    from haggis_cards.lab.words import DOWN, UP, cells, headings, label_text, summary

    console = make_console()
    console.print(game_title(report.experiment.arms[0].rules), style="bold")
    for sentence in summary(report):
        console.print(sentence, style="dim")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("", no_wrap=True)
    for heading in headings(report):
        table.add_column(heading, justify="right", no_wrap=True)
    group = ""
    for row in report.rows:
        if row.group != group:
            group = row.group
            table.add_row(group, style="bold")
        marked = any(row.marked)
        shown = cells(row)
        table.add_row(f"  {label_text(row)}", *shown, style="" if marked or not row.marked else "dim")
    wide = console.options.update(max_width=WIDEST)
    console.width = max(console.width, console.measure(table, options=wide).maximum)  # a cut number misleads
    console.print(table)
    if len(report.experiment.arms) > 1:
        console.print(f"{UP} {DOWN} beyond chance; ± is the 95% interval of one figure", style="dim")
