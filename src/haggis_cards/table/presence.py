"""Who is at a table: connections here, what other processes say of theirs, and for whom bots think."""

from haggis_cards.table.connection import Connection
from haggis_cards.table.guests import Asker, Order
from haggis_cards.table.state import TableState
from haggis_cards.wire.tables import TableInfo


class Presence:
    """The people at one table, as this process knows."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self.connections: set[Connection] = set()
        self.remote: dict[str, tuple[set[int], int, float]] = {}  # by process: seats, watchers, believed until
        self.maker = Asker()  # who made the table, if that was in this process

    @property
    def seats(self) -> set[int]:
        """The seats that are connected, here or at another process."""
        return self.seats_here.union(*(seats for seats, _, _ in self.remote.values()))

    @property
    def seats_here(self) -> set[int]:
        """Those that are connected to this process."""
        return {conn.seat for conn in self.connections if conn.seat is not None}

    @property
    def watchers(self) -> int:
        return self.watchers_here + sum(watchers for _, watchers, _ in self.remote.values())

    @property
    def watchers_here(self) -> int:
        return sum(conn.seat is None for conn in self.connections)

    @property
    def occupied(self) -> bool:
        """Whether anybody is here, to play or to watch."""
        return bool(self.seats or self.watchers)

    @property
    def agreed(self) -> bool:
        """Whether all want the next match; for a rated one they must be here, too, if it is not played over days."""
        table = self._table
        return table.wants_rematch and (not table.rated or table.by_days or self.seats.issuperset(table.people))

    @property
    def asker(self) -> Asker:
        """For whom bots think here: a person with a seat, else a spectator, else who made the table."""
        if not self.occupied:
            return self.unwatched
        conn = min(self.connections, key=lambda conn: (conn.seat is None, conn.seat), default=None)
        return self.maker if conn is None else Asker(conn.address, conn.guest.id if conn.guest else "")

    @property
    def unwatched(self) -> Asker:
        """For whom they think where nobody is."""
        return self.maker._replace(order=Order.UNWATCHED, table=self._table.id)

    def reseat(self) -> None:
        """After people have come or gone: gives every connection its seat."""
        for conn in self.connections:
            conn.seat = self._table.seat_of(conn.guest.id if conn.guest else None)

    def info(self) -> TableInfo:
        """What everybody may know of the table."""
        return self._table.info(self.seats, self.watchers)
