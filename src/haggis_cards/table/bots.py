"""Bots' decisions, made by workers: processes of a server, or what a browser has.

A decision is a function of the bot's level, a seed and the seat's view; a bot gets nothing else.
"""

import contextlib
import logging
import random
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from haggis_cards.bots.guard import safe
from haggis_cards.bots.protocol import is_answer
from haggis_cards.bots.registry import LEVELS, make_bot
from haggis_cards.cards import GLYPHS, clip
from haggis_cards.errors import HaggisError
from haggis_cards.match import Match
from haggis_cards.table import counters as metrics
from haggis_cards.table.guests import ANYBODY, Asker
from haggis_cards.view import View
from haggis_cards.wire.refusals import Refused, WorkerFailed
from haggis_cards.wire.tables import Advice, BotInfo

if TYPE_CHECKING:
    from haggis_cards.review import Explanation

T = TypeVar("T")
_logger = logging.getLogger("haggis.bots")

EXPLAINER: Final = "master"  # the level of hints that explain themselves
_SOBER: Final = "greedy"  # takes its actions from the list in the view, whatever the list leaves out

_SIGNS: Final = str.maketrans(GLYPHS)
_ABOUT: Final[Mapping[str, str]] = {
    "beginner": "overlooks many plays, bets on a whim and throws bombs for fun",
    "novice": "overlooks long plays, bets 15 at most and keeps bombs too long",
    "club": "a sound player who likes to bet and to bomb",
    "expert": "sees almost everything and bets with care",
    "master": "the strongest player here",
}


def levels() -> list[str]:
    """The levels that a seat can have: those that people choose from, and `random`."""
    return [*LEVELS, "random"]


def check_level(level: str | None) -> None:
    """Refuses a bot that people cannot choose."""
    if level is not None and level not in levels():
        raise Refused("bad-seats", fault="level", levels=levels(), text=clip(level))


def infos() -> list[BotInfo]:
    """The levels that people choose from, with a few words about each."""
    return [BotInfo(level, _ABOUT.get(level, "")) for level in LEVELS]


def seed_for(match: Match, decision: str) -> int:
    """A bot's seed for one decision: nobody can guess it, and a repeated match repeats it."""
    return random.Random(f"{match.seed} {decision}").getrandbits(63)


def _without_bets(legal: list[str]) -> list[str]:
    return [action for action in legal if not action.startswith(("bet ", "bid "))] or legal[:1]


class Workers(Protocol):
    """Who decides: `do` answers `work(*args, budget)`, or raises WorkerFailed."""

    async def do(
        self, work: Callable[..., T], *args: Any, asker: Asker = ANYBODY, budget: float | None = None
    ) -> T: ...

    def promote(self, asker: Asker) -> None: ...
    def close(self) -> None: ...


class Bots:
    """Decides for bots' seats, for absent people, and for people who want a hint."""

    def __init__(self, workers: Workers, budget: float) -> None:
        self._workers, self._budget = workers, budget

    async def decide(self, level: str, seed: int, view: Mapping[str, Any], asker: Asker = ANYBODY) -> Advice:
        """A bot's answer to a view: a legal action, or no bet out of turn. If the bot fails, it is the safe one."""
        start = time.perf_counter()
        try:
            advice = await self._workers.do(decide, level, seed, view, asker=asker, budget=self._budget)
            metrics.bot_seconds.observe(time.perf_counter() - start, level)
        except WorkerFailed:
            advice = Advice("", "")
        asked = cast("View", view)
        if is_answer(asked, advice.action):
            return advice
        if advice.action:
            _logger.warning("the bot %s answered with an action that is not legal", level)
        return Advice(safe(asked), "")

    async def decide_steadily(self, spec: str, seed: int, view: Mapping[str, Any], asker: Asker = ANYBODY) -> Advice:
        """A bot's answer that depends on the seed and the view alone; a process that fails is asked again."""
        while True:
            with contextlib.suppress(WorkerFailed):
                return await self._workers.do(decide, spec, seed, view, 0.0, asker=asker)

    async def explain(self, seed: int, view: Mapping[str, Any], asker: Asker = ANYBODY) -> Advice:
        """The best action of a seat by a quick review of its decision, with a reason that a person can read."""
        try:
            advice = await self._workers.do(explained, seed, view, asker=asker)
        except WorkerFailed:
            advice = Advice("", "")
        answers = is_answer(cast("View", view), advice.action)
        return advice if answers else await self.decide(EXPLAINER, seed, view, asker)

    async def stand_in(self, level: str, seed: int, view: Mapping[str, Any], asker: Asker = ANYBODY) -> Advice:
        """A bot's answer in the place of an absent person; it never bets and never bids."""
        sober = {**view, "legal": _without_bets(view["legal"])}
        if len(sober["legal"]) == 1:
            return Advice(sober["legal"][0], "")
        advice = await self.decide(level, seed, view, asker)
        return advice if advice.action in sober["legal"] else await self.decide(_SOBER, seed, sober, asker)

    def promote(self, asker: Asker) -> None:
        """Somebody has come to a table where a bot's move waits."""
        self._workers.promote(asker)

    def close(self) -> None:
        """Ends the workers."""
        self._workers.close()


def decide(level: str, seed: int, view: Mapping[str, Any], budget: float) -> Advice:
    """What a bot does, and why; runs in a worker process."""
    try:
        with contextlib.closing(make_bot(level, seed)) as bot:
            decision = bot.decide(cast("View", view), budget or None)
    except HaggisError as error:
        raise RuntimeError(f"the bot {level} failed") from error  # not a refusal: nobody asked for anything wrong
    return Advice(decision.action, decision.why)


def explained(seed: int, view: Mapping[str, Any]) -> Advice:
    """What a seat should do, and why; runs in a worker process."""
    from haggis_cards.review import explain

    return advice_of(explain(cast("View", view), seed=seed))


def advice_of(hint: "Explanation") -> Advice:
    """A hint as a message."""
    return Advice(hint.action, hint.why(shown), hint.reason, hint.other)


def shown(action: str) -> str:
    """An action as sentences for people write it."""
    return action.removeprefix("play ").translate(_SIGNS)
