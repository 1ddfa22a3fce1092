"""Whose tokens are good, cached in this process."""

from haggis_cards.server.people import store as identity_store
from haggis_cards.server.people.store import GONE
from haggis_cards.server.people.tokens import fingerprint
from haggis_cards.server.store.log import Store
from haggis_cards.table.guests import Guest


class Revocations:
    """The lowest epochs of tokens that are still good, by the fingerprint of the person; sessions that have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epochs: dict[str, int] = {}

    async def open(self) -> None:
        """What holds at the start."""
        self._epochs = await self._store.read(identity_store.revocations)

    async def read(self, person: str) -> None:
        """The tokens of a person have changed."""
        found = await self._store.read(identity_store.epoch_of, person)
        self._epochs[person] = max(found, self._epochs.get(person, 0))  # a newer one may have come meanwhile

    def close(self, person: str) -> None:
        """Nobody can be this person any more."""
        self._epochs[person] = GONE

    def is_gone(self, person: str) -> bool:
        """Whether a person was deleted."""
        return self._epochs.get(person) == GONE

    def is_good(self, guest: Guest) -> bool:
        """Whether somebody with this token is still who it says, and has not signed out."""
        if not self._epochs:
            return True
        epoch = self._epochs.get(fingerprint(guest.id), 0)
        return guest.epoch >= epoch != GONE and fingerprint(guest.session) not in self._epochs
