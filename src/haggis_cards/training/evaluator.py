"""The evaluator: while a network trains, its latest weights play in the arena, one match after the other."""

from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle, product
from pathlib import Path
from typing import Final
from warnings import warn

from haggis_cards.arena import Contest, Score, run
from haggis_cards.errors import HaggisError
from haggis_cards.rules import Rules

RIVALS: Final = ("greedy", "search:100ms:1")
WORKERS: Final = 2  # processes; the trainer leaves them this many cores


class _Closed(Exception):
    """The result is no longer needed."""


class Evaluator:
    """Plays one match at a time in the background, over all games and rivals in turn."""

    def __init__(self, games: tuple[str, ...], deals: int) -> None:
        self._deals = deals
        self._turns = cycle(product(dict.fromkeys(games), RIVALS))
        self._thread = ThreadPoolExecutor(1)
        self._pending: Future[dict[str, float]] | None = None
        self._closed = False

    def poll(self, weights: Path) -> dict[str, float]:
        """Nothing while a match is under way; otherwise its result, and the next match starts with these weights."""
        if self._pending is not None and not self._pending.done():
            return {}
        found = self.result()
        self._pending = self._thread.submit(self._play, weights, *next(self._turns))
        return found

    def result(self, timeout: float | None = None) -> dict[str, float]:
        """Waits for the latest match: its margin, or nothing if there was no match or it was given up."""
        return self._pending.result(timeout) if self._pending else {}

    def close(self) -> None:
        """Gives up the match under way."""
        self._closed = True
        self._thread.shutdown()

    def _play(self, weights: Path, game: str, rival: str) -> dict[str, float]:
        """The margin over the rival in points a round, on duplicate deals, and half of its 95% interval."""
        try:
            contest = Contest(Rules.from_spec(game), (f"neural:{weights}", rival))
            [score] = run(contest, self._deals, jobs=WORKERS, watch=self._watch)
        except _Closed:
            return {}
        except HaggisError as error:  # a failed measurement must not end the training
            warn(f"{rival} in {game}: {error}", stacklevel=2)
            return {}
        low, high = score.margin.interval()
        name = f"over {rival}, {game}"
        return {name: score.margin.mean, f"{name}, ±": (high - low) / 2}

    def _watch(self, _: list[Score]) -> None:
        if self._closed:
            raise _Closed
