"""Where tables name a person: in their logs, in what is listed of them, and in their records.

After deletion the matches are still there, with nobody's name: other people have played them too. Lines of chat go.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from haggis_cards.server.people.tokens import fingerprint
from haggis_cards.server.store import orders
from haggis_cards.server.store.access import is_open
from haggis_cards.server.store.personal import NOBODY, Personal, delete_rows, export_rows
from haggis_cards.server.store.schema import (
    NAMING,
    challenges,
    findings,
    log,
    mistakes,
    records,
    reviews,
    sittings,
    tables,
    uploads,
)
from haggis_cards.table.places import record_id

_SILENCE: Final = "…"
_SEATING: Final = ("make", "sit", "bot", "kick", "swap", "chat")  # entries that seat people, or hold their words


class Deleted(NamedTuple):
    """What was changed: ids of tables, and numbers of lines and records."""

    tables: list[str]
    lines: int
    records: int


def tables_of(conn: sa.Connection, guest: str) -> list[str]:
    """The tables whose logs name a guest: who sat there, and who only talked."""
    entry = log.c.data.like(_naming(guest), escape="\\")
    named = sa.select(log.c.table).distinct().where(NAMING, entry)
    sat = sa.select(sittings.c.table).where(sittings.c.guest == guest)
    return sorted({*conn.execute(named).scalars(), *conn.execute(sat).scalars()})


def open_tables_of(conn: sa.Connection, guest: str) -> list[str]:
    """All tables where a guest has a seat that can be given up."""
    both = sittings.join(tables, tables.c.id == sittings.c.table)
    query = sa.select(tables.c.id).select_from(both).where(sittings.c.guest == guest, tables.c.status != "closed")
    return list(conn.execute(query).scalars())


def _naming(guest: str) -> str:
    """The pattern of JSON that names a guest."""
    escaped = guest.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f'%"{escaped}"%'


# Export


def export_tables(conn: sa.Connection, guest: str, ids: Sequence[str]) -> dict[str, list[Any]]:
    """What stands in tables about a person: names, words, records, and what reviews have found in them."""
    found: dict[str, list[Any]] = {"names": [], "tables": [], "chat": [], "records": [], "findings": []}
    for table in ids:
        info = conn.execute(sa.select(tables.c.info).where(tables.c.id == table)).scalar()
        found["tables"].append(msgspec.Raw(info.encode()) if info else {"id": table})
        for row, data, own in _log(conn, table, guest):
            found["names"] += [part["name"] for part in _parts(row.kind, data) if part.get("guest") == guest]
            if row.kind == "chat" and own:
                found["chat"].append({"table": table, "at": row.at, "text": data["text"]})
        mine = records.c.guests.like(_naming(guest), escape="\\")
        query = sa.select(records.c.id, records.c.guests, records.c.record)
        for row in conn.execute(query.where(records.c.table == table, mine, is_open(guest))):
            found["records"].append(msgspec.Raw(row.record.encode()))
            found["findings"] += _findings(conn, row.id, json.loads(row.guests).index(guest))
    return found


def _findings(conn: sa.Connection, record: str, seat: int) -> list[dict[str, Any]]:
    """What reviews have found about the decisions of one seat."""
    query = sa.select(findings).where(findings.c.record == record, findings.c.seat == seat)
    rows = conn.execute(query.order_by(findings.c.effort, findings.c.number)).mappings()
    return [{**row, "data": msgspec.Raw(row["data"].encode())} for row in rows]


# Deletion


def forget_tables(conn: sa.Connection, guest: str, found: Sequence[str], known: Set[str]) -> Deleted:
    """Takes a person out of tables. In each of them another id takes the place of the person's.

    `known`: what else titles may call the person.
    """
    changed, lines, lost = [], 0, 0
    for table in found:
        rows, chat, names = rewrite_log(conn, table, guest, known)
        lines += chat
        lost += (here := _rewrite_records(conn, table, guest, names))
        if rewrite_info(conn, table) or rows or here:
            changed.append(table)
            reload(conn, table)
    return Deleted(changed, lines, lost)


def reload(conn: sa.Connection, table: str) -> None:
    """Processes read a table again; a closed one that they still have goes by the person's order: there may be many."""
    if conn.execute(sa.select(tables.c.status).where(tables.c.id == table)).scalar() not in ("closed", None):
        orders.give(conn, "reload", table)


