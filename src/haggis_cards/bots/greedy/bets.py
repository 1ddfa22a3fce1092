"""Bets and bids: the chance to be first out, and what a bet on it is worth."""

from haggis_cards.bet_values import bet_edge, bet_loss, bet_place
from haggis_cards.bots.greedy.evaluator import dot, logistic
from haggis_cards.bots.greedy.move_scorer import MoveScorer
from haggis_cards.bots.greedy.numbers import BETS
from haggis_cards.bots.greedy.parsed_view import ParsedView


def chance_first(scorer: MoveScorer, draws: int = 0) -> float:
    """The chance to be first out with this hand; a Shepherd has the lead and draws this many cards."""
    seen = scorer.seen
    position = scorer.evaluator.position(seen.hand, scorer.planner.plan(seen.hand))
    leads = seen.top is None and not draws
    return logistic(dot(scorer.weights["first"], [*position, leads, draws]))


def worth(seen: ParsedView, value: int, chance: float) -> float:
    """What a bet adds to the side's points over its opponents' average (R7.4, R7.5)."""
    made = value * seen.rules.bet_multiplier
    return chance * made - (1 - chance) * value * bet_loss(seen.rules)


def choose_bet(scorer: MoveScorer, values: list[int]) -> tuple[int, float] | None:
    """The open bet to make, if any, and the chance to make it."""
    seen = scorer.seen
    if not values or seen.out:  # nobody can be first any more
        return None
    partner = seen.rules.partner(seen.seat)
    standing = 0 if partner is None else seen.bets[partner]
    chance, rules = chance_first(scorer), seen.rules
    if rules.bet_rule == "score":
        best = values[0]  # the bonus for going out reaches the lowest value, rarely a higher one
    elif (place := bet_place(rules, bet_edge(rules, chance), BETS["least"], BETS["full"])) is not None:
        best = rules.bets[place]
    else:
        return None
    # A partner's bet that this one would replace is worth something already.
    gain = worth(seen, best, chance - BETS["caution"]) - (worth(seen, standing, BETS["partner"]) if standing else 0)
    return (best, chance) if best in values and gain > 0 else None


def choose_bid(scorer: MoveScorer, values: list[int]) -> tuple[int, float] | None:
    """The bid to make in the auction, if any, and the chance to make it; a lower bid draws more cards (R4.4)."""
    seen = scorer.seen
    draws = {value: len(seen.rules.bets) - index for index, value in enumerate(seen.rules.bets)}
    bids = [(value, chance_first(scorer, draws[value])) for value in values]
    value, chance = max(bids, key=lambda bid: worth(seen, *bid), default=(0, 0.0))
    return (value, chance) if value and worth(seen, value, chance - BETS["caution"]) > 0 else None
