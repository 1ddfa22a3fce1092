"""A season: the finished matches of a group, as a table of its players, its records and its partners.

Games differ in their points, so a table is sorted by matches won, and then by points ahead: what a side had in a round
more than the mean of the others.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias, TypedDict, get_args

from haggis_cards.keeper.account import Account, account
from haggis_cards.keeper.sheet import Sheet

BET_RULES: Final = ("bet", "bet-failed", "bid", "bid-failed")
Kind: TypeAlias = Literal["round", "total", "margin", "streak", "slams"]


class Standing(TypedDict):
    """A player's, or two partners', season."""

    names: list[str]
    matches: int
    won: int  # shared wins included
    shared: int
    rounds: int
    ahead: float  # points ahead of the others, a round
    first_out: int
    bets: int  # bets and bids that were settled
    bets_made: int


class SeasonRecord(TypedDict):
    """The best of its kind, with whoever reached it first."""

    kind: Kind
    names: list[str]
    value: int
    sheet: str  # its id; empty where it is about several
    date: str


class Season(TypedDict):
    """What a group has played."""

    matches: int
    unfinished: int  # sheets that are not over
    players: list[Standing]
    partners: list[Standing]
    records: list[SeasonRecord]


class Played(NamedTuple):
    """A sheet and what it comes to."""

    sheet: Sheet
    account: Account

    def names(self, side: int) -> tuple[str, ...]:
        """The players of a side."""
        return tuple(name for name, own in zip(self.sheet.players, self.sheet.rules.sides, strict=True) if own == side)


@dataclass
class _Sum:
    """Adds a player's matches up."""

    names: tuple[str, ...]
    matches: int = 0
    won: int = 0
    shared: int = 0
    first_out: int = 0
    ahead: list[float] = field(default_factory=list)
    bets: list[bool] = field(default_factory=list)

    def add(self, played: Played, side: int, seats: Sequence[int]) -> None:
        winners = played.account["winners"] or []
        self.matches += 1
        self.won += side in winners
        self.shared += side in winners and len(winners) > 1
        for scored in played.account["rounds"]:
            own, total = scored["points"][side], sum(scored["points"])
            self.ahead.append(own - (total - own) / (len(scored["points"]) - 1))
            self.first_out += scored["out"][0] in seats
            made = {
                line["seat"]: line["rule"] in ("bet", "bid") for line in scored["lines"] if line["rule"] in BET_RULES
            }
            self.bets += [made[seat] for seat in seats if seat in made]

    @property
    def standing(self) -> Standing:
        return {
            "names": list(self.names),
            "matches": self.matches,
            "won": self.won,
            "shared": self.shared,
            "rounds": len(self.ahead),
            "ahead": sum(self.ahead) / len(self.ahead),
            "first_out": self.first_out,
            "bets": len(self.bets),
            "bets_made": sum(self.bets),
        }


def season(sheets: Iterable[Sheet]) -> Season:
    """The season of these sheets; printed deals are compared in their own way and do not count."""
    scored = [Played(sheet, account(sheet)) for sheet in sheets if sheet.deals is None]
    finished = sorted((one for one in scored if one.account["over"]), key=lambda one: one.sheet.date)
    players: dict[str, _Sum] = {}
    partners: dict[frozenset[str], _Sum] = {}
    for played in finished:
        rules = played.sheet.rules
        for seat, name in enumerate(played.sheet.players):
            players.setdefault(name.casefold(), _Sum((name,))).add(played, rules.sides[seat], [seat])
        for side in range(rules.side_count if rules.partners else 0):
            names = played.names(side)
            pair = partners.setdefault(frozenset(name.casefold() for name in names), _Sum(names))
            pair.add(played, side, [seat for seat in rules.seats if rules.sides[seat] == side])
    return {
        "matches": len(finished),
        "unfinished": len(scored) - len(finished),
        "players": _ranked(players.values()),
        "partners": _ranked(partners.values()),
        "records": [*_records(finished)],
    }


def _ranked(sums: Iterable[_Sum]) -> list[Standing]:
    return sorted((one.standing for one in sums), key=lambda one: (-one["won"], -one["ahead"], one["names"]))


def _records(finished: Sequence[Played]) -> Iterator[SeasonRecord]:
    """The best round, total, margin, row of wins and number of slams in a match; none that nobody has reached."""
    found: dict[Kind, SeasonRecord] = {}
    for played in finished:
        totals = played.account["totals"]
        for side in range(played.sheet.rules.side_count):
            rounds, rest = played.account["rounds"], [*totals[:side], *totals[side + 1 :]]
            values: dict[Kind, int] = {
                "round": max(scored["points"][side] for scored in rounds),
                "total": totals[side],
                "margin": totals[side] - max(rest),
                "slams": sum(scored["slam"] == side for scored in rounds),
            }
            for kind, value in values.items():
                _hold(found, kind, played.names(side), value, played.sheet)
    rows: dict[str, int] = {}
    for played in finished:
        for seat, name in enumerate(played.sheet.players):
            won = played.sheet.rules.sides[seat] in (played.account["winners"] or [])
            rows[name.casefold()] = rows.get(name.casefold(), 0) + 1 if won else 0
            _hold(found, "streak", (name,), rows[name.casefold()], None)
    return (found[kind] for kind in get_args(Kind) if kind in found)


def _hold(
    found: dict[Kind, SeasonRecord],
    kind: Kind,
    names: tuple[str, ...],
    value: int,
    sheet: Sheet | None,
) -> None:
    if value > (found[kind]["value"] if kind in found else 0):
        where = ("", "") if sheet is None else (sheet.id, sheet.date)
        found[kind] = {"kind": kind, "names": list(names), "value": value, "sheet": where[0], "date": where[1]}
