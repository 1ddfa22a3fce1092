"""One position analysed, as it is sent: on a server and in a browser."""

from haggis_cards.errors import RulesError
from haggis_cards.positions import view_line
from haggis_cards.review.analysis import analyse_by, view_of
from haggis_cards.review.core import Core
from haggis_cards.rules import Rules
from haggis_cards.wire.reviews import Analysis, AnalysisWish, OptionValue


async def analysis(core: Core, wish: AnalysisWish, scale: float = 1.0) -> Analysis:
    """What each option of a position is worth, by what the seat knows."""
    view = view_of(wish.position)
    if Rules.from_spec(view["rules"]).is_custom:
        raise RulesError("custom")
    found = await analyse_by(core, view, effort=wish.effort, scale=scale)
    return Analysis(
        line=view_line(view),
        seat=found.seat,
        view=dict(view),
        options=[OptionValue(**one.data) for one in found.options],
        bets=[OptionValue(**one.data) for one in found.bets],
    )
