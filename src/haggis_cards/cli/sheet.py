"""`haggis sheet`: rules, player aids, score sheets and bet tokens of a game, to print."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer

from haggis_cards.cards import clip
from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.options import HouseRules, Preset, read_rules

if TYPE_CHECKING:
    from haggis_cards.sheets import PaperName

_Name = TypeVar("_Name", bound=str)
PaperSize: TypeAlias = Annotated[str, typer.Option("--paper", metavar="SIZE", help="a4 or letter.")]
Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")]


def sheet(
    preset: Preset,
    house: HouseRules = None,
    kind: Annotated[
        str,
        typer.Option(
            metavar="KIND",
            help="rules: the game on one page. aid: combinations, bombs, points and bets. scores: a score sheet. "
            "tokens: bets to cut out. decks: how to play with standard decks.",
        ),
    ] = "rules",
    paper: PaperSize = "a4",
    file: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The PDF; - is standard output (default: PRESET-KIND.pdf)."
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Make a sheet to print, as PDF: what this table plays, house rules included."""
    from haggis_cards.sheets import KINDS, make_sheet

    rules = read_rules(preset, house)
    wanted, size = choose("kind of sheet", kind, KINDS), read_paper(paper)
    target = file or Path(f"{rules.preset}-{wanted}.pdf")
    if str(target) == "-":
        sys.stdout.buffer.write(make_sheet(rules, wanted, size))
        return
    check_target(target, force)
    write_sheet(target, make_sheet(rules, wanted, size))
    typer.echo(f"The sheet is in {target}.", err=True)


def choose(what: str, name: str, names: tuple[_Name, ...]) -> _Name:
    """One of these names; another one is refused."""
    for known in names:
        if known == name:
            return known
    raise UsageError(f"there is no {what} {clip(name)}; there are: {', '.join(names)}")


def read_paper(name: str) -> "PaperName":
    """The size of the paper, in small or large letters."""
    from haggis_cards.sheets import PAPER_NAMES

    return choose("paper", name.lower(), PAPER_NAMES)


def check_target(file: Path, force: bool) -> None:
    """Refuses a file that cannot be written, or that is there, before any work is done."""
    shown = clip(str(file), 80)
    if not file.parent.is_dir():
        raise UsageError(f"{shown} cannot be written: there is no such folder")
    if file.is_dir():
        raise UsageError(f"{shown} is a folder; name a file in it")
    if file.exists() and not force:
        raise UsageError(f"{shown} is there already; --force replaces it")


def write_sheet(file: Path, data: bytes) -> None:
    """Writes the file."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{clip(str(file), 80)} cannot be written: {error.strerror or error}") from None
