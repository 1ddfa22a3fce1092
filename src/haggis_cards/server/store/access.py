"""Which records somebody may see now, as SQL."""

import sqlalchemy as sa

from haggis_cards.server.store.schema import challenge_seats, challenges, records
from haggis_cards.table.log import now


def is_open(guest: str | None) -> sa.ColumnElement[bool]:
    """That somebody may see a record now: deals of the day when it is over, a challenge once you have played it."""
    time = now()
    whose = challenge_seats.c.challenge == records.c.challenge
    played = sa.exists().where(whose, challenge_seats.c.player == guest, challenge_seats.c.done.is_not(None))
    over = sa.exists().where(challenges.c.id == records.c.challenge, challenges.c.closes <= time)
    in_time = records.c.opens.is_(None) | (records.c.opens <= time)
    return in_time & (records.c.challenge.is_(None) | played | over)


def has_closed(conn: sa.Connection, table: str, guest: str | None) -> bool:
    """Whether a table has a match that belongs to a challenge which somebody may still play."""
    closed = sa.select(records.c.table).where(records.c.table == table, records.c.challenge.is_not(None))
    return conn.execute(closed.where(sa.not_(is_open(guest))).limit(1)).first() is not None
