"""`greedy`: a rule-based player in plain Python, and the measure of all others.

It splits its hand into few plays (`plan.py`), estimates how likely each of them is to be beaten (`threats.py`), and
takes the move with the highest value (`move_scorer.py`, `evaluator.py`). It bets and bids on its chance to be first out
(`bets.py`), and says why it does what it does (`why.py`). All its numbers are in `numbers.py`. `greedy:30` plays a
random move in 30 of 100 decisions.
"""

from random import Random
from typing import Final

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.greedy.bets import choose_bet, choose_bid
from haggis_cards.bots.greedy.evaluator import dot
from haggis_cards.bots.greedy.move_scorer import MoveScorer
from haggis_cards.bots.greedy.numbers import Weights
from haggis_cards.bots.greedy.parsed_view import ParsedView
from haggis_cards.bots.greedy.why import explain
from haggis_cards.bots.protocol import NO_BET, Decision, out_of_turn
from haggis_cards.cards import NUMBERS, Cards, each_kind, gather, remove, text
from haggis_cards.round import Phase
from haggis_cards.view import View

_UNSURE: Final = "is not likely enough to be first out"


class Greedy:
    """Decides by a few rules and a table of numbers."""

    name = "greedy"

    def __init__(self, slips: float = 0.0, seed: int = 0, weights: Weights | None = None) -> None:
        self._slips = slips
        self._weights = weights  # None for those of the game
        self._random = Random(seed)

    def decide(self, view: View, budget: float | None = None) -> Decision:  # noqa: ARG002 - it needs no time
        """The legal action with the highest value, and why."""
        if out_of_turn(view):
            return _bet(MoveScorer(ParsedView.from_view(view), self._weights), view) or Decision(NO_BET, _UNSURE)
        if self._slips and self._random.random() < self._slips:
            bets = [action for action in view["legal"] if action.startswith("bet ")]
            return Decision(self._random.choice(view["legal"][: len(view["legal"]) - len(bets)]), "a slip")
        return _decide(view, ParsedView.from_view(view), self._weights)

    def reseed(self, seed: int) -> None:
        """Its random numbers, from this seed."""
        self._random.seed(seed)

    def close(self) -> None:
        """Nothing to free."""


def make_greedy(argument: str, seed: int) -> Greedy:
    """The bot `greedy`, or `greedy:N`."""
    if not argument:
        return Greedy(0.0, seed)
    if not (argument.isascii() and argument.isdecimal() and len(argument) <= 3 and int(argument) <= 100):
        raise BotError(f"greedy:N plays a random move in N of 100 decisions, N from 0 to 100, not {argument!r}")
    return Greedy(int(argument) / 100, seed)


def _decide(view: View, seen: ParsedView, weights: Weights | None) -> Decision:
    match Phase(view["phase"]):
        case Phase.EXCHANGE:
            return _give(seen, weights)
        case Phase.AUCTION:
            return _bid(seen, view, weights)
        case Phase.BURY:
            return _bury(seen, view, weights)
        case Phase.PLAY:
            return _trick(seen, view, weights)
        case Phase.AWARD:
            return _award(seen, view)
        case Phase.LEAD:
            return _lead(seen, view, weights)
        case Phase.OVER:
            raise ValueError("the round is over")


def _values(view: View, verb: str) -> list[int]:
    """The numbers that may follow a verb."""
    return [int(number) for word, _, number in (action.partition(" ") for action in view["legal"]) if word == verb]


def _trick(seen: ParsedView, view: View, weights: Weights | None) -> Decision:
    scorer = MoveScorer(seen, weights)
    bet = _bet(scorer, view)
    if bet:
        return bet
    if view["legal"] == ["pass"]:
        return Decision("pass", "has nothing higher")
    chosen = max(scorer.options(), key=lambda option: option.value)
    action = "pass" if chosen.play is None else str(chosen.play)
    return Decision(action, explain(scorer, chosen))


def _bet(scorer: MoveScorer, view: View) -> Decision | None:
    bet = choose_bet(scorer, _values(view, "bet"))
    if bet is None:
        return None
    value, chance = bet
    return Decision(f"bet {value}", f"is first out in about {round(chance * 100)} of 100 such rounds")


def _give(seen: ParsedView, weights: Weights | None) -> Decision:
    card = _misfits(MoveScorer(seen, weights), 1)
    return Decision(f"give {text(card)}", "fits least into its hand")


def _bury(seen: ParsedView, view: View, weights: Weights | None) -> Decision:
    assert view["auction"] is not None
    cards = _misfits(MoveScorer(seen, weights), view["auction"]["draws"])
    return Decision(f"bury {text(cards)}", "the rest makes fewer plays")


def _misfits(scorer: MoveScorer, count: int) -> Cards:
    """The number cards without which the plan is cheapest, picked one by one."""
    hand, planner, chosen = scorer.seen.hand, scorer.planner, []
    for _ in range(count):
        card = min(each_kind(hand & NUMBERS), key=lambda card: planner.plan(remove(hand, card)).cost)
        hand = remove(hand, card)
        chosen.append(card)
    return gather(chosen)


def _bid(seen: ParsedView, view: View, weights: Weights | None) -> Decision:
    bid = choose_bid(MoveScorer(seen, weights), _values(view, "bid"))
    if bid is None:
        return Decision("pass", "its hand is too slow for a Shepherd")
    value, chance = bid
    return Decision(f"bid {value}", f"as Shepherd first out in about {round(chance * 100)} of 100 such rounds")


def _award(seen: ParsedView, view: View) -> Decision:
    """To its own side if that is allowed, else to the side that it helps least."""
    sides = seen.rules.sides
    seat = min(_values(view, "award"), key=lambda seat: (sides[seat] != sides[seen.seat], seen.totals[sides[seat]]))
    own = sides[seat] == sides[seen.seat]
    return Decision(f"award {seat}", "keeps the points on its side" if own else "has the lowest total")


def _lead(seen: ParsedView, view: View, weights: Weights | None) -> Decision:
    partner = seen.rules.partner(seen.seat)
    if not seen.hand:
        return Decision(f"lead {partner}", "is out")
    scorer = MoveScorer(seen, weights)
    evaluator, weights = scorer.evaluator, scorer.weights
    position = evaluator.position(seen.hand, scorer.planner.plan(seen.hand))
    own = dot(weights["own"], position)
    other = dot(weights["other"], position) + dot(weights["partner"], evaluator.partner_leading(position))
    if partner in _values(view, "lead") and other > own:
        return Decision(f"lead {partner}", "the partner is nearer to going out")
    return Decision(f"lead {seen.seat}", "has the better plan")
