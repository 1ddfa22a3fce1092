"""Rounds into a match (R8): totals, the next dealer and lead, the end.

A match is immutable too: `act` returns the next one. When a round ends, the next is dealt at once; the finished ones
are kept in `finished`.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from haggis_cards.actions import Action
from haggis_cards.deal import Deal
from haggis_cards.errors import IllegalAction, RulesError
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.scoring import Result, score

if TYPE_CHECKING:
    from haggis_cards.record import Record
    from haggis_cards.view import View


@dataclass(frozen=True)
class Rounds:
    """The match ends after this number of rounds (R8.2)."""

    count: int

    def __post_init__(self) -> None:
        if not _is_positive(self.count):
            raise RulesError("rounds", text=repr(self.count))

    @property
    def as_record(self) -> dict[str, int]:
        return {"rounds": self.count}


@dataclass(frozen=True)
class Goal:
    """The match ends after the round in which a total reaches this number of points (R8.2)."""

    points: int

    def __post_init__(self) -> None:
        if not _is_positive(self.points):
            raise RulesError("goal", text=repr(self.points))

    @property
    def as_record(self) -> dict[str, int]:
        return {"goal": self.points}


def _is_positive(number: object) -> bool:
    return type(number) is int and number > 0


End: TypeAlias = Rounds | Goal


class Finished(NamedTuple):
    """A round that is over, its result, and who deals and leads the next."""

    round: Round
    result: Result
    dealer: int
    lead: int | None  # None in Tatties, where the auction decides


@dataclass(frozen=True, init=False)
class Match:
    """A match in progress or over.

    `rules` is a preset's name, a record's object or `Rules`. Without `end` it is the shortest match that the sheets
    suggest; without `seed` the deals are random. `deals` are used first; with deals and without a seed the match stops
    when they are used up.
    """

    rules: Rules
    end: End
    dealer: int  # of the first round
    players: tuple[str, ...] | None
    finished: tuple[Finished, ...]
    round: Round  # the current round; after the end the last one
    seed: int | None = field(repr=False)
    deals: tuple[Deal, ...] | None = field(repr=False)

    def __init__(
        self,
        rules: Rules | str | dict[str, Any],
        end: End | None = None,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        players: Sequence[str] | None = None,
        deals: Sequence[Deal] | None = None,
    ) -> None:
        rules = Rules.from_spec(rules)
        end = Rounds(rules.suggested_rounds[0]) if end is None else end
        if not isinstance(end, Rounds | Goal):
            raise RulesError("end", text=repr(end))
        if players is not None and len(players) != rules.players:
            raise RulesError("players", preset=rules.preset, count=rules.players, found=len(players))
        if seed is None and not deals:
            seed = secrets.randbits(64)
        if dealer is None:
            dealer = Random(f"{seed} dealer").randrange(rules.players)
        if type(dealer) is not int or dealer not in rules.seats:
            raise RulesError("dealer", last=rules.players - 1, text=str(dealer))
        self.__dict__.update(
            rules=rules,
            end=end,
            dealer=dealer,
            players=None if players is None else tuple(players),
            finished=(),
            seed=seed,
            deals=None if deals is None else tuple(deals),
        )
        deal = self._deal(0)
        assert deal is not None
        self.__dict__["round"] = Round.start(rules, deal, dealer=dealer)

    def _deal(self, number: int) -> Deal | None:
        """The deal of a round, counted from 0: a given one, or one from the seed."""
        if self.deals is not None and number < len(self.deals):
            return self.deals[number]
        return None if self.seed is None else Deal.shuffled(self.rules, Random(f"{self.seed} {number}"))

    def _with(self, **changes: Any) -> "Match":
        copy = object.__new__(Match)
        copy.__dict__.update(self.__dict__)
        copy.__dict__.update(changes)
        return copy

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of all finished rounds by side."""
        return self.finished[-1].result.totals if self.finished else (0,) * self.rules.side_count

    @property
    def over(self) -> bool:
        """Whether the match has ended (R8.2)."""
        match self.end:
            case Rounds(count):
                return len(self.finished) >= count
            case Goal(points):
                return max(self.totals) >= points

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The sides with the highest total, once the match is over (R8.2)."""
        if not self.over:
            return None
        return tuple(side for side, total in enumerate(self.totals) if total == max(self.totals))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the match waits for."""
        return self.round.to_act

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything that the seat may do now."""
        return self.round.legal(seat)

    def act(self, seat: int, action: Action | str) -> "Match":
        """The match after an action; a refused one raises `IllegalAction` or `NotationError` and changes nothing."""
        if self.over:
            raise IllegalAction("match-over")
        after = self._with(round=self.round.act(seat, action))
        return after._finish_round() if after.round.over else after

    def _finish_round(self) -> "Match":
        result = score(self.round)
        finished = Finished(self.round, result, *next_round(self.round, result))
        after = self._with(finished=(*self.finished, finished))
        deal = None if after.over else after._deal(len(after.finished))
        return after if deal is None else after.start_round(deal)

    def start_round(self, deal: Deal) -> "Match":
        """The match with its next round dealt from `deal`; `act` deals by itself while it has deals or a seed."""
        if self.over or not self.round.over:
            raise RulesError("match-over") if self.over else RulesError("round-open")
        last = self.finished[-1]
        started = Round.start(self.rules, deal, dealer=last.dealer, lead=last.lead, totals=last.result.totals)
        return self._with(round=started)

    def seeded(self, seed: int) -> "Match":
        """The same match; further deals come from this seed."""
        match = self._with(seed=seed)
        deal = match._deal(len(match.finished))
        return match.start_round(deal) if deal and match.round.over and not match.over else match

    def view(self, seat: int | None) -> "View":
        """What a seat may see now, ready for JSON; None for a spectator."""
        from haggis_cards.view import view

        return view(self, seat)

    def record(self) -> "Record":
        """The record of the match so far. It shows all hands, so it is not for players of an unfinished round."""
        from haggis_cards.record import Record

        return Record.from_match(self)


def next_round(rnd: Round, result: Result) -> tuple[int, int | None]:
    """The dealer and the lead of the next round (R8.3)."""
    rules = rnd.rules
    totals = [result.totals[side] for side in rules.sides]

    def first(start: int, total: int) -> int:
        """The first seat with this total, counted to the left from the start, which comes last."""
        return next(seat for seat in (*rules.others(start), start) if totals[seat] == total)

    match rules.next_round:
        case "trailing_leads":
            assert rnd.lead is not None
            lead = first(rnd.lead, min(totals))
            return (lead - 1) % rules.players, lead
        case "leader_deals":
            best = max(totals)
            dealer = result.out[0] if totals[result.out[0]] == best else first(rnd.dealer, best)
            return dealer, None if rules.opening == "auction" else first(dealer, min(totals))
