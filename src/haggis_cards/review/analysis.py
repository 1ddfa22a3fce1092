"""What each option of a seat is worth now, from what the seat knows: for programs and notebooks."""

from html import escape
from typing import NamedTuple

from haggis_cards.actions import Action, parse
from haggis_cards.errors import IllegalAction
from haggis_cards.match import Match
from haggis_cards.review.core import at_once
from haggis_cards.review.errors import ReviewError
from haggis_cards.review.judge import EFFORTS, NO_BET, Judge
from haggis_cards.review.native_core import NativeCore


class Option(NamedTuple):
    """One action, or None for not betting, and what it is worth."""

    action: Action | None
    value: float  # points ahead of the others' mean, by the end of the round
    behind: float  # the best option
    error: float  # the standard error of that
    first_out: float  # the chance that the seat is the first out
    worlds: int  # deals in which it was tried

    def __str__(self) -> str:
        first = f"first out {100 * self.first_out:.0f} %"
        return f"{self.value:+7.1f}  {0 - self.behind:+6.1f} ± {self.error:.1f}  {first:>15}  {self.action or NO_BET}"


class Analysis(NamedTuple):
    """The options of a seat, the best first; open bets apart, because they go with any of them."""

    seat: int
    options: tuple[Option, ...]
    bets: tuple[Option, ...]

    @property
    def best(self) -> Option:
        return (self.options or self.bets)[0]

    def __str__(self) -> str:
        """A line for each option."""
        return "\n".join(map(str, (*self.options, *self.bets)))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(str(one.action or NO_BET))}</td><td>{one.value:+.1f}</td><td>{0 - one.behind:+.1f}</td>"
            f"<td>± {one.error:.1f}</td><td>{100 * one.first_out:.0f} %</td></tr>"
            for one in (*self.options, *self.bets)
        )
        head = "<tr><th>action</th><th>points ahead</th><th>behind</th><th></th><th>first out</th></tr>"
        return f"<table>{head}{rows}</table>"


def analyse(
    match: Match,
    seat: int | None = None,
    *,
    effort: str = "quick",
    every: bool = False,
    seed: int = 0,
    network: bool = True,
) -> Analysis:
    """The options of a seat (by default the one to act) with their values; the same seed gives the same values.

    Without `every` only the options that the network or the search prefer are tried. Options that nobody can tell
    apart (readings of the same cards, suits that are alike) stand there once.
    """
    if effort not in EFFORTS:
        raise ReviewError(f"there is no effort {effort!r}; there are: {', '.join(EFFORTS)}")
    if match.over:
        raise IllegalAction("match-over")
    if match.round.over:
        raise IllegalAction("round-over")
    seat = match.to_act[0] if seat is None else match.rules.seat(seat)
    view = match.view(seat)
    judge = Judge(match.rules, EFFORTS[effort], NativeCore(network), seed)
    found: list[tuple[Option, ...]] = []
    bets = any(text.startswith("bet ") for text in view["legal"])
    others = any(not text.startswith("bet ") for text in view["legal"])
    for judgement in (
        at_once(judge.judge(view, every=every)) if others else None,
        at_once(judge.judge_bet(view, NO_BET)) if bets else None,
    ):
        data = judgement.candidates() if judgement else []
        found.append(
            tuple(
                Option(
                    None if one["action"] == NO_BET else parse(one["action"], match.rules),
                    one["value"],
                    one["behind"],
                    one["error"],
                    one["first_out"],
                    one["worlds"],
                )
                for one in data
            )
        )
    return Analysis(seat, found[0], found[1])
