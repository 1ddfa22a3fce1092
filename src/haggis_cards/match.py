"""Rounds into a match (R8): totals, the next dealer and lead, the end.

A match is immutable too: `act` returns the next one. When a round ends, the next is dealt at once; the finished ones
are kept in `finished`.
"""

import operator
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from haggis_cards.actions import Action
from haggis_cards.cards import Hand, clip
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


def shortest(rules: Rules) -> End:
    """The shortest match that the rules suggest: a number of rounds, or where they name none a goal (R8.2)."""
    return Rounds(rules.suggested_rounds[0]) if rules.suggested_rounds else Goal(rules.suggested_goal[0])


def of_given_deals(rules: Rules) -> Rules:
    """The same game over a fixed number of deals, after which there is no further one to play a tie on (R8.2)."""
    return rules.replace(tie="shared")


def has_ended(rules: Rules, end: End, rounds: int, totals: Sequence[int]) -> bool:
    """Whether a match with so many finished rounds and these totals is over (R8.2)."""
    if rules.tie == "play_on" and len(leaders(totals)) > 1:
        return False
    match end:
        case Rounds(count):
            return rounds >= count
        case Goal(points):
            return max(totals) >= points


def leaders(totals: Sequence[int]) -> tuple[int, ...]:
    """The sides with the highest total; at the end they have won (R8.2)."""
    return tuple(side for side, total in enumerate(totals) if total == max(totals))


# The keys of a record that say what was played; a match may note all others.
GAME_KEYS: Final = ("haggis", "rules", "end", "dealer", "players", "rounds", "winners")


class Finished(NamedTuple):
    """A round that is over, its result, and who deals and leads the next."""

    round: Round
    result: Result
    dealer: int
    lead: int | None  # None in Tatties, where the auction decides


