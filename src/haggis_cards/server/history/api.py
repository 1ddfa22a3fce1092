"""The HTTP API of people: my matches and statistics."""

from typing import Annotated, Any, Final

from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from haggis_cards.server.history import store as match_store
from haggis_cards.server.history.statistics import statistics
from haggis_cards.server.history.store import Filter
from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import get
from haggis_cards.server.http.me_api import running_tables
from haggis_cards.server.ratings import store as ratings
from haggis_cards.server.store.log import Store
from haggis_cards.table import bots
from haggis_cards.table.guests import is_program
from haggis_cards.table.results import ANCHORS
from haggis_cards.wire import people as p
from haggis_cards.wire.people import Outcome
from haggis_cards.wire.tables import RecordInfo

_PAGE: Final = 25  # matches that are listed at once
_LATEST: Final = 1 << 53  # what a store can compare
_LEADERS: Final = 100

Preset = Annotated[str | None, QueryParameter(description="only this game", max_length=32)]
With = Annotated[p.Company | None, QueryParameter(name="with", description="with other people, or with bots alone")]
Result = Annotated[Outcome | None, QueryParameter(description="only matches that ended so")]
Named = Annotated[str | None, QueryParameter(description="a part of somebody's name", max_length=40)]
Before = Annotated[int | None, QueryParameter(description="only matches that ended earlier")]


def _filter(preset: str | None, company: p.Company | None, result: Outcome | None, name: str | None) -> Filter:
    return Filter(preset, result, None if company is None else company == "people", name or None)


@get("/api/matches")
async def get_matches(
    request: Asked,
    store: NamedDependency[Store],
    preset: Preset = None,
    company: With = None,
    result: Result = None,
    name: Named = None,
    before: Before = None,
) -> p.MyMatches:
    """My matches: those that are being played, and a page of those that are over."""
    guest = request.guest
    if guest is None:
        return p.MyMatches([], [], False)
    chosen = _filter(preset, company, result, name)
    until = None if before is None else min(max(before, 0), _LATEST)
    page = await store.read(match_store.listed, guest.id, chosen, until, _PAGE)
    running = await running_tables(request, guest) if before is None else []
    return p.MyMatches(running, [_line(row, info) for row, info in page.lines], page.more)


def _line(row: Any, info: RecordInfo) -> p.MyMatch:
    return p.MyMatch(
        table=row.table,
        number=row.number,
        record=info.id if row.opened else None,
        preset=row.preset,
        seat=row.seat,
        ended=row.at,
        outcome=row.outcome,
        players=info.players,
        totals=info.totals,
        rounds=row.rounds,
        ahead=row.ahead / max(1, row.rounds),
        people=row.people,
        loss=row.loss / row.decisions if row.decisions else None,
    )


@get("/api/statistics")
async def get_statistics(
    request: Asked, store: NamedDependency[Store], preset: Preset = None, company: With = None, result: Result = None
) -> p.Statistics:
    """What my matches add up to, by game."""
    guest = request.guest
    if guest is None:
        return p.Statistics([])
    chosen = _filter(preset, company, result, None)
    return await store.read(statistics, guest.id, chosen, bots.levels())


@get("/api/ratings/{preset:str}")
async def get_ratings(
    request: Asked,
    store: NamedDependency[Store],
    preset: Annotated[str, PathParameter(description="a game", min_length=1, max_length=32)],
) -> p.Leaderboard:
    """The leaderboard of a game."""
    guest = request.guest
    people, programs = [await store.read(ratings.leaders, preset, _LEADERS, programs) for programs in (False, True)]
    mine = await store.read(ratings.of_player, guest.id) if guest else {}
    if guest and preset in mine and all(line.player != guest.id for line in [*people, *programs]):
        (programs if is_program(guest.id) else people).append(ratings.Line(guest.id, guest.name, mine[preset]))
    me = guest.id if guest else None
    return p.Leaderboard(preset, _leaders(people, me, list(ANCHORS)), _leaders(programs, me, []))


def _leaders(found: list[ratings.Line], me: str | None, levels: list[str]) -> list[p.RatingLine]:
    people = [(line.rating, line.name, None, line.player == me) for line in found]
    bots_ = [(ratings.anchor(level), level, level, False) for level in levels]
    settled = [line for line in people if line[0].settled]
    shown = sorted([*settled, *bots_], key=lambda line: -line[0].mu)
    ranks = {id(line): place for place, line in enumerate(settled, 1)}
    return [
        p.RatingLine(
            rank=ranks.get(id(line)),
            name=name,
            level=level,
            me=is_me,
            rating=rating.shown,
            within=0 if level else rating.within,
            provisional=not level and not rating.settled,
            matches=rating.matches,
        )
        for line in [*shown, *(line for line in people if not line[0].settled)]
        for rating, name, level, is_me in [line]
    ]


HANDLERS: Final[list[Any]] = [get_matches, get_statistics, get_ratings]
