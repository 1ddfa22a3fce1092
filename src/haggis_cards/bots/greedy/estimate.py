"""What a choice is worth: a weighted sum over the plan of the cards that stay, by who will have the lead.

A play holds the trick with some chance; then one leads with what is left, else somebody else does. A pass gives the
lead to an opponent, or to the partner. Either way the cards that stay are judged by a few plain features (`POSITION`),
with one set of weights for each who may have the lead. All weights are in `numbers.py`.
"""

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Final

from haggis_cards.bots.greedy.numbers import Weights
from haggis_cards.bots.greedy.plan import Plan
from haggis_cards.bots.greedy.situation import Situation
from haggis_cards.bots.greedy.threats import Threats
from haggis_cards.cards import COURT_SHIFT, Cards
from haggis_cards.combos import Play
from haggis_cards.scoring import card_points

POSITION: Final = (
    "lead",  # to have the lead at all
    "race",  # 1 / the smallest opposing hand
    "mate",  # 1 / the partner's hand
    "plays",  # in the plan
    "beaten",  # the sum of their chances to be beaten, without the weakest, which may go last
    "weakest",  # the chance of the weakest play to be beaten
    "sure",  # plays that nobody is likely to beat
    "bombs",
    "courts",  # that are singles in the plan
    "king",  # among them
    "cards",
    "last",  # one play is left
    "two",  # two plays are left
    "race plays",
    "race cards",
    "clear",  # nothing but the weakest play and as many as there are bombs is likely to be beaten
)
MATE: Final = POSITION[:3]  # what it adds that the partner leads instead of an opponent
PLAY: Final = ("loot", "bomb", "court", "race court")
PASS: Final = ("pass", "race pass", "size pass", "mate pass", "loot")
HOLDS: Final = (
    "one",
    "threat",
    "threat2",
    "single",
    "bomb",
    "count",
    "bombed",
    "bombed late",
    "late",
    "race",
    "size",
    "opposing courts",
)


def logistic(x: float) -> float:
    """The chance for a score."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


def dot(weights: Sequence[float], features: Sequence[float]) -> float:
    """The weighted sum."""
    total: float = sum(map(mul, weights, features))
    return total


class Estimate:
    """Judges what one may do in one situation."""

    def __init__(self, situation: Situation, threats: Threats, weights: Weights) -> None:
        self.s = s = situation
        self.threats = threats
        self.weights = weights
        self.sizes = sorted(s.sizes[seat] for seat in s.opponents)
        self.mate = 0.0 if s.partner is None else 1 / s.sizes[s.partner]
        self.courts = max(s.courts[seat].bit_count() / s.sizes[seat] for seat in s.opponents)
        self.keeps = s.rules.bomb_to == "winner"

    def position(self, hand: Cards, plan: Plan, spent: int = 0) -> list[float]:
        """The features of cards that stay, once an opponent has spent so many."""
        plays = bombs = courts = king = sure = 0
        total = weakest = 0.0
        for meld in plan.melds():
            plays += 1
            if not meld.length:
                bombs += 1
                continue
            beaten = self.threats.of_grid(meld.width, meld.length, meld.rank)
            total += beaten
            weakest = max(weakest, beaten)
            sure += beaten < 0.03
            if meld.rank > 10:
                courts += 1
                king += meld.rank == 13
        cards = hand.bit_count() / 10
        race = 1 / max(self.sizes[0] - spent, 0.5)
        return [
            1.0, race, self.mate, plays, total - weakest, weakest, sure, bombs, courts, king, cards,
            plays == 1, plays == 2, race * plays, race * cards,
            max(0.0, 1 - max(0.0, total - weakest - bombs)),
        ]  # fmt: skip

    def mating(self, position: list[float], holds: float = 1.0) -> list[float]:
        """The features of a position in which the partner has the lead with some chance, else an opponent."""
        return [holds * each for each in position[: len(MATE)]]

    def play(self, play: Play, holds: float) -> list[float]:
        """The features of a play itself."""
        points = card_points(self.s.rules, play.cards)
        loot = holds * (points + self.s.pot)
        if play.is_bomb and not self.keeps:
            loot = -loot
        courts = (play.cards >> COURT_SHIFT).bit_count()
        return [loot - (1 - holds) * points, play.is_bomb, courts, courts / self.sizes[0]]

    def passing(self, holds: float) -> list[float]:
        """The features of a pass; with some chance the partner holds the trick."""
        s = self.s
        size = s.top.count if s.top else 0
        return [1.0, 1 / self.sizes[0], size / 10, s.partner_leads, s.pot * (2 * holds - 1)]

    def holding(self, play: Play, left: int) -> list[float]:
        """The features that tell whether a play wins its trick, with so many cards left to its player."""
        threats = self.threats
        beaten, bombed, late = threats.of(play), threats.bombed(play), 1 / max(left, 1)
        return [
            1.0, beaten, beaten * beaten, play.count == 1, play.is_bomb, play.count / 10, bombed, bombed * late, late,
            1 / self.sizes[0], self.sizes[0] / 10, self.courts,
        ]  # fmt: skip

    def holds(self, play: Play, left: int) -> float:
        """The chance that a play wins its trick."""
        return 1.0 if self.threats.sure(play) else logistic(dot(self.weights["holds"], self.holding(play, left)))
