"""`neural`: the trained network, played out in NumPy: no search, a few milliseconds a decision.

`haggis.learning` trains it, `network.py` there is its definition. What the seat knows comes as rows of bits from the
native core. `neural:FILE` plays with other weights, as `haggis train` writes them.
"""

from random import Random

from haggis.bots.mind import Floats, Mind, load_mind
from haggis.bots.protocol import Decision
from haggis.native import State
from haggis.rules import Rules
from haggis.view import View
from haggis.world import imagine


def scale(rules: Rules) -> float:
    """The points that a network counts as one."""
    return 32.0 * rules.players


def least_chance(rules: Rules) -> float:
    """The chance to be first out above which a bet brings more than it costs, measured against the other sides' mean.

    A bet that is made pays (R7.4); a lost one goes to one other side. What the house rule `bet_rule: score` asks is
    not what the networks have learnt: there they do not bet.
    """
    if rules.bet_rule == "score":
        return 1.0
    loss = 1 / (rules.side_count - 1)
    return loss / (rules.bet_pays + loss)


class Neural:
    """Chooses what the network thinks most of."""

    name = "neural"

    def __init__(self, mind: Mind) -> None:
        self._mind = mind

    def decide(self, view: View, budget: float | None = None) -> Decision:
        """The legal action with the best value, and what the network expects."""
        legal, seat = view["legal"], view["seat"]
        assert seat is not None
        if len(legal) == 1:
            return Decision(legal[0], "there is nothing else to do")
        # Any world that the view allows will do: the rows tell only what the seat knows.
        rules, state = Rules.of(view["rules"]), State.from_round(imagine(view, Random(0)))
        known, places, rows = state.consider(seat)
        values, (points,), (first_out,) = self._mind.judge(known[None], rows, [len(rows)])
        why = f"expects {points * scale(rules):+.0f} points, first out {first_out:.0%}"
        may_bet = legal[-1].startswith("bet ")  # bets come last, the highest at the end
        if may_bet and (first_out > least_chance(rules) or not places):
            return Decision(legal[-1], why)
        if len(places) == 1:
            return Decision(legal[places[0]], why)
        return self._choose(state, seat, legal, places, values, why, budget)

    def _choose(
        self,
        state: State,  # noqa: ARG002 - for those who look ahead
        seat: int,  # noqa: ARG002
        legal: list[str],
        places: list[int],
        values: Floats,
        why: str,
        budget: float | None,  # noqa: ARG002
    ) -> Decision:
        """One of the actions at these places, which have these values."""
        return Decision(legal[places[int(values.argmax())]], why)

    def reseed(self, seed: int) -> None:
        """Nothing here is left to chance."""

    def close(self) -> None:
        """Nothing to free."""


def make(argument: str, seed: int) -> Neural:  # noqa: ARG001 - as in the registry
    """The bot `neural`, with the weights of the package or of a file."""
    return Neural(load_mind(argument))
