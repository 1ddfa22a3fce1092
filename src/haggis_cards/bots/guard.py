"""The guard: if a bot fails, a safe default replaces its decision, the failure is reported, and the match goes on."""

import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.protocol import NO_BET, Bot, Decision, is_answer, out_of_turn
from haggis_cards.cards import clip
from haggis_cards.view import View

PATIENCE: Final = 5  # incidents after which a bot is not asked again

_log = logging.getLogger(__name__)


class Incident(NamedTuple):
    """A decision that a bot has forfeited: why, its number, and the action taken instead."""

    bot: str
    what: str
    decision: int
    action: str

    def __str__(self) -> str:
        return f"{self.bot}, decision {self.decision}: {self.what}; instead: {self.action}"


class Guarded:
    """A bot that always answers with a legal action, whatever the bot within does."""

    def __init__(self, bot: Bot, report: Callable[[Incident], None] | None = None, patience: int = PATIENCE) -> None:
        self.bot = bot
        self.name = bot.name
        self.incidents: list[Incident] = []
        self._report = report or (lambda incident: _log.warning("%s", incident))
        self._patience = patience
        self._decisions = 0

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """The bot's action if it is legal, else a safe one."""
        self._decisions += 1
        if len(self.incidents) >= self._patience:
            return Decision(safe(view), "the bot failed too often")
        try:
            decision = Decision(*self.bot.decide(view, budget))
            if is_answer(view, decision.action):
                return decision
            what = f"{clip(decision.action)} is not among the legal actions"
        except BotError as error:
            what = str(error)
        except Exception as error:  # whatever a bot does, the match goes on
            what = f"crashed with {type(error).__name__}: {error}"
        incident = Incident(self.name, what, self._decisions, safe(view))
        self.incidents.append(incident)
        self._report(incident)
        return Decision(incident.action, "the bot failed")

    def close(self) -> None:
        """Closes the bot, however that goes."""
        try:
            self.bot.close()
        except Exception:  # whatever it does
            _log.warning("%s: could not be closed", self.name, exc_info=True)


def safe(view: View) -> str:
    """The answer of a bot that has failed: pass, else the lowest card to play, give or bury; never a bet."""
    legal = view["legal"]
    if out_of_turn(view):
        return NO_BET
    if "pass" in legal:
        return "pass"
    return next((action for action in legal if not action.startswith("bet ")), legal[0])
