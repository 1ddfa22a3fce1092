"""Who people are, in the store: those who keep it, their passkeys, tickets, and tokens that are no longer good.

Functions of a connection, as in `store`. Secrets stand here as hashes alone.
"""

import secrets
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.people.tokens import fingerprint
from haggis_cards.server.store import orders
from haggis_cards.server.store.personal import Personal, delete_rows, rows
from haggis_cards.server.store.schema import (
    bans,
    makers,
    matches,
    passkeys,
    people,
    push_subscriptions,
    puzzle_attempts,
    revoked,
    sittings,
    tables,
    tickets,
)
from haggis_cards.server.store.statements import insert_new, upsert
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import now
from haggis_cards.wire.identity import Ending
from haggis_cards.wire.refusals import Refused

GONE: Final = 2**31 - 1  # the epoch of somebody who is gone: no token is good any more
MINUTES: Final = 5  # that a ticket is good
PASSKEYS: Final = 20  # of one person


class Person(NamedTuple):
    """Somebody whom the server knows by more than a token."""

    guest: str
    name: str
    handle: str
    code_at: int | None
    since: int
    epoch: int

    @property
    def as_guest(self) -> Guest:
        return Guest(self.guest, self.name, self.epoch)


def find(conn: sa.Connection, guest: str) -> Person | None:
    """A person by the id of the guest; nobody who is gone."""
    return _person(conn, people.c.guest == guest)


def with_code(conn: sa.Connection, code: str) -> Person | None:
    """The person with a recovery code, by its hash."""
    return _person(conn, people.c.code == code)


def _person(conn: sa.Connection, condition: sa.ColumnElement[bool]) -> Person | None:
    row = conn.execute(sa.select(people).where(condition)).first()
    if row is None or (epoch := epoch_of(conn, fingerprint(row.guest))) == GONE:
        return None
    return Person(row.guest, row.name, row.handle, row.code_at, row.since, epoch)


def name_of(conn: sa.Connection, guest: str) -> str | None:
    """The name of somebody who is kept, wherever it was last changed."""
    name: str | None = conn.execute(sa.select(people.c.name).where(people.c.guest == guest)).scalar()
    return name


def rename(conn: sa.Connection, guest: str, name: str) -> None:
    """The new name of a person, for all devices."""
    conn.execute(sa.update(people).where(people.c.guest == guest).values(name=name))


def _lock(conn: sa.Connection, guest: str) -> None:
    """What is changed of a person is changed one after the other."""
    conn.execute(sa.select(people.c.guest).where(people.c.guest == guest).with_for_update())


def keep(conn: sa.Connection, guest: Guest) -> Person:
    """The person that a guest is; from the first time on, the server knows the name."""
    _lock(conn, guest.id)
    row = {"guest": guest.id, "name": guest.name, "handle": secrets.token_urlsafe(32), "since": now()}
    insert_new(conn, people, [row])
    found = find(conn, guest.id)
    if found is None or found.epoch > guest.epoch:
        raise Refused("no-session")  # they are gone, or signed out here, since the request was let in
    return found


def set_code(conn: sa.Connection, guest: Guest, code: str) -> None:
    """The hash of a new recovery code, in place of the one before."""
    keep(conn, guest)
    conn.execute(sa.update(people).where(people.c.guest == guest.id).values(code=code, code_at=now()))


class Standing(NamedTuple):
    """What somebody would lose with the token, and when they were first kept."""

    person: Person | None
    passkeys: list[Any]
    matches: int
    running: int
    puzzles: int


def standing(conn: sa.Connection, guest: str) -> Standing:
    """How a guest stands."""
    played = sa.select(sa.func.count()).select_from(matches).where(matches.c.guest == guest)
    seats = sa.select(sa.func.count()).select_from(sittings.join(tables, tables.c.id == sittings.c.table))
    running = seats.where(sittings.c.guest == guest, tables.c.status == "playing")
    tried = sa.select(sa.func.count()).select_from(puzzle_attempts).where(puzzle_attempts.c.guest == guest)
    counts = [conn.execute(query).scalar() or 0 for query in (played, running, tried)]
    return Standing(find(conn, guest), passkeys_of(conn, guest), *counts)


