"""The tables that this process holds, by their ids, and all sockets."""

from collections.abc import Callable, Iterator

from haggis_cards.table.connection import Connection
from haggis_cards.table.session import TableSession
from haggis_cards.wire.tables import TableInfo


class Sessions(dict[str, TableSession]):
    """One session for each table that somebody has looked at, or where something happens."""

    def __init__(self) -> None:
        self.pages: set[Connection] = set()  # the sockets of no table, which hear what has changed

    @property
    def connections(self) -> Iterator[Connection]:
        """The sockets of all tables and of no table."""
        yield from self.pages
        for session in self.values():
            yield from session.connections

    def current(self, info: TableInfo) -> TableInfo:
        """A table's public facts with the people that this process knows to be there."""
        return self[info.id].info() if info.id in self else info

    def cut(self, whose: Callable[[Connection], bool], why: str) -> None:
        """Closes the sockets of some people."""
        for conn in self.connections:
            if whose(conn):
                conn.cut(why)
