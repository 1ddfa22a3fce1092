"""The score keeper in the browser."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from haggis_cards.keeper import surface

EXPOSED: Final[Mapping[str, Callable[..., Any]]] = {
    "add_round": surface.add_round,
    "compare": surface.compare,
    "open_sheet": surface.open_sheet,
    "pack": surface.pack,
    "season_of": surface.season_of,
    "to_csv": surface.to_csv,
    "try_round": surface.try_round,
    "undo_round": surface.undo_round,
    "unpack": surface.unpack,
}
