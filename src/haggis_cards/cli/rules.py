"""`haggis rules`: the rules of one game, of all games side by side, or the differences of two."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from haggis_cards.cli.errors import UsageError
from haggis_cards.cli.options import HouseRules, read_rules, value_text
from haggis_cards.match_end import End, Rounds
from haggis_cards.rulebook import Ruling, rulings, sections, top_name
from haggis_cards.rulebook import house_text as house_text
from haggis_cards.rules import HOUSE_RULES, RULES, Rules, differences

if TYPE_CHECKING:
    from rich.console import Console


class RuleRow(NamedTuple):
    """One line of the comparison: the fields of `Rules` that it covers, and their values in words."""

    label: str
    fields: tuple[str, ...]
    words: Callable[[Rules], str]


def _bets(rules: Rules) -> str:
    values = ", ".join(map(str, rules.bets))
    if not rules.open_bets:
        return f"{values}, in the auction"
    return f"{values}, made openly" + (", higher than the partner's" if rules.partners else "")


def _bets_until(rules: Rules) -> str:
    match rules.bets_until:
        case _ if not rules.open_bets:
            return "–"
        case "first-out":
            return "the player's first card, or the first player out"
        case "first-card":
            return "the player's first card"


def _bomb_to(rules: Rules) -> str:
    if rules.players == 2:
        return "the other player"
    return {
        "winner": "the winner",
        "opponents": "the other side",
        "chosen": "any other player, as the winner chooses",
        "previous": "the player whom the bomb beat; of a bomb that was led, the player to the right",
    }[rules.bomb_to]


def _out_bonus(rules: Rules) -> str:
    if rules.out_bonus == "immediate":
        return "5 for each card in the largest opposing hand"
    return "5 for each card in the largest other hand: to the winner of a trick who is out, and to the second out"


def _made_bet(rules: Rules) -> str:
    if not rules.open_bets:
        return "the bid for the Shepherd"
    aim = "" if rules.bet_rule == "out" else " (by points)"
    return ("its value", "twice its value")[rules.bet_multiplier - 1] + aim


def _failed_bet(rules: Rules) -> str:
    if not rules.open_bets:
        return "the Sheep: two thirds to the one first out, one third to the other"
    if rules.partners:
        return "the other side"
    if rules.bet_rule == "out" and rules.players == 2:
        return "the other player"
    if rules.bet_rule == "score" or rules.failed_bet_to == "without_bet":
        return "the first out and all players without a bet"
    return "the first out"


def _next_round(rules: Rules) -> str:
    trailing = "trailing side" if rules.partners else "trailing player"
    return f"the {trailing} leads" if rules.next_round == "trailing_leads" else "the leading player deals"


def _between(low_high: tuple[int, int]) -> str:
    return f"{low_high[0]}–{low_high[1]}"


def _rounds(rules: Rules) -> str:
    return f"{_between(rules.suggested_rounds)} rounds, or " if rules.suggested_rounds else ""


LABEL_WIDTH: Final = 14
COLUMN_WIDTH: Final = 14

# In the order of a match: the table, the deal, before play, tricks, the end of the round, points, the match.
ROWS: Final = (
    RuleRow("edition", ("edition",), lambda r: r.edition),
    RuleRow("players", ("players", "partners"), lambda r: f"{r.players}" + ", partners across" * r.partners),
    RuleRow("number cards", ("deck",), lambda r: f"2–10 in {r.deck.suits} suits" + ", twice" * (r.deck.copies == 2)),
    RuleRow("haggis, face down", ("haggis_size",), lambda r: f"{r.haggis_size} cards" if r.haggis_size else "none"),
    RuleRow("dealt to each, besides J Q K", ("hand_size",), lambda r: f"{r.hand_size}"),
    RuleRow(
        "before play",
        ("opening",),
        lambda r: {
            "": "–",
            "auction": "the Shepherd auction",
            "exchange": "partners exchange two cards, one at a time",
        }[r.opening],
    ),
    RuleRow("bets", ("bets", "open_bets"), _bets),
    RuleRow("bets close with", ("bets_until",), _bets_until),
    RuleRow("sets of one rank", ("sets",), lambda r: _yes(r.sets)),
    RuleRow("sequences go up to", ("top_rank",), top_name),
    RuleRow("a bombed trick goes to", ("bomb_to",), _bomb_to),
    RuleRow("a bomb may name the partner to lead", ("name_lead",), lambda r: _yes(r.name_lead) if r.partners else "–"),
    RuleRow(
        "play again after passing",
        ("reenter",),
        lambda r: "–" if r.reenter is None else "yes" if r.reenter else "not in the same trick",
    ),
    RuleRow("bonus for going out", ("out_bonus",), _out_bonus),
    RuleRow(
        "the last hand goes to",
        ("last_hand",),
        lambda r: {"first_out": "the first out", "last_out": "the last to go out", "nobody": "nobody"}[r.last_hand],
    ),
    RuleRow("a slam takes both other hands", ("slam",), lambda r: _yes(r.slam) if r.partners else "–"),
    RuleRow(
        "the haggis goes to",
        ("haggis_to",),
        lambda r: "–" if not r.haggis_size else "the first out" if r.haggis_to == "first_out" else "the last to play",
    ),
    RuleRow(
        "captured cards count",
        ("points",),
        lambda r: "3 5 7 9: 1, J 2, Q 3, K 5" if r.points == "printed" else "1 each",
    ),
    RuleRow("a made bet scores", ("bet_multiplier", "bet_rule"), _made_bet),
    RuleRow("a failed bet pays", ("failed_bet_to",), _failed_bet),
    RuleRow("next round", ("next_round",), _next_round),
    RuleRow(
        "a match is",
        ("suggested_rounds", "suggested_goal"),
        lambda r: f"{_rounds(r)}to {_between(r.suggested_goal)} points",
    ),
    RuleRow("a tie at its end", ("tie",), lambda r: "a shared win" if r.tie == "shared" else "played on"),
)


def rules(
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET", help="The game; without it, all games side by side.")
    ] = None,
    other: Annotated[
        str | None, typer.Option("--diff", metavar="OTHER", help="Show only the differences from this game.")
    ] = None,
    house: HouseRules = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")] = False,
) -> None:
    """Show the rules of a game, or compare games."""
    if preset is None and other is not None:
        raise UsageError(f"--diff compares two games: haggis rules PRESET --diff {other}")
    if preset is None and house:
        raise UsageError("--house changes the rules of one game: haggis rules PRESET --house NAME=VALUE")
    named = [read_rules(preset, house)] if preset else []
    games = [*named, *([Rules.from_spec(other)] if other else [])] or list(RULES.values())
    if as_json:
        typer.echo(json.dumps(_as_json(games, other is not None)))
        return
    from haggis_cards.cli.cards import make_console

    console = make_console()
    if len(games) == 1:
        print_game(console, games[0])
    else:
        # Side by side as far as the terminal is wide; the longest words have 10 letters.
        tables = -(-len(games) // max(1, (console.width - LABEL_WIDTH) // COLUMN_WIDTH))
        size = -(-len(games) // tables)
        shown = [row for row in ROWS if len({row.words(game) for game in games}) > 1]
        if not shown:
            console.print(f"{games[0].preset} and {games[1].preset} have the same rules.")
        for start in range(0, len(games) if shown else 0, size):
            _print_columns(console, games[start : start + size], shown)


def _as_json(games: list[Rules], diff: bool) -> dict[str, Any]:
    if diff:
        found = differences(*games)
        return {
            name: {game.preset: value for game, value in zip(games, pair, strict=True)} for name, pair in found.items()
        }
    if len(games) > 1:
        return {game.preset: _game_json(game) for game in games}
    return _game_json(games[0])


def _game_json(game: Rules) -> dict[str, Any]:
    """All fields, and the house rules that fit this game."""
    data = {field.name: getattr(game, field.name) for field in fields(game)}
    fitting = {name: rule for name, rule in HOUSE_RULES.items() if rule.fits(game)}
    house = {name: {"takes": rule.values_in(game), "about": rule.about} for name, rule in fitting.items()}
    return {**data, "deck": game.deck._asdict(), "house_rules": house}


def print_game(console: "Console", game: Rules) -> None:
    """Prints the whole game: its rules at a glance and in sentences, its house rules, and the rulings."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(game_title(game), "bold"), "\n")
    grid = Table.grid(padding=(0, 3, 0, 0))
    for row in ROWS:
        grid.add_row(Text(row.label, "dim"), row.words(game))
    console.print(grid)
    for title, lines in sections(game):
        console.print(Text(f"\n{title}", "bold"))
        points = Table.grid(padding=(0, 1, 0, 0))
        for line in lines:
            points.add_row(Text(" -", "dim"), line)
        console.print(points)
    console.print(
        Text("\nHouse rules\n", "bold"), "A table may change these rules; all others belong to the game.\n", sep=""
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "value here", "possible values", "meaning"):
        table.add_column(heading)
    for name, rule in HOUSE_RULES.items():
        if rule.fits(game):
            table.add_row(Text(name, "bold"), value_text(getattr(game, name)), rule.values_in(game), rule.about)
    console.print(table)
    console.print(
        Text("Rulings\n", "bold"), "What is played where the rule sheets leave room; docs/rules.md says why.\n", sep=""
    )
    grid = Table.grid(padding=(0, 2, 0, 0))
    for ruling in rulings(game):
        grid.add_row(Text(f" R9.{ruling.number}", "dim"), Text(ruling.says) + Text(_changed_by(game, ruling), "dim"))
    console.print(grid)


def _changed_by(game: Rules, ruling: Ruling) -> str:
    """The house rules that play a ruling another way, and whether this game has one of them."""
    names = [name for name in ruling.house_rules if HOUSE_RULES[name].fits(game)]
    if changed := [name for name in names if name in game.house]:
        return f" Changed here by {', '.join(changed)}."
    return f" House rule: {', '.join(names)}." if names else ""


def _print_columns(console: "Console", games: list[Rules], rows: list[RuleRow]) -> None:
    """Prints the games side by side."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=len(games) > 2)
    table.add_column()
    for game in games:
        table.add_column(Text(re.sub(r"(-\d{4})$", r"\n\1", game.preset), "bold"))
    for row in rows:
        table.add_row(Text(row.label, "dim"), *(row.words(game) for game in games))
    console.print(table)


def _yes(true: bool) -> str:
    return "yes" if true else "no"


def game_title(game: Rules) -> str:
    """The name of a game with its preset and edition."""
    return f"{game.title} for {game.players} players ({game.preset}, edition of {game.edition})"


def length_text(end: End) -> str:
    """The length of a match."""
    if isinstance(end, Rounds):
        return f"{end.count} round{'s' * (end.count != 1)}"
    return f"until somebody has {end.points} points"
