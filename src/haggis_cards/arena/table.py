"""One round at the table: bots decide, the engine plays, and every seat's decisions are counted and timed.

A forced action is no decision: a seat with one legal action is not asked.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple, Protocol, cast

from haggis_cards.bots.guard import Guarded, Incident
from haggis_cards.bots.protocol import Bot, Decision
from haggis_cards.match import Match
from haggis_cards.round import Round
from haggis_cards.view import View


class Clairvoyant(Protocol):
    """A bot for measurements, which is shown the whole round; nobody but the arena asks it so."""

    clairvoyant: bool

    def decide_round(self, round: Round, seat: int) -> Decision:
        """A legal action, with all cards in sight."""
        ...


@dataclass
class RandomPlayStats:
    """The decisions of one seat, or of all seats of a bot."""

    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    incidents: list[str] = field(default_factory=list)  # decisions that were forfeited to a safe default, and why

    def add(self, other: "RandomPlayStats") -> None:
        """These decisions, too."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.incidents += other.incidents


class Outcome(NamedTuple):
    """A round that bots have played: the match after it, and what each seat's decisions took."""

    match: Match
    tallies: tuple[RandomPlayStats, ...]


def play_round(match: Match, bots: Sequence[Bot]) -> Outcome:
    """Plays the match's current round to its end with one bot a seat; a bot that fails does not stop it."""
    tallies = tuple(RandomPlayStats() for _ in bots)
    guards = [Guarded(bot, report=_into(tally)) for bot, tally in zip(bots, tallies, strict=True)]
    number = len(match.finished)
    while len(match.finished) == number:
        seat = match.to_act[0]
        view = match.view(seat)
        action = view["legal"][0]
        if len(view["legal"]) > 1:
            start = perf_counter()
            action = _ask(guards[seat], view, match.round, seat).action
            seconds = perf_counter() - start
            tallies[seat].add(RandomPlayStats(1, seconds, seconds))
        match = match.act(seat, action)
    return Outcome(match, tallies)


def _into(tally: RandomPlayStats) -> Callable[[Incident], None]:
    return lambda incident: tally.incidents.append(str(incident))


def _ask(guarded: Guarded, view: View, round: Round, seat: int) -> Decision:
    if getattr(guarded.bot, "clairvoyant", False):
        return cast(Clairvoyant, guarded.bot).decide_round(round, seat)
    return guarded.decide(view)
