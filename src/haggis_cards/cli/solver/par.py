"""`haggis par`: what deals are worth with all cards in sight, for each seat that may lead."""

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cards.cli.arena import Jobs, Ray
from haggis_cards.cli.options import Memory, Nodes, Preset
from haggis_cards.cli.records import placed, read_records
from haggis_cards.cli.review import progress_bar

if TYPE_CHECKING:
    from haggis_cards.match import Record


def par(
    preset: Preset,
    records: Annotated[
        list[str] | None, typer.Argument(metavar="RECORD", help="Solve the deals of these records, not fair ones.")
    ] = None,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The JSONL file to write, or to continue.")] = Path(
        "par.jsonl"
    ),
    deals: Annotated[int, typer.Option(min=1, help="How many deals, in all.")] = 100,
    seed: Annotated[int, typer.Option(help="A whole number: the same seed deals the same cards.")] = 1,
    nodes: Nodes = 2_000_000_000,
    memory: Memory = 1024,
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Solve deals from their first lead. Run the same command again to continue, with more --deals to extend.

    A line of the file has a deal, and for each seat the points by which it will be ahead if it leads, or the least and
    the most if the nodes were not enough.
    """
    from haggis_cards.bots.machine import cores
    from haggis_cards.solver.par import Plan, run
    from haggis_cards.solver.par import deals as all_deals

    plan = Plan(preset, seed, nodes, memory, "records" if records else "deals")
    due = islice(all_deals(plan, _read(records or [])), deals)
    exact = done = 0
    with progress_bar("solving", deals) as show:

        def watch(line: dict[str, Any]) -> None:
            nonlocal exact, done
            done += 1
            exact += all(not isinstance(value, list) for value in line["par"])
            show(done)

        try:
            run(plan, out, due, jobs=jobs or cores(), ray=ray, watch=watch)
        except KeyboardInterrupt:
            typer.echo(f"haggis: interrupted; run the same command again to continue from {out}", err=True)
            raise typer.Exit(130) from None
    typer.echo(f"{done:,} deals, {exact:,} of them exactly")


def _read(files: list[str]) -> "list[Record]":
    from haggis_cards.match import Record

    found = []
    for file in files:
        for line, written in read_records(file):
            with placed(file, line):
                found.append(Record.parse(written))
                found[-1].replay()
    return found
