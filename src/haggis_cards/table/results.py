"""What results count: who played on each side of a rated match, how the sides are ranked, and match points."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from math import inf
from typing import Final, NamedTuple

from haggis_cards.match import Match
from haggis_cards.table.chairs import Chair

BOT: Final = "bot:"  # before the level of one, where players are named

# The fixed ratings of bots, by the ladder of docs/bots.md for `haggis-2`; `master` there thought for a few deals, not
# for 0.8 seconds.
ANCHORS: Final[Mapping[str, int]] = {
    "random": 690,
    "beginner": 820,
    "novice": 1050,
    "club": 1270,
    "expert": 1520,
    "master": 1720,
}


class Result(NamedTuple):
    """A rated match: who played on each side, and the ranks of the sides, 0 for the best."""

    preset: str
    sides: list[list[str]]  # guests, or `bot:` and a level
    ranks: list[int]
    names: dict[str, str]
    left: tuple[str, ...] = ()  # if some went whose side was not beaten: they alone have lost


def result_of(match: Match, chairs: Sequence[Chair]) -> Result | None:
    """What counts of a match that has ended; None where nothing can be learnt from it.

    A side whose people have all gone, or were away when the match ended, is beaten: by sides that stayed, and by those
    that went later. Between sides that stayed the points decide. Where several people play, all must have acted, or
    have left by themselves: of a match that somebody did not see nothing counts.
    """
    people = [chair for chair in chairs if chair.guest]
    unknown = any(not chair.guest and chair.level not in ANCHORS for chair in chairs)
    if not people or unknown:
        return None
    if len(people) > 1 and not all(chair.acted or chair.away == "left" for chair in people):
        return None
    rules = match.rules
    alone = len(people) == 1 and not match.over  # who gives a match against bots up has lost it
    sides = [
        [chair for seat, chair in enumerate(chairs) if rules.sides[seat] == side] for side in range(rules.side_count)
    ]
    score = [(_stayed(side, alone), match.totals[number]) for number, side in enumerate(sides)]
    if not match.over and len({stayed for stayed, _ in score}) == 1:
        return None  # all are still there: the match was not played on
    ranks = [sum(other > own for other in score) for own in score]
    unbeaten = [side for side, rank, (stayed, _) in zip(sides, ranks, score, strict=True) if not rank and stayed == inf]
    left = tuple(chair.guest for side in unbeaten for chair in side if chair.guest and chair.away)
    names = {chair.guest: chair.name or "" for chair in people if chair.guest}
    players = [[chair.guest or f"{BOT}{chair.level}" for chair in side] for side in sides]
    return Result(rules.preset, players, ranks, names, left)


def _stayed(side: Sequence[Chair], alone: bool) -> float:
    """How long a side was there: until the entry with which the last of its people went, or to the end."""
    ends = [0.0 if alone else chair.went if chair.away else inf for chair in side if chair.guest]
    return max(ends, default=inf)


def match_points(points: Sequence[float]) -> list[float]:
    """For each result the share of the others that it beats; a tie counts half. Alone, one beats half of nobody."""
    if len(points) < 2:
        return [0.5] * len(points)
    order = sorted(points)
    return [(bisect_left(order, value) + bisect_right(order, value) - 1) / 2 / (len(points) - 1) for value in points]
