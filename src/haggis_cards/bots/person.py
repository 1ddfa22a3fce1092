"""`person`: a player that errs like people: a small network, and a table of habits for each level.

A person does not see every play, the less the more cards and courts it takes; judges what it sees with an error, so
that it confuses what is nearly alike and rarely what is far apart; thinks better or worse of bombs than they are; and
bets by a feeling for its chance that is too high, too low or erratic. `person:novice` has the habits of that level.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, inf, log
from random import Random
from typing import Final

from haggis_cards.actions import Action
from haggis_cards.bots.errors import BotError
from haggis_cards.bots.network import QUICK, Network, load_network
from haggis_cards.bots.neural import Neural, Question
from haggis_cards.bots.protocol import Decision
from haggis_cards.bots.stakes import Stakes
from haggis_cards.cards import COURT_SHIFT
from haggis_cards.combos import Kind, Play
from haggis_cards.encoding import BET_EDGES
from haggis_cards.native import unpack
from haggis_cards.rules import Rules
from haggis_cards.view import View


@dataclass(frozen=True)
class Habits:
    """How a person errs."""

    overlooks: float  # how easily: each step of `difficulty` leaves a part of e^-overlooks of such plays in sight
    misjudges: float  # the error of its judgement, in units of the network's values, which are log-probabilities
    bombs: float = 0.0  # what it thinks a bomb is worth more than it is, in the same units
    boldness: float = 0.0  # what it adds to its chance to be first out
    moods: float = 0.0  # the error of that chance
    highest_bet: int = 2  # that it dares, as a place among the bets
    among: tuple[float, float, float] = (1.0, 1.0, 1.0)  # the part of these errors among two, three and four players

    def at(self, players: int) -> "Habits":
        """The habits in a game for so many: there the same errors cost more, and levels shall be as far apart."""
        part = self.among[players - 2]
        errors = ("overlooks", "misjudges", "bombs", "boldness", "moods")
        return replace(self, **{name: part * getattr(self, name) for name in errors})


HABITS: Final[Mapping[str, Habits]] = {
    # Bets on a whim, and throws bombs because they are bombs.
    "beginner": Habits(1.6, 14.0, bombs=3.0, boldness=0.1, moods=0.3, among=(1.0, 0.33, 0.45)),
    # Dares the lowest bet at most; keeps its bombs, often for too long.
    "novice": Habits(0.6, 5.5, bombs=-3.0, boldness=-0.1, moods=0.1, highest_bet=0, among=(1.0, 0.65, 0.8)),
    # Bets more than it should, and bombs tricks that were not worth it.
    "club": Habits(0.35, 3.8, bombs=1.0, boldness=0.08, moods=0.08, among=(1.0, 0.65, 1.0)),
    # Hardly ever overlooks anything; bets a little too carefully.
    "expert": Habits(0.1, 2.2, boldness=-0.03, moods=0.03, among=(1.0, 0.6, 1.2)),
}


def difficulty(action: Action) -> int:
    """How hard a play is to see: 0 for one card, else one for each card after the second and each court in a gap."""
    if not isinstance(action, Play) or action.kind is Kind.SINGLE:
        return 0
    courts = (action.cards >> COURT_SHIFT).bit_count()
    return max(action.count - 2, 1) + (0 if action.is_bomb else courts)


class Person(Neural):
    """Chooses as well as its habits let it."""

    name = "person"

    def __init__(self, network: Network, habits: Habits, seed: int = 0) -> None:
        super().__init__(network, BET_EDGES)
        self._habits, self._seed, self._random = habits, seed, Random(seed)

    def reseed(self, seed: int) -> None:
        """Draws its random numbers from this seed."""
        self._seed = seed

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """What it does now; the same view and seed give the same errors."""
        self._random = Random(f"{self._seed} {view['round']} {len(view['log'])}")
        return super().decide(view, budget)

    def _bet_place(self, view: View, rules: Rules, stakes: Stakes | None, first_out: float) -> int | None:
        habits = self._habits.at(rules.players)
        felt = first_out + habits.boldness + self._random.gauss(0, habits.moods)
        place = super()._bet_place(view, rules, stakes, min(max(felt, 0.0), 1.0))
        return None if place is None else min(place, habits.highest_bet)

    def _choose(self, question: Question, budget: float | None) -> tuple[int, str]:  # noqa: ARG002 - it needs no time
        packed, rules = question.position.packed(question.seat), question.position.rules
        habits = self._habits.at(rules.players)
        actions = [unpack(lo, hi, rules) for lo, hi in packed[question.places].tolist()]
        least = min(map(difficulty, actions))  # of these it sees all
        best, place = -inf, 0
        for number, action in enumerate(actions):
            hidden = 1 - exp(-habits.overlooks * (difficulty(action) - least))
            if self._random.random() < hidden:
                continue
            value = self._judge(habits, action, float(question.values[number]))
            if value > best:
                best, place = value, int(question.places[number])
        return place, "the best that it sees"

    def _judge(self, habits: Habits, action: Action, value: float) -> float:
        """What it thinks of an action with this value; it takes one for the best the rarer, the worse it is."""
        gumbel = -log(-log(self._random.random() or 0.5))
        bomb = isinstance(action, Play) and action.is_bomb
        return value + habits.misjudges * gumbel + (habits.bombs if bomb else 0.0)


def make_person(argument: str, seed: int) -> Person:
    """The bot `person` with the habits of a level."""
    if argument not in HABITS:
        raise BotError(f"person takes a level: {', '.join(HABITS)}, not {argument!r}")
    return Person(load_network("", QUICK), HABITS[argument], seed)
