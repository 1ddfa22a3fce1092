"""The features of a move: a move's value is their weighted sum over the plan of the cards that stay in hand.

A play wins its trick with some probability; then its player leads with the cards that are left, else somebody else
leads. A pass gives the lead to an opponent, or to the partner. Either way a few plain features (`POSITION`) describe
the cards that stay, with one set of weights for each player who may have the lead. All weights are in `numbers.py`.
"""

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import Final

from haggis_cards.bots.greedy.numbers import Weights
from haggis_cards.bots.greedy.parsed_view import ParsedView
from haggis_cards.bots.greedy.plan import Plan
from haggis_cards.bots.greedy.threats import Threats
from haggis_cards.cards import COURT_SHIFT, Cards
from haggis_cards.combos import Play
from haggis_cards.scoring import card_points

POSITION: Final = (
    "lead",  # to have the lead at all
    "race",  # 1 / the smallest opposing hand
    "partner",  # 1 / the partner's hand
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
PARTNER: Final = POSITION[:3]  # what it adds that the partner leads instead of an opponent
PLAY: Final = ("trick_points", "bomb", "court", "race court")
PASS: Final = ("pass", "race pass", "size pass", "partner pass", "trick_points")
WINS: Final = (
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
    """The probability for a score."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


def dot(weights: Sequence[float], features: Sequence[float]) -> float:
    """The weighted sum."""
    total: float = sum(map(mul, weights, features))
    return total


class HandEvaluator:
    """The features of moves and hands in one position."""

    def __init__(self, seen: ParsedView, threats: Threats, weights: Weights) -> None:
        self.seen = seen
        self.threats = threats
        self.weights = weights
        self.sizes = sorted(seen.sizes[seat] for seat in seen.opponents)
        self.partner_near = 0.0 if seen.partner is None else 1 / seen.sizes[seen.partner]
        self.courts = max(seen.courts[seat].bit_count() / seen.sizes[seat] for seat in seen.opponents)
        self.keeps = seen.rules.bomb_to == "winner"

    def position(self, hand: Cards, plan: Plan, spent: int = 0) -> list[float]:
        """The features of the cards that stay, after an opponent has spent some of theirs."""
        plays = bombs = courts = king = sure = 0
        total = weakest = 0.0
        for meld in plan.melds():
            plays += 1
            if not meld.length:
                bombs += 1
                continue
            beaten = self.threats.grid_beaten(meld.width, meld.length, meld.rank)
            total += beaten
            weakest = max(weakest, beaten)
            sure += beaten < 0.03
            if meld.rank > 10:
                courts += 1
                king += meld.rank == 13
        cards = hand.bit_count() / 10
        race = 1 / max(self.sizes[0] - spent, 0.5)
        return [
            1.0, race, self.partner_near, plays, total - weakest, weakest, sure, bombs, courts, king, cards,
            plays == 1, plays == 2, race * plays, race * cards,
            max(0.0, 1 - max(0.0, total - weakest - bombs)),
        ]  # fmt: skip

    def partner_leading(self, position: list[float], probability: float = 1.0) -> list[float]:
        """What it adds that the partner leads with this probability, and not an opponent."""
        return [probability * each for each in position[: len(PARTNER)]]

    def play(self, play: Play, win: float) -> list[float]:
        """The features of a play that wins its trick with the probability `win`."""
        points = card_points(self.seen.rules, play.cards)
        trick_points = win * (points + self.seen.trick_points)
        if play.is_bomb and not self.keeps:
            trick_points = -trick_points
        courts = (play.cards >> COURT_SHIFT).bit_count()
        return [trick_points - (1 - win) * points, play.is_bomb, courts, courts / self.sizes[0]]

    def passing(self, win: float) -> list[float]:
        """The features of a pass; the partner wins the trick with the probability `win`."""
        seen = self.seen
        size = seen.top.count if seen.top else 0
        return [1.0, 1 / self.sizes[0], size / 10, seen.partner_leads, seen.trick_points * (2 * win - 1)]

    def win_features(self, play: Play, left: int) -> list[float]:
        """The features that predict whether a play wins its trick; `left` cards stay with its player."""
        threats = self.threats
        beaten, bombed, late = threats.beaten(play), threats.bombed(play), 1 / max(left, 1)
        return [
            1.0, beaten, beaten * beaten, play.count == 1, play.is_bomb, play.count / 10, bombed, bombed * late, late,
            1 / self.sizes[0], self.sizes[0] / 10, self.courts,
        ]  # fmt: skip

    def win_probability(self, play: Play, left: int) -> float:
        """The probability that a play wins its trick."""
        return 1.0 if self.threats.sure(play) else logistic(dot(self.weights["wins"], self.win_features(play, left)))
