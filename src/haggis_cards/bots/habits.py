"""How people err: a table of habits for each level of `person`. It needs no NumPy, so that browsers have it too.

A person does not see every play, the less the more cards and courts it takes; judges what it sees with an error, so
that it confuses what is nearly alike and rarely what is far apart; thinks better or worse of bombs than they are; and
bets by a feeling for its chance that is too high, too low or erratic.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, inf, log
from random import Random
from typing import Final

from haggis_cards.actions import Action, Pass
from haggis_cards.bots.asked import Thinker
from haggis_cards.cards import COURT_SHIFT
from haggis_cards.combos import Kind, Play
from haggis_cards.rules import Rules


@dataclass(frozen=True)
class Habits:
    """How a person errs."""

    overlooks: float  # how easily: each step of `difficulty` leaves a part of e^-overlooks of such plays in sight
    misjudges: float  # the error of its judgement, in units of the network's values, which are log-probabilities
    bombs: float = 0.0  # what it thinks a bomb is worth more than it is, in the same units
    boldness: float = 0.0  # what it adds to its chance to be first out
    moods: float = 0.0  # the error of that chance
    highest_bet: int = 2  # that it dares, as a place among the bets
    among: tuple[float, float, float] = (1.0, 1.0, 1.0)  # a factor of these errors for two, three and four players
    auction: float = 1.0  # and the one where an auction comes first

    def at(self, rules: Rules) -> "Habits":
        """The habits in a game: the same errors cost more in some than in others, and levels shall be as far apart."""
        part = self.auction if rules.opening == "auction" else self.among[rules.players - 2]
        errors = ("overlooks", "misjudges", "bombs", "boldness", "moods")
        return replace(self, **{name: part * getattr(self, name) for name in errors})

    def feel(self, first_out: float, random: Random) -> float:
        """What it thinks its chance to be first out is."""
        return min(max(first_out + self.boldness + random.gauss(0, self.moods), 0.0), 1.0)

    def choose(self, actions: Sequence[Action], values: Sequence[float], random: Random) -> int:
        """Which of some actions with these values it takes for the best of those that it sees."""
        least = min(map(difficulty, actions))  # of these it sees all
        best, place = -inf, 0
        for number, (action, value) in enumerate(zip(actions, values, strict=True)):
            hidden = 1 - exp(-self.overlooks * (difficulty(action) - least))
            if random.random() < hidden:
                continue
            judged = self._judge(action, value, random)
            if judged > best:
                best, place = judged, number
        return place

    async def decide(
        self, rules: Rules, legal: Sequence[str], any_out: bool, asked: Thinker, random: Random
    ) -> int | None:
        """The place of an action in a legal list; None for no bet out of turn. `any_out`: no bet can be made (R7.2)."""
        habits, found = self.at(rules), await asked.opinion()
        if not any_out:
            place = await asked.bet(habits.feel(found.first_out, random))
            bet = None if place is None else f"bet {rules.bets[min(place, habits.highest_bet)]}"
            if bet in legal:
                return legal.index(bet)
        if not found.places:  # out of turn
            return None
        actions = [asked.action(place) for place in found.places]
        dared = habits.dares(actions) or range(len(actions))
        actions, values = [actions[one] for one in dared], [found.values[one] for one in dared]
        return found.places[dared[habits.choose(actions, values, random)]]

    def dares(self, actions: Sequence[Action]) -> list[int]:
        """The places of actions that it dares: who keeps bombs leads none but as its last cards."""
        leads = self.bombs < 0 and Pass() not in actions
        cards = sum(isinstance(action, Play) and action.count == 1 for action in actions)  # each of them can be led

        def dared(action: Action) -> bool:
            return not (leads and isinstance(action, Play) and action.is_bomb and action.count < cards)

        return [place for place, action in enumerate(actions) if dared(action)]

    def _judge(self, action: Action, value: float, random: Random) -> float:
        """What it thinks of an action with this value; it takes one for the best the rarer, the worse it is."""
        gumbel = -log(-log(random.random() or 0.5))
        bomb = isinstance(action, Play) and action.is_bomb
        return value + self.misjudges * gumbel + (self.bombs if bomb else 0.0)


HABITS: Final[Mapping[str, Habits]] = {
    # Bets on a whim, and throws bombs because they are bombs.
    "beginner": Habits(1.6, 14.0, bombs=3.0, boldness=0.1, moods=0.3, among=(1.0, 0.385, 0.385), auction=0.385),
    # Dares the lowest bet at most; keeps its bombs, often for too long.
    "novice": Habits(
        0.6, 5.5, bombs=-3.0, boldness=-0.1, moods=0.1, highest_bet=0, among=(1.05, 0.71, 0.67), auction=0.71
    ),
    # Bets more than it should, and bombs tricks that were not worth it.
    "club": Habits(0.35, 3.8, bombs=1.0, boldness=0.08, moods=0.08, among=(1.1, 0.82, 0.75), auction=0.82),
    # Hardly ever overlooks anything; bets a little too carefully.
    "expert": Habits(0.1, 2.2, boldness=-0.03, moods=0.03, among=(1.2, 1.1, 0.9), auction=0.9),
}


def difficulty(action: Action) -> int:
    """How hard a play is to see: 0 for one card, else one for each card after the second and each court in a gap."""
    if not isinstance(action, Play) or action.kind is Kind.SINGLE:
        return 0
    courts = (action.cards >> COURT_SHIFT).bit_count()
    return max(action.count - 2, 1) + (0 if action.is_bomb else courts)
