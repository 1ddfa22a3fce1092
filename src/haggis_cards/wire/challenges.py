"""What travels over HTTP about challenges."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from haggis_cards.wire.facts import LIMITS

DAYS: Final = 30  # for which a challenge is open, if its maker says nothing
MOST_DAYS: Final = 90
MOST_TABLES: Final = 32

# How far somebody is: not in it, waiting for others at the table, playing, finished.
ChallengeState: TypeAlias = Literal["none", "seated", "playing", "done"]


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A challenge: with the cards of a finished match against bots (`record`), or with fresh ones (`rules`)."""

    record: str | None = None  # the id of the record
    rules: str | dict[str, Any] | None = None
    rounds: Annotated[int, Meta(ge=1, le=LIMITS.rounds[1])] = 4  # deals, where the cards are fresh
    # `open` for people, else the level of a bot; for a match of this server, the server knows it. A match that was
    # played in a browser names its player's seat so.
    seats: list[str] | None = None
    tables: Annotated[int, Meta(ge=2, le=MOST_TABLES)] = 2  # where several people sit at each
    title: str = ""
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = DAYS  # until it closes


class SeatChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """Where I want to sit in a challenge of several tables; None: anywhere."""

    place: int | None = None  # the number of the table, from 0 on
    seat: int | None = None


class ChallengePerson(Struct, frozen=True, kw_only=True):
    """Somebody who takes part."""

    name: str
    me: bool
    place: int | None  # the number of the table; None where everybody has one
    seat: int
    state: ChallengeState


class ChallengeDeal(Struct, frozen=True):
    """A result at one deal."""

    points: int  # of the side in the round
    ahead: float  # of the others at the table
    match_points: float  # the share of the other results with the same cards that it beats, a tie counts half


class ChallengeLine(Struct, frozen=True, kw_only=True):
    """What the people of one side at one table made of all deals."""

    rank: int
    names: list[str]
    me: bool
    maker: bool
    place: int | None
    points: float  # ahead of the others, all deals together
    match_points: float  # the mean of all deals
    deals: list[ChallengeDeal]
    record: str | None  # for replay and review


class ChallengeField(Struct, frozen=True, kw_only=True):
    """The results of all who had the same cards, the best first."""

    side: int
    seats: list[int]
    lines: list[ChallengeLine]


class ChallengeTeam(Struct, frozen=True, kw_only=True):
    """People who sat crosswise at several tables."""

    rank: int
    names: list[str]
    me: bool
    points: float
    deals: list[float]  # points ahead of the others


class ChallengeFacts(Struct, frozen=True, kw_only=True):
    """A challenge, and how far I am in it."""

    id: str
    title: str
    maker: str  # the name
    mine: bool  # I have made it
    rules: str | dict[str, Any]
    rounds: int
    seats: list[str | None]  # the levels of bots, None for people
    tables: int | None  # how many; None: everybody has one
    made: int
    closes: int  # when, in milliseconds since 1970
    over: bool
    state: ChallengeState  # mine
    players: int
    finished: int


class Challenge(ChallengeFacts, frozen=True, kw_only=True):
    """A challenge as I may see it: results only when I have played it, or when it is over."""

    beat: float | None  # the maker's points ahead, where the cards come from a match of this server
    elsewhere: bool  # the cards come from a match that was not played here: what it says can be invented
    table: str | None  # mine
    team_tables: int | None  # how many tables a team needs, where people sit crosswise
    people: list[ChallengePerson]
    fields: list[ChallengeField] | None
    teams: list[ChallengeTeam]
    par: list[float] | None  # of my deals, else those of the best: what strong bots make of the same cards in all
    # seats; None: not worked out yet, or I may not see results


class MyChallenges(Struct, frozen=True):
    """The challenges that I have made or taken part in, the latest first."""

    challenges: list[ChallengeFacts]
