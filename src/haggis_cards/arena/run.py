"""Plays a contest: in this process alone, on all cores, or on a Ray cluster, with the same results.

Deals are handed out and collected in order, so that neither the results nor the deal at which a run stops early depend
on the number of workers.
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
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any, Final, TypeAlias, TypeVar

from haggis_cards.arena.contest import PLAYERS, Contest, DealLine, Encounter, Players, play_encounter
from haggis_cards.arena.errors import ArenaError
from haggis_cards.arena.results import Results
from haggis_cards.arena.stats import Score
from haggis_cards.bots.machine import cores

Lines: TypeAlias = Generator[DealLine, None, None]
Ticket = TypeVar("Ticket")

KNOCK_SECONDS: Final = 5.0


def run(
    contest: Contest,
    deals: int,
    *,
    out: Path | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    until_sure: bool = False,
    watch: Callable[[list[Score]], None] = lambda _: None,
) -> list[Score]:
    """Plays `deals` duplicate deals of every pair; the scores are in the order of `contest.pairs`.

    `out` is the results file; if it exists, the run continues it. `watch` is called with the scores after every line.
    With `until_sure` the run ends early, once every pair is decided.
    """
    by_pair = {pair: Score(contest.rules) for pair in contest.pairs}
    scores = list(by_pair.values())
    with Results(contest, out) as results, closing(_lines(contest, deals, results, jobs, ray)) as lines:
        for line in lines:
            first, second = line["pair"]
            by_pair[first, second].add(line)
            watch(scores)
            if until_sure and scores[0].deals == scores[-1].deals and all(score.sure for score in scores):
                break
    return scores


def _lines(contest: Contest, deals: int, results: Results, jobs: int | None, ray: str | None) -> Lines:
    """The lines of the contest in order: those that are known, then those that are played now."""
    known = results.lines[: deals * len(contest.pairs)]
    yield from known
    rest = islice(contest.encounters(deals), len(known), None)
    jobs = jobs or cores()
    if ray is not None:
        played = _on_ray(contest, rest, ray)
    elif jobs > 1:
        played = _on_processes(contest, rest, jobs)
    else:
        played = _in_this_process(contest, rest)
    with closing(played):
        for line in played:
            results.append(line)
            yield line


def _in_order(
    encounters: Iterable[Encounter],
    submit: Callable[[Encounter], Ticket],
    collect: Callable[[Ticket], DealLine],
    workers: int,
) -> Lines:
    """Keeps the workers busy, two deals each, and yields the lines in the order of the deals."""
    tickets: deque[Ticket] = deque()
    for encounter in encounters:
        tickets.append(submit(encounter))
        if len(tickets) >= 2 * workers:
            yield collect(tickets.popleft())
    while tickets:
        yield collect(tickets.popleft())


def _in_this_process(contest: Contest, encounters: Iterable[Encounter]) -> Lines:
    with closing(Players()) as players:
        for encounter in encounters:
            yield contest.play(encounter, players)


def _on_processes(contest: Contest, encounters: Iterable[Encounter], workers: int) -> Lines:
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin_work)
    try:
        _start_ignoring_interrupts(pool)
        play = partial(play_encounter, contest.header)
        yield from _in_order(encounters, lambda encounter: pool.submit(play, encounter), Future.result, workers)
        pool.shutdown()  # the workers go, and their bots with them
    except BrokenProcessPool:
        raise ArenaError("a worker process has died; fewer --jobs need less memory") from None
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


def _on_ray(contest: Contest, encounters: Iterable[Encounter], address: str) -> Lines:
    ray = load_optional("ray", "ray", "--ray")
    _knock(address)
    started = not ray.is_initialized()
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, logging_level="error")
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ArenaError(f"there is no Ray cluster at {address}: {error}") from None
    try:
        task = ray.remote(play_encounter)
        workers = int(ray.cluster_resources().get("CPU", 1))
        yield from _in_order(encounters, partial(task.remote, contest.header), ray.get, workers)
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
