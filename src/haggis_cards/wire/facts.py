"""Facts that the server and its clients share. Each stands here once.

The server validates with them, `/api/games` carries them, `scripts/web_data.py` writes them for the browser client, and
a test compares the tables of `docs/protocol.md` with them.
"""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

Range: TypeAlias = tuple[int, int]
Reaction: TypeAlias = Literal["clap", "laugh", "wow", "sad", "think", "party"]


class Limits(Struct, frozen=True, kw_only=True):
    """What the server accepts: ranges with both ends included, and lengths in characters."""

    rounds: Range  # of a match that ends after a number of rounds
    goal: Range  # of a match that ends at a number of points
    clock: Range  # seconds for one decision
    bank: Range  # seconds of time bank for one person and match
    name_length: int  # of a guest; longer names are cut
    title_length: int  # of a table; longer titles are cut
    chat_length: int  # of a line of chat; longer lines are refused


LIMITS: Final = Limits(
    rounds=(1, 50),
    goal=(1, 5_000),
    clock=(5, 259_200),
    bank=(5, 86_400),
    name_length=24,
    title_length=60,
    chat_length=300,
)

REACTIONS: Final[tuple[str, ...]] = get_args(Reaction)


class CloseCode(NamedTuple):
    """Why the server closes a socket."""

    code: int
    meaning: str


CLOSE_CODES: Final[Mapping[str, CloseCode]] = {
    "message-too-big": CloseCode(1009, "a message was too big"),
    "no-pong": CloseCode(1011, "a ping was not answered"),
    "restart": CloseCode(1012, "the server stops or restarts; connect again"),
    "errors": CloseCode(4400, "too many errors in a row"),
    "signed-out": CloseCode(4401, "this person has signed out everywhere, or is gone"),
    "banned": CloseCode(4403, "the owner of this server has banned you"),
    "slow": CloseCode(4408, "the client did not read for too long"),
    "flood": CloseCode(4429, "too many messages"),
}

# The first part of each address within the browser client: these get the client's page, and all others are "not found".
CLIENT_ROUTES: Final = (
    "table",
    "replay",
    "review",
    "practice",
    "puzzles",
    "analysis",
    "rules",
    "learn",
    "matches",
    "people",
    "daily",
    "challenge",
    "ratings",
    "profile",
    "score",
)

GUEST: Final = "Guest"  # who has not said how to be called
LOCAL: Final = "local-"  # so begin the ids of tables that a browser keeps; no server knows them
SENT: Final = "sent-"  # and so those of matches that were played in a browser, and sent to a server

DAY: Final = 86_400  # seconds: with such a clock, or a longer one, a table is played over days
DAY_MS: Final = 1000 * DAY

MOST_MISSED: Final = 3  # decisions in a row that a person misses by the clock; then the seat counts as away
