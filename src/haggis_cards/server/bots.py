"""Bots think in processes of their own.

A decision is a function of the bot's level, a seed and the seat's view; nothing else reaches them.
"""

import contextlib
import logging
import random
from collections.abc import Mapping
from typing import Any, Final, cast

from haggis_cards.bots.registry import LEVELS, make_bot
from haggis_cards.errors import HaggisError
from haggis_cards.match import Match
from haggis_cards.server import metrics
from haggis_cards.server.messages import Advice, BotInfo
from haggis_cards.server.workers import WorkerFailed, Workers
from haggis_cards.view import View

_logger = logging.getLogger("haggis.bots")
_PATIENCE: Final = 10  # times the budget, before a worker is replaced

_ABOUT: Final[Mapping[str, str]] = {
    "novice": "still learning; makes mistakes on purpose",
    "club": "a sound player",
    "master": "the strongest there is",
}


def levels() -> list[str]:
    """What may sit on a seat: the levels, and the one that needs no thought."""
    return [*LEVELS, "random"]


def infos() -> list[BotInfo]:
    """The levels that people choose from, with a word about each."""
    return [BotInfo(level, _ABOUT.get(level, "")) for level in LEVELS]


def seed_for(match: Match, decision: str) -> int:
    """A bot's seed for one decision: nobody can guess it, and a repeated match repeats it."""
    return random.Random(f"{match.seed} {decision}").getrandbits(63)


class Bots:
    """Those who think for bots' seats, absent people, and people who want a hint."""

    def __init__(self, workers: int, queue: int, budget: float) -> None:
        self._budget = budget
        self._workers = Workers(workers, queue, budget * _PATIENCE + 1.0, metrics.bots_waiting)

    async def decide(self, level: str, seed: int, view: Mapping[str, Any]) -> Advice:
        """A bot's answer to a view; never an illegal one: if the bot fails, any that is legal."""
        try:
            action, why = await self._workers.do(decide, level, seed, view, self._budget)
        except WorkerFailed:
            action, why = "", ""
        if action in view["legal"]:
            return Advice(action, why)
        if action:
            _logger.warning("the bot %s answered with an action that is not legal", level)
        return Advice(random.Random(seed).choice(view["legal"]), "")

    def close(self) -> None:
        """Ends the workers."""
        self._workers.close()


def decide(level: str, seed: int, view: Mapping[str, Any], budget: float) -> tuple[str, str]:
    """What a bot does, and why, thought out here and now."""
    try:
        with contextlib.closing(make_bot(level, seed)) as bot:
            decision = bot.decide(cast("View", view), budget or None)
    except HaggisError as error:
        raise RuntimeError(f"the bot {level} failed") from error  # that is no refusal: nobody asked for something wrong
    return decision.action, decision.why
