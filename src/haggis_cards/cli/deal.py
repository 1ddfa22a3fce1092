"""`haggis deal`: deals a round and shows it, or prints it as a record to go on from."""

import secrets
from typing import Annotated, Any

import typer

from haggis_cards.cards import clip
from haggis_cards.errors import RulesError
from haggis_cards.match import Match
from haggis_cards.record import Record
from haggis_cards.rules import Rules


def deal(
    preset: Annotated[str, typer.Argument(metavar="PRESET", help="A game; `haggis rules` lists them.")],
    seed: Annotated[int | None, typer.Option(help="A whole number; the same seed deals the same cards.")] = None,
    house: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A house rule, as in points=flat or bets=10,20,30.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a record without actions instead.")] = False,
) -> None:
    """Deal the first round of a match and show all hands."""
    game = Rules.of(preset).replace(**dict(map(read_house_rule, house or ())))
    if seed is None:
        seed = secrets.randbits(32)
    match = Match(game, seed=seed)
    if as_json:
        typer.echo(Record({**match.record().data, "seed": seed}).dump())
    else:
        _show(match)


def read_house_rule(text: str) -> tuple[str, Any]:
    """A house rule as it is written on the command line: `sets=true`, `bets=10,20,30`, `points=flat`."""
    name, given, value = text.partition("=")
    if not given:
        raise RulesError(f"a house rule is NAME=VALUE, as in points=flat, not {clip(text)}")
    if value in ("true", "false"):
        return name, value == "true"
    numbers = value.split(",")
    if all(number.isascii() and number.isdecimal() and len(number) < 10 for number in numbers):
        return name, tuple(map(int, numbers))
    return name, value


def _show(match: Match) -> None:
    from haggis_cards.cli.cards import Party, hands_table, make_console
    from haggis_cards.cli.rules import game_title, house_text

    console, rnd, party = make_console(), match.round, Party(match.rules)
    console.print(game_title(match.rules), style="bold")
    if match.rules.house:
        console.print(f"House rules: {house_text(match.rules)}", style="dim")
    first = {"": "", "exchange": "after the exchange ", "auction": ""}[match.rules.opening]
    lead = "the auction decides who leads" if rnd.lead is None else f"{first}{party.seats[rnd.lead]} leads"
    console.print(f"seed {match.seed} · {party.seats[rnd.dealer]} deals, {lead}", style="dim")
    console.print()
    console.print(hands_table(party, rnd.hands, rnd.deal.haggis))
