"""A deal of the day, as the bots of this process play it."""

from contextlib import closing

from haggis_cards import Match
from haggis_cards.bots.registry import make_bot
from haggis_cards.match_end import Rounds
from haggis_cards.table.bots import seed_for
from haggis_cards.table.shared import daily
from haggis_cards.table.views import view


def whole_deal(seed: int, worlds: int) -> list[str]:
    """A deal that bots play on all seats."""
    match = Match("haggis-2", Rounds(1), seed=seed)
    while not match.over:
        seat = daily.turn_of(match)
        name, _ = daily.question(match, seat)
        with closing(make_bot(daily.bot_for("master", worlds), seed_for(match, name))) as bot:
            match = match.act(seat, bot.decide(view(match, seat)).action)
    return [f"{seat} {action}" for seat, action in match.finished[0].round.log]
