"""A sheet for others: a text that fits into a link and a QR code, and a table for spreadsheets."""

import base64
import binascii
import csv
import io
import json
import zlib
from collections.abc import Mapping
from typing import Any, Final

from haggis_cards.keeper.account import account
from haggis_cards.keeper.errors import SheetError
from haggis_cards.keeper.sheet import Sheet

# The keys of a sheet and of a round, in the order of the packed lists: new ones go to the end.
_SHEET_KEYS: Final = (
    "haggis_sheet", "id", "date", "group", "rules", "end", "dealer", "players", "rounds", "deals", "table"
)  # fmt: skip
_ROUND_KEYS: Final = ("out", "held", "bets", "piles", "shepherd", "bid", "won", "lost")
_MOST: Final = 1 << 18  # characters of the JSON inside: far more than any evening has, and no bomb


def pack(sheet: Sheet) -> str:
    """The sheet as letters, digits, - and _."""
    data = sheet.as_json
    data["rounds"] = [_listed(entry, _ROUND_KEYS) for entry in sheet.rounds]
    text = json.dumps(_listed(data, _SHEET_KEYS), ensure_ascii=False, separators=(",", ":"))
    squeezed = zlib.compress(text.encode(), level=9, wbits=-15)
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def _listed(data: Mapping[str, Any], keys: tuple[str, ...]) -> list[Any]:
    """The values without their names; what is missing at the end is left out."""
    values = [data.get(key) for key in keys]
    while values and values[-1] is None:
        values.pop()
    return values


def unpack(text: str) -> Sheet:
    """The sheet of a packed text."""
    try:
        squeezed = base64.b64decode(text + "=" * (-len(text) % 4), altchars="-_", validate=True)
        opened = zlib.decompressobj(wbits=-15)
        values = json.loads(opened.decompress(squeezed, _MOST))
        data = _named(values, _SHEET_KEYS)
        data["rounds"] = [_named(entry, _ROUND_KEYS) for entry in data["rounds"]]
    except (binascii.Error, zlib.error, ValueError, KeyError, TypeError, RecursionError):
        raise SheetError("sheet-text") from None
    return Sheet.from_json(data)


def _named(values: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(values, list) or len(values) > len(keys):
        raise TypeError
    return {key: value for key, value in zip(keys, values, strict=False) if value is not None}


def to_csv(sheet: Sheet) -> str:
    """A row for each round and side: what it scored and its total."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(["round", "dealer", "lead", "side", "place out", "cards", "out", "bets", "points", "total"])
    names = sheet.players
    for number, played in enumerate(account(sheet)["rounds"], 1):
        for side in range(sheet.rules.side_count):
            places = [str(place) for place, seat in enumerate(played["out"], 1) if sheet.rules.sides[seat] == side]
            parts = [played["parts"]["cards"], played["parts"]["out"], played["parts"]["bets"]]
            numbers = [part[side] for part in (*parts, played["points"], played["totals"])]
            starters = [_cell(names[played["start"]["dealer"]]), _cell(names[played["lead"]])]
            writer.writerow([number, *starters, _cell(sheet.side_name(side)), " ".join(places), *numbers])
    return text.getvalue()


def _cell(text: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
