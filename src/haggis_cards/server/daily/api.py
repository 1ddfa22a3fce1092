"""The HTTP API of the deals of the day."""

from typing import Annotated, Any, Final

from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from haggis_cards.server.daily.service import DealsOfDay
from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import get, limited, post
from haggis_cards.table.log import now
from haggis_cards.table.shared import daily
from haggis_cards.table.shared.daily import Place
from haggis_cards.wire import people as p
from haggis_cards.wire import tables as m

Preset = Annotated[str, PathParameter(description="a game", min_length=1, max_length=32)]
Deal = Annotated[int, PathParameter(description="the number of a deal, from 1 on", ge=1, le=100)]
Day = Annotated[str | None, QueryParameter(description="as in 2026-11-18; today without it", max_length=10)]


@get("/api/daily")
async def get_daily(request: Asked, deals_of_day: NamedDependency[DealsOfDay]) -> p.DailyGames:
    """Today, and how many of its deals I have finished."""
    return await deals_of_day.games(request.guest)


@get("/api/daily/{preset:str}")
async def get_deals(
    request: Asked, deals_of_day: NamedDependency[DealsOfDay], preset: Preset, day: Day = None
) -> p.DailyDeals:
    """The deals of a day in one game, with results as far as I may see them."""
    return await deals_of_day.show(day, preset, request.guest)


@post("/api/daily/{preset:str}/{deal:int}", status_code=200, guards=[limited("new_tables")])
async def play_deal(
    request: Asked, deals_of_day: NamedDependency[DealsOfDay], preset: Preset, deal: Deal, data: JSONBody[p.DayWish]
) -> m.TableInfo:
    """The table of my one try at a deal of today; for a day that is over, a new table for practice."""
    place = Place(data.day or daily.day_of(now()), preset, deal)
    return (await deals_of_day.open_table(place, request.me, request.address)).info()


HANDLERS: Final[list[Any]] = [get_daily, get_deals, play_deal]
