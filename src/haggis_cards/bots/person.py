"""`person`: a player that errs like people: a small network, and a table of habits for each level (`habits`).

`person:novice` has the habits of that level.
"""

from collections.abc import Mapping
from random import Random

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.habits import HABITS, Habits
from haggis_cards.bots.network import QUICK, Network, load_network
from haggis_cards.bots.neural import Neural, Question
from haggis_cards.bots.protocol import Decision
from haggis_cards.bots.stakes import Stakes
from haggis_cards.native import unpack
from haggis_cards.rules import Rules
from haggis_cards.view import View


class Person(Neural):
    """Chooses as well as its habits let it."""

    name = "person"

    def __init__(self, network: Network, habits: Habits, seed: int = 0) -> None:
        super().__init__(network)
        self._habits, self._seed, self._random = habits, seed, Random(seed)

    def reseed(self, seed: int) -> None:
        """Draws its random numbers from this seed."""
        self._seed, self._random = seed, Random(seed)

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """What it does now; the same view and seed give the same errors."""
        self._random = Random(f"{self._seed} {view['round']} {len(view['log'])}")
        return super().decide(view, budget)

    def _bet_place(
        self, rules: Rules, seat: int, first_out: float, stakes: Stakes | None, standing: Mapping[int, int]
    ) -> int | None:
        habits = self._habits.at(rules)
        place = super()._bet_place(rules, seat, habits.feel(first_out, self._random), stakes, standing)
        return None if place is None else min(place, habits.highest_bet)

    def _choose(self, question: Question, budget: float | None) -> tuple[int, str]:  # noqa: ARG002 - it needs no time
        packed, rules = question.position.packed(question.seat), question.position.rules
        actions = [unpack(lo, hi, rules) for lo, hi in packed[question.places].tolist()]
        chosen = self._habits.at(rules).choose(actions, question.values.tolist(), self._random)
        return int(question.places[chosen]), "the best that it sees"


def make_person(argument: str, seed: int) -> Person:
    """The bot `person` with the habits of a level."""
    if argument not in HABITS:
        raise BotError(f"person takes a level: {', '.join(HABITS)}, not {argument!r}")
    return Person(load_network("", QUICK), HABITS[argument], seed)
