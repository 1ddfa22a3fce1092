"""What the store holds about one person: everything in one object, and its deletion.

A person is known by the id of a guest, which stands in a cookie and in the logs. After deletion the matches are still
there, with nobody's name: other people have played them too. Lines of chat go.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server import ratings
from haggis_cards.server.auth import new_id
from haggis_cards.server.places import record_id
from haggis_cards.server.schema import (
    attempts,
    bans,
    findings,
    log,
    match_themes,
    matches,
    mistakes,
    puzzle_attempts,
    puzzle_players,
    records,
    reviews,
    sittings,
    tables,
)
from haggis_cards.server.store import is_open

NOBODY: Final = "Somebody"  # the name in old matches
_SILENCE: Final = "…"
# With rows that are a person's alone.
_OWN: Final = (sittings, mistakes, matches, match_themes, puzzle_attempts, puzzle_players)


class Deleted(NamedTuple):
    """What was found of a person: ids of tables, and numbers."""

    tables: list[str]
    lines: int
    records: int


def tables_of(conn: sa.Connection, guest: str) -> list[str]:
    """The tables whose logs name a guest: who sat there, and who only talked."""
    named = sa.select(log.c.table).distinct().where(log.c.data.like(_naming(guest), escape="\\"))
    sat = sa.select(sittings.c.table).where(sittings.c.guest == guest)
    return sorted({*conn.execute(named).scalars(), *conn.execute(sat).scalars()})


def _naming(guest: str) -> str:
    """The pattern of JSON that names a guest."""
    escaped = guest.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f'%"{escaped}"%'


def export(conn: sa.Connection, guest: str) -> dict[str, Any]:
    """All that is stored about a person."""
    found: dict[str, Any] = {"person": guest, "names": set(), "tables": [], "chat": [], "records": []}
    for table in tables_of(conn, guest):
        info = conn.execute(sa.select(tables.c.info).where(tables.c.id == table)).scalar()
        found["tables"].append(json.loads(info) if info else {"id": table})
        for row, data, own in _log(conn, table, guest):
            found["names"] |= {part["name"] for part in _parts(row.kind, data) if part.get("guest") == guest}
            if row.kind == "chat" and own:
                found["names"].add(data["name"])
                found["chat"].append({"table": table, "at": row.at, "text": data["text"]})
        mine = records.c.guests.like(_naming(guest), escape="\\")
        query = sa.select(records.c.record).where(records.c.table == table, mine, is_open())
        found["records"] += [json.loads(text) for text in conn.execute(query).scalars()]
    found["names"] = sorted(found["names"])
    for part in (*_OWN, reviews):
        rows = conn.execute(sa.select(part).where(part.c.guest == guest)).mappings()
        # The ids of others are not this person's data.
        found[part.name] = [{name: value for name, value in row.items() if name != "partner"} for row in rows]
    rows = conn.execute(sa.select(attempts).where(attempts.c.player == guest)).mappings()
    found["ratings"] = ratings.export(conn, guest)
    found["attempts"] = [dict(row) for row in rows]
    return found


def delete(conn: sa.Connection, guest: str) -> Deleted:
    """Deletes what is stored about a person. In each table another id takes the place of the person's."""
    found = tables_of(conn, guest)
    lines = sum(_rewrite_log(conn, table, guest) for table in found)
    changed = sum(_rewrite_records(conn, table, guest) for table in found)
    _rewrite_infos(conn, guest)
    for part in _OWN:
        conn.execute(sa.delete(part).where(part.c.guest == guest))
    ratings.forget(conn, guest, new_id(), NOBODY)
    # A result stays: others have been compared with it.
    conn.execute(sa.update(attempts).where(attempts.c.player == guest).values(player=new_id(), name=NOBODY))
    conn.execute(sa.update(matches).where(matches.c.partner == guest).values(partner=new_id()))
    conn.execute(sa.update(reviews).where(reviews.c.guest == guest).values(guest=None, address=""))
    conn.execute(sa.delete(bans).where(bans.c.subject == guest))
    return Deleted(found, lines, changed)


