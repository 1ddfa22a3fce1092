"""Spreads independent pieces of play over the cores of this machine or over a Ray cluster.

Tasks are handed out and collected in order, so that the results do not depend on the number of workers.
"""

import atexit
import multiprocessing
import os
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from importlib import import_module
from threading import Thread
from typing import Any, Final, TypeVar

from haggis_cards.arena.contest import PLAYERS
from haggis_cards.arena.errors import ArenaError
from haggis_cards.bots.machine import cores

Task = TypeVar("Task")
Done = TypeVar("Done")
Ticket = TypeVar("Ticket")

KNOCK_SECONDS: Final = 5.0


def spread(
    play: Callable[[Task], Done], tasks: Iterable[Task], *, jobs: int | None = None, ray: str | None = None
) -> Generator[Done, None, None]:
    """Plays tasks in other processes, one for each core if `jobs` is None, or on the Ray cluster at an address.

    With one job it plays them in this process. `play` must be a function of a module, or a partial of one.
    """
    if ray is not None:
        return _on_ray(play, tasks, ray)
    workers = jobs or cores()
    return _on_processes(play, tasks, workers) if workers > 1 else _here(play, tasks)


def _here(play: Callable[[Task], Done], tasks: Iterable[Task]) -> Generator[Done, None, None]:
    with closing(PLAYERS):
        yield from map(play, tasks)


def _in_order(
    tasks: Iterable[Task],
    submit: Callable[[Task], Ticket],
    collect: Callable[[Ticket], Done],
    workers: int,
) -> Generator[Done, None, None]:
    """Keeps the workers busy, two tasks each, and yields what they have done in the order of the tasks."""
    tickets: deque[Ticket] = deque()
    for task in tasks:
        tickets.append(submit(task))
        if len(tickets) >= 2 * workers:
            yield collect(tickets.popleft())
    while tickets:
        yield collect(tickets.popleft())


def _on_processes(play: Callable[[Task], Done], tasks: Iterable[Task], workers: int) -> Generator[Done, None, None]:
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # a script that a worker reads, without guard
        raise SystemExit(1)
    others, begun = set(multiprocessing.active_children()), False
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_work)
    try:
        _start_ignoring_interrupts(pool)
        for done in _in_order(tasks, lambda task: pool.submit(play, task), Future.result, workers):
            begun = True
            yield done
        pool.shutdown()  # the workers go, and their bots with them
    except BrokenProcessPool:
        guard = "" if begun else "; a script calls this under if __name__ == '__main__':, because workers read it too"
        raise ArenaError(f"a worker process has died{guard}; fewer jobs need less memory") from None
    finally:
        for worker in set(multiprocessing.active_children()) - others:
            worker.terminate()  # nobody needs what it is still playing
        pool.shutdown(cancel_futures=True)


def _start_ignoring_interrupts(pool: ProcessPoolExecutor) -> None:
    """Starts the workers with SIGINT blocked: the terminal sends Ctrl-C to all, and only this process handles it."""
    if not hasattr(signal, "pthread_sigmask"):
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        pool.submit(os.getpid)  # the first task starts all workers, and they inherit the mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_work() -> None:
    """A worker closes its bots when it is done, and ends when its parent ends for any reason."""
    atexit.register(PLAYERS.close)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _on_ray(play: Callable[[Task], Done], tasks: Iterable[Task], address: str) -> Generator[Done, None, None]:
    ray = load_optional("ray", "ray", "--ray")
    _knock(address)
    started = not ray.is_initialized()
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, logging_level="error")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ArenaError(f"there is no Ray cluster at {address}: {error}") from None
    try:
        remote = ray.remote(lambda task: play(task))
        workers = int(ray.cluster_resources().get("CPU", 1))
        yield from _in_order(tasks, remote.remote, ray.get, workers)
    except ray.exceptions.RayError as error:
        raise ArenaError(f"the Ray cluster at {address} gave up: {error}") from None
    finally:
        if started:
            ray.shutdown()


def _knock(address: str) -> None:
    """Checks that something listens at HOST:PORT: Ray would try for minutes; `auto` and `local` have no port."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ArenaError(f"there is no Ray cluster at {address}: {error}") from None


def load_optional(module: str, extra: str, what: str) -> Any:
    """A module of an optional package, or an error that says how to install it."""
    try:
        return import_module(module)
    except ImportError:
        raise ArenaError(f"{what} needs an optional package: pip install 'haggis-cards[{extra}]'") from None