# Passkeys


def passkeys_of(conn: sa.Connection, guest: str) -> list[Any]:
    """A person's passkeys, the oldest first."""
    return list(conn.execute(sa.select(passkeys).where(passkeys.c.guest == guest).order_by(passkeys.c.made)))


def passkey(conn: sa.Connection, id: str) -> Any | None:
    """A passkey by the id of its credential."""
    return conn.execute(sa.select(passkeys).where(passkeys.c.id == id)).first()


def add_passkey(conn: sa.Connection, guest: Guest, row: dict[str, Any]) -> bool:
    """Whether a passkey is in; False if somebody has it already."""
    keep(conn, guest)
    if passkey(conn, row["id"]) is not None:
        return False
    if len(passkeys_of(conn, guest.id)) >= PASSKEYS:  # several were asked for before one was made
        raise Refused("too-many", fault="passkeys", most=PASSKEYS)
    insert_new(conn, passkeys, [{**row, "guest": guest.id, "made": now()}])
    return True


def use_passkey(conn: sa.Connection, id: str, before: int, count: int) -> Person | None:
    """The person whose passkey was used; None if it was removed, or used elsewhere, since `before` was read."""
    here = (passkeys.c.id == id) & (passkeys.c.count == before)
    if not conn.execute(sa.update(passkeys).where(here).values(count=count, used=now())).rowcount:
        return None
    guest = conn.execute(sa.select(passkeys.c.guest).where(passkeys.c.id == id)).scalar_one()
    return find(conn, guest)


def remove_passkey(conn: sa.Connection, guest: str, id: str) -> bool:
    """Whether there was such a passkey of this person; it is gone now."""
    return bool(conn.execute(sa.delete(passkeys).where(passkeys.c.id == id, passkeys.c.guest == guest)).rowcount)


# Tickets


def give_ticket(conn: sa.Connection, kind: str, secret: str, guest: str | None, minutes: int = MINUTES) -> int:
    """A ticket for a secret, and until when it is good; tickets that are too old go. One link is open at a time."""
    time = now()
    stale = (tickets.c.kind == kind) & (tickets.c.guest == guest) if kind == "join" else sa.false()
    conn.execute(sa.delete(tickets).where((tickets.c.until < time) | stale))
    until = time + minutes * 60_000
    conn.execute(sa.insert(tickets).values(id=fingerprint(secret), kind=kind, guest=guest, until=until))
    return until


def invite(conn: sa.Connection, guest: Guest, secret: str) -> int:
    """A link by which another device becomes a person, and until when it is good."""
    return give_ticket(conn, "join", secret, keep(conn, guest).guest)


def _good(kind: str, secret: str) -> sa.ColumnElement[bool]:
    return sa.and_(
        tickets.c.id == fingerprint(secret),
        tickets.c.kind == kind,
        tickets.c.until >= now(),
        tickets.c.used.is_(None),
    )


def has_ticket(conn: sa.Connection, kind: str, secret: str) -> bool:
    """Whether there is such a ticket; it stays good."""
    return conn.execute(sa.select(tickets.c.id).where(_good(kind, secret))).first() is not None


def take_ticket(conn: sa.Connection, kind: str, secret: str, guest: str | None) -> bool:
    """Whether there was such a ticket of this guest, or of nobody; it is used up."""
    own = tickets.c.guest.is_(None) if guest is None else tickets.c.guest == guest
    return bool(conn.execute(sa.update(tickets).where(_good(kind, secret), own).values(used=now())).rowcount)


def invited(conn: sa.Connection, secret: str) -> Person | None:
    """Whom a link is for, as long as it is good; to ask changes nothing."""
    guest = conn.execute(sa.select(tickets.c.guest).where(_good("join", secret))).scalar()
    return find(conn, guest) if guest else None


def join(conn: sa.Connection, secret: str) -> Person | None:
    """The person of a link that is used now, once."""
    person = invited(conn, secret)
    return person if person and take_ticket(conn, "join", secret, person.guest) else None


