"""`haggis review` judges the decisions of finished matches; `haggis analyse` the options of one position."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from haggis_cards.cards import clip
from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.options import AsJson
from haggis_cards.cli.records import placed, read_records
from haggis_cards.errors import UnreadableRecord
from haggis_cards.match import Match, Record

if TYPE_CHECKING:
    from haggis_cards.review import Reviewer

INTERRUPTED: Final = 130


def analyse(
    line: Annotated[
        list[str], typer.Argument(metavar="LINE", help="A position, or what a seat sees of one; - for standard input.")
    ],
    seat: Annotated[int | None, typer.Option(help="Whose options (default: the seat to act).")] = None,
    effort: Annotated[str, typer.Option(help="quick, normal or deep: how much is tried.")] = "quick",
    every: Annotated[bool, typer.Option("--every", help="Try every legal action, not only the likely ones.")] = False,
    as_json: AsJson = False,
    seed: Annotated[int, typer.Option(help="A whole number: the same seed gives the same values.")] = 0,
) -> None:
    """Show what each option of a position is worth, by what the seat knows.

    A position is a line of text, as `position_line` of the library writes it; ? stands for the cards that a view hides.
    """
    from haggis_cards.review import analyse

    text = sys.stdin.read() if line == ["-"] else " ".join(line)
    found = analyse(text.strip(), seat, effort=effort, every=every, seed=seed)
    typer.echo(json.dumps(found.data) if as_json else str(found))


def review(
    files: Annotated[
        list[str], typer.Argument(metavar="RECORD", help="Files with one record on each line, or - for standard input.")
    ],
    seat: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Review only this seat: its number, or the player's name.")
    ] = None,
    effort: Annotated[str, typer.Option(help="quick, normal or deep: how much is tried for a decision.")] = "quick",
    as_json: AsJson = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one page to this file.")
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Write the records with their reviews to this file, too."),
    ] = None,
    most: Annotated[int, typer.Option(metavar="N", min=0, help="Show at most this many decisions.")] = 10,
    seed: Annotated[int, typer.Option(help="A whole number: the same seed gives the same review.")] = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="The number of threads (default: one for each core).")
    ] = None,
    network: Annotated[
        bool, typer.Option("--network/--no-network", help="Play rounds out by the network, or by rules of thumb.")
    ] = True,
) -> None:
    """Judge every decision of finished matches: what it cost, what was better, and why.

    The worst decisions come first. Several records add up to a profile of each player's mistakes. A review that --save
    has written into a record is shown again without computing.
    """
    from haggis_cards.review import EFFORTS
    from haggis_cards.review.profile import profiles

    if effort not in EFFORTS:
        raise UsageError(f"there is no effort {clip(effort)}; there are: {', '.join(EFFORTS)}")
    for path in filter(None, (html, save)):
        if not path.parent.is_dir():
            raise UsageError(f"{clip(str(path), 80)} cannot be written: there is no such folder")
    matches = list(_read(files, seat))  # all of them first, so that a bad one is known at once
    from haggis_cards.review import Reviewer
    from haggis_cards.review.saved import saved_review, with_review

    options: dict[str, Any] = {"effort": effort, "seed": seed, "network": network}
    found = [
        saved_review(record, match, seats=seats, **options) or Reviewer(match, seats=seats, threads=threads, **options)
        for record, match, seats in matches
    ]
    interrupted = _run([one for one in found if isinstance(one, Reviewer)])
    reviews = [one.data() if isinstance(one, Reviewer) else one for one in found]
    if html is not None:
        _write_page(html, reviews)
    if save is not None:
        with writing(save, "The records are"):
            pairs = zip(matches, reviews, strict=True)
            Record.save_all(save, [with_review(record, review) for (record, *_), review in pairs])
    if as_json:
        typer.echo(json.dumps({"complete": not interrupted, "reviews": reviews, "profiles": profiles(reviews)}))
    else:
        from haggis_cards.cli.cards import make_console
        from haggis_cards.cli.review_report import Report

        Report(make_console(), reviews).print(most)
    if interrupted:
        done = sum(len(one["decisions"]) for each in reviews for one in each["rounds"])
        typer.echo(f"haggis: interrupted; the review ends after {done} decisions", err=True)
        raise typer.Exit(INTERRUPTED)


def _read(files: list[str], seat: str | None) -> Iterator[tuple[Record, Match, list[int] | None]]:
    """The records of all files with their matches, and the seats to review."""
    for file in files:
        for line, text in read_records(file):
            with placed(file, line):
                record = Record.parse(text)
                match = record.replay()
                if not match.over:
                    reason = "the match is not over, and a review would show its hidden cards; finish it first"
                    raise UnreadableRecord(reason)
                yield record, match, None if seat is None else [_seat(seat, match)]


def _seat(text: str, match: Match) -> int:
    """A seat by its number or by the player's name."""
    players = list(match.players or ())
    if text in players:
        return players.index(text)
    if text.isascii() and text.isdecimal() and int(text[:9]) in match.rules.seats:
        return int(text)
    names = f", or a name: {', '.join(map(clip, players))}" if players else ""
    raise UnreadableRecord(f"there is no seat {clip(text)}; it is a number from 0 to {match.rules.players - 1}{names}")


def _run(reviewers: "list[Reviewer]") -> bool:
    """Reviews all matches; true if a person has interrupted that."""
    done = 0
    with progress_bar("reviewing", sum(map(len, reviewers))) as show:
        try:
            for reviewer in reviewers:
                for decision in reviewer:
                    show(done + reviewer.count_to(decision))
                done += len(reviewer)
        except KeyboardInterrupt:
            return True
    return False


@contextmanager
def progress_bar(what: str, count: int) -> Iterator[Callable[[int], None]]:
    """Shows how many of so many are done, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=count)
        yield lambda number: progress.update(task, completed=number)


def _write_page(path: Path, reviews: list[Any]) -> None:
    from haggis_cards.review.page import render

    with writing(path, "The page is"):
        path.write_text(render(reviews), encoding="utf-8", errors="xmlcharrefreplace")


@contextmanager
def writing(path: Path, what: str) -> Iterator[None]:
    """Says where it is what has been written, or why it cannot be."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{clip(str(path), 80)} cannot be written: {error.strerror or error}") from None
    typer.echo(f"{what} in {path}.", err=True)
