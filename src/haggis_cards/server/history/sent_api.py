"""The HTTP API for matches that were played in a browser: they come into one's list here."""

from typing import Annotated, Any, Final

import litestar
from litestar.openapi import ResponseSpec
from litestar.params import QueryParameter, RawBody
from litestar.status_codes import HTTP_200_OK

from haggis_cards.server.history import sent_matches
from haggis_cards.server.http.access import address
from haggis_cards.server.http.tables_api import PROBLEMS, Asked, me_of, tables_of
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
)
async def send_match(request: Asked, body: RawBody, seat: MySeat, ended: Ended = None) -> p.SentMatch:
    """Keeps the record of a match that I played in a browser among my matches; it is never rated."""
    tables, guest, at = tables_of(request), me_of(request), now()
    tables.limits.replays.check(address(request))
    tables.limits.uploads.check(address(request), len(body))
    when = at if ended is None else min(ended, at)
    sent = await tables.reviews.replaying(sent_matches.read_sent, body, seat, when, guest.id)
    kept = await tables.store.write(sent_matches.keep, sent, guest.id)
    return p.SentMatch(table=SENT + sent.id, record=sent.id, kept=kept)


HANDLERS: Final[list[Any]] = [send_match]
