"""Pages that show tables, challenges or deals hear when these have changed, and load them again: nobody need ask.

A page names what it shows by topics. The message says only that one of them has changed, so nothing is hidden in it.
"""

import asyncio
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from haggis_cards.server.registry.sessions import Sessions
from haggis_cards.table.connection import Connection
from haggis_cards.table.state import TableState
from haggis_cards.table.tasks import Tasks
from haggis_cards.wire.refusals import Refused
from haggis_cards.wire.tables import Changed, encode

PACE: Final = 1.2  # seconds between two messages: longer than a lobby is kept, so that who asks then gets a new one
_PIECE: Final = 100  # pages that are told in one go

CHANGED: Final = encode(Changed())
LOBBY: Final = "lobby"
_NAMED: Final = re.compile(r"lobby|challenge:[\w-]{1,32}|daily:[\w-]{1,32}", re.ASCII)
_MOST: Final = 4  # topics of one page


def topics_of(names: Collection[str], guest: str | None) -> set[str]:
    """The topics that a page names; `me` are the tables of who asks."""
    topics = {name for name in names if name != "me"}
    if not 0 < len(names) <= _MOST or not all(_NAMED.fullmatch(topic) for topic in topics):
        detail = f"of: one to {_MOST} of lobby, me, challenge:ID, daily:GAME"
        raise Refused("bad-message", fault="request", detail=detail)
    return topics | ({of_guest(guest)} if guest and "me" in names else set())


def of_guest(guest: str) -> str:
    """The tables of a person."""
    return f"guest:{guest}"


def of_challenge(id: str) -> str:
    """A challenge."""
    return f"challenge:{id}"


def of_day(preset: str) -> str:
    """Today's deals of a game."""
    return f"daily:{preset}"


def of_table(table: TableState, people: Iterable[str]) -> set[str]:
    """Everything that shows a table: to the public, to its people, and to those of before."""
    topics = of_people(table) | {of_guest(guest) for guest in people}
    if table.listed:
        topics.add(LOBBY)
    if table.shared and table.shared.challenge:
        topics.add(of_challenge(table.shared.challenge))
    return topics


def of_people(table: TableState, but: Collection[int] = ()) -> set[str]:
    """The people of a table, without those on these seats."""
    return {of_guest(chair.guest) for seat, chair in enumerate(table.chairs) if chair.guest and seat not in but}


class Changes:
    """The pages of this process that wait to hear."""

    def __init__(self, sessions: Sessions, tasks: Tasks) -> None:
        self._sessions, self._tasks = sessions, tasks
        self._pages: dict[str, set[Connection]] = {}  # by topic
        self._changed: set[str] = set()  # topics of which nobody has heard yet

    @contextmanager
    def follow(self, page: Connection, topics: Iterable[str]) -> Iterator[None]:
        """Tells a page of these, and once at its beginning: something may have changed since it was loaded."""
        for topic in topics:
            self._pages.setdefault(topic, set()).add(page)
        self._sessions.pages.add(page)
        page.push(CHANGED)
        try:
            yield
        finally:
            self._sessions.pages.discard(page)
            for topic in topics:
                self._pages[topic].discard(page)
                if not self._pages[topic]:
                    del self._pages[topic]

    def tell(self, topics: Iterable[str]) -> None:
        """These have changed; their pages hear of it in a moment, however much changes until then."""
        known = self._pages.keys() & topics
        if known and not self._changed:
            self._tasks.spawn(self._spread())
        self._changed |= known

    def tell_all(self) -> None:
        """Anything may have changed."""
        self.tell(self._pages)

    async def _spread(self) -> None:
        await asyncio.sleep(PACE)
        changed, self._changed = self._changed, set()
        pages = set[Connection]().union(*(self._pages.get(topic, ()) for topic in changed))
        for number, page in enumerate(pages, 1):
            page.push(CHANGED)
            if not number % _PIECE:
                await asyncio.sleep(0)
