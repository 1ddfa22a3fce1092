"""Worker processes for work that would hold the event loop, with a bounded queue; one that fails is replaced.

Work is a function of a module with arguments that can be pickled; the answer comes back the same way. Pipes are written
and read in threads, since a long message, or a process that is still starting, would make the loop wait.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple, TypeVar

from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server import metrics
from haggis_cards.server.errors import Refused, as_refusal

T = TypeVar("T")
_logger = logging.getLogger("haggis.workers")
_STARTUP: Final = 30.0  # seconds for a new process on a busy machine


class WorkerFailed(Exception):
    """There is no answer: the process died, hung, or met a bug, which is in the log."""


class Answer(NamedTuple):
    """What comes back from a process: a value, a refusal, or the traceback of a bug."""

    value: Any = None
    refusal: Refusal | None = None
    bug: str = ""


class Workers:
    """The processes and the queue before them. Each process may take `patience` seconds for an answer."""

    def __init__(self, count: int, queue: int, patience: float, waiting: metrics.Metric | None = None) -> None:
        self._most, self._patience = queue, patience
        self._waiting, self._figure = 0, waiting
        self._threads = ThreadPoolExecutor(2 * count, "worker")  # the thread of a killed worker takes a moment to end
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()  # under light load the same few processes work
        self._all = {_Worker() for _ in range(count)}
        for worker in self._all:
            self._free.put_nowait(worker)

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        """The answer of `work(*args)`, or what it refuses."""
        if self._waiting >= self._most:
            raise Refused("busy", fault="workers")
        self._count(1)
        try:
            worker = await self._free.get()
            try:
                answer: Answer = await self._ask(worker, work, args)
            except BaseException:
                worker = self._replace(worker)  # its answer would be taken for the next question's
                raise
            finally:
                self._free.put_nowait(worker)
        finally:
            self._count(-1)
        if answer.bug:
            _logger.error("a worker met a bug:\n%s", answer.bug)
            raise WorkerFailed
        if answer.refusal:
            raise answer.refusal
        return answer.value  # type: ignore[no-any-return]

    def _count(self, more: int) -> None:
        self._waiting += more
        if self._figure:
            self._figure.value = self._waiting

    async def _ask(self, worker: "_Worker", work: Callable[..., Any], args: tuple[Any, ...]) -> "Answer":
        try:
            async with asyncio.timeout(self._patience + (0 if worker.started else _STARTUP)):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, worker.exchange, work, args)
        except (TimeoutError, EOFError, OSError) as error:
            _logger.warning("a worker process failed (%s) and is replaced", type(error).__name__)
            raise WorkerFailed from None

    def _replace(self, worker: "_Worker") -> "_Worker":
        worker.stop()
        self._all.discard(worker)
        fresh = _Worker()
        self._all.add(fresh)
        return fresh

    def close(self) -> None:
        """Ends the processes, whatever they do."""
        for worker in self._all:
            worker.stop()
        self._threads.shutdown(wait=False)


class _Worker:
    """One process, started when it is first needed; once stopped it is not used again."""

    def __init__(self) -> None:
        self.started = self._stopped = False
        self._process: SpawnProcess | None = None
        self._pipe: Connection

    def exchange(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Answer:
        """A question and its answer, in a thread."""
        if not self.started:
            self._start()
        self._pipe.send((work, args))
        answer: Answer = self._pipe.recv()
        return answer

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs,), daemon=True, name="haggis-worker")
        process.start()
        theirs.close()
        self._process, self.started = process, True
        if self._stopped:
            process.kill()

    def stop(self) -> None:
        """Ends the process; a thread that waits for it gets an error and closes the pipe."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()


def _work(pipe: Connection) -> None:
    """Runs in the worker: answers questions until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers
    with contextlib.suppress(EOFError, OSError):
        while True:
            work, args = pipe.recv()
            try:
                answer = Answer(work(*args))
            except HaggisError as error:
                answer = Answer(refusal=as_refusal(error))
            except Exception:
                answer = Answer(bug=traceback.format_exc())
            pipe.send(answer)
