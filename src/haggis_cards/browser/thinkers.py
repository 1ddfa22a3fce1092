"""Who decides in a browser: the bots of this worker, and those of the page's core."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import haggis_cards.bots.greedy
import haggis_cards.bots.random  # noqa: F401  both are found by name, and are to be in the bundle
from haggis_cards.bots.registry import LEVELS
from haggis_cards.browser.core import PageCore
from haggis_cards.browser.page import Host
from haggis_cards.table import bots
from haggis_cards.table.guests import ANYBODY, Asker
from haggis_cards.view import View
from haggis_cards.wire.refusals import WorkerFailed
from haggis_cards.wire.tables import Advice

T = TypeVar("T")
BUDGET: Final = 1.0  # seconds for a bot's decision
HINTS: Final = "club"  # the level that gives hints, unless the page has a stronger one
_SPARE: Final = "greedy"  # plays and advises where the core cannot be fetched


class Thinkers:
    """Bots in this worker, and those of the page's core; where that cannot be fetched, `greedy` takes their place."""

    def __init__(self, host: Host) -> None:
        self._host, self._core = host, PageCore(host)

    async def do(
        self,
        work: Callable[..., T],
        *args: Any,
        asker: Asker = ANYBODY,  # noqa: ARG002
        budget: float | None = None,
    ) -> T:
        is_move = work is bots.decide  # else a hint is to be explained
        level, (seed, seen, *_) = (args[0], args[1:]) if is_move else (HINTS, args)
        spec = LEVELS.get(level, level)
        found: Any
        if not is_move or not spec.startswith(("greedy", "random")):
            try:
                found = await (self._think(spec, seed, seen) if is_move else self._explain(seed, seen))
                return found  # type: ignore[no-any-return]
            except WorkerFailed:
                spec = _SPARE
        found = bots.decide(spec, seed, seen, budget or BUDGET)
        return found  # type: ignore[no-any-return]

    async def _think(self, spec: str, seed: int, seen: View) -> Advice:
        return Advice(await self._core.decide(spec, seed, seen), "")

    async def _explain(self, seed: int, seen: View) -> Advice:
        from haggis_cards.browser.hints import advise  # when one is first wanted

        return await advise(self._core, seed, seen)

    def promote(self, asker: Asker) -> None:
        """Nobody waits in line here."""

    def close(self) -> None:
        """Nothing to end."""
