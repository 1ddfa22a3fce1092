"""The HTTP API of challenges."""

from typing import Annotated, Any, Final

from litestar.params import JSONBody, PathParameter

from haggis_cards.server.http.access import address, guest_of
from haggis_cards.server.http.tables_api import Asked, delete, get, me_of, post, tables_of
from haggis_cards.wire import challenges as c

ChallengeId = Annotated[str, PathParameter(description="the id of a challenge", min_length=1, max_length=32)]


@get("/api/challenges")
async def get_challenges(request: Asked) -> c.MyChallenges:
    """The challenges that I have made or taken part in."""
    return await tables_of(request).challenges.of_person(guest_of(request))


@post("/api/challenges")
async def make_challenge(request: Asked, data: JSONBody[c.NewChallenge]) -> c.Challenge:
    """Makes a challenge; of one match there is one, however often I ask."""
    tables, guest = tables_of(request), me_of(request)
    tables.limits.new_tables.check(address(request))
    return await tables.challenges.make(data, guest)


@get("/api/challenges/{challenge:str}")
async def get_challenge(request: Asked, challenge: ChallengeId) -> c.Challenge:
    """A challenge as far as I may see it."""
    return await tables_of(request).challenges.show(challenge, guest_of(request))


@post("/api/challenges/{challenge:str}/seat", status_code=200)
async def play_challenge(request: Asked, challenge: ChallengeId, data: JSONBody[c.SeatChoice]) -> c.Challenge:
    """Takes part: my one try begins, or goes on, as soon as my table is full."""
    tables, guest, client = tables_of(request), me_of(request), address(request)
    tables.limits.new_tables.check(client)
    return await tables.challenges.play(challenge, guest, client, data)


@delete("/api/challenges/{challenge:str}/seat", status_code=200)
async def leave_challenge(request: Asked, challenge: ChallengeId) -> c.Challenge:
    """Gives my seat up, as long as my table waits for others."""
    return await tables_of(request).challenges.leave(challenge, me_of(request))


@post("/api/challenges/{challenge:str}/close", status_code=200)
async def close_challenge(request: Asked, challenge: ChallengeId) -> c.Challenge:
    """Ends a challenge that I have made."""
    return await tables_of(request).challenges.close(challenge, me_of(request))


HANDLERS: Final[list[Any]] = [
    get_challenges,
    make_challenge,
    get_challenge,
    play_challenge,
    leave_challenge,
    close_challenge,
]
