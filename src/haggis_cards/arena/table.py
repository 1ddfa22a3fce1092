"""One round at the table: bots decide, the engine plays, and every seat's decisions are counted and timed.

A seat with one legal action is not asked: a forced action does not count as a decision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple, Protocol, cast

from haggis_cards.arena.errors import ArenaError
from haggis_cards.bots.guard import Guarded, Incident
from haggis_cards.bots.protocol import Bot, Decision
from haggis_cards.match import Match
from haggis_cards.round import Round
from haggis_cards.view import View


class FullInformationBot(Protocol):
    """A bot for measurements that is shown the whole round; only the arena plays with it."""

    clairvoyant: bool

    def decide_round(self, round: Round, seat: int) -> Decision:
        """A legal action, with all cards in sight."""
        ...


@dataclass
class DecisionStats:
    """The decisions of one seat, or of all seats of a bot."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    incidents: list[str] = field(default_factory=list)  # decisions that were forfeited to a safe default, and why

    def add(self, other: "DecisionStats") -> None:
        """Adds the decisions of others."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.incidents += other.incidents


class Outcome(NamedTuple):
    """A round that bots have played: the match after it, and the statistics of each seat's decisions."""

    match: Match
    stats: tuple[DecisionStats, ...]


def play_round(match: Match, bots: Sequence[Bot]) -> Outcome:
    """Plays the match's current round to its end with one bot a seat; a bot that fails does not stop it."""
    if len(bots) != match.rules.players:
        raise ArenaError(f"{match.rules.preset} has {match.rules.players} seats, not {len(bots)}")
    stats = tuple(DecisionStats() for _ in bots)
    guards = [Guarded(bot, report=_into(spent)) for bot, spent in zip(bots, stats, strict=True)]
    number = len(match.finished)
    while len(match.finished) == number:
        seat = match.to_act[0]
        view = match.view(seat)
        action, seconds = view["legal"][0], None
        if len(view["legal"]) > 1:
            start = perf_counter()
            action = _ask(guards[seat], view, match.round, seat).action
            seconds = perf_counter() - start
            stats[seat].add(DecisionStats(1, seconds, seconds))
        match = match.act(seat, action, seconds=seconds)
    return Outcome(match, stats)


def _into(spent: DecisionStats) -> Callable[[Incident], None]:
    return lambda incident: spent.incidents.append(str(incident))


def _ask(guarded: Guarded, view: View, round: Round, seat: int) -> Decision:
    if getattr(guarded.bot, "clairvoyant", False):
        return cast(FullInformationBot, guarded.bot).decide_round(round, seat)
    return guarded.decide(view)