def mentions(title: str, names: Iterable[str]) -> bool:
    """Whether a title names a person; letters of other scripts need no space between words."""
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", title, re.IGNORECASE | re.ASCII) for name in names)


class _Line(NamedTuple):
    row: Any
    data: dict[str, Any]
    own: bool  # the person has written it


def _stand_in(guest: str, table: str) -> str:
    """The id that takes the person's place at a table: the same each time, and nobody gets back from it."""
    return fingerprint(f"{guest} {table}")[:22]


def _log(conn: sa.Connection, table: str, guest: str) -> Iterator[_Line]:
    """The entries of a table that can be read; those on the person's seat at that time are the person's own."""
    seats: _Seats = {}
    ids = (guest, _stand_in(guest, table))
    query = sa.select(log).where(log.c.table == table, log.c.kind.in_(_SEATING))
    for row in conn.execute(query.order_by(log.c.seq)).all():
        try:
            data = json.loads(row.data)
        except ValueError:
            continue
        _seat(seats, row.kind, row.seat, data)
        yield _Line(row, data, data.get("guest") in ids or seats.get(row.seat, (None,))[0] in ids)


_Seats = dict[int | None, tuple[str | None, str | None]]  # the guest and the name on each seat


def _seat(seats: _Seats, kind: str, seat: int | None, data: Mapping[str, Any]) -> None:
    """Who sits where after an entry."""
    empty = (None, None)
    match kind:
        case "make":
            chairs = enumerate(data.get("chairs", ()))
            seats.update({number: (chair.get("guest"), chair.get("name")) for number, chair in chairs})
        case "sit" if seat is not None:
            for number, (sitter, _) in list(seats.items()):
                if sitter == data.get("guest"):
                    seats[number] = empty
            seats[seat] = data.get("guest"), data.get("name")
        case "bot" | "kick":
            seats[data.get("chair", -1)] = empty
        case "swap":
            one, other = data.get("chair", -1), data.get("other", -1)
            seats[one], seats[other] = seats.get(other, empty), seats.get(one, empty)


