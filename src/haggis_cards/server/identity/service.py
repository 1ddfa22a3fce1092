"""What happens when somebody signs out, or goes for good.

A change stands in the store (`identity_store`), with an order by which the other processes hear of it within a second.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from haggis_cards.server.identity import in_tables, personal_data
from haggis_cards.server.people import recovery_codes
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.people.revocations import Revocations
from haggis_cards.server.people.tokens import fingerprint
from haggis_cards.server.registry.tables import Tables
from haggis_cards.server.store.log import Store
from haggis_cards.server.store.secrets import secret
from haggis_cards.table.guests import Guest
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire.identity import Ending
from haggis_cards.wire.refusals import Refused, StorageError

_PIECE: Final = 10  # tables that are rewritten in one transaction
_BREATH: Final = 1000  # tables that are looked at in one go
_HEARD: Final = 3.0  # seconds after which every process has carried an order out


class Identity:
    """The people of this server, as far as a process has to know them."""

    def __init__(
        self,
        *,
        store: Store,
        tables: Tables,
        tasks: Tasks,
        revocations: Revocations,
        forgotten: Callable[[], None],
    ) -> None:
        self._store, self._tables, self._tasks = store, tables, tasks
        self._sessions, self._revocations, self._forgotten = tables.sessions, revocations, forgotten
        self._hashing = asyncio.Lock()  # a slow hash takes memory: one at a time
        self._exporting = asyncio.Lock()  # so does a large file

    async def open(self) -> None:
        """Deletions that were broken off go on."""
        for guest in await self._store.read(identity_store.closing):
            self._tasks.spawn(self._end_late(guest, []))

    async def heed(self, person: str) -> None:
        """The tokens of a person, or of a session, have changed: sockets with one that is no longer good are closed.

        Where the person is gone, tables that still name them are loaded anew.
        """
        good = self._revocations
        await good.read(person)
        names: Callable[[Guest], bool] = lambda guest: person in (fingerprint(guest.id), fingerprint(guest.session))  # noqa: E731
        self._cut(lambda guest: names(guest) and not good.is_good(guest), "signed-out")
        if good.is_gone(person):
            self._forgotten()
            for number, (name, session) in enumerate(list(self._sessions.items())):
                if number % _BREATH == 0:
                    await asyncio.sleep(0)
                if any(chair.guest and fingerprint(chair.guest) == person for chair in session.table.chairs):
                    await self._tables.reload(name)

    def part(self, guest: Guest) -> None:
        """A browser is somebody else now: what it has open connects again, as whoever its cookie says."""
        self._cut(lambda other: other.id == guest.id, "restart")

    def _cut(self, whose: Callable[[Guest], bool], why: str) -> None:
        self._sessions.cut(lambda conn: conn.guest is not None and whose(conn.guest), why)

    async def sign_out(self, guest: Guest) -> None:
        """The end of one browser's session; a cookie of an older version has none, and is only forgotten there."""
        if guest.session:
            await self._store.write(identity_store.end_session, guest.session)
        self.part(guest)
        if guest.session:
            await self.heed(fingerprint(guest.session))

    async def sign_out_everywhere(self, guest: Guest, ending: Ending) -> Guest:
        """The same person with the only token that is good from here on."""
        epoch = await self._store.write(identity_store.sign_out, guest.id, ending)
        await self.heed(fingerprint(guest.id))
        return guest._replace(epoch=epoch)

    async def digest(self, code: str) -> str:
        """By what the store knows a recovery code."""
        salt = await self._store.write(secret, recovery_codes.SALT)
        async with self._hashing:
            return await asyncio.to_thread(recovery_codes.digest, recovery_codes.read_code(code), salt)

    async def export(self, guest: str) -> bytes:
        """All that is stored about a person, read in pieces."""
        async with self._exporting:
            rows = await self._store.read(personal_data.export_rows, guest)
            found = await self._store.read(in_tables.tables_of, guest)
            starts = range(0, len(found), _PIECE)
            read = [
                await self._store.read(in_tables.export_tables, guest, found[start : start + _PIECE])
                for start in starts
            ]
            return await asyncio.to_thread(personal_data.as_file, rows, read)

    async def forget(self, guest: str) -> None:
        """Deletes a person: nobody can be them any more, they leave their tables, and all that the store has goes."""
        found: list[str] = []
        try:
            found = await self._end(guest, [])
        finally:
            if self._revocations.is_gone(fingerprint(guest)):  # it has begun, so it must come to an end
                self._tasks.spawn(self._end_late(guest, found))

    async def _end(self, guest: str, known: list[str]) -> list[str]:
        """The tables that named the person."""
        await self._leave(guest)
        await self._store.write(identity_store.close, guest)
        self._revocations.close(fingerprint(guest))
        self._cut(lambda other: other.id == guest, "signed-out")
        found = await self._delete(guest, known)
        await self.heed(fingerprint(guest))
        return found

    async def _leave(self, guest: str) -> None:
        for name in await self._store.read(in_tables.open_tables_of, guest):
            with contextlib.suppress(Refused):  # a deal of the day is not left; it waits, for nobody then
                session = await self._tables.get(name)
                await session.submit(lambda table: table.leave(table.seated(guest)))

    async def _delete(self, guest: str, known: list[str]) -> list[str]:
        """In pieces, so that nobody else waits for long."""
        found = sorted({*known, *await self._store.read(in_tables.tables_of, guest)})
        for start in range(0, len(found), _PIECE):
            piece = found[start : start + _PIECE]
            changed = await self._store.write(personal_data.forget_tables, guest, piece)
            for table in changed.tables:
                await self._tables.reload(table)
        await self._store.write(personal_data.forget_rows, guest)
        await self._store.purge()
        return found

    async def _end_late(self, guest: str, found: list[str]) -> None:
        """Once more for what a process has written that had not heard of it yet."""
        done = False
        while not done:
            await asyncio.sleep(_HEARD)
            with contextlib.suppress(StorageError):  # the store has told of it
                await self._end(guest, found)
                await self._store.write(identity_store.closed, guest)
                done = True
