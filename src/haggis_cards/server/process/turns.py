"""Turns for work that comes in crowds, as when thousands of sockets come or go at once.

The event loop runs everything that is ready before it looks at sockets again. So of a crowd only a few go on at each
step, and requests of others are read in between.
"""

import asyncio
from collections import deque
from typing import Final

_AT_ONCE: Final = 16  # in one step of the loop


class Turns:
    """Lets a few go on at each step of the loop; the others wait in the order in which they came."""

    def __init__(self, at_once: int = _AT_ONCE) -> None:
        self._at_once = at_once
        self._left = at_once  # in this step
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._counting = False  # the next step will begin a new count

    async def take(self) -> None:
        """Returns when it is this task's turn: at once, unless there is a crowd."""
        if not self._counting:
            self._counting = True
            self._left = self._at_once
            asyncio.get_running_loop().call_soon(self._next_step)
        if self._left and not self._waiting:
            self._left -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        await turn

    def _next_step(self) -> None:
        self._left = self._at_once
        while self._waiting and self._left:
            turn = self._waiting.popleft()
            if not turn.done():  # or its task was cancelled
                turn.set_result(None)
                self._left -= 1
        self._counting = bool(self._waiting)
        if self._counting:
            asyncio.get_running_loop().call_soon(self._next_step)
