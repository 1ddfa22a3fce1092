"""Challenges in the store: what is played, who takes part, and the results. Functions of a connection, as in `store`.

A person has one row in a challenge, made before the table: so there is one try, whatever happens. The result is written
with the record of the match.
"""

import json
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.store.access import is_open
from haggis_cards.server.store.log import Work
from haggis_cards.server.store.personal import NOBODY, Personal
from haggis_cards.server.store.schema import challenge_seats, challenges, records, tables
from haggis_cards.server.store.statements import insert_new
from haggis_cards.table.guests import Guest, new_id
from haggis_cards.table.log import Write
from haggis_cards.table.shared.cards import SharedCards
from haggis_cards.table.shared.challenges import MOST_PLAYERS, Entry, results_of
from haggis_cards.wire.refusals import Refused

_MINE: Final = 100  # challenges that are listed


class Stored(NamedTuple):
    """A challenge as it is stored."""

    id: str
    maker: str
    name: str
    title: str
    rules: str | dict[str, Any]
    rounds: int
    seats: list[str | None]
    tables: list[str] | None
    seed: str
    cards: dict[str, Any] | None
    worlds: int
    source: str | None
    made: int
    closes: int

    @property
    def shared(self) -> SharedCards:
        """The cards of its tables."""
        return SharedCards.of_challenge(self.id, self.seed, self.worlds, self.closes, self.cards or {})

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, level in enumerate(self.seats) if level is None]


_AS_JSON: Final = ("rules", "seats", "tables", "cards")


def add(conn: sa.Connection, made: Stored, first: Entry | None) -> str:
    """Stores a challenge and gives its id; one that was made of the same match before is taken instead.

    `first`: who played the match of which it is made, and has a result with that. Whoever comes later with its record
    has none. From now on the record is only for those who have played it too.
    """
    row = {
        name: json.dumps(value) if name in _AS_JSON and value is not None else value
        for name, value in made._asdict().items()
    }
    insert_new(conn, challenges, [row])
    if first is None or made.source is None:
        return made.id
    query = sa.select(challenges.c.id).where(challenges.c.source == made.source)
    name: str = conn.execute(query).scalar_one()
    if name != made.id:
        return name
    place = {
        "challenge": name,
        "player": first.player,
        "name": first.name,
        "table": first.table,
        "number": first.number,
    }
    result = {"seat": first.seat, "results": json.dumps(first.results), "done": made.made}
    insert_new(conn, challenge_seats, [{**place, **result}])
    own = (records.c.id == made.source, records.c.challenge.is_(None))
    conn.execute(sa.update(records).where(*own).values(challenge=name))
    return name


def find(conn: sa.Connection, id: str) -> Stored | None:
    """A challenge by its id."""
    row = conn.execute(sa.select(challenges).where(challenges.c.id == id)).first()
    return None if row is None else _stored(row)


def _stored(found: sa.Row[Any]) -> Stored:
    row = found._mapping
    values = {name: row[name] for name in Stored._fields}
    return Stored(**values | {name: json.loads(row[name]) for name in _AS_JSON if row[name] is not None})


class Source(NamedTuple):
    """A match that somebody has played here."""

    table: str
    number: int
    challenge: str | None  # to which it belongs
    daily: bool  # a deal of the day


def source_of(conn: sa.Connection, record: str, guest: str) -> Source | None:
    """The match of this record, if somebody has played it here."""
    names = ("table", "number", "challenge", "guests", "opens")
    query = sa.select(*(records.c[name] for name in names)).where(records.c.id == record, is_open(guest))
    for row in conn.execute(query):
        if guest in json.loads(row.guests or "[]"):
            return Source(row.table, row.number, row.challenge, row.opens is not None)
    return None


def entries(conn: sa.Connection, made: Stored) -> list[Entry]:
    """Who takes part."""
    seats = challenge_seats
    both = seats.outerjoin(records, (records.c.table == seats.c.table) & (records.c.number == seats.c.number))
    query = sa.select(seats, records.c.id).select_from(both).where(seats.c.challenge == made.id)
    return [
        Entry(
            row.player,
            row.name,
            row.table,
            row.number,
            row.place,
            row.seat,
            json.loads(row.results) if row.results else None,
            row.id if row.table else made.source,
        )
        for row in conn.execute(query.order_by(seats.c.place, seats.c.seat, seats.c.name))
    ]


def claim(conn: sa.Connection, made: Stored, guest: Guest, place: int | None, seat: int | None) -> None:
    """Gives a person a seat; who has one keeps it."""
    _lock(conn, made.id)
    there = entries(conn, made)
    if any(one.player == guest.id for one in there):
        return
    if len(there) >= MOST_PLAYERS:
        raise Refused("seat-taken", fault="challenge")
    row = {"challenge": made.id, "player": guest.id, "name": guest.name, "number": 1}
    if made.tables is None:
        insert_new(conn, challenge_seats, [{**row, "table": new_id(), "place": None, "seat": made.people[0]}])
        return
    taken = {(one.place, one.seat): one.name for one in there}
    free = [
        (number, chair)
        for number in range(len(made.tables))
        for chair in made.people
        if (number, chair) not in taken and place in (None, number) and seat in (None, chair)
    ]
    if not free:
        name = taken.get((place, seat or 0)) if place is not None and seat is not None else None
        raise Refused("seat-taken", fault="person", name=name) if name else Refused("seat-taken", fault="challenge")
    number, chair = free[0]
    where = {"table": made.tables[number], "place": number, "seat": chair}
    insert_new(conn, challenge_seats, [{**row, **where}])


