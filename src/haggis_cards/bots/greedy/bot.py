"""`greedy`: a rule-based player in plain Python, and the measure of all others.

It splits its hand into few plays (`plan.py`), reckons what may beat each of them (`threats.py`), and takes the option
whose outcome is worth most (`trick.py`, `estimate.py`); it bets and bids on its chance to be first out (`bets.py`) and
says why (`why.py`). All its numbers are in `numbers.py`. `greedy:30` errs in 30 of 100 decisions.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, TypeAlias

from haggis_cards.bots.errors import BotError
from haggis_cards.bots.greedy.bets import choose_bet, choose_bid
from haggis_cards.bots.greedy.estimate import dot
from haggis_cards.bots.greedy.numbers import Weights
from haggis_cards.bots.greedy.situation import Situation
from haggis_cards.bots.greedy.trick import Thinker
from haggis_cards.bots.greedy.why import explain
from haggis_cards.bots.protocol import Decision
from haggis_cards.cards import NUMBERS, Cards, each_kind, gather, remove, text
from haggis_cards.view import View


class Greedy:
    """Decides by a few rules and a table of numbers."""

    name = "greedy"

    def __init__(self, slips: float = 0.0, seed: int = 0, weights: Weights | None = None) -> None:
        self._slips = slips
        self._weights = weights  # others than those of the game, to try them
        self._random = Random(seed)

    def decide(self, view: View, budget: float | None = None) -> Decision:  # noqa: ARG002 - it needs no time
        """The legal action that it likes best, and why."""
        if self._slips and self._random.random() < self._slips:
            bets = [action for action in view["legal"] if action.startswith("bet ")]
            return Decision(self._random.choice(view["legal"][: len(view["legal"]) - len(bets)]), "a slip")
        return _PHASES[view["phase"]](Situation.of(view), view, self._weights)

    def reseed(self, seed: int) -> None:
        """Its random numbers, from this seed."""
        self._random.seed(seed)

    def close(self) -> None:
        """Nothing to free."""


def make(argument: str, seed: int) -> Greedy:
    """The bot `greedy`, or `greedy:N`."""
    if not argument:
        return Greedy(0.0, seed)
    if not (argument.isascii() and argument.isdecimal() and len(argument) <= 3 and int(argument) <= 100):
        raise BotError(f"greedy:N errs in N of 100 decisions, N from 0 to 100, not {argument!r}")
    return Greedy(int(argument) / 100, seed)


def _values(view: View, verb: str) -> list[int]:
    """The numbers that may follow a verb."""
    return [int(number) for word, _, number in (action.partition(" ") for action in view["legal"]) if word == verb]


def _trick(s: Situation, view: View, weights: Weights | None) -> Decision:
    thinker = Thinker(s, weights)
    bet = choose_bet(thinker, _values(view, "bet"))
    if bet:
        value, chance = bet
        return Decision(f"bet {value}", f"is first out in about {round(chance * 100)} of 100 such rounds")
    if view["legal"] == ["pass"]:
        return Decision("pass", "has nothing higher")
    chosen = max(thinker.options(), key=lambda option: option.value)
    action = "pass" if chosen.play is None else str(chosen.play)
    return Decision(action, explain(thinker, chosen))


def _give(s: Situation, _: View, weights: Weights | None) -> Decision:
    card = _misfits(Thinker(s, weights), 1)
    return Decision(f"give {text(card)}", "fits least into its hand")


def _bury(s: Situation, view: View, weights: Weights | None) -> Decision:
    assert view["auction"] is not None
    cards = _misfits(Thinker(s, weights), view["auction"]["draws"])
    return Decision(f"bury {text(cards)}", "the rest makes fewer plays")


def _misfits(thinker: Thinker, count: int) -> Cards:
    """The number cards without which the plan is cheapest, picked one by one."""
    hand, planner, chosen = thinker.s.hand, thinker.planner, []
    for _ in range(count):
        card = min(each_kind(hand & NUMBERS), key=lambda card: planner.plan(remove(hand, card)).cost)
        hand = remove(hand, card)
        chosen.append(card)
    return gather(chosen)


def _bid(s: Situation, view: View, weights: Weights | None) -> Decision:
    bid = choose_bid(Thinker(s, weights), _values(view, "bid"))
    if bid is None:
        return Decision("pass", "its hand is too slow to be the Shepherd's")
    value, chance = bid
    return Decision(f"bid {value}", f"as Shepherd first out in about {round(chance * 100)} of 100 such rounds")


def _award(s: Situation, view: View, _: Weights | None) -> Decision:
    """To the own side if that is allowed, else to whom it helps least."""
    sides = s.rules.sides
    seat = min(_values(view, "award"), key=lambda seat: (sides[seat] != sides[s.seat], s.totals[sides[seat]]))
    own = sides[seat] == sides[s.seat]
    return Decision(f"award {seat}", "keeps the points on its side" if own else "has the lowest total")


def _lead(s: Situation, view: View, weights: Weights | None) -> Decision:
    partner = s.rules.partner(s.seat)
    if not s.hand:
        return Decision(f"lead {partner}", "is out")
    thinker = Thinker(s, weights)
    estimate, weights = thinker.estimate, thinker.weights
    position = estimate.position(s.hand, thinker.planner.plan(s.hand))
    own = dot(weights["own"], position)
    other = dot(weights["other"], position) + dot(weights["mate"], estimate.mating(position))
    if partner in _values(view, "lead") and other > own:
        return Decision(f"lead {partner}", "the partner is nearer to going out")
    return Decision(f"lead {s.seat}", "has the better plan")


_Phase: TypeAlias = Callable[[Situation, View, Weights | None], Decision]
_PHASES: Final[Mapping[str, _Phase]] = {
    "exchange": _give,
    "auction": _bid,
    "bury": _bury,
    "play": _trick,
    "award": _award,
    "lead": _lead,
}
