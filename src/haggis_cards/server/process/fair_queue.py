"""Who is served next: a queue in which asking more often gets nobody ahead.

Addresses share the time of the workers equally, and so do the persons at one address (start-time fair queuing): the
one that has used least comes next. For one address, moves come before hints. Reviews, and tables where nobody is, come
when no move and no hint waits.
"""

import heapq
from collections import Counter
from typing import Final, Generic, TypeVar

from haggis_cards.table.guests import Asker, Order

T = TypeVar("T")
_REMEMBERED: Final = 10_000  # addresses and persons


class Ticket(Generic[T]):
    """A place in the queue."""

    __slots__ = ("asker", "item", "number")

    def __init__(self, asker: Asker, item: T, number: int) -> None:
        self.asker, self.item, self.number = asker, item, number


class FairQueue(Generic[T]):
    """Tickets, and how much time everybody has used."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._tickets: dict[int, Ticket[T]] = {}
        self._waiting: Counter[str] = Counter()  # tickets by address
        self._used: dict[tuple[str, ...], float] = {}  # seconds, by address and by person
        self._floor = 0.0  # what the one served last had used: a newcomer starts there, not with a credit
        self._number = 0

    def __len__(self) -> int:
        return len(self._tickets)

    def is_full(self, address: str) -> bool:
        """Whether an address has to come again later; half of the room that others leave is enough for it."""
        own = self._waiting[address]
        return own > 0 and own >= (self._most - (len(self) - own)) // 2

    def put(self, asker: Asker, item: T) -> Ticket[T]:
        """Stands in line."""
        address, person = (asker.address,), (asker.address, asker.person)
        waiting = {t.asker for t in self._tickets.values() if t.asker.address == asker.address}
        if not waiting:
            self._used[address] = max(self._used.get(address, 0.0), self._floor)
        if asker.person not in {other.person for other in waiting}:
            least = min((self._used[other.address, other.person] for other in waiting), default=0.0)
            self._used[person] = max(self._used.get(person, 0.0), least)
        self._number += 1
        self._waiting[asker.address] += 1
        ticket = self._tickets[self._number] = Ticket(asker, item, self._number)
        return ticket

    def next(self, moves_only: bool = False) -> Ticket[T] | None:
        """Whose turn it is, taken out of the line."""
        tickets = [t for t in self._tickets.values() if t.asker.order is Order.MOVE or not moves_only]
        if not tickets:
            return None
        ticket = min(tickets, key=self._rank)
        self.remove(ticket)
        self._floor = max(self._floor, self._used[ticket.asker.address,])
        return ticket

    def _rank(self, ticket: Ticket[T]) -> tuple[bool, float, int, float, int]:
        asker, used = ticket.asker, self._used
        of_person = used[asker.address, asker.person]
        return asker.order.waits_for_others, used[asker.address,], asker.order, of_person, ticket.number

    def promote(self, asker: Asker) -> None:
        """Somebody has come to a table: what waits there is a move like others."""
        for ticket in self._tickets.values():
            if ticket.asker == asker:
                ticket.asker = asker._replace(order=Order.MOVE)

    def remove(self, ticket: Ticket[T]) -> None:
        """Leaves the line."""
        if self._tickets.pop(ticket.number, None) is not None:
            address = ticket.asker.address
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]

    def charge(self, asker: Asker, seconds: float) -> None:
        """Notes what somebody has used."""
        for key in ((asker.address,), (asker.address, asker.person)):
            self._used[key] = self._used.get(key, self._floor) + seconds
        if len(self._used) > _REMEMBERED:  # who is forgotten starts at the floor: those with little to remember go
            waiting = {ticket.asker for ticket in self._tickets.values()}
            keep: set[tuple[str, ...]] = {key for a in waiting for key in ((a.address,), (a.address, a.person))}
            keep.update(heapq.nlargest(_REMEMBERED // 2, self._used, self._used.__getitem__))
            self._used = {key: used for key, used in self._used.items() if key in keep}

    def share(self, address: str, workers: int) -> float:
        """The part of its usual time that a decision may take now.

        Its own address counts with every ticket, others with one each: who asks for much gets short answers.
        """
        own = self._waiting[address]
        others = len(self._waiting) - (own > 0)
        return 1 / (1 + (own + others) / workers)
