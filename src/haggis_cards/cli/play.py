"""`haggis play`: a match against bots in the terminal, which can be saved and resumed."""

import secrets
from pathlib import Path
from typing import Annotated, Final

import typer

from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.options import HouseRules, read_rules
from haggis_cards.cli.terminal.saved import DEFAULT_BOT, SavedMatch, check_free, load_match
from haggis_cards.match import Match, describe
from haggis_cards.match_end import End, Goal, Rounds
from haggis_cards.rules import RULES, Rules

NAMES: Final = ("You", "Isla", "Fergus", "Morag")


def play(
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET", help="The game; without it you choose from a menu.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="The bots: one for all seats, or one for each, clockwise from your left."),
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="End the match after this many rounds.")] = None,
    goal: Annotated[int | None, typer.Option(min=1, help="End the match when somebody has this many points.")] = None,
    seed: Annotated[int | None, typer.Option(help="A whole number: the same seed deals the same cards.")] = None,
    house: HouseRules = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the match to this file after every move. The file reveals all hands."),
    ] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved match.")] = None,
) -> None:
    """Play a match against bots in the terminal.

    Bots are levels (beginner, novice, club, expert, master) or names such as greedy or search:200ms.
    """
    from haggis_cards.cli.terminal.game import TerminalGame

    path = save or resume
    if rounds and goal:
        raise UsageError("a match ends after --rounds or at a --goal; give only one of them")
    if save and save != resume:
        check_free(save)
    if resume:
        if preset or rounds or goal or house or seed is not None:
            raise UsageError("--resume continues the match as it is; only --save and --bots can be given with it")
        saved = load_match(resume)
        if bots:
            saved = saved._replace(bots=opponents(bots, saved.match.rules))
    else:
        rules = read_rules(preset or ask_game(), house)
        end: End | None = Rounds(rounds) if rounds else Goal(goal) if goal else None
        seed = secrets.randbits(48) if seed is None else seed
        match = Match(rules, end, seed=seed, players=NAMES[: rules.players])
        others = opponents(bots or DEFAULT_BOT, rules)
        saved = SavedMatch(describe(match, [None, *others]), others)
    game = TerminalGame(saved, path)
    try:
        game.play()
    except (KeyboardInterrupt, EOFError) as leaving:
        game.leave()
        raise typer.Exit(130 if isinstance(leaving, KeyboardInterrupt) else 0) from None
    finally:
        game.close()


def ask_game() -> str:
    """Asks for a game; Enter alone takes the first."""
    games = list(RULES)
    for number, name in enumerate(games, 1):
        typer.echo(f"  {number}  {menu_line(RULES[name])}")
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
        if answer in map(str, range(1, len(games) + 1)):
            return games[int(answer) - 1]
        typer.echo(f"Type a number from 1 to {len(games)}, or press Enter for {games[0]}.")


def menu_line(rules: Rules) -> str:
    """A game so that no other reads the same: an older edition of a game says so."""
    players = f"{rules.players} players{', two against two' if rules.partners else ''}"
    newest = max(
        other.edition for other in RULES.values() if (other.title, other.players) == (rules.title, rules.players)
    )
    edition = "" if rules.edition == newest else f", edition {rules.edition[:4]}"
    return f"{rules.title}, {players}{edition} ({rules.preset})"


def opponents(bots: str, rules: Rules) -> list[str]:
    """The bots in the other seats, clockwise from the person's left."""
    specs, others = bots.split(","), rules.players - 1
    if len(specs) == 1:
        return specs * others
    if len(specs) != others:
        raise UsageError(
            f"{rules.preset} has {others} seats for bots: name one bot for all or {others}, not {len(specs)}"
        )
    return specs
