"""What a person's statistics are added up from: the figures of one seat in one match, and how the match went for it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from haggis_cards.match import Match
from haggis_cards.match_end import Finished
from haggis_cards.scoring import points_ahead
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
            "people": sum(map(bool, guests)) > 1,
            "partner": None if across is None else guests[across] or levels[across],
        }
        found.append({**row, **figures(match, seat)._asdict()})
    return found
