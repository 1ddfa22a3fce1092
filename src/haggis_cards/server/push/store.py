"""Notifications in the store: browsers that people have subscribed, and notices that wait. Functions of a connection.

A notice is stored in the transaction of its entry. Whoever sends it first moves it into the future, and deletes it
afterwards: so one process sends it, and if that process dies, it is sent later.
"""

import hashlib
import json
from functools import partial
from typing import Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.store.log import Work
from haggis_cards.server.store.personal import own_rows
from haggis_cards.server.store.schema import push_queue, push_subscriptions
from haggis_cards.server.store.statements import upsert
from haggis_cards.table.log import Write
from haggis_cards.wire.push import NoticeKind

MOST_DEVICES: Final = 20  # of one person; the oldest makes room


class Subscription(NamedTuple):
    """A browser that shows notifications to a person."""

    guest: str
    endpoint: str
    p256dh: str
    auth: str
    server_key: str

    @property
    def id(self) -> str:
        return _id(self.endpoint)


class Waiting(NamedTuple):
    """A notice that waits."""

    guest: str
    table: str
    seq: int
    kind: NoticeKind
    at: int
    tries: int
    unreached: str | None


def _id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


# Subscriptions


def subscribe(conn: sa.Connection, made: Subscription, at: int) -> None:
    """Keeps a subscription; one of the same browser, whoever used it before, makes room."""
    upsert(conn, push_subscriptions, {"id": made.id, **made._asdict(), "at": at})
    mine = sa.select(push_subscriptions.c.id).where(push_subscriptions.c.guest == made.guest)
    kept = mine.order_by(push_subscriptions.c.at.desc(), push_subscriptions.c.id).limit(MOST_DEVICES)
    known = list(conn.execute(kept).scalars())
    own = push_subscriptions.c.guest == made.guest
    conn.execute(sa.delete(push_subscriptions).where(own, push_subscriptions.c.id.not_in(known)))


def unsubscribe(conn: sa.Connection, guest: str, endpoint: str) -> None:
    """Forgets a person's subscription."""
    own = (push_subscriptions.c.guest == guest) & (push_subscriptions.c.id == _id(endpoint))
    conn.execute(sa.delete(push_subscriptions).where(own))


def of_guest(conn: sa.Connection, guest: str) -> list[Subscription]:
    """A person's subscriptions."""
    query = sa.select(*(push_subscriptions.c[name] for name in Subscription._fields))
    return [Subscription(*row) for row in conn.execute(query.where(push_subscriptions.c.guest == guest))]


# Notices


def enqueue(write: Write) -> Work | None:
    """The notices of an entry."""
    return partial(_enqueue, write) if write.notices else None


def _enqueue(write: Write, conn: sa.Connection, at: int) -> None:
    """Stores them for people who have subscribed."""
    for guest, kind in write.notices:
        subscribed = sa.select(push_subscriptions.c.id).where(push_subscriptions.c.guest == guest).limit(1)
        if conn.execute(subscribed).first():
            row = {"guest": guest, "table": write.table, "seq": write.entry.seq, "kind": kind, "at": at, "tries": 0}
            upsert(conn, push_queue, row)


def due(conn: sa.Connection, before: int, most: int) -> list[Waiting]:
    """Notices that have waited since then, the oldest first."""
    query = sa.select(*(push_queue.c[name] for name in Waiting._fields)).where(push_queue.c.at <= before)
    return [Waiting(*row) for row in conn.execute(query.order_by(push_queue.c.at).limit(most))]


def claim(conn: sa.Connection, notice: Waiting, until: int) -> bool:
    """Takes a notice, for one try; False if another process has it."""
    here = (*_is(notice), push_queue.c.at == notice.at)
    taken = conn.execute(sa.update(push_queue).where(*here).values(at=until, tries=notice.tries + 1))
    return taken.rowcount == 1


def put_off(conn: sa.Connection, notice: Waiting, until: int, unreached: list[str]) -> None:
    """Some subscriptions could not be reached: they are tried again."""
    values = {"at": until, "unreached": json.dumps(unreached)}
    conn.execute(sa.update(push_queue).where(*_is(notice)).values(**values))


def done(conn: sa.Connection, notice: Waiting, gone: list[Subscription]) -> None:
    """The notice is sent, or no longer wanted; and some subscriptions have ended."""
    conn.execute(sa.delete(push_queue).where(*_is(notice)))
    end(conn, gone)


def end(conn: sa.Connection, gone: list[Subscription]) -> None:
    """Forgets subscriptions that the push services no longer know."""
    for one in gone:
        unsubscribe(conn, one.guest, one.endpoint)


def _is(notice: Waiting) -> tuple[sa.ColumnElement[bool], ...]:
    columns = push_queue.c
    return columns.guest == notice.guest, columns.table == notice.table, columns.seq == notice.seq


PERSONAL: Final = own_rows(push_queue, push_subscriptions)