def leave(conn: sa.Connection, made: Stored, guest: str) -> None:
    """Takes a person's seat away, as long as the table waits for others."""
    _lock(conn, made.id)
    there = entries(conn, made)
    mine = next((one for one in there if one.player == guest), None)
    if mine is None:
        raise Refused("not-seated")
    if made.tables is None or sum(one.place == mine.place for one in there) == len(made.people):
        raise Refused("not-now", fault="challenge-leave")
    own = (challenge_seats.c.challenge == made.id, challenge_seats.c.player == guest)
    conn.execute(sa.delete(challenge_seats).where(*own))


def _lock(conn: sa.Connection, id: str) -> None:
    """One process at a time gives seats (in SQLite only one writes anyway)."""
    conn.execute(sa.select(challenges.c.id).where(challenges.c.id == id).with_for_update())


def close(conn: sa.Connection, id: str, at: int) -> None:
    """Closes a challenge, unless it is."""
    conn.execute(sa.update(challenges).where(challenges.c.id == id, challenges.c.closes > at).values(closes=at))


class Listed(NamedTuple):
    """A challenge of a list, and how far a person is in it."""

    made: Stored
    players: int
    finished: int
    is_in: bool
    is_done: bool
    is_full: bool  # the person's table


def of_person(conn: sa.Connection, guest: str) -> list[Listed]:
    """The challenges that somebody has made or taken part in, the latest first."""
    seats = challenge_seats
    mine = {row.challenge: row for row in conn.execute(sa.select(seats).where(seats.c.player == guest))}
    own = (challenges.c.maker == guest) | challenges.c.id.in_(mine)
    query = sa.select(challenges).where(own).order_by(challenges.c.made.desc()).limit(_MINE)
    found = [_stored(row) for row in conn.execute(query)]
    counts = sa.select(seats.c.challenge, seats.c.place, sa.func.count(), sa.func.count(seats.c.done))
    here = counts.where(seats.c.challenge.in_([made.id for made in found])).group_by(seats.c.challenge, seats.c.place)
    tables: dict[str, dict[int | None, tuple[int, int]]] = {made.id: {} for made in found}
    for name, place, players, finished in conn.execute(here):
        tables[name][place] = players, finished
    listed = []
    for made in found:
        me, there = mine.get(made.id), tables[made.id]
        full = me is not None and (me.place is None or there[me.place][0] == len(made.people))
        players, finished = (sum(one[part] for one in there.values()) for part in (0, 1))
        listed.append(Listed(made, players, finished, me is not None, me is not None and me.done is not None, full))
    return listed


def finished(write: Write) -> Work | None:
    """The results of the people at a table, if it has ended in time."""
    ended = write.ended
    if ended is None or ended.challenge is None or not ended.match.over:
        return None
    results = results_of(ended.match)

    def store(conn: sa.Connection, at: int) -> None:
        in_time = sa.select(challenges.c.id).where(challenges.c.closes > at)
        open_ = challenge_seats.c.done.is_(None) & challenge_seats.c.challenge.in_(in_time)
        own = (challenge_seats.c.table == write.table) & open_
        conn.execute(sa.update(challenge_seats).where(own).values(results=results, done=at))

    return store


# A person's data


def _export(conn: sa.Connection, guest: str) -> dict[str, Any]:
    shown = [challenges.c[name] for name in ("id", "title", "rules", "rounds", "made", "closes")]
    made = conn.execute(sa.select(*shown).where(challenges.c.maker == guest)).mappings()
    played = conn.execute(sa.select(challenge_seats).where(challenge_seats.c.player == guest)).mappings()
    return {"challenges": [dict(row) for row in made], "challenge_seats": [dict(row) for row in played]}


def _forget(conn: sa.Connection, guest: str) -> None:
    """Another id and name take the person's place: others have been compared with these results.

    A seat at a table that has not begun is free again: nobody would ever play there.
    """
    other = new_id()
    conn.execute(sa.update(challenges).where(challenges.c.maker == guest).values(maker=other, name=NOBODY))
    own = challenge_seats.c.player == guest
    waits = challenge_seats.c.done.is_(None) & challenge_seats.c.table.not_in(sa.select(tables.c.id))
    conn.execute(sa.delete(challenge_seats).where(own, waits))
    conn.execute(sa.update(challenge_seats).where(own).values(player=other, name=NOBODY))


_NAMES: Final = (challenges.c.maker, challenge_seats.c.player)
PERSONAL: Final = Personal(_NAMES, _export, _forget, named=_NAMES)
