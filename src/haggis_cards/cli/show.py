"""`haggis show`: prints one match of a file as a transcript, or as its canonical record."""

from typing import Annotated

import typer

from haggis_cards.cli.records import Fault, placed, read_records
from haggis_cards.errors import UnreadableRecord
from haggis_cards.match import Record


def show(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="A file of records, or - for standard input.")],
    match_number: Annotated[
        int, typer.Option("--match", metavar="N", min=1, help="The number of the match in the file.")
    ] = 1,
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Show only this round.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the canonical record of the whole match instead of text.")
    ] = False,
) -> None:
    """Show a recorded match trick by trick, with the score of each round.

    All hands are shown. The record is verified first, as `haggis verify` does.
    """
    line, text, count = _pick(file, match_number)
    with placed(file, line):
        record = Record.parse(text)
        if as_json:
            typer.echo(record.canonical().dump())
            return
        from haggis_cards.cli.cards import make_console
        from haggis_cards.cli.terminal.transcript import Transcript

        console = make_console()
        transcript = Transcript(record, console)
    transcript.print(round_number)
    if count > 1:
        more = f"; --match {match_number + 1} shows the next" if match_number < count else ""
        console.print(f"match {match_number} of {count}{more}", style="dim")


def _pick(file: str, number: int) -> tuple[int, str, int]:
    """The chosen record with its line number, and the number of records in the file."""
    picked, count = None, 0
    for count, numbered in enumerate(read_records(file), 1):
        if count == number:
            picked = numbered
    if picked is None:
        matches = "match" if count == 1 else "matches"
        raise Fault(file, None, UnreadableRecord(f"the file has {count} {matches}; there is no match {number}"))
    return *picked, count
