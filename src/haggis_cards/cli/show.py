"""`haggis show`: one match of a file, told for a person to read, or as its canonical record."""

from typing import Annotated

import typer

from haggis_cards.cli.records import Fault, placed, read_records
from haggis_cards.errors import UnreadableRecord
from haggis_cards.record import Record


def show(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="A file of records; - is standard input.")],
    match_number: Annotated[int, typer.Option("--match", metavar="N", min=1, help="Which match of the file.")] = 1,
    round_number: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Only this round of the match.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the whole match as its canonical record instead.")
    ] = False,
) -> None:
    """Tell a recorded match trick by trick, with the score of each round.

    All hands are shown. A record that does not hold is refused as `haggis verify` does.
    """
    line, text, count = _pick(file, match_number)
    with placed(file, line):
        record = Record.parse(text)
        if as_json:
            typer.echo(record.canonical().dump())
            return
        from haggis_cards.cli.cards import make_console
        from haggis_cards.cli.story import Story  # takes rich

        console = make_console()
        story = Story(record, console)
    story.tell(round_number)
    if count > 1:
        more = f"; --match {match_number + 1} shows the next" if match_number < count else ""
        console.print(f"match {match_number} of {count}{more}", style="dim")


def _pick(file: str, number: int) -> tuple[int, str, int]:
    """The wanted record with its line, and how many the file holds."""
    picked, count = None, 0
    for count, numbered in enumerate(read_records(file), 1):
        if count == number:
            picked = numbered
    if picked is None:
        matches = "match" if count == 1 else "matches"
        raise Fault(file, None, UnreadableRecord(f"holds {count} {matches}, there is no match {number}"))
    return *picked, count
