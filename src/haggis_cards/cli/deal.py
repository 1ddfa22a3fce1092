"""`haggis deal`: deals a round and shows it, prints it as a record that can be continued, or puts deals on paper."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.options import HouseRules, Preset, read_rules
from haggis_cards.cli.sheet import Force, PaperSize, check_target, read_paper, write_sheet
from haggis_cards.match import Match, Record
from haggis_cards.rules import Rules

if TYPE_CHECKING:
    from haggis_cards.sheets import PaperName


def deal(
    preset: Preset,
    seed: Annotated[int | None, typer.Option(help="A whole number: the same seed deals the same cards.")] = None,
    house: HouseRules = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a record without actions instead of text.")] = False,
    file: Annotated[
        Path | None, typer.Option("--print", metavar="FILE", help="Write slips to deal real cards from, as PDF.")
    ] = None,
    deals: Annotated[int, typer.Option(min=1, help="With --print: how many deals, by seeds one after another.")] = 1,
    paper: PaperSize = "a4",
    force: Force = False,
) -> None:
    """Deal the first round of a match and show all hands, or print deals for several tables."""
    rules = read_rules(preset, house)
    if seed is None:
        seed = secrets.randbits(32)
    if file is not None:
        if as_json:
            raise UsageError("choose one of --json and --print")
        _print(rules, seed, deals, read_paper(paper), file, force)
        return
    if deals > 1:
        raise UsageError("--deals is for --print FILE; without it one deal is shown")
    match = Match(rules, seed=seed)
    if as_json:
        typer.echo(Record({**match.record().data, "seed": seed}).dump())
    else:
        _show(match)


def _print(rules: Rules, seed: int, deals: int, paper: "PaperName", file: Path, force: bool) -> None:
    """Writes the slips; with only one table they are good for dealing a hand again."""
    from haggis_cards.sheets import MOST_DEALS, print_deals

    if deals > MOST_DEALS:
        raise UsageError(f"a file has at most {MOST_DEALS} deals, not {deals}; go on with --seed {seed + MOST_DEALS}")
    check_target(file, force)
    write_sheet(file, print_deals(rules, seed, deals, paper))
    seeds = f"seed {seed}" if deals == 1 else f"seeds {seed} to {seed + deals - 1}"
    typer.echo(f"{file}: {deals} deal{'s' * (deals > 1)} of {rules.preset}, {seeds}", err=True)


def _show(match: Match) -> None:
    from haggis_cards.cli.cards import PlayerNames, hands_table, make_console
    from haggis_cards.cli.rules import game_title, house_text

    console, rnd, players = make_console(), match.round, PlayerNames(match.rules)
    console.print(game_title(match.rules), style="bold")
    if match.rules.house:
        console.print(f"House rules: {house_text(match.rules)}", style="dim")
    first = {"": "", "exchange": "after the exchange ", "auction": ""}[match.rules.opening]
    lead = "the auction decides who leads" if rnd.lead is None else f"{first}{players.seats[rnd.lead]} leads"
    console.print(f"seed {match.seed} · {players.seats[rnd.dealer]} deals, {lead}", style="dim")
    console.print()
    console.print(hands_table(players, rnd.hands, rnd.deal.haggis))
