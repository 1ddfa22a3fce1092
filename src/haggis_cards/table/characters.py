"""The names that bots have at a table. The browser client has a line and a temper for each of them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

CHARACTERS: Final[Mapping[str, Sequence[str]]] = {
    "beginner": ("Kirsty", "Lachlan", "Effie", "Struan", "Bonnie"),
    "novice": ("Isla", "Hamish", "Morag", "Fergus", "Elspeth"),
    "club": ("Callum", "Ailsa", "Duncan", "Catriona", "Rory"),
    "expert": ("Sorcha", "Murdo", "Iona", "Gregor", "Una"),
    "master": ("Fiona", "Angus", "Mairi", "Ewan", "Greer"),
    "random": ("Tam", "Senga", "Dougal", "Jessie"),
}


def choose_name(level: str, start: int, taken: Collection[str]) -> str:
    """A name for a bot of a level that nobody at the table has; `start` says where in the list to begin."""
    names = CHARACTERS.get(level) or (level,)
    turned = [names[(start + place) % len(names)] for place in range(len(names))]
    used = {name.casefold() for name in taken}
    numbered = (f"{name} {number}" for number in range(2, 10) for name in turned)
    return next(name for name in (*turned, *numbered) if name.casefold() not in used)
