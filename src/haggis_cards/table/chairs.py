"""The chairs of a table: who sits on each, and what the table remembers of them."""

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from haggis_cards.wire.tables import SeatInfo

Away = Literal["clock", "gone", "left"]


@dataclass(frozen=True)
class Chair:
    """Who sits on a seat: a person (with a guest's id), a bot (with a level), or nobody."""

    guest: str | None = None
    name: str | None = None
    level: str | None = None
    away: Away | None = None
    again: bool = False
    ready: bool = False
    missed: int = 0  # decisions in a row for which the time ran out
    bank_used: int = 0  # milliseconds of the time bank, in this match
    acted: bool = False  # in this match, in time and not by a bot
    went: int = 0  # the entry with which they were away last

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        return "person" if self.guest else "bot" if self.level else "open"

    @property
    def here(self) -> bool:
        """Whether a person sits there who plays, and no bot in their place."""
        return self.guest is not None and self.away is None

    def info(self, connected: bool) -> SeatInfo:
        """What everybody may know of it."""
        return SeatInfo(
            kind=self.kind,
            name=self.name,
            level=self.level,
            away=self.away,
            again=self.again,
            ready=self.ready,
            missed=self.missed,
            connected=connected or self.kind == "bot",
        )


def name_bots(table: str, chairs: Sequence[Chair]) -> list[Chair]:
    """The chairs with a name for every bot; no two names at a table are equal, and a bot keeps its name if it can."""
    people = {chair.name.casefold() for chair in chairs if chair.guest and chair.name}
    named = [
        replace(chair, name=None) if chair.level and (chair.name or "").casefold() in people else chair
        for chair in chairs
    ]
    for seat, chair in enumerate(named):
        if chair.level and not chair.name:
            start = zlib.crc32(f"{table} {seat}".encode())  # other tables, other faces; the same log, the same names
            taken = [other.name for other in named if other.name]
            named[seat] = replace(chair, name=choose_name(chair.level, start, taken))
    return named


# The names that bots have at a table. The browser client has a line and a temper for each of them.
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
