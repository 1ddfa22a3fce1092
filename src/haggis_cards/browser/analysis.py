"""Positions that are analysed in the browser, by the core of the page."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from haggis_cards.browser.core import PageCore
from haggis_cards.browser.page import Host, page
from haggis_cards.study.analysis import analysis
from haggis_cards.wire.refusals import Refused, WorkerFailed
from haggis_cards.wire.reviews import Analysis, AnalysisWish


async def analyse(wish: Mapping[str, Any], scale: float = 1.0, host: Host | None = None) -> Analysis:
    """What each option of a position is worth, by what the seat knows."""
    try:
        return await analysis(PageCore(host or page()), msgspec.convert(dict(wish), AnalysisWish), scale)
    except WorkerFailed:
        raise Refused("internal") from None


EXPOSED: Final[Mapping[str, Callable[..., Any]]] = {"analyse": analyse}
