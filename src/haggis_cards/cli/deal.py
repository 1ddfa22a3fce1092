"""`haggis deal`: deals a round and shows it, or prints it as a record that can be continued."""

import secrets
from typing import Annotated

import typer

from haggis_cards.cli.options import HouseRules, read_rules
from haggis_cards.match import Match
from haggis_cards.record import Record


def deal(
    preset: Annotated[str, typer.Argument(metavar="PRESET", help="The game; `haggis rules` lists all games.")],
    seed: Annotated[int | None, typer.Option(help="A whole number: the same seed deals the same cards.")] = None,
    house: HouseRules = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a record without actions instead of text.")] = False,
) -> None:
    """Deal the first round of a match and show all hands."""
    rules = read_rules(preset, house)
    if seed is None:
        seed = secrets.randbits(32)
    match = Match(rules, seed=seed)
    if as_json:
        typer.echo(Record({**match.record().data, "seed": seed}).dump())
    else:
        _show(match)


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
