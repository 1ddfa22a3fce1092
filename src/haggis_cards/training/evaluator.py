"""The referee: while a network trains, its latest weights play against other bots in the arena, game after game."""

from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle, product
from pathlib import Path
from typing import Final
from warnings import warn

from haggis_cards.arena import ArenaError, Contest, Score, run
from haggis_cards.rules import Rules

RIVALS: Final = ("greedy", "search:100ms:1")
WORKERS: Final = 2  # processes; the trainer leaves as many cores


class _Closed(Exception):
    """Nobody waits for the result any more."""


class Referee:
    """Takes one game and one rival at a time and tells the margin when it is known."""

    def __init__(self, games: tuple[str, ...], deals: int) -> None:
        self._deals = deals
        self._turns = cycle(product(dict.fromkeys(games), RIVALS))
        self._thread = ThreadPoolExecutor(1)
        self._pending: Future[dict[str, float]] | None = None
        self._closed = False

    def look(self, weights: Path) -> dict[str, float]:
        """What has been found since the last look, if anything; then the next match begins, with these weights."""
        if self._pending is not None and not self._pending.done():
            return {}
        found = self._pending.result() if self._pending else {}
        self._pending = self._thread.submit(self._play, weights, *next(self._turns))
        return found

    def close(self) -> None:
        """Gives up what is being played."""
        self._closed = True
        self._thread.shutdown()

    def _play(self, weights: Path, game: str, rival: str) -> dict[str, float]:
        """Points a round over the rival, on duplicate deals, and half of the 95% interval."""
        try:
            [score] = run(
                Contest(Rules.of(game), (f"neural:{weights}", rival)), self._deals, jobs=WORKERS, watch=self._watch
            )
        except _Closed:
            return {}
        except ArenaError as error:  # training is worth more than what it is measured by
            warn(f"{rival} in {game}: {error}", stacklevel=2)
            return {}
        low, high = score.margin.interval()
        name = f"over {rival}, {game}"
        return {name: score.margin.mean, f"{name}, ±": (high - low) / 2}

    def _watch(self, _: list[Score]) -> None:
        if self._closed:
            raise _Closed
