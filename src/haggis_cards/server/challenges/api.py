"""The HTTP API of challenges."""

from typing import Annotated, Any, Final

from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from haggis_cards.server.challenges.service import Challenges
from haggis_cards.server.http.access import Asked
from haggis_cards.server.http.handlers import delete, get, limited, post
from haggis_cards.server.people.makers import TableMakers
from haggis_cards.wire import challenges as c

ChallengeId = Annotated[str, PathParameter(description="the id of a challenge", min_length=1, max_length=32)]


@get("/api/challenges")
async def get_challenges(request: Asked, challenges: NamedDependency[Challenges]) -> c.MyChallenges:
    """The challenges that I have made or taken part in."""
    return await challenges.of_person(request.guest)


@post("/api/challenges", guards=[limited("new_tables")])
async def make_challenge(
    request: Asked,
    challenges: NamedDependency[Challenges],
    table_makers: NamedDependency[TableMakers],
    data: JSONBody[c.NewChallenge],
) -> c.Challenge:
    """Makes a challenge; of one match there is one, however often I ask."""
    await table_makers.check(request.me)
    return await challenges.make(data, request.me)


@get("/api/challenges/{challenge:str}")
async def get_challenge(request: Asked, challenges: NamedDependency[Challenges], challenge: ChallengeId) -> c.Challenge:
    """A challenge as far as I may see it."""
    return await challenges.show(challenge, request.guest)


@post("/api/challenges/{challenge:str}/seat", status_code=200, guards=[limited("new_tables")])
async def play_challenge(
    request: Asked, challenges: NamedDependency[Challenges], challenge: ChallengeId, data: JSONBody[c.SeatChoice]
) -> c.Challenge:
    """Takes part: my one try begins, or goes on, as soon as my table is full."""
    return await challenges.play(challenge, request.me, request.address, data)


@delete("/api/challenges/{challenge:str}/seat", status_code=200)
async def leave_challenge(
    request: Asked, challenges: NamedDependency[Challenges], challenge: ChallengeId
) -> c.Challenge:
    """Gives my seat up, as long as my table waits for others."""
    return await challenges.leave(challenge, request.me)


@post("/api/challenges/{challenge:str}/close", status_code=200)
async def close_challenge(
    request: Asked, challenges: NamedDependency[Challenges], challenge: ChallengeId
) -> c.Challenge:
    """Ends a challenge that I have made."""
    return await challenges.close(challenge, request.me)


HANDLERS: Final[list[Any]] = [
    get_challenges,
    make_challenge,
    get_challenge,
    play_challenge,
    leave_challenge,
    close_challenge,
]
