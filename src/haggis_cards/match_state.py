"""Rounds into a match (R8): the state of a match, and what an action makes of it.

A match is immutable too: `act` returns the next one. When a round ends, the next is dealt at once; the finished ones
are kept in `finished`.
"""

import operator
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Self

from haggis_cards.actions import Action
from haggis_cards.cards import Hand, clip
from haggis_cards.deal import Deal
from haggis_cards.errors import IllegalAction, RulesError
from haggis_cards.match_end import End, Finished, Goal, Rounds, has_ended, leaders, next_round, shortest
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.scoring import score

# The keys of a record that say what was played; a match may note all others.
GAME_KEYS: Final = ("haggis", "rules", "end", "dealer", "players", "rounds", "winners")


@dataclass(frozen=True, init=False)
class MatchState:
    """A match in progress or over: all of `Match` but what it looks like from outside, as a view or a record."""

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
    def from_round(cls, rnd: Round, end: End | None = None, *, players: Sequence[str] | None = None) -> Self:
        """A match that goes on from a round; it ends with this one, or as `end` says."""
        end = Rounds(1) if end is None else end
        begun = cls(rnd.rules, end, dealer=rnd.dealer, deals=[rnd.deal], players=players)._with(round=rnd)
        return begun._finish_round() if rnd.over else begun

    def _deal(self, number: int) -> Deal | None:
        """The deal of a round, counted from 0: a given one, or one from the seed."""
        if self.deals is not None and number < len(self.deals):
            return self.deals[number]
        return None if self.seed is None else Deal.shuffled(self.rules, Random(f"{self.seed} {number}"))

    def _with(self, **changes: Any) -> Self:
        copy = object.__new__(type(self))
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

    def legal(self, seat: int | None = None) -> tuple[Action, ...]:
        """Everything that a seat may do now, by default the first of those to act."""
        if seat is None and not self.to_act:
            return ()
        return self.round.legal(self.to_act[0] if seat is None else seat)

    def act(self, seat: int, action: Action | str, *, seconds: float | None = None) -> Self:
        """The match after an action; a refused one raises `IllegalAction` or `NotationError` and changes nothing.

        `seconds` is the time that it took; the record has it in `times`.
        """
        if self.over:
            raise IllegalAction("match-over")
        after = self._with(round=self.round.act(seat, action))
        if seconds is not None:
            after = after._timed(len(self.round.log), seconds)
        return after._finish_round() if after.round.over else after

    def _finish_round(self) -> Self:
        result = score(self.round)
        finished = Finished(self.round, result, *next_round(self.round, result))
        after = self._with(finished=(*self.finished, finished))
        deal = None if after.over else after._deal(len(after.finished))
        return after if deal is None else after.start_round(deal)

    def start_round(self, deal: Deal) -> Self:
        """The match with its next round dealt from `deal`; `act` deals by itself while it has deals or a seed."""
        if self.over or not self.round.over:
            raise RulesError("match-over") if self.over else RulesError("round-open")
        last = self.finished[-1]
        started = Round.start(self.rules, deal, dealer=last.dealer, lead=last.lead, totals=last.result.totals)
        return self._with(round=started)

    def seeded(self, seed: int) -> Self:
        """The same match; further deals come from this seed."""
        notes = {name: value for name, value in self.notes.items() if name != "seed"}
        match = self._with(seed=_seed(seed), notes=notes)
        deal = match._deal(len(match.finished))
        return match.start_round(deal) if deal and match.round.over and not match.over else match

    def named(self, players: Sequence[str]) -> Self:
        """The same match with these players."""
        return self._with(players=_names(self.rules, players))

    def noted(self, **notes: Any) -> Self:
        """The same match with these keys in its record: `id`, `date`, `app`, ...; None takes one away."""
        for name in notes:
            if name in GAME_KEYS:
                raise RulesError("note", text=clip(name))
        kept = {name: value for name, value in {**self.notes, **notes}.items() if value is not None}
        return self.annotated(kept, self.round_notes)

    def annotated(self, notes: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]) -> Self:
        """The same match with these notes, and these for each round, in place of those that it has."""
        return self._with(notes=dict(notes), round_notes=tuple(rounds))

    def _timed(self, place: int, seconds: float) -> Self:
        """Notes the time of the action at this place of the current round's log."""
        number = len(self.finished)
        rounds: list[Mapping[str, Any]] = [*self.round_notes, *({} for _ in range(number + 1 - len(self.round_notes)))]
        times = list(rounds[number].get("times", ()))[:place]
        times += [None] * (place - len(times))
        rounds[number] = {**rounds[number], "times": [*times, round(seconds, 3)]}
        return self._with(round_notes=tuple(rounds))


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
