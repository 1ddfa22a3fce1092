"""`haggis verify`: replays records and checks every claim that they make."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from haggis_cards.cli.records import Fault, placed, read_records
from haggis_cards.match import Record
from haggis_cards.replay import Counts


def verify(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Files with one record on each line, or - for standard input.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object with counts and failures instead of text.")
    ] = False,
) -> None:
    """Replay records under the rules and check every claim that they make.

    The exit status is 0 if all records are right, 1 if one breaks the rules, 2 if one cannot be read.
    """
    total = Counts(0, 0, 0)
    held = 0
    faults: list[Fault] = []
    with _progress(files) as advance:
        for outcome in _outcomes(files, advance):
            if isinstance(outcome, Fault):
                faults.append(outcome)
                if not as_json:
                    sys.stderr.write(f"{outcome}\n")  # a progress bar makes room for it
            else:
                held += 1
                total = Counts(*map(sum, zip(total, outcome, strict=True)))
    if as_json:
        failures = [fault.as_json() for fault in faults]
        typer.echo(json.dumps({"ok": not faults, "matches": held, **total._asdict(), "failures": failures}))
    else:
        typer.echo(_summary(held, total, faults))
    if faults:
        raise typer.Exit(2 if any(fault.unreadable for fault in faults) else 1)


def _outcomes(files: list[str], advance: Callable[[int], None]) -> Iterator[Counts | Fault]:
    """For each record: what was counted in it, or what is wrong with it."""
    for file in files:
        try:
            for line, text in read_records(file):
                try:
                    with placed(file, line):
                        yield Record.parse(text).verify()
                except Fault as fault:
                    yield fault
                advance(len(text))
        except Fault as fault:  # the file itself
            yield fault


def _summary(held: int, total: Counts, faults: list[Fault]) -> str:
    counts = {"matches": held, **total._asdict()}
    counted = ", ".join(f"{number} {_noun(name, number)}" for name, number in counts.items())
    if not faults:
        return f"{counted}: all hold"
    unreadable = sum(fault.unreadable for fault in faults)
    failed = len(faults) - unreadable
    wrong = [f"{failed} failed"] * (failed > 0) + [f"{unreadable} unreadable"] * (unreadable > 0)
    return f"{' and '.join(wrong)}; {counted} hold"


def _noun(plural: str, number: int) -> str:
    return plural if number != 1 else plural.removesuffix("es" if plural.endswith("ches") else "s")


@contextmanager
def _progress(files: list[str]) -> Iterator[Callable[[int], None]]:
    """A progress bar, counted in bytes, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("verifying"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        sizes = [os.path.getsize(file) for file in files if os.path.isfile(file)]
        task = progress.add_task("", total=sum(sizes) if len(sizes) == len(files) else None)
        yield lambda size: progress.advance(task, size)
