"""The score keeper in the browser."""

from haggis_cards.keeper.surface import (
    add_round,
    compare,
    open_sheet,
    pack,
    season_of,
    to_csv,
    try_round,
    undo_round,
    unpack,
)

__all__ = [
    "add_round",
    "compare",
    "open_sheet",
    "pack",
    "season_of",
    "to_csv",
    "try_round",
    "undo_round",
    "unpack",
]
