"""People and addresses that the owner has banned. They stand in the store, and every process caches them."""

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, NamedTuple

import sqlalchemy as sa

from haggis_cards.server.store.schema import bans
from haggis_cards.server.store.statements import upsert
from haggis_cards.table.log import now
from haggis_cards.wire.refusals import Refused

Network = IPv4Network | IPv6Network


class Ban(NamedTuple):
    """A person (by the id of the guest) or a network, with the owner's words and the end in milliseconds."""

    subject: str
    until: int | None
    reason: str

    @property
    def over(self) -> bool:
        return self.until is not None and self.until <= now()


def network_of(subject: str) -> Network | None:
    """The network that is banned; None if it is a person."""
    try:
        return ip_network(subject, strict=False)
    except ValueError:
        return None


class Bans:
    """The bans that hold, for quick questions."""

    def __init__(self) -> None:
        self._people: dict[str, Ban] = {}
        self._networks: list[tuple[Network, Ban]] = []

    def take(self, found: list[Ban]) -> None:
        """These bans hold now, and no others."""
        self._people = {ban.subject: ban for ban in found if network_of(ban.subject) is None}
        self._networks = [(network, ban) for ban in found if (network := network_of(ban.subject))]

    def check(self, address: str, guest: str | None) -> None:
        """Refuses somebody who is banned."""
        ban = self.find(address, guest)
        if ban is not None:
            raise Refused("banned", fault="reason" if ban.reason else "plain", words=ban.reason)

    def find(self, address: str, guest: str | None) -> Ban | None:
        """The ban of a person or an address, if there is one."""
        found = self._people.get(guest) if guest else None
        if found is None and self._networks:
            here = network_of(address)
            found = next((ban for network, ban in self._networks if here and _holds(network, here)), None)
        return None if found is None or found.over else found


def _holds(network: Network, address: Network) -> bool:
    return network.version == address.version and network.supernet_of(address)  # type: ignore[arg-type]


# The statements


def read(conn: sa.Connection) -> list[Ban]:
    """All bans, the latest first."""
    return [Ban(row.subject, row.until, row.reason) for row in conn.execute(sa.select(bans).order_by(bans.c.at.desc()))]


def put(conn: sa.Connection, ban: Ban) -> None:
    """Bans somebody, or changes a ban."""
    values: dict[str, Any] = ban._asdict()
    upsert(conn, bans, {**values, "at": now()})


def lift(conn: sa.Connection, subject: str) -> bool:
    """Whether there was such a ban; it is gone now."""
    return bool(conn.execute(sa.delete(bans).where(bans.c.subject == subject)).rowcount)
