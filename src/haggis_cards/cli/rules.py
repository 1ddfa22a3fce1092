"""`haggis rules`: the rules of one game, of all games side by side, or the differences of two."""

import json
from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from haggis_cards.cli.errors import UsageError
from haggis_cards.match import End, Rounds
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
    chosen = "any other player, as the winner chooses"
    return {"winner": "the winner", "opponents": "the other side", "chosen": chosen}[rules.bomb_to]


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
    if rules.bet_rule == "score":
        return "the first out and all players without a bet"
    return "the other player" if rules.players == 2 else "the first out"


def _next_round(rules: Rules) -> str:
    trailing = "trailing side" if rules.partners else "trailing player"
    return f"the {trailing} leads" if rules.next_round == "trailing_leads" else "the leading player deals"


def _between(low_high: tuple[int, int]) -> str:
    return f"{low_high[0]}–{low_high[1]}"


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
    RuleRow("sequences go up to", ("top_rank",), lambda r: f"{r.top_rank}"),
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
        ("leftover",),
        lambda r: "the first out" if r.leftover == "first_out" else "the last to go out",
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
    RuleRow("a failed bet pays", (), _failed_bet),
    RuleRow("next round", ("next_round",), _next_round),
    RuleRow(
        "a match is",
        ("suggested_rounds", "suggested_goal"),
        lambda r: f"{_between(r.suggested_rounds)} rounds, or to {_between(r.suggested_goal)} points",
    ),
)


def rules(
    preset: Annotated[
        str | None, typer.Argument(metavar="PRESET", help="The game; without it, all games side by side.")
    ] = None,
    other: Annotated[
        str | None, typer.Option("--diff", metavar="OTHER", help="Show only the differences from this game.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")] = False,
) -> None:
    """Show the rules of a game, or compare games."""
    if preset is None and other is not None:
        raise UsageError(f"--diff compares two games: haggis rules PRESET --diff {other}")
    games = [Rules.from_spec(name) for name in (preset, other) if name is not None] or list(RULES.values())
    if as_json:
        typer.echo(json.dumps(_as_json(games, other is not None)))
        return
    from haggis_cards.cli.cards import make_console

    console = make_console()
    if len(games) == 1:
        _print_game(console, games[0])
    else:
        _print_differences(console, games)


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
    house = {name: {"takes": rule.values, "about": rule.about} for name, rule in HOUSE_RULES.items() if rule.fits(game)}
    return {**data, "deck": game.deck._asdict(), "house_rules": house}


def _print_game(console: "Console", game: Rules) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    console.print(Text(game_title(game), "bold"), "\n")
    grid = Table.grid(padding=(0, 3, 0, 0))
    for row in ROWS:
        grid.add_row(Text(row.label, "dim"), row.words(game))
    console.print(grid)
    console.print(
        Text("\nHouse rules\n", "bold"), "A table may change these rules; all others belong to the game.\n", sep=""
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "value here", "possible values", "meaning"):
        table.add_column(heading)
    for name, rule in HOUSE_RULES.items():
        if rule.fits(game):
            table.add_row(Text(name, "bold"), value_text(getattr(game, name)), rule.values, rule.about)
    console.print(table)


def _print_differences(console: "Console", games: list[Rules]) -> None:
    """Prints the games side by side, without the rules that all of them share."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_lines=len(games) > 2)
    table.add_column()
    for game in games:
        table.add_column(Text(game.preset.replace("-2024", "\n-2024"), "bold"))
    for row in ROWS:
        words = [row.words(game) for game in games]
        if len(set(words)) > 1:
            table.add_row(Text(row.label, "dim"), *words)
    if not table.rows:
        console.print(f"{games[0].preset} and {games[1].preset} have the same rules.")
        return
    console.print(table)


def _yes(true: bool) -> str:
    return "yes" if true else "no"


def value_text(value: Any) -> str:
    """A house rule's value as the option --house takes it: true, flat, 15,30,45."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def house_text(game: Rules) -> str:
    """The house rules of a game: points=flat, sets=true."""
    return ", ".join(f"{name}={value_text(value)}" for name, value in game.house.items())


def game_title(game: Rules) -> str:
    """The name of a game with its preset and edition."""
    return f"{game.title} for {game.players} players ({game.preset}, edition of {game.edition})"


def length_text(end: End) -> str:
    """The length of a match."""
    if isinstance(end, Rounds):
        return f"{end.count} round{'s' * (end.count != 1)}"
    return f"until somebody has {end.points} points"
