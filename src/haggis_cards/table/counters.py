"""Metrics of the running server for Prometheus, without any table, name or address.

Counters and gauges are plain numbers here, because some of them change with every message; once a second, and before
an answer, the library gets them. With several workers behind one port it keeps its numbers in files that they share
(`share`), and whichever worker is asked answers for all.
"""

import os
from collections import Counter as Tally
from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    import prometheus_client  # imported late: the processes of bots do not need it

_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # the library's own name
_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)

_LIBRARY: Final = find_spec("prometheus_client") is not None  # not in a browser, where nobody asks

_flush: Final[list[Callable[[], None]]] = []


class Counter:
    """Something that only grows."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = f"haggis_{name}", about
        self.value: float = 0
        self._flushed: float = 0
        _flush.append(self.flush)

    def add(self, amount: float = 1) -> None:
        self.value += amount

    @cached_property
    def _library(self) -> "prometheus_client.Counter":
        import prometheus_client

        return prometheus_client.Counter(self._name, self._about, registry=_registry())

    def flush(self) -> None:
        self._library.inc(self.value - self._flushed)
        self._flushed = self.value


class Gauge:
    """Something that rises and falls; `across` says what several processes make of it together."""

    def __init__(self, name: str, about: str, across: Literal["livesum", "livemax"] = "livesum") -> None:
        self._name, self._about, self._across = f"haggis_{name}", about, across
        self.value: float = 0
        _flush.append(self.flush)

    def add(self, amount: float = 1) -> None:
        self.value += amount

    @cached_property
    def _library(self) -> "prometheus_client.Gauge":
        import prometheus_client

        return prometheus_client.Gauge(self._name, self._about, registry=_registry(), multiprocess_mode=self._across)

    def flush(self) -> None:
        self._library.set(self.value)


class LabelledCounter:
    """A counter for each value of a label."""

    def __init__(self, name: str, about: str, label: str) -> None:
        self._name, self._about, self._label = f"haggis_{name}", about, label
        self.counts: Tally[str] = Tally()
        self._flushed: Tally[str] = Tally()
        _flush.append(self.flush)

    def count(self, value: str) -> None:
        self.counts[value] += 1

    @cached_property
    def _library(self) -> "prometheus_client.Counter":
        import prometheus_client

        return prometheus_client.Counter(self._name, self._about, [self._label], registry=_registry())

    def flush(self) -> None:
        for value, count in self.counts.items():
            if count != self._flushed[value]:
                self._library.labels(value).inc(count - self._flushed[value])
        self._flushed = self.counts.copy()


class Latency:
    """A histogram of seconds, for each value of a label if it has one."""

    def __init__(self, name: str, about: str, *labels: str) -> None:
        self._name, self._about, self._labels = f"haggis_{name}", about, labels
        self._parts: dict[tuple[str, ...], prometheus_client.Histogram] = {}

    @cached_property
    def _library(self) -> "prometheus_client.Histogram":
        import prometheus_client

        return prometheus_client.Histogram(
            self._name, self._about, self._labels, buckets=_SECONDS, registry=_registry()
        )

    def observe(self, seconds: float, *values: str) -> None:
        if not _LIBRARY:
            return
        part = self._parts.get(values)
        if part is None:
            part = self._parts[values] = self._library.labels(*values) if values else self._library
        part.observe(seconds)


entries = Counter("log_entries_total", "entries written to logs")
commit_seconds = Latency("commit_seconds", "seconds that a transaction took which wrote them")
storage_errors = Counter("storage_errors_total", "transactions that failed")
moves = Counter("moves_total", "accepted actions of the game")
bot_moves = Counter("bot_moves_total", "actions that bots played")
bot_seconds = Latency("bot_seconds", "seconds until a bot had decided, its wait in the queue included", "level")
messages_in = Counter("messages_received_total", "messages from clients")
messages_out = Counter("messages_sent_total", "messages to clients")
command_seconds = Latency("command_seconds", "seconds until a command was stored and answered", "command")
request_seconds = Latency("request_seconds", "seconds until an HTTP request was answered", "route", "status")
fresh_states = Counter("slow_clients_total", "times that a slow client lost its queue and got a fresh state")
connections = Gauge("connections", "open sockets")
tables_loaded = Gauge("tables_loaded", "tables in memory")
tables_damaged = Gauge("tables_damaged", "tables that are set aside because they cannot be read", "livemax")
store_damaged = Gauge("store_damaged", "1 if the file of the store is damaged", "livemax")
bots_waiting = Gauge("bot_queue", "decisions that wait for a bot")
reviews_made = Counter("reviews_total", "reviews that were completed")
reviews_failed = Counter("reviews_failed_total", "reviews that were given up")
decisions_reviewed = Counter("decisions_reviewed_total", "decisions that reviews have judged")
review_seconds = Counter("review_seconds_total", "seconds that these took")
reviews_waiting = Gauge("review_queue", "reviews that wait or are being made, in all processes", "livemax")
answers_waiting = Gauge("answer_queue", "answers and lines that wait to be judged")
loop_lag = Gauge("loop_lag_seconds_max", "longest delay of the event loop in the last 20 seconds", "livemax")
pushes = LabelledCounter("pushes_total", "notifications for people who were elsewhere", "outcome")
refusals = LabelledCounter("refusals_total", "refused commands and requests", "code")


@cache
def _registry() -> "prometheus_client.CollectorRegistry":
    import prometheus_client

    return prometheus_client.CollectorRegistry()


def flush() -> None:
    """Hands all numbers over to the library."""
    for one in _flush:
        one()


def text() -> tuple[bytes, str]:
    """All metrics, of all workers behind this port, and their content type."""
    import prometheus_client
    from prometheus_client import multiprocess

    flush()
    registry = _registry()
    if _FOLDER in os.environ:
        registry = prometheus_client.CollectorRegistry()
        collect: Any = multiprocess.MultiProcessCollector
        collect(registry)
    return prometheus_client.generate_latest(registry), prometheus_client.CONTENT_TYPE_LATEST


def share(folder: str) -> None:
    """Lets the worker processes that are started from now on share their numbers in a folder."""
    os.environ[_FOLDER] = folder


def forget_process(pid: int) -> None:
    """The gauges of a worker that has ended no longer count; its counters do."""
    from prometheus_client import multiprocess

    forget: Any = multiprocess.mark_process_dead
    forget(pid)
