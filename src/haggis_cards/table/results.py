"""What results count: a person's figures in a match, how the sides of a rated one are ranked, and match points."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final, NamedTuple

from haggis_cards.match import Match
from haggis_cards.match_end import Finished
from haggis_cards.scoring import points_ahead
from haggis_cards.table.chairs import Chair
from haggis_cards.table.guests import is_program
from haggis_cards.wire.people import Outcome

# Where the points of a rule count, by the rule's name in `scoring.Source`.
_SOURCES: Final[Mapping[str, str]] = {
    "tricks": "from_tricks",
    "hand": "from_hands",
    "haggis": "from_haggis",
    "out": "from_out",
    "out-trick": "from_out",
    "out-overplayed": "from_out",
    "bet": "from_bets",
    "bet-failed": "from_bets",
    "bid": "from_bets",
    "bid-failed": "from_bets",
}


class Figures(NamedTuple):
    """Sums over the finished rounds of a match; `ahead` is what the side has more than the mean of the others."""

    rounds: int
    points: int
    points_squared: int
    first_out: int
    bets: int
    bets_won: int
    bombs: int
    ahead: float
    ahead_squared: float
    from_tricks: int
    from_hands: int
    from_haggis: int
    from_out: int
    from_bets: int


def figures(match: Match, seat: int) -> Figures:
    """The figures of a seat."""
    total: Counter[str] = Counter(dict.fromkeys(Figures._fields, 0))
    for done in match.finished:
        total.update(_of_round(done, seat))  # adds
    return Figures(**total)


def _of_round(done: Finished, seat: int) -> dict[str, float]:
    rnd, result = done.round, done.result
    side = rnd.rules.sides[seat]
    found: Counter[str] = Counter(dict.fromkeys(_SOURCES.values(), 0))
    for source in result.sources:
        if source["side"] == side:
            found[_SOURCES[source["rule"]]] += source["points"]
    points, ahead = result.points[side], points_ahead(result.points, side)
    bets = {source["rule"] for source in result.sources if source["part"] == "bets" and source["seat"] == seat}
    return {
        **found,
        "rounds": 1,
        "points": points,
        "points_squared": points**2,
        "ahead": ahead,
        "ahead_squared": ahead**2,
        "first_out": rnd.out[0] == seat,
        "bets": bool(bets),
        "bets_won": bool(bets & {"bet", "bid"}),
        "bombs": sum(trick.winner == seat and trick.top.is_bomb for trick in rnd.tricks),
    }


def outcome(match: Match, seat: int) -> Outcome:
    """How the match went for a seat."""
    winners = match.winners
    if winners is None:
        return "abandoned"
    if match.rules.sides[seat] not in winners:
        return "lost"
    return "won" if len(winners) == 1 else "tied"


def match_rows(
    match: Match, guests: Sequence[str | None], levels: Sequence[str | None], at: int
) -> list[dict[str, Any]]:
    """The rows of the people in a match, but for its place."""
    rules, found = match.rules, []
    for seat, guest in enumerate(guests):
        if not guest:
            continue
        across = rules.partner(seat)
        row = {
            "guest": guest,
            "at": at,
            "preset": rules.preset,
            "seat": seat,
            "outcome": outcome(match, seat),
            "people": any(one and one != guest and not is_program(one) for one in guests),
            "partner": None if across is None else guests[across] or levels[across],
        }
        found.append({**row, **figures(match, seat)._asdict()})
    return found


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
