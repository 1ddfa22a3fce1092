"""Worker processes for work that would hold the event loop, with a bounded queue; one that fails is replaced.

Work is a function of a module with arguments that can be pickled; the answer comes back the same way. Pipes are written
and read in threads, since a long message, or a process that is still starting, would make the loop wait. Who is served
next, `fair_queue` decides.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, TypeVar

from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server.process.fair_queue import FairQueue
from haggis_cards.table import counters as metrics
from haggis_cards.table.guests import ANYBODY, Asker, Order
from haggis_cards.wire.refusals import Refused, WorkerFailed, as_refusal

T = TypeVar("T")
_logger = logging.getLogger("haggis.workers")
_LEAST_SHARE: Final = 0.03  # of its usual time that a decision has, however many wait
_ESTIMATE: Final = 0.1  # seconds that somebody is charged with while their question is being answered
_STARTUP: Final = 30.0  # seconds for a new process on a busy machine
_PROGRAM: Final = "from haggis_cards.server.process.workers import work; work()"


class Answer(NamedTuple):
    """What comes back from a process: a value, a refusal, or the traceback of a bug."""

    value: Any = None
    refusal: Refusal | None = None
    bug: str = ""


class Workers:
    """The processes and the queue before them. Each process may take `patience` seconds for an answer.

    With `nice` they work only while the rest of the machine has nothing to do, or little.
    """

    def __init__(
        self, count: int, queue: int, patience: float, waiting: metrics.Gauge | None = None, nice: int = 0
    ) -> None:
        self._count, self._most, self._patience, self._nice = count, queue, patience, nice
        self._figure = waiting
        self._threads = ThreadPoolExecutor(2 * count, "worker")  # the thread of a killed worker takes a moment to end
        self._all = {_Worker(nice) for _ in range(count)}
        self._free = list(self._all)  # the last one is taken first: under light load the same few processes work
        self._line: FairQueue[asyncio.Future[_Worker]] = FairQueue(queue)
        self._asked = self._slow = 0  # questions that wait or are being answered; those of them that are not moves
        self._closed = False

    async def do(self, work: Callable[..., T], *args: Any, asker: Asker = ANYBODY, budget: float | None = None) -> T:
        """The answer of `work(*args)`, or what it refuses.

        `budget` is the time in seconds at rest. The work gets it as its last argument, shortened while many wait.
        """
        self._check_open()
        if self._asked >= self._most or (asker.address and self._line.is_full(asker.address)):
            raise Refused("busy", fault="workers")
        self._note(1)
        try:
            worker, asker = await self._turn(asker)
            start = time.monotonic()
            try:
                if budget is not None:
                    args = (*args, budget * max(_LEAST_SHARE, self._line.share(asker.address, self._count)))
                answer: Answer = await self._ask(worker, work, args)
            except BaseException:
                worker = self._replace(worker)  # its answer would be taken for the next question's
                raise
            finally:
                self._release(worker, asker, time.monotonic() - start)
        finally:
            self._note(-1)
        if answer.bug:
            _logger.error("a worker met a bug:\n%s", answer.bug)
            raise WorkerFailed
        if answer.refusal:
            raise answer.refusal
        return answer.value  # type: ignore[no-any-return]

    async def _turn(self, asker: Asker) -> tuple["_Worker", Asker]:
        """A free worker, when it is this asker's turn; and the asker, who may have been promoted meanwhile."""
        ticket = self._line.put(asker, asyncio.get_running_loop().create_future())
        self._serve()
        try:
            return await ticket.item, ticket.asker
        except asyncio.CancelledError:
            self._line.remove(ticket)
            if ticket.item.done() and not ticket.item.cancelled():
                self._release(ticket.item.result(), ticket.asker, 0.0)
            raise

    def promote(self, asker: Asker) -> None:
        """Somebody has come to a table where a bot's move waits."""
        self._line.promote(asker)
        self._serve()

    def _serve(self) -> None:
        """Gives free workers to those whose turn it is; the last one only to moves, which people wait for."""
        while self._free:
            ticket = self._line.next(moves_only=self._slow + 1 >= self._count > 1)
            if ticket is None:
                return
            if not ticket.item.done():  # given up meanwhile
                self._slow += ticket.asker.order is not Order.MOVE
                self._line.charge(ticket.asker, _ESTIMATE)
                ticket.item.set_result(self._free.pop())

    def _release(self, worker: "_Worker", asker: Asker, seconds: float) -> None:
        """A worker is free again, after it has worked so long."""
        self._slow -= asker.order is not Order.MOVE
        self._line.charge(asker, seconds - _ESTIMATE)
        self._free.append(worker)
        self._serve()

    def _note(self, more: int) -> None:
        self._asked += more
        if self._figure:
            self._figure.value = self._asked

    async def _ask(self, worker: "_Worker", work: Callable[..., Any], args: tuple[Any, ...]) -> "Answer":
        self._check_open()
        try:
            async with asyncio.timeout(self._patience + (0 if worker.started else _STARTUP)):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._threads, worker.exchange, work, args)
        except (TimeoutError, EOFError, OSError) as error:
            self._check_open()
            _logger.warning("a worker process failed (%s) and is replaced", type(error).__name__)
            raise WorkerFailed from None

    def _replace(self, worker: "_Worker") -> "_Worker":
        worker.stop()
        self._all.discard(worker)
        fresh = _Worker(self._nice)
        self._all.add(fresh)
        return fresh

    def _check_open(self) -> None:
        if self._closed:
            raise Refused("busy", fault="draining")

    def close(self) -> None:
        """Ends the processes, whatever they do; whoever waits for an answer is refused."""
        self._closed = True
        while ticket := self._line.next():
            if not ticket.item.done():
                ticket.item.set_exception(Refused("busy", fault="draining"))
        for worker in self._all:
            worker.stop()
        self._threads.shutdown(wait=False)


class _Worker:
    """One process, started when it is first needed; once stopped it is not used again."""

    def __init__(self, nice: int) -> None:
        self.started = self._stopped = False
        self._nice = nice
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection

    def exchange(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Answer:
        """A question and its answer, in a thread."""
        if not self.started:
            self._start()
        self._pipe.send((work, args))
        answer: Answer = self._pipe.recv()
        return answer

    def _start(self) -> None:
        self._pipe, theirs = multiprocessing.Pipe()
        # Not by multiprocessing: its children print a traceback if the server is killed while they start. In a group
        # of its own it hears no Ctrl-C: the server ends its workers.
        command = [sys.executable, "-P", "-c", _PROGRAM, str(theirs.fileno()), str(self._nice)]
        process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, process_group=0)  # noqa: S603
        theirs.close()
        self._process, self.started = process, True
        if self._stopped:
            self.stop()

    def stop(self) -> None:
        """Ends the process; a thread that waits for it gets an error and closes the pipe."""
        self._stopped = True
        if self._process is not None:
            self._process.kill()
            self._process.wait()


def work() -> None:
    """Runs in the worker: answers questions until the server is gone."""
    pipe, nice = Connection(int(sys.argv[1])), int(sys.argv[2])
    os.nice(nice)
    with contextlib.suppress(EOFError, OSError):
        while True:
            question, args = pipe.recv()
            try:
                answer = Answer(question(*args))
            except HaggisError as error:
                answer = Answer(refusal=as_refusal(error))
            except Exception:
                answer = Answer(bug=traceback.format_exc())
            pipe.send(answer)
