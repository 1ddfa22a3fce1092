"""Ratings of people, by game, from rated matches: Plackett-Luce for sides of one or two (`openskill`).

Bots have fixed ratings, so that the scale stays where it is however many people come and go. A rated match is stored
with its sides and their ranks, in the order in which ratings were changed by it: `recompute` gives the same numbers.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from openskill.models import PlackettLuce, PlackettLuceRating

from haggis_cards.server.store.schema import rated, ratings
from haggis_cards.server.store.statements import upsert
from haggis_cards.table.results import ANCHORS, BOT, Result

_MODEL: Final = PlackettLuce()
_MIDDLE: Final = 1500  # as people read it: the rating of somebody new, and of the bot `club`
_UNIT: Final = 50  # points for a unit of the model: 400 points are then odds of about ten to one, as in chess
_SETTLED: Final = 2.4  # the standard deviation below which a rating is no longer provisional
_WIDTH: Final = 1.96  # standard deviations of an interval that holds in 19 of 20 cases
_LOCK: Final = 7_205_759  # of the changes of ratings, among the advisory locks of PostgreSQL


class Rating(NamedTuple):
    """A rating as the store keeps it."""

    mu: float
    sigma: float
    matches: int

    @property
    def shown(self) -> int:
        """As people read it."""
        return round(_MIDDLE + _UNIT * (self.mu - _MODEL.mu))

    @property
    def within(self) -> int:
        """How far from it the true one may be in 19 of 20 cases."""
        return round(_UNIT * _WIDTH * self.sigma)

    @property
    def settled(self) -> bool:
        return self.sigma < _SETTLED


def anchor(level: str) -> Rating:
    """The fixed rating of a bot."""
    return Rating(_MODEL.mu + (ANCHORS[level] - _MIDDLE) / _UNIT, _SETTLED / 2, 0)


def rate(known: Mapping[str, Rating], sides: Sequence[Sequence[str]], ranks: Sequence[int]) -> dict[str, Rating]:
    """The ratings of the people in a match after it; those who are new have none in `known`."""
    before = [[_rating(known, player) for player in side] for side in sides]
    teams = [[PlackettLuceRating(one.mu, one.sigma) for one in side] for side in before]
    after = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    found: dict[str, Rating] = {}
    for side, old, new in zip(sides, before, after, strict=True):
        for player, was, now in zip(side, old, new, strict=True):
            if not player.startswith(BOT):
                found[player] = Rating(now.mu, now.sigma, was.matches + 1)
    return found


def _rating(known: Mapping[str, Rating], player: str) -> Rating:
    if player.startswith(BOT):
        return anchor(player.removeprefix(BOT))
    return known.get(player, Rating(_MODEL.mu, _MODEL.sigma, 0))


# In the store


def count(conn: sa.Connection, table: str, number: int, result: Result, at: int) -> None:
    """Changes the ratings by a match, once; all changes come one after the other."""
    if conn.dialect.name == "postgresql":
        conn.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    there = sa.select(rated.c.number).where(rated.c.table == table, rated.c.match == number)
    if conn.execute(there).first() is not None:
        return
    row = {"table": table, "match": number, "preset": result.preset, "at": at}
    sides = {"sides": json.dumps(result.sides), "ranks": json.dumps(result.ranks)}
    conn.execute(sa.insert(rated), {**row, **sides})
    players = [player for side in result.sides for player in side]
    query = sa.select(ratings).where(ratings.c.preset == result.preset, ratings.c.player.in_(players))
    known = {row.player: Rating(row.mu, row.sigma, row.matches) for row in conn.execute(query)}
    for player, rating in rate(known, result.sides, result.ranks).items():
        upsert(conn, ratings, _row(result.preset, player, rating, result.names.get(player, ""), at))


def _row(preset: str, player: str, rating: Rating, name: str, at: int) -> dict[str, Any]:
    key = {"preset": preset, "player": player, "name": name, "changed": at}
    return {**key, **rating._asdict(), "settled": rating.settled}


def recompute(conn: sa.Connection) -> tuple[int, int]:
    """Makes all ratings anew from the rated matches: how many matches there are, and how many ratings have changed."""
    if conn.dialect.name == "postgresql":
        conn.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    stored = {(row.preset, row.player): row for row in conn.execute(sa.select(ratings))}
    fresh: dict[str, dict[str, Rating]] = {}
    times: dict[tuple[str, str], int] = {}
    matches = 0
    for row in conn.execute(sa.select(rated).order_by(rated.c.number)):
        known = fresh.setdefault(row.preset, {})
        changed = rate(known, json.loads(row.sides), json.loads(row.ranks))
        known.update(changed)
        times.update(dict.fromkeys(((row.preset, player) for player in changed), row.at))
        matches += 1
    made = {(preset, player): rating for preset, known in fresh.items() for player, rating in known.items()}
    wrong = [key for key, rating in made.items() if key not in stored or _stored(stored[key]) != rating]
    gone = stored.keys() - made.keys()
    for preset, player in wrong:
        name = stored[preset, player].name if (preset, player) in stored else ""
        upsert(conn, ratings, _row(preset, player, made[preset, player], name, times[preset, player]))
    for preset, player in gone:
        conn.execute(sa.delete(ratings).where(ratings.c.preset == preset, ratings.c.player == player))
    return matches, len(wrong) + len(gone)


def _stored(row: Any) -> Rating:
    return Rating(row.mu, row.sigma, row.matches)


class Line(NamedTuple):
    """A line of a leaderboard."""

    player: str
    name: str
    rating: Rating


def leaders(conn: sa.Connection, preset: str, most: int) -> list[Line]:
    """The best of a game: those whose rating is settled, then the provisional ones."""
    query = sa.select(ratings).where(ratings.c.preset == preset)
    rows = conn.execute(query.order_by(ratings.c.settled.desc(), ratings.c.mu.desc()).limit(most))
    return [Line(row.player, row.name, _stored(row)) for row in rows]


def of_player(conn: sa.Connection, player: str) -> dict[str, Rating]:
    """A person's ratings by game."""
    query = sa.select(ratings).where(ratings.c.player == player)
    return {row.preset: _stored(row) for row in conn.execute(query)}


def forget(conn: sa.Connection, guest: str, other: str, name: str) -> None:
    """Another id and name take the place of a person's, so that the ratings of others stay what they are."""
    pattern = f'%"{guest}"%'
    for row in conn.execute(sa.select(rated).where(rated.c.sides.like(pattern))).all():
        sides = [[other if player == guest else player for player in side] for side in json.loads(row.sides)]
        conn.execute(sa.update(rated).where(rated.c.number == row.number).values(sides=json.dumps(sides)))
    conn.execute(sa.update(ratings).where(ratings.c.player == guest).values(player=other, name=name))


def export(conn: sa.Connection, guest: str) -> Iterable[dict[str, Any]]:
    """A person's ratings, as they are stored."""
    return [dict(row) for row in conn.execute(sa.select(ratings).where(ratings.c.player == guest)).mappings()]
