"""What each option of a seat is worth now, from what the seat knows: for programs and notebooks.

All values are on one scale: the points ahead by the end of the round, if the networks play on from there. The best play
is played out in worlds that did not help to choose it; the other plays are as far behind it as the judge says; bets are
settled on the rounds of the best play, so that not betting is worth exactly what the best play is.
"""

from collections.abc import Iterator
from html import escape
from math import hypot
from typing import Any, NamedTuple

from haggis_cards.actions import Action, parse
from haggis_cards.errors import IllegalAction, RulesError
from haggis_cards.match import Match, Record
from haggis_cards.positions import parse_view
from haggis_cards.review.core import Core, Outcomes, at_once
from haggis_cards.review.errors import ReviewError
from haggis_cards.review.judge import EFFORTS, NO_BET, Answer, Judge, Judgement
from haggis_cards.review.numbers import mean, standard_error
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.view import View


class Option(NamedTuple):
    """One action, or None for not betting, and what it is worth."""

    action: Action | None
    value: float  # points ahead of the others' mean, by the end of the round
    error: float  # the standard error of that
    behind: float  # the best option
    behind_error: float  # the standard error of that
    first_out: float  # the chance that the seat is the first out
    worlds: int  # deals in which it was compared with the others

    @property
    def data(self) -> dict[str, Any]:
        """The option, ready for JSON."""
        return {**self._asdict(), "action": str(self.action or NO_BET)}

    def __str__(self) -> str:
        worth = f"{self.value:+7.1f} ± {self.error:.1f}"
        first = f"first out {100 * self.first_out:.0f} %"
        return f"{worth:14}  {0 - self.behind:+6.1f} ± {self.behind_error:.1f}  {first:>15}  {self.action or NO_BET}"


class Analysis(NamedTuple):
    """The options of a seat, the best first; open bets apart, because they go with any of them."""

    seat: int
    options: tuple[Option, ...]
    bets: tuple[Option, ...]

    @property
    def best(self) -> Option:
        return (self.options or self.bets)[0]

    @property
    def data(self) -> dict[str, Any]:
        """The analysis, ready for JSON."""
        return {
            "seat": self.seat,
            "options": [one.data for one in self.options],
            "bets": [one.data for one in self.bets],
        }

    def __str__(self) -> str:
        """A line for each option."""
        return "\n".join(map(str, (*self.options, *self.bets)))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(str(one.action or NO_BET))}</td><td>{one.value:+.1f}</td><td>± {one.error:.1f}</td>"
            f"<td>{0 - one.behind:+.1f}</td><td>± {one.behind_error:.1f}</td><td>{100 * one.first_out:.0f} %</td></tr>"
            for one in (*self.options, *self.bets)
        )
        head = "<tr><th>action</th><th>points ahead</th><th></th><th>behind</th><th></th><th>first out</th></tr>"
        return f"<table>{head}{rows}</table>"


def analyse(
    position: Match | Round | Record | View | str,
    seat: int | None = None,
    *,
    effort: str = "quick",
    every: bool = False,
    seed: int = 0,
    network: bool = True,
) -> Analysis:
    """The options of a seat (by default the one to act) with their values; the same seed gives the same values.

    The position is a match, a round, a record, a view, or their text: a line (`haggis_cards.positions`) or a record.
    Without `every` only the options that the network or the search prefer are tried. Options that nobody can tell
    apart (readings of the same cards, suits that are alike) stand there once.
    """
    from haggis_cards.review.native_core import NativeCore

    view = view_of(position, seat)
    return at_once(analyse_by(NativeCore(network), view, effort=effort, every=every, seed=seed))


async def analyse_by(
    core: Core, view: View, *, effort: str = "quick", every: bool = False, seed: int = 0, scale: float = 1.0
) -> Analysis:
    """The same of a view, by any core; `scale` as in `Effort.scaled`."""
    if effort not in EFFORTS:
        raise ReviewError(f"there is no effort {effort!r}; there are: {', '.join(EFFORTS)}")
    assert view["seat"] is not None
    seat, rules = view["seat"], Rules.from_spec(view["rules"])
    judge = Judge(rules, EFFORTS[effort].scaled(scale), core, seed)
    bets = sum(text.startswith("bet ") for text in view["legal"])
    plays = await judge.judge(view, every=every) if bets < len(view["legal"]) else None
    base = plays.best.place if plays else None
    betting = await judge.judge_bet(view, NO_BET, base) if bets else None
    if betting and betting.made:
        fresh = betting.made.played
    else:
        assert plays is not None
        fresh = [] if plays.exact else await judge.rounds_after(view, plays.best.place)
    return Analysis(
        seat,
        () if plays is None else tuple(_plays(plays, fresh, rules)),
        () if betting is None else tuple(_bets(betting, plays.value if plays and plays.exact else None, rules)),
    )


def view_of(position: Match | Round | Record | View | str, seat: int | None = None) -> View:
    """What the seat, by default the one to act, sees of whatever names a position."""
    if isinstance(position, str):
        position = _read(position.strip())
    if isinstance(position, dict):
        view = position
        if view["seat"] is None or seat not in (None, view["seat"]):
            raise ReviewError(f"this is what seat {view['seat']} sees; no other seat can be analysed from it")
    else:
        match = position.replay() if isinstance(position, Record) else position
        match = match if isinstance(match, Match) else Match.from_position(match)
        if match.over:
            raise IllegalAction("match-over")
        if match.round.over:
            raise IllegalAction("round-over")
        view = match.view(match.to_act[0] if seat is None else seat)
    if not view["legal"]:
        raise RulesError("no-options", seat=view["seat"])
    return view


def _read(text: str) -> Record | View | str:
    """What a text names: the record of a match, which is an object, what a seat sees, or a position."""
    if text.startswith("{") and text.endswith("}"):
        return Record.parse(text)
    return parse_view(text) if "?" in text else text


def _plays(judgement: Judgement, fresh: Outcomes, rules: Rules) -> Iterator[Option]:
    margins = [row.margin / 2 for row in fresh]
    value, error = (judgement.value, 0.0) if judgement.exact else (mean(margins), standard_error(margins))
    for one in judgement.answers:
        worth = value - one.behind, hypot(error, one.error)
        yield _option(judgement.seat, one, worth, parse(one.action, rules))


def _bets(judgement: Judgement, exact: float | None, rules: Rules) -> Iterator[Option]:
    """The bets on the rounds of the best play; `exact` is its value if it has been worked out."""
    none = judgement.made
    assert none is not None
    for one in judgement.answers:
        margins = one.margins
        if exact is not None:
            margins = [exact + more - less for more, less in zip(margins, none.margins, strict=True)]
        action = None if one.action == NO_BET else parse(one.action, rules)
        yield _option(judgement.seat, one, (mean(margins), standard_error(margins)), action)


def _option(seat: int, answer: Answer, worth: tuple[float, float], action: Action | None) -> Option:
    """An answer with its value and the standard error of that."""
    value, error = worth
    first_out = mean([row.first_out == seat for row in answer.played])
    return Option(action, value, error, answer.behind, answer.error, first_out, len(answer.played))
