"""One client's socket from the table's side: its outgoing messages, and the policy for clients that read too slowly.

A message is written at once if nothing waits and the client reads. Otherwise it queues; when the queue is full it is
thrown away, and the client gets one fresh state as soon as it reads again. So a slow client costs at most its queue,
and others never wait.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from haggis_cards.table import counters as metrics
from haggis_cards.table.guests import Guest
from haggis_cards.wire.facts import CLOSE_CODES, CloseCode

Send = Callable[[Any], Awaitable[None]]
CutOff = Callable[[int, str], None]
WriteNow = Callable[[bytes], bool]

# Extensions of ASGI (`protocols.py`):
CUT_OFF: Final = "haggis.cut_off"  # closes a socket although its client does not read
WRITE_NOW: Final = "haggis.write_now"  # writes a message, unless the client does not read: then it returns False
METER: Final = "haggis.meter"  # takes a function that is asked for each frame without a message: whether it may come
READ: Final = "haggis.read"  # the protocol's own `receive`, without the wrappers of all layers of the application
SLOWEST: Final = 60.0  # seconds that one message may take
_GOODBYE: Final = 5.0  # seconds for the last one


class Connection:
    """A socket at a table. `state` makes a fresh state for it."""

    def __init__(
        self,
        send: Send,
        guest: Guest | None,
        most: int,
        state: Callable[["Connection"], bytes],
        cut_off: CutOff = lambda *_: None,
        write_now: WriteNow = lambda _: False,
        clock: Callable[[], float] = time.monotonic,
        address: str = "",
    ) -> None:
        self.guest, self.address = guest, address
        self.seat: int | None = None
        self.closed = False
        self._goodbye: CloseCode | None = None
        self._send = send
        self._most = most
        self._state = state
        self._cut_off = cut_off
        self._write_now = write_now
        self._clock = clock
        self._since = 0.0  # when the message that is being written was begun
        self._queue: deque[bytes] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._behind = False  # the queue was thrown away: a state comes next

    def push(self, message: bytes) -> None:
        """Sends a message, now or in its turn."""
        if self.closed or self._behind:
            return
        if self._writing is None and self._write_now(message):
            metrics.messages_out.add()
            return
        if len(self._queue) >= self._most:
            self._queue.clear()
            self._behind = True
            metrics.fresh_states.add()
            return
        self._queue.append(message)
        if self._writing is None:
            self._since = self._clock()  # the sweep may check before the first message is on its way
            self._writing = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._queue or self._behind:
                if self._behind and not self._queue:
                    self._behind = False
                    self._queue.append(self._state(self))
                message = self._queue.popleft()
                metrics.messages_out.add()
                self._since = self._clock()
                await self._send({"type": "websocket.send", "text": message.decode()})
        except Exception:  # the client has gone; its reader will notice
            self.closed = True
        finally:
            self._writing = None

    def check(self) -> None:
        """Cuts a client off that has not read for too long."""
        if self._writing is not None and self._clock() - self._since > SLOWEST:
            self.cut("slow")

    def cut(self, why: str) -> None:
        """Closes the socket from outside, with one of CLOSE_CODES, whether or not its client says or reads anything."""
        if not self.closed:
            self.closed = True
            self._cut_off(*CLOSE_CODES[why])

    def close(self, why: str) -> None:
        """Closes the socket with one of CLOSE_CODES, behind what is being written."""
        if not self.closed:
            self.closed = True
            self._queue.clear()
            self._goodbye = CLOSE_CODES[why]

    async def finish(self) -> None:
        """Sends the goodbye, if there is one."""
        if self._goodbye is not None:
            code, reason = self._goodbye
            with contextlib.suppress(Exception):  # the client may be gone
                async with asyncio.timeout(_GOODBYE):
                    await self._send({"type": "websocket.close", "code": code, "reason": reason})
