"""What the terminal shows besides the table: score, log, last trick, legal plays; and puzzles, with their answers."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from haggis_cards.actions import Bury, Give
from haggis_cards.cards import ALL_COURTS, NUMBERS, names
from haggis_cards.cli.cards import Grid, PlayerNames, cards_text, make_console, play_text
from haggis_cards.cli.review_report import action_text
from haggis_cards.cli.terminal.line import ask_line
from haggis_cards.cli.terminal.prompt import COMMANDS, Prompt
from haggis_cards.combos import Kind, Play
from haggis_cards.match import Match
from haggis_cards.puzzles.words import why
from haggis_cards.round import Round
from haggis_cards.rules import Rules

if TYPE_CHECKING:
    from haggis_cards.puzzles.model import Puzzle

TASKS: Final = {
    "open": "All cards are open. Find the play that makes sure of the most points.",
    "sure": "Find the play that goes out first, whatever the others hold.",
    "best": "Find the best play.",
}
SHOWN: Final = 5  # how many legal plays of one kind a hint lists


def score_sheet(match: Match, players: PlayerNames) -> Table | Text:
    """The points of each finished round, and the totals."""
    if not match.finished:
        return Text("No round is finished yet.")
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_row(Text("round", "dim"), *(Text(name, "dim") for name in players.sides))
    for number, done in enumerate(match.finished, 1):
        table.add_row(str(number), *map(str, done.result.points))
    table.add_row(Text("total", "bold"), *(Text(str(total), "bold") for total in match.totals))
    return table


def log_lines(rnd: Round, players: PlayerNames, person: int) -> Iterator[Text]:
    """Every action of the round so far, as the person saw it: cards that others give or bury stay hidden."""
    if not rnd.log:
        yield Text("Nothing was played in this round yet.")
    for seat, action in rnd.log:
        hidden = seat != person and isinstance(action, Give | Bury)
        shown = Text("a card" if isinstance(action, Give) else "cards put back", "dim")
        shown = shown if hidden else action_text(str(action), rnd.rules, players)
        yield Text.assemble((f"{players.seats[seat]:<{players.width}}  ", "dim"), shown)


def trick_lines(rnd: Round, players: PlayerNames) -> Iterator[Text]:
    """The last finished trick of the round, play by play."""
    if not rnd.tricks:
        yield Text("No trick is finished yet.")
        return
    trick = rnd.tricks[-1]
    for seat, play in trick.entries:
        shown = play_text(play) if play else Text("pass", "dim")
        yield Text.assemble((f"{players.seats[seat]:<{players.width}}  ", "dim"), shown)
    yield Text(f"won by {players.seats[trick.winner]}", "dim")


def left_lines(rnd: Round, players: PlayerNames) -> Iterator[Text]:
    """The cards that were not played."""
    for seat, hand in enumerate(rnd.hands):
        if hand:
            yield Text.assemble(f"{players.seats[seat]} held ", cards_text(hand))
    if rnd.haggis:
        yield Text.assemble("The haggis was ", cards_text(rnd.haggis))


def plays_table(plays: list[Play], players: PlayerNames) -> Table:
    """The first few plays of each kind."""
    grid = Grid(players, 2)
    for title, group in _grouped(plays):
        cells = [play_text(play) for play in group[:SHOWN]]
        more = Text(f"and {len(group) - SHOWN} more", "dim") if len(group) > SHOWN else Text()
        grid.add(title, Text(" · ", "dim").join([*cells, more] if more else cells))
    return grid.table


def _grouped(plays: list[Play]) -> list[tuple[str, list[Play]]]:
    """Plays by kind and size, those with few courts first; only one of several plays that differ only in courts."""
    groups: dict[tuple[Kind, int, int], list[Play]] = {}
    alike: dict[tuple[Kind, int, int, int, int], Play] = {}
    for play in plays:
        courts = 0 if play & NUMBERS else play.cards
        alike.setdefault((play.kind, play.width, play.length, play.rank, play & NUMBERS | courts), play)
    for play in sorted(alike.values(), key=lambda play: ((play & ALL_COURTS).bit_count(), play.rank)):
        groups.setdefault((play.kind, play.width, play.length), []).append(play)
    titles = {Kind.SINGLE: "Singles", Kind.BOMB: "Bombs"}
    return [
        (titles.get(kind) or group[0].name.partition(",")[0], group) for (kind, _, _), group in sorted(groups.items())
    ]


def words_to_type(rnd: Round, seat: int) -> list[str]:
    """What the tab key completes: the seat's cards, the words of its other actions, and the commands."""
    said = (str(action) for action in rnd.legal(seat) if not isinstance(action, Play | Give | Bury))
    return [*dict.fromkeys(names(rnd.hands[seat])), *dict.fromkeys(" ".join(said).split()), *COMMANDS]


def show_one(puzzle: "Puzzle", solution: bool, as_json: bool) -> None:
    """Prints a puzzle, with its solution or without."""
    if as_json:
        hidden = () if solution else ("line", "themes", "reason", "proof")
        typer.echo(json.dumps({name: value for name, value in puzzle.data().items() if name not in hidden}))
        return
    rnd, seat = puzzle.start.round, puzzle.seat
    typer.echo(f"{puzzle.id}: {puzzle.rules}, rated {puzzle.rating}")
    for other in rnd.rules.seats:
        mine, hand = other == seat, rnd.hands[other]
        cards = cards_text(hand).plain if mine or puzzle.kind == "open" else f"{hand.bit_count()} cards"
        typer.echo(f"{'>' if mine else ' '} seat {other}  {cards or 'out'}")
    if rnd.top is not None:
        typer.echo(f"To beat: {play_text(rnd.top).plain}, by seat {rnd.winner}")
    typer.echo(TASKS[puzzle.kind])
    if solution:
        for step in puzzle.line:
            typer.echo(f"{'>' if step.accepts else ' '} seat {step.seat}  {_shown(step.action, puzzle)}")
        typer.echo(why(puzzle.reason))


def solve_one(puzzle: "Puzzle") -> None:
    """Asks for every answer of the line, plays what the others do, and says why."""
    show_one(puzzle, False, False)
    console, rnd = make_console(), puzzle.start.round
    for step in puzzle.line:
        if step.accepts:
            answer = _answer(console, Prompt(rnd, step.seat), puzzle)
            if answer is None:
                typer.echo(f"To see the solution: haggis puzzles show {puzzle.id} --solution")
                return
            right = answer in (step.action, *step.accepts)
            other = "" if answer == step.action else f" The line goes on with {_shown(step.action, puzzle)}."
            typer.echo(f"Right.{other}" if right else f"No: {_shown(step.action, puzzle)} is better.")
            if not right:
                break
        else:
            typer.echo(f"  seat {step.seat}  {_shown(step.action, puzzle)}")
        rnd = rnd.act(step.seat, step.action)
    typer.echo(why(puzzle.reason))


def _shown(action: str, puzzle: "Puzzle") -> str:
    """An action as the terminal writes it."""
    rules = Rules.from_spec(puzzle.rules)
    return action_text(action, rules, PlayerNames(rules)).plain


def _answer(console: Console, prompt: Prompt, puzzle: "Puzzle") -> str | None:
    """An action that a person types; None at the end of the input."""
    while True:
        try:
            parsed = prompt.read(ask_line(console, "Your play, or quit"))
        except EOFError:
            return None
        if parsed.action or parsed.command == "quit":
            return parsed.action
        typer.echo(parsed.message or "Type your play, for example 5b 6b 7b.")
        for number, reading in enumerate(parsed.readings, 1):
            typer.echo(f"{number}  {_shown(str(reading), puzzle)}")
