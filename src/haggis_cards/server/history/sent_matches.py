"""Matches that were played in a browser and sent here, to be kept among a person's matches.

The rules play such a record again; whoever sent it could still have invented it. So it is never rated, takes no part in
the deals of the day, and stands under a table of its own whose id says where it comes from.
"""

import json
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.bots.registry import LEVELS
from haggis_cards.match import Record
from haggis_cards.server.store.schema import matches, records, sittings
from haggis_cards.server.store.statements import insert_new, upsert
from haggis_cards.table.places import read_upload
from haggis_cards.table.results import match_rows
from haggis_cards.wire.facts import SENT
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import RecordInfo, encode

MOST: Final = 1000  # of one person
MOST_BYTES: Final = 20_000_000  # of all of them: everything of a person must fit into one file
_FIRST: Final = 1  # each has a table of its own


class Sent(NamedTuple):
    """A match ready to be kept."""

    id: str  # of its record
    info: RecordInfo
    record: str
    seats: int  # how many
    row: dict[str, Any]  # of `matches`


def read_sent(body: bytes, seat: int, ended: int, guest: str) -> Sent:
    """A record that somebody sends who sat on this seat: played again by the rules and written anew."""
    upload = read_upload(body)
    match = Record.parse(upload.record).replay()
    rules = match.rules
    if seat not in rules.seats:
        raise Refused("bad-seats", fault="number", last=rules.players - 1, number=seat)
    bots = _bots(json.loads(body).get("bots"), rules.players)
    if bots[seat] is not None:
        raise Refused("bad-seats", fault="bot", number=seat)
    data = {**json.loads(upload.record), "id": upload.id, "app": "haggis in a browser", "bots": bots}
    players, totals = list(match.players or ()), list(match.totals)
    info = RecordInfo(_FIRST, ended, players, totals, list(match.winners or ()), upload.id)
    (row,) = match_rows(match, [guest if one == seat else None for one in rules.seats], bots, ended)
    row["people"] = bots.count(None) > 1
    return Sent(upload.id, info, Record(data).dump(), rules.players, row)


def _bots(found: Any, players: int) -> list[str | None]:
    """The levels of the bots by seat, as far as the record says so."""
    named = found if isinstance(found, list) and len(found) == players else [None] * players
    return [level if isinstance(level, str) and level in (*LEVELS, "random") else None for level in named]


def keep(conn: sa.Connection, sent: Sent, guest: str) -> bool:
    """Whether it is new here; a match that this server knows already is not kept again."""
    table, seat = SENT + sent.id, sent.row["seat"]
    if conn.execute(sa.select(records.c.table).where(records.c.id == sent.id, records.c.table != table)).first():
        return False
    fixed = {"info": encode(sent.info).decode(), "record": sent.record, "id": sent.id}
    empty = encode([None] * sent.seats).decode()
    insert_new(conn, records, [{"table": table, "number": _FIRST, "guests": empty, "opens": None, **fixed}])
    own = (records.c.table == table, records.c.number == _FIRST)
    # Others who played it may send it at the same moment, each for their own seat.
    guests = json.loads(conn.execute(sa.select(records.c.guests).where(*own).with_for_update()).scalar_one())
    if guests[seat] is not None:
        return False
    _check_room(conn, guest)
    guests[seat] = guest
    conn.execute(sa.update(records).where(*own).values(guests=encode(guests).decode()))
    upsert(conn, matches, {**sent.row, "table": table, "number": _FIRST})
    upsert(conn, sittings, {"guest": guest, "table": table, "seat": seat})
    return True


def _check_room(conn: sa.Connection, guest: str) -> None:
    """Refuses a person who has sent as much as may be kept."""
    both = matches.join(records, (records.c.table == matches.c.table) & (records.c.number == matches.c.number))
    mine = (matches.c.guest == guest, matches.c.table.startswith(SENT, autoescape=True))
    totals = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(sa.func.length(records.c.record)), 0))
    count, size = conn.execute(totals.select_from(both).where(*mine)).one()
    if count >= MOST or size >= MOST_BYTES:
        raise Refused("too-many", fault="sent", most=count)
