"""Today's deals in the store: who has tried which deal, and the results. Functions of a connection, as in `store`.

A try is a row with a key of day, game, deal and player, made before its table: so there is one, whatever happens. Its
result is written with the record of its match.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.store.log import Work
from haggis_cards.server.store.personal import NOBODY, Personal, rows
from haggis_cards.server.store.schema import attempts, matches, passkeys, records
from haggis_cards.server.store.statements import insert_new
from haggis_cards.table.guests import PROGRAM, new_id
from haggis_cards.table.log import Write
from haggis_cards.table.results import match_points
from haggis_cards.table.shared.daily import Place, points_of
from haggis_cards.wire.facts import DAY_MS

DEALS: Final = "deals"  # the name of the secret in `meta` from which all deals come
_BOT: Final = "bot:"
REGULAR_DAYS: Final = 2  # with a finished match, before one's results count for others


def claim(conn: sa.Connection, place: Place, guest: str, name: str) -> str:
    """The table of a person's try at a deal; a second wish gets the table of the first."""
    row = {**place._asdict(), "player": guest, "name": name, "table": new_id()}
    insert_new(conn, attempts, [row])
    table: str = conn.execute(sa.select(attempts.c.table).where(*_at(place), attempts.c.player == guest)).scalar_one()
    return table


def enter(conn: sa.Connection, place: Place, level: str, points: float, at: int) -> None:
    """The result of a permanent entrant."""
    row = {**place._asdict(), "player": _BOT + level, "name": level, "table": None, "points": points, "done": at}
    insert_new(conn, attempts, [row])


def finished(write: Write) -> Work | None:
    """The result of a person's try, if it has ended in time."""
    ended = write.ended
    if ended is None or ended.opens is None or not ended.match.over or ended.info.ended >= ended.opens:
        return None
    points, regular = points_of(ended.match), _is_regular(round(ended.opens) - DAY_MS)

    def store(conn: sa.Connection, at: int) -> None:
        own = (attempts.c.table == write.table) & attempts.c.points.is_(None)
        conn.execute(sa.update(attempts).where(own).values(points=points, done=at, counts=regular))

    return store


def _is_regular(begin: int) -> sa.ColumnElement[bool]:
    """Whether the player of a try was no newcomer when the day began: by a passkey, or by matches on several days.

    Programs never count for others.
    """
    key = sa.exists().where(passkeys.c.guest == attempts.c.player, passkeys.c.made < begin)
    mine = (matches.c.guest == attempts.c.player, matches.c.at < begin, matches.c.outcome != "abandoned")
    days = sa.select(sa.func.count(sa.distinct(matches.c.at // DAY_MS))).where(*mine).scalar_subquery()
    return ~attempts.c.player.startswith(PROGRAM) & sa.or_(key, days >= REGULAR_DAYS)


def missing(conn: sa.Connection, places: Sequence[Place], levels: Iterable[str]) -> list[tuple[Place, str]]:
    """Permanent entrants whose results are not there yet."""
    wanted = [(place, level) for level in levels for place in places]
    there = set()
    for place in places:
        query = sa.select(attempts.c.player).where(*_at(place), attempts.c.player.like(_BOT + "%"))
        there |= {(place, player.removeprefix(_BOT)) for player in conn.execute(query).scalars()}
    return [one for one in wanted if one not in there]


class Try(NamedTuple):
    """A try at a deal, of a person or a bot."""

    deal: int
    player: str
    name: str
    table: str | None
    points: float | None
    record: str | None  # the id of its record
    counts: bool = True  # for others

    @property
    def level(self) -> str | None:
        """Of a bot."""
        return self.player.removeprefix(_BOT) if self.player.startswith(_BOT) else None


def tries(conn: sa.Connection, day: str, preset: str) -> list[Try]:
    """All tries at the deals of a day."""
    both = attempts.outerjoin(records, records.c.table == attempts.c.table)
    names = ("deal", "player", "name", "table", "points")
    query = sa.select(*(attempts.c[name] for name in names), records.c.id, attempts.c.counts).select_from(both)
    return [Try._make(row) for row in conn.execute(query.where(attempts.c.day == day, attempts.c.preset == preset))]


def version(conn: sa.Connection, day: str, preset: str) -> tuple[int, int, int]:
    """What changes whenever a try at the deals of a day is begun or finished."""
    here = (attempts.c.day == day, attempts.c.preset == preset)
    query = sa.select(sa.func.count(), sa.func.count(attempts.c.points), sa.func.max(attempts.c.done)).where(*here)
    begun, finished, last = conn.execute(query).one()
    return begun, finished, last or 0


def own(conn: sa.Connection, day: str, preset: str, guest: str) -> tuple[int, int]:
    """How many tries a person has begun and finished."""
    mine = (attempts.c.player == guest, attempts.c.day == day, attempts.c.preset == preset)
    begun, finished = conn.execute(sa.select(sa.func.count(), sa.func.count(attempts.c.points)).where(*mine)).one()
    return begun, finished


def done_of(conn: sa.Connection, day: str, guest: str) -> dict[str, int]:
    """How many deals of a day a person has finished, by game."""
    mine = (attempts.c.player == guest, attempts.c.day == day, attempts.c.points.is_not(None))
    query = sa.select(attempts.c.preset, sa.func.count()).where(*mine).group_by(attempts.c.preset)
    return {row[0]: row[1] for row in conn.execute(query)}


def _at(place: Place) -> tuple[sa.ColumnElement[bool], ...]:
    return tuple(attempts.c[name] == value for name, value in place._asdict().items())


class Total(NamedTuple):
    """A player's results of a day, or of several."""

    player: str
    name: str
    deals: int
    points: float
    match_points: float  # a sum over deals, from 0 to 1 each


def standings(found: Iterable[Try]) -> dict[str, Total]:
    """The table of a day, by player, of those who count."""
    by_deal: defaultdict[int, list[Try]] = defaultdict(list)
    for one in found:
        if one.points is not None and one.counts:
            by_deal[one.deal].append(one)
    totals: dict[str, Total] = {}
    for field in by_deal.values():
        shares = match_points([one.points or 0.0 for one in field])
        for one, share in zip(field, shares, strict=True):
            add(totals, Total(one.player, one.name, 1, one.points or 0.0, share))
    return totals


def add(totals: dict[str, Total], more: Total) -> None:
    """Adds a player's results to those that are there."""
    before = totals.get(more.player)
    if before is not None:
        sums: Mapping[str, Any] = {
            name: getattr(before, name) + getattr(more, name) for name in ("deals", "points", "match_points")
        }
        more = more._replace(**sums)
    totals[more.player] = more


# A person's data


def _export(conn: sa.Connection, guest: str) -> dict[str, Any]:
    return {"attempts": rows(conn, attempts, attempts.c.player == guest)}


def _forget(conn: sa.Connection, guest: str) -> None:
    """A result stays: others have been compared with it."""
    conn.execute(sa.update(attempts).where(attempts.c.player == guest).values(player=new_id(), name=NOBODY))


PERSONAL: Final = Personal((attempts.c.player,), _export, _forget, named=(attempts.c.player,))
