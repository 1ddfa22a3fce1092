"""The tables that this process holds, by their ids."""

from collections.abc import Callable

from haggis_cards.table.connection import Connection
from haggis_cards.table.session import TableSession
from haggis_cards.wire.tables import TableInfo


class Sessions(dict[str, TableSession]):
    """One session for each table that somebody has looked at, or where something happens."""

    def current(self, info: TableInfo) -> TableInfo:
        """A table's public facts with the people that this process knows to be there."""
        return self[info.id].info() if info.id in self else info

    def cut(self, whose: Callable[[Connection], bool], why: str) -> None:
        """Closes the sockets of some people."""
        for session in self.values():
            for conn in session.connections:
                if whose(conn):
                    conn.cut(why)