def _parts(kind: str, data: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """The parts of an entry that may name a person."""
    return data.get("chairs", ()) if kind == "make" else (data,) if kind in ("sit", "chat") else ()


def rewrite_log(conn: sa.Connection, table: str, guest: str, known: Set[str]) -> tuple[int, int, set[str]]:
    """How many entries have changed, how many lines of chat are gone, and the names that were there.

    `known`: what else the title may call the person.
    """
    other, rows, lines = _stand_in(guest, table), 0, 0
    found = list(_log(conn, table, guest))
    named = [part for row, data, _ in found for part in _parts(row.kind, data) if part.get("guest") == guest]
    names = {part["name"] for part in named}
    for row, data, own in found:
        before = json.dumps(data)
        for part in _parts(row.kind, data):
            if part.get("guest") == guest:
                part |= {"guest": other, "name": NOBODY}
        if row.kind == "make" and mentions(data.get("title", ""), names | known):
            data["title"] = ""
        if row.kind == "chat" and own and data["text"] != _SILENCE:
            data |= {"name": NOBODY, "text": _SILENCE}
            lines += 1
        if json.dumps(data) != before:
            rows += 1
            here = (log.c.table == table) & (log.c.seq == row.seq)
            conn.execute(sa.update(log).where(here).values(data=_text(data)))
    for name in names:
        rewrite_uploads(conn, name)
    return rows, lines, names


def rewrite_info(conn: sa.Connection, table: str) -> bool:
    """Whether the line of a table had another title, or other names on its seats, than its log."""
    seats: _Seats = {}
    titles: dict[str, str] = {}
    for row, data, _ in _log(conn, table, ""):
        _seat(seats, row.kind, row.seat, data)
        titles |= {"title": data.get("title", "")} if row.kind == "make" else {}
    text = conn.execute(sa.select(tables.c.info).where(tables.c.id == table)).scalar()
    info = json.loads(text) if text else {"seats": []}
    before = json.dumps(info)
    info |= titles if text else {}
    for number, seat in enumerate(info["seats"]):
        if seat["kind"] == "person" and seats.get(number, (None,))[0]:
            seat["name"] = seats[number][1]
    if json.dumps(info) == before:
        return False
    conn.execute(sa.update(tables).where(tables.c.id == table).values(info=_text(info)))
    return True


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _rewrite_records(conn: sa.Connection, table: str, guest: str, names: Collection[str]) -> int:
    """How many records have lost a name. A record's id is made of its content, so reviews move with it."""
    changed = 0
    for row in conn.execute(sa.select(records).where(records.c.table == table)).all():
        record, info = json.loads(row.record), json.loads(row.info)
        guests = json.loads(row.guests) if row.guests else None
        seats = _seats_in(record, guests, guest, names)
        if not seats:
            continue
        for seat in seats:
            for named in (record, info):
                if named.get("players"):
                    named["players"][seat] = NOBODY
            if guests:
                guests[seat] = None
        record["id"] = info["id"] = fresh = record_id(record)
        here = (records.c.table == table) & (records.c.number == row.number)
        values = {"record": _text(record), "info": _text(info), "guests": _text(guests) if guests else None}
        conn.execute(sa.update(records).where(here).values(id=fresh, **values))
        if fresh != row.id:
            for found in (reviews, findings, mistakes):
                conn.execute(sa.update(found).where(found.c.record == row.id).values(record=fresh))
        changed += 1
    return changed


def _seats_in(
    record: Mapping[str, Any], guests: Sequence[str | None] | None, guest: str, names: Collection[str]
) -> list[int]:
    """The seats of a person in a record; one of practice says of people only how they are called."""
    if guests is not None:
        return [seat for seat, one in enumerate(guests) if one == guest]
    bots = record.get("bots") or []
    players = enumerate(record.get("players") or ())
    return [seat for seat, name in players if name in names and (seat >= len(bots) or bots[seat] is None)]


def rewrite_sources(conn: sa.Connection, guest: str) -> None:
    """Takes the name out of matches that a person has sent to make challenges of them: they are kept with these."""
    both = challenges.join(uploads, uploads.c.id == challenges.c.source)
    query = sa.select(uploads.c.id, uploads.c.record, challenges.c.seats).select_from(both)
    for row in conn.execute(query.where(challenges.c.maker == guest)).all():
        record = json.loads(row.record)
        if record.get("players"):
            record["players"][json.loads(row.seats).index(None)] = NOBODY
            conn.execute(sa.update(uploads).where(uploads.c.id == row.id).values(record=_text(record)))


def rewrite_uploads(conn: sa.Connection, name: str) -> None:
    """Takes a name out of the rounds of running matches that are kept for reviews; they name people by name alone."""
    rounds = sa.select(uploads.c.id, uploads.c.record).where(uploads.c.only.is_not(None))
    for row in conn.execute(rounds.where(uploads.c.record.contains(_text(name), autoescape=True))).all():
        record = json.loads(row.record)
        if name in record.get("players", ()):
            record["players"] = [NOBODY if player == name else player for player in record["players"]]
            conn.execute(sa.update(uploads).where(uploads.c.id == row.id).values(record=_text(record)))


PERSONAL: Final = Personal(
    # In the logs, and in what is listed of tables, people are named within JSON: `forget_tables` finds them there.
    (sittings.c.guest, records.c.guests, log.c.data, tables.c.info),
    lambda conn, guest: export_rows((sittings,), conn, guest),
    lambda conn, guest: delete_rows((sittings,), conn, guest),
)
