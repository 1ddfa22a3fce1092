"""The HTTP API of the deals of the day."""

from typing import Annotated, Any, Final

from litestar.params import JSONBody, PathParameter, QueryParameter

from haggis_cards.server.http.access import address, guest_of
from haggis_cards.server.http.tables_api import Asked, get, me_of, post, tables_of
from haggis_cards.table import daily
from haggis_cards.table.daily import Place
from haggis_cards.table.log import now
from haggis_cards.wire import people as p
from haggis_cards.wire import tables as m

Preset = Annotated[str, PathParameter(description="a game", min_length=1, max_length=32)]
Deal = Annotated[int, PathParameter(description="the number of a deal, from 1 on", ge=1, le=100)]
Day = Annotated[str | None, QueryParameter(description="as in 2026-11-18; today without it", max_length=10)]


@get("/api/daily")
async def get_daily(request: Asked) -> p.DailyGames:
    """Today, and how many of its deals I have finished."""
    return await tables_of(request).deals_of_day.games(guest_of(request))


@get("/api/daily/{preset:str}")
async def get_deals(request: Asked, preset: Preset, day: Day = None) -> p.DailyDeals:
    """The deals of a day in one game, with results as far as I may see them."""
    return await tables_of(request).deals_of_day.show(day, preset, guest_of(request))


@post("/api/daily/{preset:str}/{deal:int}", status_code=200)
async def play_deal(request: Asked, preset: Preset, deal: Deal, data: JSONBody[p.DayWish]) -> m.TableInfo:
    """The table of my one try at a deal of today; for a day that is over, a new table for practice."""
    tables, guest, client = tables_of(request), me_of(request), address(request)
    tables.limits.new_tables.check(client)
    place = Place(data.day or daily.day_of(now()), preset, deal)
    return (await tables.deals_of_day.open_table(place, guest, client)).info()


HANDLERS: Final[list[Any]] = [get_daily, get_deals, play_deal]