class _Line(NamedTuple):
    row: Any
    data: dict[str, Any]
    own: bool  # the person has written it


def _log(conn: sa.Connection, table: str, guest: str) -> Iterator[_Line]:
    """The entries of a table that can be read; those on the person's seat at that time are the person's own."""
    seats: dict[int, str | None] = {}
    for row in conn.execute(sa.select(log).where(log.c.table == table).order_by(log.c.seq)).all():
        try:
            data = json.loads(row.data)
        except ValueError:
            continue
        _seat(seats, row.kind, row.seat, data)
        yield _Line(row, data, guest in (data.get("guest"), seats.get(row.seat)))


def _seat(seats: dict[int, str | None], kind: str, seat: int | None, data: Mapping[str, Any]) -> None:
    """Who sits where after an entry."""
    match kind:
        case "make":
            seats.update({number: chair.get("guest") for number, chair in enumerate(data.get("chairs", ()))})
        case "sit" if seat is not None:
            for number, sitter in list(seats.items()):
                if sitter == data.get("guest"):
                    seats[number] = None
            seats[seat] = data.get("guest")
        case "bot" | "kick":
            seats[data.get("chair", -1)] = None
        case "swap":
            one, other = data.get("chair", -1), data.get("other", -1)
            seats[one], seats[other] = seats.get(other), seats.get(one)


def _parts(kind: str, data: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """The parts of an entry that may name a person."""
    return data.get("chairs", ()) if kind == "make" else (data,) if kind in ("sit", "chat") else ()


def _rewrite_log(conn: sa.Connection, table: str, guest: str) -> int:
    """How many lines of chat are gone."""
    other, lines = new_id(), 0
    for row, data, own in _log(conn, table, guest):
        before = json.dumps(data)
        for part in _parts(row.kind, data):
            if part.get("guest") == guest:
                part |= {"guest": other, "name": NOBODY}
        if row.kind == "chat" and own:
            data |= {"name": NOBODY, "text": _SILENCE}
            lines += 1
        if json.dumps(data) != before:
            here = (log.c.table == table) & (log.c.seq == row.seq)
            conn.execute(sa.update(log).where(here).values(data=_text(data)))
    return lines


def _rewrite_infos(conn: sa.Connection, guest: str) -> None:
    """The lines of the tables where the person has a seat."""
    query = sa.select(tables.c.id, tables.c.info, sittings.c.seat).join(tables, tables.c.id == sittings.c.table)
    for row in conn.execute(query.where(sittings.c.guest == guest)).all():
        info = json.loads(row.info)
        info["seats"][row.seat]["name"] = NOBODY
        conn.execute(sa.update(tables).where(tables.c.id == row.id).values(info=_text(info)))


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _rewrite_records(conn: sa.Connection, table: str, guest: str) -> int:
    """How many records have lost a name. A record's id is made of its content, so reviews move with it."""
    changed = 0
    for row in conn.execute(sa.select(records).where(records.c.table == table)).all():
        guests = json.loads(row.guests or "[]")
        if guest not in guests:
            continue
        seat = guests.index(guest)
        record, info = json.loads(row.record), json.loads(row.info)
        for named in (record, info):
            if named.get("players"):
                named["players"][seat] = NOBODY
        guests[seat] = None
        record["id"] = info["id"] = fresh = record_id(record)
        here = (records.c.table == table) & (records.c.number == row.number)
        values = {"record": _text(record), "info": _text(info), "guests": _text(guests)}
        conn.execute(sa.update(records).where(here).values(id=fresh, **values))
        if fresh != row.id:
            for found in (reviews, findings, mistakes):
                conn.execute(sa.update(found).where(found.c.record == row.id).values(record=fresh))
        changed += 1
    return changed
