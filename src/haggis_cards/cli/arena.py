"""`haggis arena`: two bots play duplicate deals; shows which is better, with a confidence interval."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from haggis_cards.cli.options import AsJson, HouseRules, read_rules

if TYPE_CHECKING:
    from rich.table import Table

    from haggis_cards.arena import Contest, Score, Standing

# The options that `haggis arena` and `haggis ladder` share.
Preset: TypeAlias = Annotated[
    str, typer.Option("--rules", metavar="PRESET", help="The game; `haggis rules` lists all games.")
]
Bots: TypeAlias = Annotated[
    list[str],
    typer.Option(
        metavar="A,B", help="The bots, separated by commas; repeat the option if a bot's name contains a comma."
    ),
]
Deals: TypeAlias = Annotated[int, typer.Option(min=1, help="The number of deals; each is played in every seating.")]
Seed: TypeAlias = Annotated[int, typer.Option(help="A whole number: the same seed plays the same deals.")]
Out: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Store the results in this JSONL file, and continue from those already in it."),
]
Records: TypeAlias = Annotated[
    Path | None,
    typer.Option("--records", metavar="FILE", help="Write every round that is played as a record to this JSONL file."),
]
Jobs: TypeAlias = Annotated[
    int | None, typer.Option(min=1, help="The number of worker processes (default: one for each core).")
]
Ray: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: an address such as 10.0.0.1:6379, auto or local."),
]


def arena(
    preset: Preset,
    bots: Bots,
    deals: Deals = 1000,
    seed: Seed = 0,
    house: HouseRules = None,
    out: Out = None,
    records: Records = None,
    until_sure: Annotated[
        bool,
        typer.Option(
            "--until-sure", help="Stop as soon as the anytime interval excludes zero, and at --deals at the latest."
        ),
    ] = False,
    jobs: Jobs = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Let two bots play duplicate deals and show the margin with its 95% interval."""
    from haggis_cards.arena import ArenaError

    contest = enter(preset, house, bots, seed)
    if len(contest.bots) > 2:
        raise ArenaError(f"haggis arena compares two bots, not {len(contest.bots)}; haggis ladder rates more")
    [score] = compete(contest, deals, out=out, records=records, jobs=jobs, ray=ray, until_sure=until_sure)
    if as_json:
        result = {
            "rules": contest.rules.spec,
            "deals": score.deals,
            "seed": seed,
            "margin": score.margin_json(*contest.bots, peeked=until_sure),
            "sure": score.sure,
            "bots": [standing.as_json(name) for name, standing in zip(contest.bots, score.standings, strict=True)],
        }
        typer.echo(json.dumps(result))
    else:
        _show(contest, score, peeked=until_sure)


def enter(preset: str, house: Sequence[str] | None, bots: Sequence[str], seed: int) -> "Contest":
    """The contest that the options describe."""
    from haggis_cards.arena import Contest

    rules = read_rules(preset, house)
    return Contest(rules, split_names(bots), seed)


def split_names(bots: Sequence[str]) -> tuple[str, ...]:
    """The bots that the option `--bots` names."""
    return tuple(spec.strip() for spec in (bots[0].split(",") if len(bots) == 1 else bots))


def compete(
    contest: "Contest",
    deals: int,
    *,
    out: Path | None,
    jobs: int | None,
    ray: str | None,
    records: Path | None = None,
    until_sure: bool = False,
) -> list["Score"]:
    """Plays the contest; on a terminal, a progress bar shows the margin so far."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from haggis_cards.arena import run
    from haggis_cards.arena.results import Results

    done = 0

    def watch(scores: list["Score"]) -> None:
        nonlocal done
        done = scores[-1].deals
        if not bar.disable:
            leader = _margin_text(scores[0], peeked=until_sure) if len(scores) == 1 else ""
            bar.update(task, completed=sum(score.deals for score in scores), margin=leader)

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[margin]}", markup=False),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(" : ".join(contest.bots), total=deals * len(contest.pairs), margin="")
        try:
            return run(contest, deals, out=out, records=records, jobs=jobs, ray=ray, until_sure=until_sure, watch=watch)
        except KeyboardInterrupt:
            bar.stop()
            saved = "nothing was stored, because --out was not given"
            if out:  # the file may be one deal ahead of the count
                with Results(contest, out) as kept:
                    done = min(deals, len(kept.lines) // len(contest.pairs))
                saved = f"run the same command again to continue from {out}"
            typer.echo(f"haggis: interrupted after {done} of {deals} deals; {saved}", err=True)
            raise typer.Exit(130) from None


def _margin_text(score: "Score", *, peeked: bool) -> str:
    low, high = score.margin.anytime() if peeked else score.margin.interval()
    return f"{score.margin.mean:+.1f}" + (f" ± {(high - low) / 2:.1f}" if score.deals > 1 else "")


def _show(contest: "Contest", score: "Score", *, peeked: bool) -> None:
    from haggis_cards.cli.cards import make_console

    console = make_console()
    for line, style in title_lines(contest, score.deals):
        console.print(line, style=style)
    table = make_standings_table()
    for name, standing in zip(contest.bots, score.standings, strict=True):
        table.add_row(name, *standing_cells(standing))
    console.print(table)
    for standing in score.standings:
        if standing.first_incident:
            console.print(f"first fault: {standing.first_incident}", style="red")
    first, second = contest.bots
    margin = _margin_text(score, peeked=peeked)
    console.print(f"{first} over {second}: {margin} points a round, 95% interval{' valid at any time' * peeked}")


def title_lines(contest: "Contest", deals: int) -> list[tuple[str, str]]:
    """The game and the number of deals, with the style of each line."""
    from haggis_cards.cli.rules import game_title, house_text

    house = [(f"House rules: {house_text(contest.rules)}", "dim")] if contest.rules.house else []
    played = f"{deals:,} deals, each played in {len(contest.mixes)} seatings · seed {contest.seed}"
    return [(game_title(contest.rules), "bold"), *house, (played, "dim")]


def make_standings_table(*headings: str) -> "Table":
    """An empty table of bots: the name, the given columns, and those of `standing_cells`."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("bot", style="bold", no_wrap=True)
    for heading in (*headings, "points", "wins", "bets won", "ms", "slowest", "faults"):
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def standing_cells(standing: "Standing") -> tuple[str, ...]:
    """A bot's results as cells: points per round, wins, bets, milliseconds per decision, faults."""
    numbers = standing.as_json("")
    return (
        f"{numbers['points_per_round']:.1f}",
        f"{standing.wins / max(standing.rounds, 1):.1%}",
        f"{standing.bets_won:,} of {standing.bets:,}",
        f"{numbers['ms_per_decision']:.2f}",
        f"{standing.slowest_ms:.1f}",
        f"{standing.incidents}",
    )