@dataclass(frozen=True, init=False)
class Match:
    """A match in progress or over.

    `rules` is a preset's name, a record's object or `Rules`. Without `end` it is the shortest match that the rules
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
    notes: Mapping[str, Any] = field(repr=False, compare=False)  # keys of its record that are no part of the game
    round_notes: tuple[Mapping[str, Any], ...] = field(repr=False, compare=False)  # the same for each round

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
        end = shortest(rules) if end is None else end
        if not isinstance(end, Rounds | Goal):
            raise RulesError("end", text=repr(end))
        for given in deals or ():
            if not isinstance(given, Deal):
                raise RulesError("deal", text=clip(given))
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
            players=None if players is None else _names(rules, players),
            finished=(),
            seed=None if seed is None else _seed(seed),
            deals=None if deals is None else tuple(deals),
            notes={},
            round_notes=(),
        )
        deal = self._deal(0)
        assert deal is not None
        self.__dict__["round"] = Round.start(rules, deal, dealer=dealer)

    @classmethod
    def from_position(
        cls, position: "Round | str", end: End | None = None, *, players: Sequence[str] | None = None
    ) -> "Match":
        """A match that goes on from a round, or from a line of text that names one, with its totals, dealer and bets.

        It ends with this round, or as `end` says; `seeded` lets further deals follow.
        """
        from haggis_cards.positions import parse_position

        rnd = position if isinstance(position, Round) else parse_position(position)
        end = Rounds(1) if end is None else end
        begun = cls(rnd.rules, end, dealer=rnd.dealer, deals=[rnd.deal], players=players)._with(round=rnd)
        return begun._finish_round() if rnd.over else begun

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
        return self.finished[-1].result.totals if self.finished else self.round.totals

    @property
    def over(self) -> bool:
        """Whether the match has ended (R8.2)."""
        return has_ended(self.rules, self.end, len(self.finished), self.totals)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The sides with the highest total, once the match is over (R8.2)."""
        return leaders(self.totals) if self.over else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the match waits for."""
        return self.round.to_act

    def hand(self, seat: int) -> Hand:
        """The cards of a seat now, as people read them."""
        return self.round.hand(seat)

    def __repr__(self) -> str:
        acting = " and ".join(f"seat {seat}" for seat in self.to_act)
        state = f"won by side {' and '.join(map(str, self.winners))}" if self.winners else f"{acting} to act"
        number = len(self.finished) + (not self.round.over)
        totals = " ".join(map(str, self.totals))
        return f"<Match of {self.rules.preset}: round {number}, {state}, totals {totals}>"

    def __str__(self) -> str:
        return f"{self!r}\n{self.round}"

    def _repr_svg_(self) -> str:
        from haggis_cards import svg

        return svg.round_table(self.round, self.players)

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Everything that the seat may do now."""
        return self.round.legal(seat)

    def act(self, seat: int, action: Action | str, *, seconds: float | None = None) -> "Match":
        """The match after an action; a refused one raises `IllegalAction` or `NotationError` and changes nothing.

        `seconds` is the time that it took; the record has it in `times`.
        """
        if self.over:
            raise IllegalAction("match-over")
        after = self._with(round=self.round.act(seat, action))
        if seconds is not None:
            after = after._timed(len(self.round.log), seconds)
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
        notes = {name: value for name, value in self.notes.items() if name != "seed"}
        match = self._with(seed=_seed(seed), notes=notes)
        deal = match._deal(len(match.finished))
        return match.start_round(deal) if deal and match.round.over and not match.over else match

    def named(self, players: Sequence[str]) -> "Match":
        """The same match with these players."""
        return self._with(players=_names(self.rules, players))

    def noted(self, **notes: Any) -> "Match":
        """The same match with these keys in its record: `id`, `date`, `app`, ...; None takes one away."""
        for name in notes:
            if name in GAME_KEYS:
                raise RulesError("note", text=clip(name))
        kept = {name: value for name, value in {**self.notes, **notes}.items() if value is not None}
        return self.annotated(kept, self.round_notes)

    def annotated(self, notes: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]) -> "Match":
        """The same match with these notes, and these for each round, in place of those that it has."""
        return self._with(notes=dict(notes), round_notes=tuple(rounds))

    def _timed(self, place: int, seconds: float) -> "Match":
        """Notes the time of the action at this place of the current round's log."""
        number = len(self.finished)
        rounds: list[Mapping[str, Any]] = [*self.round_notes, *({} for _ in range(number + 1 - len(self.round_notes)))]
        times = list(rounds[number].get("times", ()))[:place]
        times += [None] * (place - len(times))
        rounds[number] = {**rounds[number], "times": [*times, round(seconds, 3)]}
        return self._with(round_notes=tuple(rounds))

    def view(self, seat: int | None) -> "View":
        """What a seat may see now, ready for JSON; None for a spectator."""
        from haggis_cards.view import ShownView, view

        return cast("View", ShownView(view(self, seat)))

    def record(self) -> "Record":
        """The record of the match so far. It shows all hands, so it is not for players of an unfinished round."""
        from haggis_cards.record import Record

        return Record.from_match(self)


def _seed(seed: Any) -> int:
    try:
        if isinstance(seed, bool):
            raise TypeError
        return operator.index(seed)
    except TypeError:
        raise RulesError("seed", text=clip(seed)) from None


def _names(rules: Rules, players: Any) -> tuple[str, ...]:
    """The players' names, one for each seat."""
    if isinstance(players, str) or not isinstance(players, Sequence) or not all(type(name) is str for name in players):
        raise RulesError("player", text=clip(players))
    if len(players) != rules.players:
        raise RulesError("players", preset=rules.preset, count=rules.players, found=len(players))
    return tuple(players)


def next_round(rnd: Round, result: Result) -> tuple[int, int | None]:
    """The dealer and the lead of the next round (R8.3)."""
    return next_seats(rnd.rules, result.totals, dealer=rnd.dealer, lead=rnd.lead, first_out=result.out[0])


def next_seats(
    rules: Rules, by_side: Sequence[int], *, dealer: int, lead: int | None, first_out: int
) -> tuple[int, int | None]:
    """The next dealer and lead after a round, from the totals by side and what happened in it (R8.3)."""
    totals = [by_side[side] for side in rules.sides]

    def first(start: int, total: int) -> int:
        """The first seat with this total, counted to the left from the start, which comes last."""
        return next(seat for seat in (*rules.others(start), start) if totals[seat] == total)

    match rules.next_round:
        case "trailing_leads":
            assert lead is not None
            trailing = first(lead, min(totals))
            return (trailing - 1) % rules.players, trailing
        case "leader_deals":
            best = max(totals)
            dealer = first_out if totals[first_out] == best else first(dealer, best)
            return dealer, None if rules.opening == "auction" else first(dealer, min(totals))
