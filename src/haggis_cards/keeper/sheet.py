"""A score sheet: who plays what, and the rounds as people have entered them. Everything else is computed from it.

A sheet is a value that is ready for JSON, so that a page can keep it, a link can carry it and a file can hold it:

    {"haggis_sheet": 1, "id": "k3v9", "date": "2026-11-18", "group": "Fridays", "rules": "haggis-3",
     "end": {"rounds": 6}, "dealer": 0, "players": ["Ann", "Bob", "Cat"], "rounds": [...]}

`group` may be empty. Where a table plays printed deals (`haggis deal --print`), `deals` is the seed of the first, and
`table` the name of the table. `entry.py` says what a round looks like.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from haggis_cards.cards import clip
from haggis_cards.errors import RulesError
from haggis_cards.keeper.errors import SheetError
from haggis_cards.match_end import End, Goal, Rounds
from haggis_cards.rules import Rules

VERSION: Final = 1
MOST_SEED: Final = 2**53 - 100  # a browser counts exactly up to here
Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Sheet:
    """A sheet that can be right: its game, its names and its end are; its rounds are checked when they are scored."""

    rules: Rules
    end: End
    players: tuple[str, ...]
    dealer: int = 0  # of the first round
    rounds: tuple[Entry, ...] = ()
    id: str = ""
    date: str = ""
    group: str = ""
    deals: int | None = None  # the seed of the first printed deal
    table: str = ""

    @classmethod
    def from_json(cls, data: object) -> "Sheet":
        """The sheet that a page, a link or a file holds."""
        if not isinstance(data, Mapping) or "haggis_sheet" not in data:
            raise SheetError("sheet-text")
        if type(data["haggis_sheet"]) is not int or data["haggis_sheet"] > VERSION:
            raise SheetError("sheet-version", found=clip(data["haggis_sheet"]))
        rules = Rules.from_spec(data.get("rules"))
        if rules.is_custom:
            raise SheetError("sheet-custom")
        dealer, rounds, deals = data.get("dealer", 0), data.get("rounds", []), data.get("deals")
        if type(dealer) is not int or dealer not in rules.seats:
            raise RulesError("dealer", last=rules.players - 1, text=clip(dealer))
        if not isinstance(rounds, list) or not all(isinstance(entry, Mapping) for entry in rounds):
            raise SheetError("sheet-shape", key="rounds", text=clip(rounds))
        return cls(
            rules=rules,
            end=_read_end(data.get("end")),
            players=_read_names(rules, data.get("players")),
            dealer=dealer,
            rounds=tuple(rounds),
            deals=None if deals is None else _read_seed(deals),
            **{key: _read_text(data, key) for key in ("id", "date", "group", "table")},
        )

    @property
    def as_json(self) -> dict[str, Any]:
        """The same as `from_json` takes."""
        played = {} if self.deals is None else {"deals": self.deals, "table": self.table}
        return {
            "haggis_sheet": VERSION,
            "id": self.id,
            "date": self.date,
            "group": self.group,
            "rules": self.rules.spec,
            "end": self.end.as_record,
            "dealer": self.dealer,
            "players": list(self.players),
            **played,
            "rounds": list(self.rounds),
        }

    def side_name(self, side: int) -> str:
        """The player, or both partners."""
        return " and ".join(name for name, own in zip(self.players, self.rules.sides, strict=True) if own == side)

    def with_rounds(self, *rounds: Entry) -> "Sheet":
        """The same sheet with other rounds."""
        return replace(self, rounds=rounds)


def _read_names(rules: Rules, players: object) -> tuple[str, ...]:
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise SheetError("sheet-shape", key="players", text=clip(players))
    names = tuple(" ".join(name.split()) for name in players)
    if len(names) != rules.players:
        raise SheetError("sheet-names", preset=rules.preset, count=rules.players, found=len(names))
    for place, name in enumerate(names):
        if not name:
            raise SheetError("sheet-blank", place=place + 1)
        if name.casefold() in (other.casefold() for other in names[:place]):
            raise SheetError("sheet-same", name=name)
    return names


def _read_end(data: object) -> End:
    match data:
        case {"rounds": int(count), **rest} if not rest:
            return Rounds(count)
        case {"goal": int(points), **rest} if not rest:
            return Goal(points)
    raise SheetError("sheet-end", text=clip(data))


def _read_seed(seed: object) -> int:
    if type(seed) is not int:
        raise RulesError("seed", text=clip(seed))
    if not 0 <= seed <= MOST_SEED:
        raise SheetError("sheet-deals", most=MOST_SEED, found=seed)
    return seed


def _read_text(data: Mapping[Any, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise SheetError("sheet-shape", key=key, text=clip(value))
    return value.strip()
