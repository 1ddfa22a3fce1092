"""`haggis play`: a match in the terminal against bots, with hints, saved and resumed."""

import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from haggis_cards.cli.deal import read_house_rule
from haggis_cards.cli.saved import LEVEL, Saved, load
from haggis_cards.errors import RulesError
from haggis_cards.match import End, Goal, Match, Rounds
from haggis_cards.rules import RULES, Rules

NAMES: Final = ("You", "Isla", "Fergus", "Morag")


def play(
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET", help="A game; without one you choose from a menu.")
    ] = None,
    bots: Annotated[
        str, typer.Option(metavar="A,B", help="Who plays with you: one for all, or one a seat from your left on.")
    ] = LEVEL,
    rounds: Annotated[int | None, typer.Option(min=1, help="The match ends after so many rounds.")] = None,
    goal: Annotated[int | None, typer.Option(min=1, help="The match ends once somebody has so many points.")] = None,
    seed: Annotated[int | None, typer.Option(help="A whole number; the same seed deals the same cards.")] = None,
    house: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A house rule, as in points=flat or sets=true.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the match in this file, move by move. It tells all hands.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a saved match.")] = None,
) -> None:
    """Play a match against bots: novice, club, master, or any bot by its name."""
    from haggis_cards.cli.tabletop import Tabletop

    path = save or resume
    if rounds and goal:
        raise RulesError("a match ends by --rounds or by --goal, not by both")
    if resume:
        if preset or rounds or goal or house or seed is not None:
            raise RulesError("--resume goes on with the match as it is: only --save may stand beside it")
        saved = load(resume)
    else:
        rules = Rules.of(preset or ask_game()).replace(**dict(map(read_house_rule, house or ())))
        end: End | None = Rounds(rounds) if rounds else Goal(goal) if goal else None
        seed = secrets.randbits(48) if seed is None else seed
        match = Match(rules, end, seed=seed, players=NAMES[: rules.players])
        saved = Saved(match, opponents(bots, rules))
    tabletop = Tabletop(saved, path)
    try:
        tabletop.play()
    except (KeyboardInterrupt, EOFError) as leaving:
        tabletop.leave()
        raise typer.Exit(130 if isinstance(leaving, KeyboardInterrupt) else 0) from None
    finally:
        tabletop.close()


def ask_game() -> str:
    """A short menu; just Enter takes the first game."""
    games = list(RULES)
    for number, name in enumerate(games, 1):
        rules = RULES[name]
        players = "4 players, partners" if rules.partners else f"{rules.players} players"
        typer.echo(f"  {number}  {rules.title}, {players} ({name})")
    while True:
        typer.echo(f"Which game? [1, {games[0]}] ", nl=False)
        try:
            answer = input().strip()
        except EOFError:
            answer = ""
        if not answer:
            return games[0]
        if answer in games:
            return answer
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(games):
            return games[int(answer) - 1]
        typer.echo(f"Type a number from 1 to {len(games)}, or just Enter for {games[0]}.")


def opponents(bots: str, rules: Rules) -> list[str]:
    """The bots of the other seats, from the left on."""
    specs, others = bots.split(","), rules.players - 1
    if len(specs) == 1:
        return specs * others
    if len(specs) != others:
        raise RulesError(f"{rules.preset} takes {others} bots besides you, or one for all, not {len(specs)}")
    return specs
