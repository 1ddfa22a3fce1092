"""What `haggis admin` does with the store, as functions of a connection; servers that run are told by an order."""

import json
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.cards import clip
from haggis_cards.server.people import bans, makers
from haggis_cards.server.people.bans import Ban
from haggis_cards.server.store import orders
from haggis_cards.server.store.log import Projection, add_entry, read_entries
from haggis_cards.server.store.old_tables import delete_tables
from haggis_cards.server.store.schema import log, match_themes, matches, records, sittings, tables
from haggis_cards.server.store.statements import upsert
from haggis_cards.table.log import Write, now
from haggis_cards.table.quarantine import apply
from haggis_cards.table.records import ended_match
from haggis_cards.table.state import TableState
from haggis_cards.wire.facts import DAY_MS
from haggis_cards.wire.refusals import ConfigError, DamagedTable
from haggis_cards.wire.tables import encode

_LONGEST_ID: Final = 32
_ATTEMPTS: Final = 20  # to close a table where people play meanwhile


class TableLine(NamedTuple):
    """A table in the owner's list."""

    id: str
    status: str
    changed: int
    info: dict[str, Any]  # empty if it cannot be read


class PersonLine(NamedTuple):
    """A person in the owner's list."""

    guest: str
    names: list[str]
    tables: int
    seen: int


def list_tables(conn: sa.Connection, statuses: Iterable[str], words: str, most: int) -> list[TableLine]:
    """Tables, the latest first; `words` stand in their title or a name."""
    wanted = [*statuses]
    query = sa.select(tables).order_by(tables.c.changed.desc())
    query = query.where(tables.c.status.in_(wanted)) if wanted else query
    query = query.where(tables.c.info.icontains(words, autoescape=True)) if words else query
    return [TableLine(row.id, row.status, row.changed, _read(row.info)) for row in conn.execute(query.limit(most))]


def list_people(conn: sa.Connection, words: str, most: int) -> list[PersonLine]:
    """People with a seat somewhere, those first who were there last."""
    query = sa.select(sittings.c.guest, sittings.c.seat, tables.c.info, tables.c.changed)
    query = query.join(tables, tables.c.id == sittings.c.table).order_by(tables.c.changed.desc())
    people: dict[str, PersonLine] = {}
    for row in conn.execute(query):
        seats = _read(row.info).get("seats", [])
        name = seats[row.seat]["name"] if row.seat < len(seats) else None
        known = people.get(row.guest) or PersonLine(row.guest, [], 0, row.changed)
        names = [*known.names, name] if name and name not in known.names else known.names
        people[row.guest] = known._replace(names=names, tables=known.tables + 1)
    found = [one for one in people.values() if words.casefold() in " ".join([one.guest, *one.names]).casefold()]
    return found[:most]


def _read(info: str) -> dict[str, Any]:
    try:
        return dict(json.loads(info))
    except ValueError:
        return {}


def load(conn: sa.Connection, id: str) -> TableState:
    """A table out of its log."""
    table = TableState(id)
    apply(table, read_entries(conn, id, 0))
    if not table.seq:
        raise ConfigError(f"there is no table {id}")
    return table


def close_table(conn: sa.Connection, id: str, projections: Iterable[Projection]) -> str:
    """Ends a table, and says how it stood; the record of a match under way is kept, and it is not rated."""
    for _ in range(_ATTEMPTS):
        table = load(conn, id)
        before = table.status, table.records
        if table.status == "closed":
            raise ConfigError(f"the table {id} is closed already")
        entry = table.close("owner").entry
        table.apply(entry)
        ended = ended_match(table)._replace(rated=False) if table.records > before[1] else None
        if add_entry(conn, Write(id, entry, table.info(), ended), projections):
            orders.give(conn, "reload", id)
            return before[0]
    raise ConfigError(f"the table {id} could not be closed: people play too fast; please try again")


def ban(conn: sa.Connection, who: Iterable[str], reason: str, days: float | None) -> list[Ban]:
    """Bans people, addresses or networks, and tells the servers."""
    until = None if days is None else now() + round(days * DAY_MS)
    found = [Ban(_subject(one), until, reason) for one in who]
    for one in found:
        bans.put(conn, one)
    orders.give(conn, "bans")
    return found


def list_bans(conn: sa.Connection) -> list[Ban]:
    """All bans, the latest first."""
    return bans.read(conn)


def unban(conn: sa.Connection, who: str) -> str:
    """Lifts a ban; whose it was, as it is stored."""
    network = bans.network_of(who)
    subject = who if network is None else str(network)
    if not bans.lift(conn, subject):
        raise ConfigError(f"{subject} is not banned")
    orders.give(conn, "bans")
    return subject


def _subject(who: str) -> str:
    """A person's id, or a network in the form in which it is stored."""
    network = bans.network_of(who)
    if network is not None and network.num_addresses > 1 << (96 if network.version == 6 else 24):
        raise ConfigError(f"{who} is too large a network to ban")
    return who if network is None else str(network)


def invite(conn: sa.Connection, guest: str) -> None:
    """Lets somebody make tables."""
    if not 0 < len(guest) <= _LONGEST_ID:
        raise ConfigError(f"{clip(guest)} is not the id of a person")
    makers.invite(conn, guest)


def uninvite(conn: sa.Connection, guest: str) -> None:
    """Takes an invitation to make tables back."""
    if not makers.uninvite(conn, guest):
        raise ConfigError(f"{guest} is not invited")


def find_damaged(conn: sa.Connection, every: bool = False) -> list[tuple[str, DamagedTable]]:
    """Tables whose logs cannot be read: of those that are not closed, or of all."""
    query = sa.select(tables.c.id) if every else sa.select(tables.c.id).where(tables.c.status != "closed")
    found = []
    for name in conn.execute(query.order_by(tables.c.id)).scalars().all():
        try:
            load(conn, name)
        except DamagedTable as damage:
            found.append((name, damage))
    return found


def entries_from(conn: sa.Connection, id: str, seq: int) -> list[dict[str, Any]]:
    """The stored entries of a table from one on, as they are."""
    query = sa.select(log).where(log.c.table == id, log.c.seq >= seq).order_by(log.c.seq)
    return [dict(row) for row in conn.execute(query).mappings()]


def repair(conn: sa.Connection, id: str) -> list[dict[str, Any]]:
    """Cuts a log off before the entry that cannot be read, so that the table goes on from there; what was cut off."""
    try:
        load(conn, id)
    except DamagedTable as damage:
        cut = entries_from(conn, id, damage.seq)
        conn.execute(sa.delete(log).where(log.c.table == id, log.c.seq >= damage.seq))
    else:
        raise ConfigError(f"the log of {id} can be read; there is nothing to repair")
    if not cut or cut[0]["seq"] == 1:
        delete_tables(conn, [id])  # nothing is left of it
    else:
        table = load(conn, id)
        row = {"id": id, "status": table.status, "listed": table.listed, "changed": now()}
        upsert(conn, tables, {**row, "info": encode(table.info()).decode()})
        for kept in (records, matches, match_themes):
            conn.execute(sa.delete(kept).where(kept.c.table == id, kept.c.number > table.records))
    orders.give(conn, "reload", id)
    return cut
