"""What features store with the entries of tables, in the same transaction: most of it at the end of a match."""

from collections.abc import Sequence
from typing import Final

from haggis_cards.server.challenges import store as challenges
from haggis_cards.server.daily import store as daily
from haggis_cards.server.history import store as history
from haggis_cards.server.push import store as push
from haggis_cards.server.ratings import store as ratings
from haggis_cards.server.store.log import Projection

PROJECTIONS: Final[Sequence[Projection]] = (
    history.played,
    daily.finished,
    challenges.finished,
    ratings.rated_match,
    push.enqueue,
)
