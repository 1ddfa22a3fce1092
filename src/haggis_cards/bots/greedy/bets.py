"""Bets and bids: how likely it is to be first out, and what a bet on it is worth."""

from haggis_cards.bots.greedy.estimate import dot, logistic
from haggis_cards.bots.greedy.numbers import BETS
from haggis_cards.bots.greedy.situation import Situation
from haggis_cards.bots.greedy.trick import Thinker


def chance_first(thinker: Thinker, draws: int = 0) -> float:
    """The chance to be the first out with this hand; as Shepherd with so many cards to draw (and the lead)."""
    s = thinker.s
    position = thinker.estimate.position(s.hand, thinker.planner.plan(s.hand))
    leads = s.top is None and not draws
    return logistic(dot(thinker.weights["first"], [*position, leads, draws]))


def worth(s: Situation, value: int, chance: float) -> float:
    """What a bet adds to the own points over the opponents' average (R7.4, R7.5)."""
    made = value * s.rules.bet_multiplier
    lost = value if s.rules.side_count == 2 else value / 2  # one of two opponents gets it, or both share it
    return chance * made - (1 - chance) * lost


def choose_bet(thinker: Thinker, values: list[int]) -> tuple[int, float] | None:
    """The open bet to make, if any, and the chance to make it."""
    s = thinker.s
    if not values or s.out:
        return None
    partner = s.rules.partner(s.seat)
    standing = 0 if partner is None else s.stakes[partner]
    chance = chance_first(thinker) - BETS["caution"]
    if s.rules.bet_rule == "score":
        values = values[:1]  # the bonus for going out pays the lowest, seldom more
    best = max(values, key=lambda value: worth(s, value, chance))
    # A partner's bet that this one would replace is worth something already.
    gain = worth(s, best, chance) - (worth(s, standing, BETS["partner"]) if standing else 0)
    return (best, chance + BETS["caution"]) if gain > 0 else None


def choose_bid(thinker: Thinker, values: list[int]) -> tuple[int, float] | None:
    """The bid to make in the auction, if any, and the chance to make it; a lower bid draws more cards (R4.4)."""
    s = thinker.s
    draws = {value: len(s.rules.bets) - index for index, value in enumerate(s.rules.bets)}
    bids = [(value, chance_first(thinker, draws[value])) for value in values]
    value, chance = max(bids, key=lambda bid: worth(s, *bid), default=(0, 0.0))
    return (value, chance) if value and worth(s, value, chance - BETS["caution"]) > 0 else None
