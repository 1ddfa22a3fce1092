"""Results that count: tries at deals of the day and rated matches, under whatever happens to the server."""

import json
from typing import Any

import sqlalchemy as sa

from haggis_cards import Record
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.ratings import store as ratings
from haggis_cards.server.store.schema import attempts, log, rated, records
from haggis_cards.server.store.schema import ratings as stored_ratings
from haggis_cards.table.chairs import Chair
from haggis_cards.table.results import result_of
from haggis_cards.table.shared import daily
from tests.server.support import Guest, Player


def begin_deals(guests: list[Guest], deals: int = 1) -> list[Player]:
    """Each guest begins deals of today; whoever asks twice has one try."""
    players = []
    for guest in guests:
        for deal in range(1, deals + 1):
            table = guest.post(f"/api/daily/haggis-2/{deal}", {})["id"]
            assert guest.post(f"/api/daily/haggis-2/{deal}", {})["id"] == table
            players.append(Player(guest, table, deal))
    return players


def check_results(store: OwnerStore, rated_tables: list[str], tries: list[str]) -> None:
    """Each result is there once, and is that of its record; all ratings made anew are the same."""
    store.run(_check_tries, tries)
    store.run(_check_rated, rated_tables)
    before = store.run(_all_ratings)
    matches, changed = store.run(ratings.recompute)
    assert matches >= len(rated_tables)
    assert changed == 0, "ratings come out differently when they are made anew"
    assert store.run(_all_ratings) == before
    counted: dict[tuple[str, str], int] = {}
    for preset, sides in store.run(_all_sides):
        for player in (player for side in json.loads(sides) for player in side if not player.startswith("bot:")):
            counted[preset, player] = counted.get((preset, player), 0) + 1
    assert counted == {(row.preset, row.player): row.matches for row in before}


def _check_tries(conn: sa.Connection, tries: list[str]) -> None:
    for table in tries:
        [row] = conn.execute(sa.select(attempts).where(attempts.c.table == table)).all()
        match = _match(conn, table)
        assert row.points == daily.points_of(match), "the result of a try is not that of its match"
        assert len(_starts(conn, table)) == 1, "a deal was begun twice"


def _check_rated(conn: sa.Connection, tables: list[str]) -> None:
    for table in tables:
        [row] = conn.execute(sa.select(rated).where(rated.c.table == table)).all()
        guests = json.loads(conn.execute(sa.select(records.c.guests).where(records.c.table == table)).scalar_one())
        levels = json.loads(conn.execute(sa.select(records.c.record).where(records.c.table == table)).scalar_one())[
            "bots"
        ]
        chairs = [
            Chair(guest=guest, name="", level=level, acted=True) for guest, level in zip(guests, levels, strict=True)
        ]
        result = result_of(_match(conn, table), chairs)
        assert result is not None
        assert (json.loads(row.sides), json.loads(row.ranks)) == (result.sides, result.ranks)


def _match(conn: sa.Connection, table: str) -> Any:
    """The match of a table's one record, played again."""
    [text] = conn.execute(sa.select(records.c.record).where(records.c.table == table)).scalars()
    return Record(json.loads(text)).replay()


def _starts(conn: sa.Connection, table: str) -> list[Any]:
    return list(conn.execute(sa.select(log.c.seq).where(log.c.table == table, log.c.kind == "start")))


def _all_ratings(conn: sa.Connection) -> list[Any]:
    columns = stored_ratings.c
    return list(conn.execute(sa.select(stored_ratings).order_by(columns.preset, columns.player)))


def _all_sides(conn: sa.Connection) -> list[Any]:
    return [(row.preset, row.sides) for row in conn.execute(sa.select(rated))]