def open_link(conn: sa.Connection, guest: str) -> Any | None:
    """The last link of a person: until when it is good, and when it was used."""
    query = sa.select(tickets.c.until, tickets.c.used).where(tickets.c.guest == guest, tickets.c.kind == "join")
    return conn.execute(query).first()


# Tokens that are not good any more


def revocations(conn: sa.Connection) -> dict[str, int]:
    """The lowest good epochs, by the fingerprint of the person."""
    return {row.person: row.epoch for row in conn.execute(sa.select(revoked))}


def epoch_of(conn: sa.Connection, person: str) -> int:
    """The lowest good epoch of a person."""
    return conn.execute(sa.select(revoked.c.epoch).where(revoked.c.person == person)).scalar() or 0


def end_session(conn: sa.Connection, session: str) -> None:
    """Somebody has signed out in one browser: its cookie is not good any more, whoever has a copy."""
    insert_new(conn, revoked, [{"person": fingerprint(session), "epoch": 1, "at": now()}])
    orders.give(conn, "person", fingerprint(session))


def sign_out(conn: sa.Connection, guest: str, ending: Ending) -> int:
    """A new epoch: all tokens of a person, and the open link, are no longer good, and no browser is notified.

    The one that stays signed in subscribes again by itself. What else ends does so in the same moment.
    """
    _lock(conn, guest)
    person = fingerprint(guest)
    insert_new(conn, revoked, [{"person": person, "epoch": 0, "at": now()}])
    # In one statement: of two devices that do so in the same moment, one stays signed in.
    here = (revoked.c.person == person) & (revoked.c.epoch < GONE)
    higher = sa.update(revoked).where(here).values(epoch=revoked.c.epoch + 1, at=now())
    epoch: int | None = conn.execute(higher.returning(revoked.c.epoch)).scalar()
    if epoch is None:
        raise Refused("no-session")  # they are gone since the request was let in
    orders.give(conn, "person", person)
    for part in (tickets, push_subscriptions):
        conn.execute(sa.delete(part).where(part.c.guest == guest))
    conn.execute(sa.delete(passkeys).where(passkeys.c.guest == guest, passkeys.c.id.in_(ending.passkeys)))
    if ending.code:
        conn.execute(sa.update(people).where(people.c.guest == guest).values(code=None, code_at=None))
    return epoch


def close(conn: sa.Connection, guest: str) -> None:
    """The end of a person: nobody can be them any more. What they have left is deleted after this (`closing`)."""
    person = fingerprint(guest)
    upsert(conn, revoked, {"person": person, "epoch": GONE, "at": now(), "guest": guest})
    orders.give(conn, "person", person)
    for part in (people, passkeys, tickets):
        conn.execute(sa.delete(part).where(part.c.guest == guest))


def closing(conn: sa.Connection) -> list[str]:
    """Those whose deletion has begun and is not done: the process that did it may have been killed."""
    return list(conn.execute(sa.select(revoked.c.guest).where(revoked.c.guest.is_not(None))).scalars())


def closed(conn: sa.Connection, guest: str) -> None:
    """All of a person is deleted; from here on not even the id is known."""
    conn.execute(sa.update(revoked).where(revoked.c.guest == guest).values(guest=None))


# A person's data


def _export(conn: sa.Connection, guest: str) -> dict[str, Any]:
    """By what the person can come back; of the code only that there is one, and of links nothing."""
    person = find(conn, guest)
    return {
        "name": person.name if person else None,
        "since": person.since if person else None,
        "recovery_code_made": person.code_at if person else None,
        "passkeys": rows(conn, passkeys, passkeys.c.guest == guest),
        "makers": rows(conn, makers, makers.c.guest == guest),
    }


def _forget(conn: sa.Connection, guest: str) -> None:
    """That the tokens are no longer good stays known, by a hash (`close`, `closed`)."""
    delete_rows((people, passkeys, makers, tickets), conn, guest)
    conn.execute(sa.delete(bans).where(bans.c.subject == guest))


PERSONAL: Final = Personal(
    (
        *(part.c.guest for part in (people, passkeys, makers, tickets)),
        *(bans.c.subject, revoked.c.guest, revoked.c.person),
    ),
    _export,
    _forget,
)
