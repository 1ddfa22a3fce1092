"""`haggis ladder`: all bots of a pool play each other; shows their ratings as a table and a drawing."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from haggis_cards.cli.arena import (
    Bots,
    Deals,
    Jobs,
    Out,
    Preset,
    Ray,
    Records,
    Seed,
    compete,
    enter,
    make_standings_table,
    standing_cells,
    title_lines,
)
from haggis_cards.cli.options import AsJson, HouseRules

if TYPE_CHECKING:
    from haggis_cards.arena import Contest
    from haggis_cards.arena.ladder import Rung

WIDTH: Final = 60  # of the drawn ladder


def ladder(
    preset: Preset,
    bots: Bots,
    deals: Deals = 200,
    seed: Seed = 0,
    house: HouseRules = None,
    out: Out = None,
    records: Records = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw the ladder as a PNG picture.")] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Rate a pool of bots: every pair plays the same duplicate deals."""
    from haggis_cards.arena.ladder import draw_png, rate
    from haggis_cards.arena.workers import load_optional

    if png:  # fail now if it is missing, not after hours of play
        load_optional("matplotlib", "plot", "--png")
    contest = enter(preset, house, bots, seed)
    scores = compete(contest, deals, out=out, records=records, jobs=jobs, ray=ray)
    rungs = rate(contest, scores)
    if png:
        draw_png(rungs, f"{contest.rules.preset}, {deals:,} duplicate deals for each pair", png)
    if as_json:
        pairs = [
            {**score.margin_json(contest.bots[first], contest.bots[second]), "deals_won": score.deals_won}
            for (first, second), score in zip(contest.pairs, scores, strict=True)
        ]
        ranked = [rung.as_json() for rung in rungs]
        result = {"rules": contest.rules.spec, "deals": deals, "seed": seed, "ladder": ranked, "pairs": pairs}
        typer.echo(json.dumps(result))
    else:
        _show(contest, deals, rungs)


def _show(contest: "Contest", deals: int, rungs: list["Rung"]) -> None:
    from haggis_cards.arena.ladder import draw_bar
    from haggis_cards.cli.cards import make_console

    console = make_console()
    for line, style in title_lines(contest, deals):
        console.print(line, style=style)
    table = make_standings_table("rating")
    for rung in rungs:
        rating = f"{rung.rating:+.0f} ± {(rung.high - rung.low) / 2:.0f}"
        table.add_row(rung.name, rating, *standing_cells(rung.standing))
    console.print(table)
    low, high = min(rung.low for rung in rungs), max(rung.high for rung in rungs)
    names = max(len(rung.name) for rung in rungs)
    for rung in rungs:
        console.print(f"{rung.name:>{names}}  {draw_bar(rung, low, high, WIDTH)}", soft_wrap=True)
    ends = f"{low:+.0f}", f"{high:+.0f}"
    console.print(f"{'':{names}}  {ends[0]}{ends[1]:>{WIDTH - len(ends[0])}}", style="dim", soft_wrap=True)
