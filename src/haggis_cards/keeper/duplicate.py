"""Tables that played the same printed deals (`haggis deal --print`), compared deal by deal.

For each deal and side, what a table has above the average of all tables is what it has played better.
"""

from collections.abc import Sequence
from typing import TypedDict

from haggis_cards.keeper.account import account
from haggis_cards.keeper.errors import SheetError
from haggis_cards.keeper.sheet import Sheet


class Compared(TypedDict):
    """One deal at all tables; points and differences are by table, then by side, None where it was not played."""

    seed: int
    points: list[list[int] | None]
    average: list[float]  # by side
    above: list[list[float] | None]


class Comparison(TypedDict):
    """All deals, and the sums over the deals that every table has played."""

    tables: list[str]
    players: list[list[str]]  # by table, then by side
    deals: list[Compared]
    counted: int  # deals that all tables have played
    above: list[list[float]]  # by table, then by side


def compare(sheets: Sequence[Sheet]) -> Comparison:
    """The comparison of sheets with the same game and the same deals."""
    if len(sheets) < 2:
        raise SheetError("sheets-one")
    first = sheets[0]
    for number, sheet in enumerate(sheets, 1):
        if sheet.deals is None:
            raise SheetError("sheets-plain", name=_name(sheet, number))
        if (sheet.rules, sheet.deals) != (first.rules, first.deals):
            raise SheetError("sheets-deals", name=_name(sheet, number))
    played = [[scored["points"] for scored in account(sheet)["rounds"]] for sheet in sheets]
    deals = [
        _compare_deal((first.deals or 0) + place, [points[place] if place < len(points) else None for points in played])
        for place in range(max(map(len, played)))
    ]
    complete = [deal["above"] for deal in deals if None not in deal["points"]]
    sides = range(first.rules.side_count)
    return {
        "tables": [_name(sheet, number) for number, sheet in enumerate(sheets, 1)],
        "players": [[sheet.side_name(side) for side in sides] for sheet in sheets],
        "deals": deals,
        "counted": len(complete),
        "above": [
            [sum(row[side] for above in complete if (row := above[table])) for side in sides]
            for table in range(len(sheets))
        ],
    }


def _name(sheet: Sheet, number: int) -> str:
    return sheet.table or f"table {number}"


def _compare_deal(seed: int, points: list[list[int] | None]) -> Compared:
    there = [row for row in points if row is not None]
    average = [sum(side) / len(there) for side in zip(*there, strict=True)]
    above = [None if row is None else [own - mean for own, mean in zip(row, average, strict=True)] for row in points]
    return {"seed": seed, "points": points, "average": average, "above": above}
