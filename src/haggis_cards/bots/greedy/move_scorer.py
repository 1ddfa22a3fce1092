"""Scores the moves of a trick: every play worth considering, and the pass."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from haggis_cards.bots.greedy.evaluator import HandEvaluator, dot
from haggis_cards.bots.greedy.numbers import PRICES, RULES, Weights, weights_for
from haggis_cards.bots.greedy.parsed_view import ParsedView
from haggis_cards.bots.greedy.plan import DONE, Plan, Planner
from haggis_cards.bots.greedy.threats import Threats
from haggis_cards.cards import ALL_COURTS, NUMBERS, Cards, remove
from haggis_cards.combos import Play

GOES_OUT: Final = 1000.0
SURE_TO_GO_OUT: Final = 500.0
MANY: Final = 40  # with more leads than this, only those that a plan may hold are scored


class Option(NamedTuple):
    """A play, or None for a pass: its value, the cards that stay with their plan, and its chance to win the trick.

    The value is the weighted sum of `features`, by the names of the weights; going out has none.
    """

    play: Play | None
    value: float
    rest: Cards
    plan: Plan
    win_probability: float
    features: Mapping[str, Sequence[float]]


class MoveScorer:
    """Scores what a seat may do in one position."""

    def __init__(self, seen: ParsedView, weights: Weights | None = None) -> None:
        self.seen = seen
        self.weights = weights or weights_for(seen.rules)
        self.threats = Threats(seen)
        self.planner = Planner(seen.rules, self.threats, PRICES)
        self.evaluator = HandEvaluator(seen, self.threats, self.weights)

    def options(self) -> list[Option]:
        """The moves worth considering; the best has the highest value."""
        options = [self._playing(play) for play in self._candidates()]
        return options if self.seen.top is None else [*options, self._passing()]

    def _candidates(self) -> list[Play]:
        """The legal plays without the pointless ones: courts that fill gaps are the lowest in hand."""
        seen, held = self.seen, self.seen.hand & ALL_COURTS
        plays = [
            play
            for play in seen.rules.grammar.plays(seen.hand, seen.top)
            if not play & NUMBERS or _are_lowest(play & ALL_COURTS, held)
        ]
        if seen.top is not None or len(plays) <= MANY:
            return plays
        openings = self.planner.openings(seen.hand)
        return [
            play
            for play in plays
            if not play & NUMBERS or play.is_bomb or (play & NUMBERS, play.width, play.length, play.rank) in openings
        ]

    def _playing(self, play: Play) -> Option:
        rest = remove(self.seen.hand, play.cards)
        if not rest:
            return Option(play, GOES_OUT, rest, DONE, 1.0, {})
        evaluator, plan = self.evaluator, self.planner.plan(rest)
        win = evaluator.win_probability(play, rest.bit_count())
        features = {
            "own": [win * each for each in evaluator.position(rest, plan)],
            "other": [(1 - win) * each for each in evaluator.position(rest, plan, play.count)],
            "play": evaluator.play(play, win),
        }
        value = self._value(features)
        if self.threats.sure(play):
            value += SURE_TO_GO_OUT if self._wins(plan) else RULES["safe"] if self._is_safe(plan) else 0
        return Option(play, value, rest, plan, win, features)

    def _wins(self, plan: Plan) -> bool:
        """Whether all further plays but the last are sure to win their tricks."""
        sure = self.threats.sure_grid
        return sum(not sure(*meld[2:]) for meld in plan.melds()) <= 1

    def _is_safe(self, plan: Plan) -> bool:
        """Whether a sure play comes first: a lead that breaks no plan, while an opponent has one card left."""
        whole = self.planner.plan(self.seen.hand)
        return self.seen.top is None and self.evaluator.sizes[0] == 1 and plan.size < whole.size

    def _passing(self) -> Option:
        seen, evaluator = self.seen, self.evaluator
        plan = self.planner.plan(seen.hand)
        position = evaluator.position(seen.hand, plan)
        win = bonus = 0.0
        if seen.partner_leads and seen.top is not None and seen.top_seat is not None:
            win = evaluator.win_probability(seen.top, seen.sizes[seen.top_seat])
            if seen.sizes[seen.top_seat] == 1:
                bonus = RULES["partner"] * win
        features = {
            "other": position,
            "partner": evaluator.partner_leading(position, win),
            "pass": evaluator.passing(win),
        }
        return Option(None, self._value(features) + bonus, seen.hand, plan, win, features)

    def _value(self, features: Mapping[str, Sequence[float]]) -> float:
        return sum(dot(self.weights[name], values) for name, values in features.items())


def _are_lowest(used: Cards, held: Cards) -> bool:
    """Whether the courts used are the lowest of those held."""
    return not held & ~used & (1 << used.bit_length()) - 1
