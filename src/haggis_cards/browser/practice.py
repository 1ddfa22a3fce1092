"""The deals of a day for practice, where no server keeps a table of results: the same cards for everybody."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from haggis_cards.rules import RULES
from haggis_cards.scoring import points_ahead
from haggis_cards.table.log import now
from haggis_cards.table.shared import daily
from haggis_cards.wire import people as p


def games(done: Mapping[str, int]) -> p.DailyGames:
    """Today, and how many of its deals were finished in each game."""
    day = daily.day_of(now())
    return p.DailyGames(day=day, ends=daily.end_of(day), deals=daily.DEALS, done=dict(done))


def show(preset: str, day: str | None, tries: Sequence[Mapping[str, Any]]) -> p.DailyDeals:
    """A day in one game. A try is a table of this browser: its deal, its id, and totals once it is over."""
    today = daily.day_of(now())
    day = day or today
    daily.check(daily.Place(day, preset, 1), today)
    last = {one["deal"]: one for one in tries}
    return p.DailyDeals(
        day=day,
        today=today,
        preset=preset,
        ends=daily.end_of(day),
        over=day < today,
        players=0,
        waiting=0,
        deals=[_deal(preset, deal, last.get(deal)) for deal in range(1, daily.DEALS + 1)],
        standings=None,
        week=[],
    )


def _deal(preset: str, deal: int, mine: Mapping[str, Any] | None) -> p.DealState:
    totals = mine["totals"] if mine else None
    points = None if totals is None else points_ahead(totals, RULES[preset].sides[daily.SEAT])
    return p.DealState(
        deal=deal, table=mine["id"] if mine else None, points=points, match_points=None, par=None, field=None
    )


EXPOSED: Final[Mapping[str, Callable[..., Any]]] = {"games": games, "show": show}
