"""Ratings of people in the store. What a match does to them is in `model`.

A rated match is stored with its sides and their ranks, in the order in which ratings were changed by it: `recompute`
gives the same numbers.
"""

import json
from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.ratings.model import Met, Rating, anchor, rate
from haggis_cards.server.store.log import Work
from haggis_cards.server.store.personal import NOBODY, Personal, rows
from haggis_cards.server.store.schema import rated, ratings
from haggis_cards.server.store.statements import upsert
from haggis_cards.table.guests import PROGRAM, new_id
from haggis_cards.table.log import Write
from haggis_cards.table.results import BOT, Result, result_of
from haggis_cards.wire.facts import DAY_MS

__all__ = ["Rating", "anchor", "rate"]
LATELY: Final = 30 * DAY_MS  # so long two people who have played together are remembered
_LOCK: Final = 7_205_759  # of the changes of ratings, among the advisory locks of PostgreSQL


class History:
    """Who has met whom lately, in the rated matches of a game."""

    def __init__(self) -> None:
        self._matches: defaultdict[str, deque[tuple[int, frozenset[str]]]] = defaultdict(deque)  # by player

    def add(self, sides: Sequence[Sequence[str]], at: int) -> None:
        """A match that has counted."""
        players = frozenset(player for side in sides for player in side)
        for player in players:
            self._matches[player].append((at, players))

    def met_before(self, at: int) -> Met:
        """How many matches two people have had together in the days before this moment."""

        def met(one: str, other: str) -> int:
            matches = self._matches[one]
            while matches and matches[0][0] <= at - LATELY:
                matches.popleft()
            return sum(other in players for _, players in matches)

        return met


# In the store


def rated_match(write: Write) -> Work | None:
    """The changes of ratings by a rated match."""
    ended = write.ended
    result = result_of(ended.match, ended.chairs) if ended is not None and ended.rated else None
    if ended is None or result is None:
        return None
    number = ended.info.number
    return lambda conn, at: count(conn, write.table, number, result, at)


def count(conn: sa.Connection, table: str, number: int, result: Result, at: int) -> None:
    """Changes the ratings by a match, once; all changes come one after the other."""
    if conn.dialect.name == "postgresql":
        conn.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    there = sa.select(rated.c.number).where(rated.c.table == table, rated.c.match == number)
    if conn.execute(there).first() is not None:
        return
    people = [player for side in result.sides for player in side if not player.startswith(BOT)]
    met = _history(conn, result.preset, people, at).met_before(at)
    row = {"table": table, "match": number, "preset": result.preset, "at": at, "left": json.dumps(result.left)}
    sides = {"sides": json.dumps(result.sides), "ranks": json.dumps(result.ranks)}
    conn.execute(sa.insert(rated), {**row, **sides})
    query = sa.select(ratings).where(ratings.c.preset == result.preset, ratings.c.player.in_(people))
    known = {row.player: _stored(row) for row in conn.execute(query)}
    for player, rating in rate(known, result.sides, result.ranks, result.left, met).items():
        upsert(conn, ratings, _row(result.preset, player, rating, result.names.get(player, ""), at))


def _history(conn: sa.Connection, preset: str, people: Sequence[str], at: int) -> History:
    """The matches of these people that they still remember, if there are several of them."""
    found = History()
    if len(people) > 1:
        named = sa.or_(*(rated.c.sides.like(f'%"{player}"%') for player in people))
        query = sa.select(rated.c.sides, rated.c.at).where(rated.c.preset == preset, rated.c.at > at - LATELY, named)
        for row in conn.execute(query.order_by(rated.c.number)):
            found.add(json.loads(row.sides), row.at)
    return found


def _row(preset: str, player: str, rating: Rating, name: str, at: int) -> dict[str, Any]:
    key = {"preset": preset, "player": player, "name": name, "changed": at}
    return {**key, **rating._asdict(), "settled": rating.settled}


def recompute(conn: sa.Connection) -> tuple[int, int]:
    """Makes all ratings anew from the rated matches: how many matches there are, and how many ratings have changed."""
    if conn.dialect.name == "postgresql":
        conn.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    stored = {(row.preset, row.player): row for row in conn.execute(sa.select(ratings))}
    fresh: defaultdict[str, dict[str, Rating]] = defaultdict(dict)
    histories: defaultdict[str, History] = defaultdict(History)
    times: dict[tuple[str, str], int] = {}
    matches = 0
    for row in conn.execute(sa.select(rated).order_by(rated.c.number)):
        known, history, sides = fresh[row.preset], histories[row.preset], json.loads(row.sides)
        left = json.loads(row.left or "[]")
        changed = rate(known, sides, json.loads(row.ranks), left, history.met_before(row.at))
        history.add(sides, row.at)
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
    return Rating(row.mu, row.sigma, row.volatility, row.matches)


class Line(NamedTuple):
    """A line of a leaderboard."""

    player: str
    name: str
    rating: Rating


def leaders(conn: sa.Connection, preset: str, most: int, programs: bool = False) -> list[Line]:
    """The best people of a game, or programs: those whose rating is settled, then the provisional ones."""
    are = ratings.c.player.startswith(PROGRAM, autoescape=True)
    query = sa.select(ratings).where(ratings.c.preset == preset, are if programs else ~are)
    found = conn.execute(query.order_by(ratings.c.settled.desc(), ratings.c.mu.desc()).limit(most))
    return [Line(row.player, row.name, _stored(row)) for row in found]


def of_player(conn: sa.Connection, player: str) -> dict[str, Rating]:
    """A person's ratings by game."""
    query = sa.select(ratings).where(ratings.c.player == player)
    return {row.preset: _stored(row) for row in conn.execute(query)}


# A person's data


def _forget(conn: sa.Connection, guest: str) -> None:
    """Another id and name take the place of a person's, so that the ratings of others stay what they are."""
    other, pattern = new_id(guest), f'%"{guest}"%'
    for row in conn.execute(sa.select(rated).where(rated.c.sides.like(pattern))).all():
        sides, left = (
            None if text is None else text.replace(f'"{guest}"', f'"{other}"') for text in (row.sides, row.left)
        )
        conn.execute(sa.update(rated).where(rated.c.number == row.number).values(sides=sides, left=left))
    conn.execute(sa.update(ratings).where(ratings.c.player == guest).values(player=other, name=NOBODY))


def _export(conn: sa.Connection, guest: str) -> dict[str, Any]:
    return {"ratings": rows(conn, ratings, ratings.c.player == guest)}


PERSONAL: Final = Personal((ratings.c.player, rated.c.sides, rated.c.left), _export, _forget, named=(ratings.c.player,))
