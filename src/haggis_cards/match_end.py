"""When a match ends, and who deals and leads the next round until then (R8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from haggis_cards.errors import RulesError
from haggis_cards.round import Round
from haggis_cards.rules import Rules
from haggis_cards.scoring import Result


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


class Finished(NamedTuple):
    """A round that is over, its result, and who deals and leads the next."""

    round: Round
    result: Result
    dealer: int
    lead: int | None  # None in Tatties, where the auction decides


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
