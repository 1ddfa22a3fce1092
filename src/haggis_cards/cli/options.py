"""The options that several commands share, and what they mean."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, TypeAlias

import typer
from typer.core import TyperArgument, TyperCommand

from haggis_cards.cards import clip
from haggis_cards.cli.errors import UsageError
from haggis_cards.rulebook import read_value
from haggis_cards.rulebook import value_text as value_text
from haggis_cards.rules import Rules

HouseRules: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--house",
        metavar="NAME=VALUE",
        help="Change a house rule, for example points=flat or bets=10,20,30 (repeatable).",
    ),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Preset: TypeAlias = Annotated[str, typer.Argument(metavar="PRESET", help="The game; `haggis rules` lists all games.")]
Nodes: TypeAlias = Annotated[
    int, typer.Option(min=1, metavar="N", help="How many positions to look at for a solution, at most.")
]
Memory: TypeAlias = Annotated[
    int, typer.Option(min=1, max=1 << 20, metavar="MB", help="How many megabytes a solution may take.")
]


class PlainCommand(TyperCommand):
    """A command whose help names what an option takes in words, not by types of Python."""

    def get_params(self, ctx: Any) -> list[Any]:
        params = super().get_params(ctx)
        for param in params:
            setattr(param, "display_type_rich", partial(_takes, param))  # noqa: B010 - it is a method
        return params


def _takes(param: Any, ctx: Any) -> str | None:
    """What an option takes; an argument already has its name, and a flag takes nothing."""
    label = str(param.display_type(ctx=ctx)).strip("<>").removeprefix("list[").removesuffix("]")
    if isinstance(param, TyperArgument) or label == "bool":
        return None
    return param.metavar or ("N" if label.startswith(("int", "float")) else "TEXT" if label == "str" else label.upper())


def read_rules(preset: str, house: Sequence[str] | None) -> Rules:
    """The rules that a preset and the options `--house` describe."""
    return Rules.from_spec(preset).replace(**dict(map(read_house_rule, house or ())))


def read_house_rule(text: str) -> tuple[str, Any]:
    """A house rule as it is written on the command line: `sets=true`, `bets=10,20,30`, `points=flat`."""
    name, given, value = text.partition("=")
    if not given:
        raise UsageError(f"a house rule is NAME=VALUE, for example points=flat, not {clip(text)}")
    return name, read_value(name, value)
