"""Figures about the running server, in the text format of Prometheus. No table, name or address is among them."""

from collections import Counter as RandomPlayStats
from typing import Final

_ALL: Final[list["Figure"]] = []


class Figure:
    """A number with a name: a counter, which only grows, or a gauge."""

    def __init__(self, name: str, about: str, kind: str = "counter") -> None:
        self.name, self.about, self.kind = f"haggis_{name}", about, kind
        self.value: float = 0
        _ALL.append(self)

    def add(self, amount: float = 1) -> None:
        self.value += amount

    def lines(self) -> list[str]:
        return [f"{self.name} {self.value:g}"]


class Tallied(Figure):
    """A counter for each value of a label."""

    def __init__(self, name: str, about: str, label: str) -> None:
        super().__init__(name, about)
        self._label = label
        self._tally: RandomPlayStats[str] = RandomPlayStats()

    def count(self, value: str) -> None:
        self._tally[value] += 1

    def lines(self) -> list[str]:
        return [f'{self.name}{{{self._label}="{value}"}} {count}' for value, count in sorted(self._tally.items())]


entries = Figure("log_entries_total", "entries written to logs")
commits = Figure("commits_total", "transactions that wrote them")
commit_seconds = Figure("commit_seconds_total", "time that these took")
storage_errors = Figure("storage_errors_total", "transactions that failed")
moves = Figure("moves_total", "accepted actions of the game")
bot_moves = Figure("bot_moves_total", "those that bots played")
messages_in = Figure("messages_received_total", "messages from clients")
messages_out = Figure("messages_sent_total", "messages to clients")
fresh_states = Figure("slow_clients_total", "times that a slow client lost its queue and got a fresh state")
connections = Figure("connections", "open sockets", "gauge")
tables_loaded = Figure("tables_loaded", "tables in memory", "gauge")
bots_waiting = Figure("bot_queue", "decisions that wait for a bot", "gauge")
loop_lag = Figure("loop_lag_seconds_max", "longest delay of the event loop in the last 20 seconds", "gauge")
refusals = Tallied("refusals_total", "refused commands and requests", "code")


def text() -> str:
    """All figures."""
    parts = []
    for figure in _ALL:
        parts += [f"# HELP {figure.name} {figure.about}", f"# TYPE {figure.name} {figure.kind}", *figure.lines()]
    return "\n".join(parts) + "\n"
