"""Bots think in processes of their own: a few workers, a bounded queue, and a new process for one that hangs or dies.

A decision is a function of the bot's level, a seed and the seat's view; nothing else reaches a worker.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import random
import signal
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from haggis.bots.registry import LEVELS
from haggis.server import metrics
from haggis.server.errors import Refused
from haggis.server.messages import Advice, BotInfo

_logger = logging.getLogger("haggis.bots")
_PATIENCE: Final = 10  # times the budget, before a worker is replaced
_STARTUP: Final = 30.0  # seconds for a new process on a busy machine

_ABOUT: Final[Mapping[str, str]] = {
    "novice": "still learning; makes mistakes on purpose",
    "club": "a sound player",
    "master": "the strongest there is",
}


def levels() -> list[str]:
    """What may sit on a seat: the levels, and the one that needs no thought."""
    return [*LEVELS, "random"]


def infos() -> list[BotInfo]:
    """The levels that people choose from, with a word about each."""
    return [BotInfo(level, _ABOUT.get(level, "")) for level in LEVELS]


class Bots:
    """The workers and who waits for them."""

    def __init__(self, workers: int, queue: int, budget: float) -> None:
        self._queue, self._budget = queue, budget
        self._waiting = 0
        self._all = [_Worker(budget) for _ in range(workers)]
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()  # while there is little to do, few are needed
        for worker in self._all:
            self._free.put_nowait(worker)

    async def decide(self, level: str, seed: int, view: Mapping[str, Any]) -> Advice:
        """A bot's answer to a view; never an illegal one."""
        if self._waiting >= self._queue:
            raise Refused("busy", "the bots have too much to think about just now; ask again")
        self._waiting += 1
        metrics.bots_waiting.value = self._waiting
        try:
            worker = await self._free.get()
            try:
                return await worker.ask(level, seed, view)
            finally:
                self._free.put_nowait(worker)
        finally:
            self._waiting -= 1
            metrics.bots_waiting.value = self._waiting

    def close(self) -> None:
        """Ends the workers."""
        for worker in self._all:
            worker.stop()


class _Worker:
    """One process, started when it is first needed."""

    def __init__(self, budget: float) -> None:
        self._budget = budget
        self._process: SpawnProcess | None = None
        self._pipe: Connection

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._budget), daemon=True, name="haggis-bot")
        self._process.start()
        theirs.close()

    def stop(self) -> None:
        """Ends the process, thinking or not."""
        if self._process is not None:
            self._process.kill()
            self._process = None
            self._pipe.close()

    async def ask(self, level: str, seed: int, view: Mapping[str, Any]) -> Advice:
        """One decision; if the process fails, any legal action."""
        patience = self._budget * _PATIENCE + 1.0
        try:
            if self._process is None:
                await asyncio.to_thread(self._start)
                patience += _STARTUP
            self._pipe.send((level, seed, view))
            async with asyncio.timeout(patience):
                await _readable(self._pipe.fileno())
            action, why = self._pipe.recv()
        except asyncio.CancelledError:
            self.stop()  # its answer would be taken for the next question's
            raise
        except (TimeoutError, EOFError, OSError) as error:
            _logger.warning("a bot process failed (%s); it is replaced", type(error).__name__)
            self.stop()
            action, why = None, ""
        if action not in view["legal"]:
            if action is not None:
                _logger.warning("the bot %s answered with an action that is not legal", level)
            return Advice(random.Random(seed).choice(view["legal"]), "")
        return Advice(action, why)


async def _readable(file: int) -> None:
    """Returns when there is something to read."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    loop.add_reader(file, _settle, ready)
    try:
        await ready
    finally:
        loop.remove_reader(file)


def _settle(ready: "asyncio.Future[None]") -> None:
    if not ready.done():
        ready.set_result(None)


def _work(pipe: Connection, budget: float) -> None:
    """The worker's life: question, answer, until the server is gone."""
    from haggis.bots.registry import make

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us
    with contextlib.suppress(EOFError, OSError):
        while True:
            level, seed, view = pipe.recv()
            try:
                bot = make(level, seed)
                decision = bot.decide(view, budget or None)
                bot.close()
                answer = (decision.action, decision.why)
            except Exception:
                logging.getLogger("haggis.bots").exception("the bot %s failed", level)
                answer = ("", "")
            pipe.send(answer)
