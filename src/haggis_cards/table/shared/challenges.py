"""Challenges: a match whose cards several people play, each against the same bots, or with others at several tables.

Who deals and leads after the first round follows from the totals of each match, as the rules say; the cards of every
round are the same for all. Results are compared between those who had the same cards: points ahead of the others in the
round, and match points, the share of the other results that a result beats.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from haggis_cards.match import Match
from haggis_cards.rules import Rules
from haggis_cards.scoring import points_ahead
from haggis_cards.table.results import match_points

MOST_PLAYERS: Final = 500


# The cards


def cards_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """What is played again of a finished match: its dealer, its deals, and what everybody did."""
    rounds = record["rounds"]
    return {
        "dealer": record["dealer"],
        "deals": [one["deal"] for one in rounds],
        "line": [one["actions"] for one in rounds],
    }


def results_of(match: Match) -> str:
    """The points of each round by side, as they are stored."""
    return json.dumps([list(done.result.points) for done in match.finished], separators=(",", ":"))


def recorded(line: Sequence[Sequence[str]], match: Match, seat: int) -> str | None:
    """What the bot on a seat did in the match of the challenge, as long as this one has gone the same way.

    The order between seats is left out: in an exchange it is free.
    """
    rounds = [*(done.round for done in match.finished), *([] if match.round.over else [match.round])]
    if len(rounds) > len(line):
        return None
    for place, rnd in enumerate(rounds, 1):
        now = _by_seat(f"{actor} {action}" for actor, action in rnd.log)
        then = _by_seat(line[place - 1])
        if any(then[actor][: len(done)] != done for actor, done in now.items()):
            return None
        if place == len(rounds) and len(then[str(seat)]) > len(now[str(seat)]):
            return then[str(seat)][len(now[str(seat)])]
    return None


def _by_seat(actions: Iterable[str]) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for one in actions:
        actor, _, action = one.partition(" ")
        found[actor].append(action)
    return found


# The comparison


class Entry(NamedTuple):
    """Somebody who takes part, and where."""

    player: str
    name: str
    table: str | None
    number: int
    place: int | None
    seat: int
    results: list[list[int]] | None  # by round and side
    record: str | None


class DealResult(NamedTuple):
    """A side's result at one deal."""

    points: int
    ahead: float
    share: float  # its match points


class Line(NamedTuple):
    """What the people of one side made of all deals at one table."""

    rank: int
    side: int
    people: list[Entry]
    deals: list[DealResult]

    @property
    def points(self) -> float:
        """Points ahead in all deals together."""
        return sum(deal.ahead for deal in self.deals)

    @property
    def share(self) -> float:
        """Match points: the mean of all deals."""
        return sum(deal.share for deal in self.deals) / len(self.deals)


def fields(entries: Iterable[Entry], rules: Rules) -> list[list[Line]]:
    """The results of each side that people played, the best first."""
    sides: defaultdict[int, dict[str, list[Entry]]] = defaultdict(dict)
    for entry in entries:
        if entry.results is not None:
            tables = sides[rules.sides[entry.seat]]
            tables.setdefault(entry.table or entry.player, []).append(entry)
    return [_field(side, list(tables.values())) for side, tables in sorted(sides.items())]


def _field(side: int, groups: Sequence[list[Entry]]) -> list[Line]:
    results = [group[0].results or [] for group in groups]
    ahead = [[points_ahead(tuple(points), side) for points in rounds] for rounds in results]
    shares = [match_points(column) for column in zip(*ahead, strict=True)]
    lines = []
    for number, group in enumerate(groups):
        points = [one[side] for one in results[number]]
        deals = [
            DealResult(*deal) for deal in zip(points, ahead[number], (column[number] for column in shares), strict=True)
        ]
        lines.append(Line(0, side, sorted(group, key=lambda entry: entry.seat), deals))
    lines.sort(key=lambda line: (-line.share, -line.points))
    keys = [(line.share, line.points) for line in lines]
    return [line._replace(rank=keys.index(key) + 1) for line, key in zip(lines, keys, strict=True)]


class Team(NamedTuple):
    """People who sat crosswise: each had other cards of the same deals, so together they had all of them."""

    rank: int
    people: list[Entry]
    deals: list[float]  # points ahead, all its tables together

    @property
    def points(self) -> float:
        return sum(self.deals)


def team_of(place: int, side: int, sides: int) -> tuple[int, int]:
    """The group of tables, and the team within it, to which a side at a table belongs."""
    return place // sides, (side - place) % sides


def are_teams(tables: int | None, rules: Rules) -> bool:
    """Whether every team sits once on each side."""
    return tables is not None and tables % rules.side_count == 0


def teams(field_lines: Iterable[Line], rules: Rules) -> list[Team]:
    """The teams whose tables have all finished, the best first."""
    members: defaultdict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in field_lines:
        place = line.people[0].place
        if place is not None:
            members[team_of(place, line.side, rules.side_count)].append(line)
    whole = [lines for lines in members.values() if len(lines) == rules.side_count]
    found = [
        Team(
            0,
            [entry for line in lines for entry in line.people],
            [sum(deal.ahead for deal in deals) for deals in zip(*(line.deals for line in lines), strict=True)],
        )
        for lines in whole
    ]
    found.sort(key=lambda team: -team.points)
    totals = [team.points for team in found]
    return [team._replace(rank=totals.index(team.points) + 1) for team in found]
