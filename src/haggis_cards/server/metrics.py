"""Metrics of the running server in the text format of Prometheus, without any table, name or address."""

from collections import Counter
from typing import Final

_ALL: Final[list["Metric"]] = []


class Metric:
    """A metric: a counter, which only grows, or a gauge."""

    def __init__(self, name: str, about: str, kind: str = "counter") -> None:
        self.name, self.about, self.kind = f"haggis_{name}", about, kind
        self.value: float = 0
        _ALL.append(self)

    def add(self, amount: float = 1) -> None:
        self.value += amount

    def lines(self) -> list[str]:
        return [f"{self.name} {self.value:g}"]


class LabelledCounter(Metric):
    """A counter for each value of a label."""

    def __init__(self, name: str, about: str, label: str) -> None:
        super().__init__(name, about)
        self._label = label
        self._counts: Counter[str] = Counter()

    def count(self, value: str) -> None:
        self._counts[value] += 1

    def lines(self) -> list[str]:
        return [f'{self.name}{{{self._label}="{value}"}} {count}' for value, count in sorted(self._counts.items())]


entries = Metric("log_entries_total", "entries written to logs")
commits = Metric("commits_total", "transactions that wrote them")
commit_seconds = Metric("commit_seconds_total", "seconds that these took")
storage_errors = Metric("storage_errors_total", "transactions that failed")
moves = Metric("moves_total", "accepted actions of the game")
bot_moves = Metric("bot_moves_total", "actions that bots played")
messages_in = Metric("messages_received_total", "messages from clients")
messages_out = Metric("messages_sent_total", "messages to clients")
fresh_states = Metric("slow_clients_total", "times that a slow client lost its queue and got a fresh state")
connections = Metric("connections", "open sockets", "gauge")
tables_loaded = Metric("tables_loaded", "tables in memory", "gauge")
bots_waiting = Metric("bot_queue", "decisions that wait for a bot", "gauge")
loop_lag = Metric("loop_lag_seconds_max", "longest delay of the event loop in the last 20 seconds", "gauge")
refusals = LabelledCounter("refusals_total", "refused commands and requests", "code")


def text() -> str:
    """All metrics."""
    parts = []
    for figure in _ALL:
        parts += [f"# HELP {figure.name} {figure.about}", f"# TYPE {figure.name} {figure.kind}", *figure.lines()]
    return "\n".join(parts) + "\n"
