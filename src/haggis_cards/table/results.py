"""What a rated match counts: who played on each side, and how the sides are ranked."""

from collections.abc import Mapping, Sequence
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


def result_of(match: Match, chairs: Sequence[Chair]) -> Result | None:
    """What counts of a match that has ended; None where nothing can be learnt from it.

    Whoever has left, or was away when the match ended, loses; of a match that was abandoned, all people do.
    """
    if not any(chair.guest for chair in chairs) or any(
        not chair.guest and chair.level not in ANCHORS for chair in chairs
    ):
        return None
    rules = match.rules
    sides: list[list[str]] = [[] for _ in range(rules.side_count)]
    lost: set[int] = set()
    for seat, chair in enumerate(chairs):
        side = rules.sides[seat]
        sides[side].append(chair.guest or f"{BOT}{chair.level}")
        if chair.guest and (chair.away or not match.over):
            lost.add(side)
    if not match.over and len(lost) == len(sides):
        return None  # everybody went: nobody has won
    score = [(side not in lost, match.totals[side] if match.over else 0) for side in range(len(sides))]
    ranks = [sum(other > own for other in score) for own in score]
    names = {chair.guest: chair.name or "" for chair in chairs if chair.guest}
    return Result(rules.preset, sides, ranks, names)
