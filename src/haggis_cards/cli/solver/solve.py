"""`haggis solve`: what a position is worth with all cards in sight and best play."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from haggis_cards.cli.options import AsJson, Memory, Nodes
from haggis_cards.cli.review import progress_bar

if TYPE_CHECKING:
    from haggis_cards.solver import Progress, Solution, Value

SHOWN: int = 20  # actions


def solve(
    line: Annotated[str, typer.Argument(metavar="LINE", help="A position line, as the analysis board shows it.")],
    as_json: AsJson = False,
    nodes: Nodes = 50_000_000,
    memory: Memory = 64,
) -> None:
    """Solve a position with all cards in sight: the value of every action, and a line of best play.

    A value is a margin: the points of this round by which the side to act will be ahead. If the nodes are not enough,
    the least and the most that it can be is shown.
    """
    from haggis_cards.solver import solve

    with progress_bar("solving", nodes) as show:

        def watch(progress: "Progress") -> None:
            show(progress.nodes)

        solution = solve(line, nodes=nodes, memory=memory, watch=watch)
    typer.echo(json.dumps(solution) if as_json else _text(solution))


def _text(solution: "Solution") -> str:
    """The best actions first."""
    actions = sorted(solution["actions"].items(), key=lambda one: _bounds(one[1])[::-1], reverse=True)
    width = max(len(_number(value)) for _, value in actions[:SHOWN])
    lines = [f"The side to act will be {_ahead(solution['margin'])}."]
    lines += [f"  {_number(value):>{width}}  {action}" for action, value in actions[:SHOWN]]
    if len(actions) > SHOWN:
        lines.append(f"  and {len(actions) - SHOWN:,} more; --json lists all of them")
    if solution["exact"]:
        lines += ["Best play:", *(f"  {entry}" for entry in solution["line"])]
    else:
        lines.append("The nodes were not enough for an exact value; --nodes allows more.")
    return "\n".join(lines)


def _ahead(margin: "Value") -> str:
    low, high = _bounds(margin)
    if low < high:
        return f"ahead by {_number(margin)} points"
    return "level" if not low else f"{abs(low):g} point{'s' * (abs(low) != 1)} {'ahead' if low > 0 else 'behind'}"


def _number(value: "Value") -> str:
    low, high = _bounds(value)
    return f"{low:+g}" if low == high else f"{low:+g} to {high:+g}"


def _bounds(value: "Value") -> tuple[float, float]:
    return value if isinstance(value, tuple) else (value, value)
