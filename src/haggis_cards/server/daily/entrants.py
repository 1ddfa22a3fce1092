"""The bots that always take part in the deals of the day."""

from contextlib import closing

from haggis_cards.bots.registry import make_bot
from haggis_cards.match import Match, Rounds
from haggis_cards.table import daily
from haggis_cards.table.bots import seed_for
from haggis_cards.table.views import view


def entrant_points(preset: str, seed: int, level: str, worlds: int) -> float:
    """What a permanent entrant makes of a deal in the person's seat; runs in a worker process."""
    match = Match(preset, Rounds(1), seed=seed)
    while not match.over:
        seat = daily.turn_of(match)
        spec, (name, _) = (
            daily.bot_for(level if seat == daily.SEAT else daily.OPPONENT, worlds),
            daily.question(match, seat),
        )
        with closing(make_bot(spec, seed_for(match, name))) as bot:
            match = match.act(seat, bot.decide(view(match, seat)).action)
    return daily.points_of(match)
