"""What may be done in a trick, judged: every play that is worth a thought, and the pass."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from haggis_cards.bots.greedy.estimate import Estimate, dot
from haggis_cards.bots.greedy.numbers import PRICES, RULES, Weights, weights_for
from haggis_cards.bots.greedy.plan import DONE, Plan, Planner
from haggis_cards.bots.greedy.situation import Situation
from haggis_cards.bots.greedy.threats import Threats
from haggis_cards.cards import ALL_COURTS, NUMBERS, Cards, remove
from haggis_cards.combos import Play

GOES_OUT: Final = 1000.0
SURE_TO_GO_OUT: Final = 500.0
MANY: Final = 40  # leads beyond which only those are judged that a plan may hold


class Option(NamedTuple):
    """A play, or None for a pass: its value, the cards that stay with their plan, and its chance to hold the trick.

    `features` are what the value is the weighted sum of, by the name of the weights; empty for going out.
    """

    play: Play | None
    value: float
    rest: Cards
    plan: Plan
    holds: float
    features: Mapping[str, Sequence[float]]


class Thinker:
    """Thinks about one situation."""

    def __init__(self, situation: Situation, weights: Weights | None = None) -> None:
        self.s = situation
        self.weights = weights or weights_for(situation.rules)
        self.threats = Threats(situation)
        self.planner = Planner(situation.rules, self.threats, PRICES)
        self.estimate = Estimate(situation, self.threats, self.weights)

    def options(self) -> list[Option]:
        """All that is worth a thought; the best has the highest value."""
        options = [self._playing(play) for play in self._candidates()]
        return options if self.s.top is None else [*options, self._passing()]

    def _candidates(self) -> list[Play]:
        """The legal plays without the pointless ones: courts that fill gaps are the lowest that one holds."""
        s, held = self.s, self.s.hand & ALL_COURTS
        plays = [
            play
            for play in s.rules.grammar.plays(s.hand, s.top)
            if not play & NUMBERS or _are_lowest(play & ALL_COURTS, held)
        ]
        if s.top is not None or len(plays) <= MANY:
            return plays
        openings = self.planner.openings(s.hand)
        return [
            play
            for play in plays
            if not play & NUMBERS or play.is_bomb or (play & NUMBERS, play.width, play.length, play.rank) in openings
        ]

    def _playing(self, play: Play) -> Option:
        rest = remove(self.s.hand, play.cards)
        if not rest:
            return Option(play, GOES_OUT, rest, DONE, 1.0, {})
        estimate, plan = self.estimate, self.planner.plan(rest)
        holds = estimate.holds(play, rest.bit_count())
        features = {
            "own": [holds * each for each in estimate.position(rest, plan)],
            "other": [(1 - holds) * each for each in estimate.position(rest, plan, play.count)],
            "play": estimate.play(play, holds),
        }
        value = self._value(features)
        if self.threats.sure(play):
            value += SURE_TO_GO_OUT if self._wins(plan) else RULES["safe"] if self._is_safe(plan) else 0
        return Option(play, value, rest, plan, holds, features)

    def _wins(self, plan: Plan) -> bool:
        """Whether all further plays but the last are sure to hold their tricks."""
        sure = self.threats.sure_grid
        return sum(not sure(*meld[2:]) for meld in plan.melds()) <= 1

    def _is_safe(self, plan: Plan) -> bool:
        """Whether a sure play comes first: a lead that breaks no plan, while an opponent has one card left."""
        whole = self.planner.plan(self.s.hand)
        return self.s.top is None and self.estimate.sizes[0] == 1 and plan.size < whole.size

    def _passing(self) -> Option:
        s, estimate = self.s, self.estimate
        plan = self.planner.plan(s.hand)
        position = estimate.position(s.hand, plan)
        holds = bonus = 0.0
        if s.partner_leads and s.top is not None and s.top_seat is not None:
            holds = estimate.holds(s.top, s.sizes[s.top_seat])
            if s.sizes[s.top_seat] == 1:
                bonus = RULES["partner"] * holds
        features = {
            "other": position,
            "mate": estimate.mating(position, holds),
            "pass": estimate.passing(holds),
        }
        return Option(None, self._value(features) + bonus, s.hand, plan, holds, features)

    def _value(self, features: Mapping[str, Sequence[float]]) -> float:
        return sum(dot(self.weights[name], values) for name, values in features.items())


def _are_lowest(used: Cards, held: Cards) -> bool:
    """Whether the courts used are the lowest of those held."""
    return not held & ~used & (1 << used.bit_length()) - 1
