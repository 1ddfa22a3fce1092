"""The HTTP API for matches that were played in a browser: they come into one's list here."""

from typing import Annotated, Any, Final

import litestar
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.history import sent_matches
from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import PROBLEMS, limited
from haggis_cards.server.registry.limits import Limiters
from haggis_cards.server.reviews.service import Reviews
from haggis_cards.server.store.log import Store
from haggis_cards.table.log import now
from haggis_cards.table.replay import LARGEST_RECORD
from haggis_cards.wire import people as p
from haggis_cards.wire.facts import SENT

MySeat = Annotated[int, QueryParameter(description="where I sat", ge=0, le=3)]
Ended = Annotated[int | None, QueryParameter(description="when it ended, in milliseconds since 1970", ge=0)]


@litestar.post(
    "/api/matches",
    status_code=HTTP_200_OK,
    request_max_body_size=LARGEST_RECORD,
    responses=PROBLEMS | {HTTP_200_OK: ResponseSpec(p.SentMatch, generate_examples=False)},
    guards=[limited("replays")],
)
async def send_match(
    request: Asked,
    store: NamedDependency[Store],
    reviews: NamedDependency[Reviews],
    limits: NamedDependency[Limiters],
    body: RawBody,
    seat: MySeat,
    ended: Ended = None,
) -> p.SentMatch:
    """Keeps the record of a match that I played in a browser among my matches; it is never rated."""
    guest, at = request.me, now()
    limits.uploads.check(request.address, len(body))
    when = at if ended is None else min(ended, at)
    sent = await reviews.replaying(sent_matches.read_sent, body, seat, when, guest.id)
    kept = await store.write(sent_matches.keep, sent, guest.id)
    return p.SentMatch(table=SENT + sent.id, record=sent.id, kept=kept)


HANDLERS: Final[list[Any]] = [send_match]
