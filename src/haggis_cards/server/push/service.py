"""Notifications: tells people who are elsewhere that a table of days waits for them, once for each occasion.

Notices are in the store before anybody thinks of sending them (`table.writing`, `store`); here they are sent beside the
requests, so that no move ever waits for a push service. Whoever has come to the table meanwhile is not told.
"""

import asyncio
import hashlib
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final

from haggis_cards.errors import HaggisError
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.push import keys as push_keys
from haggis_cards.server.push import store as push_store
from haggis_cards.server.push.store import Subscription, Waiting
from haggis_cards.server.push.web_push import Delivery, Message, Outcome, WebPush
from haggis_cards.server.store.log import Store
from haggis_cards.table import counters as metrics
from haggis_cards.table.log import now
from haggis_cards.table.session import TableSession
from haggis_cards.table.state import TableState
from haggis_cards.wire import base64url
from haggis_cards.wire.facts import DAY
from haggis_cards.wire.push import PushMessage
from haggis_cards.wire.tables import encode

_logger = logging.getLogger("haggis.push")

_EVERY: Final = 2.0  # seconds between two looks for notices
_AT_ONCE: Final = 20  # notices
_CLAIMED: Final = 60_000  # milliseconds until a notice of a process that died is sent by another
_RETRIES: Final = (60.0, 600.0, 3600.0)  # seconds before each further try
_LONGEST_WAIT: Final = 6 * 3600.0  # seconds that a push service may ask for
_CALLS: Final = ("turn", "round")  # kinds that are void when the table no longer waits
_SOFTWARE: Final = "https://github.com/haggis-cards/haggis"  # where nobody has set a contact


class Pushes:
    """Sends the notices of all tables."""

    def __init__(
        self, *, store: Store, get: Callable[[str], Awaitable[TableSession]], settings: ServerSettings
    ) -> None:
        self._store, self._get, self._after = store, get, settings.push_after
        public = settings.public_url if settings.public_url.startswith("https:") else ""
        self._web_push = WebPush(settings.push_contact or public or _SOFTWARE, settings.push_anywhere)

    async def run(self) -> None:
        """Looks for notices for ever."""
        while True:
            await asyncio.sleep(_EVERY)
            try:
                before = now() - int(self._after * 1000)
                found = await self._store.read(push_store.due, before, _AT_ONCE)
                await asyncio.gather(*map(self._send, found))
            except HaggisError:  # the store has told of it
                continue
            except Exception:  # whatever it is, the next notices must be sent
                _logger.exception("notices could not be sent")

    async def _send(self, notice: Waiting) -> None:
        """One notice to all browsers of a person that it has not reached yet."""
        store = self._store
        if not await store.write(push_store.claim, notice, now() + _CLAIMED):
            return
        message = await self._message(notice)
        found = await store.read(push_store.of_guest, notice.guest) if message else []
        wanted = set(json.loads(notice.unreached)) if notice.unreached else {one.id for one in found}
        keys = await store.read(push_keys.load) if found else {}
        reached: defaultdict[Outcome, list[Subscription]] = defaultdict(list)
        wait = 0.0
        if message:
            tried = [one for one in found if one.id in wanted]
            for one, delivery in zip(tried, await self._deliver(tried, message, keys), strict=True):
                reached[delivery.outcome].append(one)
                wait = max(wait, min(delivery.wait, _LONGEST_WAIT))
                metrics.pushes.count(delivery.outcome)
        if reached["failed"] and notice.tries < len(_RETRIES):
            later = now() + int(max(wait, _RETRIES[notice.tries]) * 1000)
            await store.write(push_store.put_off, notice, later, [one.id for one in reached["failed"]])
            await store.write(push_store.end, reached["gone"])
        else:
            await store.write(push_store.done, notice, reached["gone"])

    async def _deliver(self, to: list[Subscription], message: Message, keys: dict[str, str]) -> list[Delivery]:
        async def deliver(one: Subscription) -> Delivery:
            private = keys.get(one.server_key)
            try:
                return await self._web_push.send(one, message, private) if private else Delivery("gone")
            except Exception:  # whatever its address leads to: others are told, and this one is not tried for ever
                _logger.exception("a browser could not be notified")
                return Delivery("refused")

        return await asyncio.gather(*map(deliver, to))

    async def _message(self, notice: Waiting) -> Message | None:
        """What a person is told; None if it is no longer so, or they look at the table."""
        try:
            session = await self._get(notice.table)
            if session.table.seq < notice.seq:  # another process has entered it, and this one has not heard yet
                await session.catch_up()
        except HaggisError:
            return None
        table, seat = session.table, session.table.seat_of(notice.guest)
        if seat is None or seat in session.present or table.status == "closed":
            return None
        if notice.kind in _CALLS and (table.since != notice.seq or seat not in table.awaited):
            return None
        topic = base64url.encode(hashlib.sha256(table.id.encode()).digest())[:32]
        return Message(encode(_told(table, seat, notice)), topic, table.clock or DAY)

    async def close(self) -> None:
        """Closes connections."""
        await self._web_push.close()


def _told(table: TableState, seat: int, notice: Waiting) -> PushMessage:
    """What everybody may know of the table: no cards."""
    others = [chair.name or "" for other, chair in enumerate(table.chairs) if other != seat]
    return PushMessage(kind=notice.kind, table=table.id, title=table.title or table.rules.title, names=others)
