"""Who may make tables on this server: everybody, members, or people whom the owner has invited."""

import sqlalchemy as sa

from haggis_cards.server.process.config import Makers
from haggis_cards.server.store.log import Store
from haggis_cards.server.store.schema import makers, passkeys, people
from haggis_cards.server.store.statements import insert_new
from haggis_cards.table.guests import Guest
from haggis_cards.table.log import now
from haggis_cards.wire.refusals import Refused


class TableMakers:
    """Refuses the others."""

    def __init__(self, store: Store, who: Makers) -> None:
        self._store, self._who = store, who

    async def check(self, guest: Guest | None) -> None:
        """Refuses somebody who may not make a table."""
        if self._who == "everybody":
            return
        if guest is None:
            raise Refused("no-session")
        if not await self._store.read(may_make, self._who, guest.id):
            raise Refused("no-tables", fault=self._who)


# The statements


def may_make(conn: sa.Connection, who: Makers, guest: str) -> bool:
    """Whether somebody is invited, or a member: whoever can come back by a passkey or a recovery code."""
    ways = [sa.select(makers.c.guest).where(makers.c.guest == guest)]
    if who == "members":
        ways.append(sa.select(passkeys.c.guest).where(passkeys.c.guest == guest))
        ways.append(sa.select(people.c.guest).where(people.c.guest == guest, people.c.code.is_not(None)))
    return any(conn.execute(way.limit(1)).first() is not None for way in ways)


def invite(conn: sa.Connection, guest: str) -> None:
    """Somebody may make tables from now on."""
    insert_new(conn, makers, [{"guest": guest, "at": now()}])


def uninvite(conn: sa.Connection, guest: str) -> bool:
    """Whether somebody was invited; they no longer are."""
    return bool(conn.execute(sa.delete(makers).where(makers.c.guest == guest)).rowcount)


def invited(conn: sa.Connection) -> set[str]:
    """All who are."""
    return set(conn.execute(sa.select(makers.c.guest)).scalars())
