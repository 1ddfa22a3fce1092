"""Bots' decisions, made in worker processes.

A decision is a function of the bot's level, a seed and the seat's view; a bot gets nothing else.
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
    "master": "the strongest player here",
}


def levels() -> list[str]:
    """The levels that a seat can have: those that people choose from, and `random`."""
    return [*LEVELS, "random"]


def infos() -> list[BotInfo]:
    """The levels that people choose from, with a few words about each."""
    return [BotInfo(level, _ABOUT.get(level, "")) for level in LEVELS]


def seed_for(match: Match, decision: str) -> int:
    """A bot's seed for one decision: nobody can guess it, and a repeated match repeats it."""
    return random.Random(f"{match.seed} {decision}").getrandbits(63)


class Bots:
    """Decides for bots' seats, for absent people, and for people who want a hint."""

    def __init__(self, workers: int, queue: int, budget: float) -> None:
        self._budget = budget
        self._workers = Workers(workers, queue, budget * _PATIENCE + 1.0, metrics.bots_waiting)

    async def decide(self, level: str, seed: int, view: Mapping[str, Any]) -> Advice:
        """A bot's answer to a view. It is always legal: if the bot fails, a legal action is drawn."""
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
    """What a bot does, and why; runs in a worker process."""
    try:
        with contextlib.closing(make_bot(level, seed)) as bot:
            decision = bot.decide(cast("View", view), budget or None)
    except HaggisError as error:
        raise RuntimeError(f"the bot {level} failed") from error  # not a refusal: nobody asked for anything wrong
    return decision.action, decision.why
