"""The page, as JavaScript offers it to this worker (`web/src/source/page/engine/boot.ts`)."""

from typing import Protocol


class Host(Protocol):
    """What the page does for Python."""

    def send(self, socket: int, text: str) -> None:
        """An event for one connection to a table."""
        ...

    async def keep(self, table: str, seq: int, write: str) -> bool:
        """Keeps an entry of a table, and what belongs to it; False if there is another one with this number."""
        ...

    async def log(self, table: str) -> str:
        """The log of a table: JSON of a list of `LogLine`s."""
        ...

    async def find(self, name: str) -> str:
        """Another text that the page keeps; empty if it has none of this name."""
        ...

    async def put(self, name: str, text: str) -> None:
        """Keeps a text, if the browser lets it."""
        ...

    def thinks(self, level: str) -> bool:
        """Whether the page has the bot of this level, which Python has not."""
        ...

    async def core(self, order: str) -> str:
        """What the core says to an order; both are JSON, and an empty text means that it fails."""
        ...


_here: list[Host] = []


def show(host: Host) -> None:
    """The page is there."""
    _here[:] = [host]


def page() -> Host:
    """The page of this worker."""
    return _here[0]
