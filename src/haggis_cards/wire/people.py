"""What travels over HTTP about people: their matches and statistics, and the deals of the day."""

from typing import Literal, TypeAlias

from msgspec import Struct

from haggis_cards.wire.tables import MyTable

Company: TypeAlias = Literal["people", "bots"]
Outcome: TypeAlias = Literal["won", "tied", "lost", "abandoned"]


class SentMatch(Struct, frozen=True, kw_only=True):
    """A match that I played in a browser and sent: where it is now."""

    table: str
    record: str
    kept: bool  # False: this server had it already


class MyMatch(Struct, frozen=True, kw_only=True):
    """A match that I played."""

    table: str
    number: int  # of the match at its table
    record: str | None  # the id of its record, for replay and review; None as long as it is closed
    preset: str
    seat: int
    ended: int  # when, in milliseconds since 1970
    outcome: Outcome
    players: list[str]
    totals: list[int]  # by side
    rounds: int
    ahead: float  # points a round more than the mean of the other sides
    people: bool  # whether another person played
    loss: float | None  # points lost by a decision, if it has been reviewed


class MyMatches(Struct, frozen=True):
    """My matches, the latest first: those that are being played, and those that are over."""

    running: list[MyTable]
    matches: list[MyMatch]
    more: bool  # older ones follow: ask with `before` the last one's `ended`


class Estimate(Struct, frozen=True):
    """A mean, and how far from it the true one may be in 19 of 20 cases; None where one round says nothing of that."""

    mean: float
    within: float | None


class SourcePoints(Struct, frozen=True, kw_only=True):
    """Points of a round by where they come from."""

    tricks: float
    hands: float
    haggis: float
    out: float
    bets: float


class ThemeFigures(Struct, frozen=True):
    """Decisions of one theme that were not good."""

    theme: str
    count: int
    loss: float  # points in all


class PartnerFigures(Struct, frozen=True, kw_only=True):
    """My matches with one partner: a person by the name of the last match, or a bot by its level."""

    name: str | None
    level: str | None
    matches: int
    won: int
    ahead: float  # points a round


class ReviewFigures(Struct, frozen=True, kw_only=True):
    """What the reviews of my matches say."""

    rounds: int
    decisions: int
    loss: float  # points a decision
    luck: float  # points a round
    themes: list[ThemeFigures]  # the costliest first


class FormPoint(Struct, frozen=True):
    """One of my latest matches, for a picture of how it goes."""

    ended: int
    outcome: Outcome
    ahead: float  # points a round
    luck: float | None  # points a round, if it has been reviewed


class GameFigures(Struct, frozen=True, kw_only=True):
    """My statistics in one game."""

    preset: str
    matches: int
    won: int
    tied: int
    lost: int
    abandoned: int
    rounds: int
    points: Estimate | None  # a round; None without a finished one
    ahead: Estimate | None
    first_out: int
    bets: int
    bets_won: int
    bombs: int  # tricks won by a bomb
    sources: SourcePoints
    reviews: ReviewFigures | None
    partners: list[PartnerFigures]
    form: list[FormPoint]  # oldest first


class Statistics(Struct, frozen=True):
    """My statistics, the game that I play most first."""

    games: list[GameFigures]


# The deals of the day


class FieldLine(Struct, frozen=True, kw_only=True):
    """A result at one deal; the best come first."""

    name: str
    level: str | None  # of a bot that always takes part
    me: bool
    points: float  # ahead of the others at the table
    match_points: float  # the share of the others' results that it beats, a tie counts half
    table: str | None  # for the replay, once the day is over,
    record: str | None  # and for the review


class DealState(Struct, frozen=True, kw_only=True):
    """One deal, as it stands for me. The field can be seen when I have played it, or when the day is over."""

    deal: int
    table: str | None  # where my try is; None: I have not begun
    points: float | None  # None: not finished in time
    match_points: float | None
    par: float | None  # what strong bots make of the same cards when they sit in all seats; seen with the field
    field: list[FieldLine] | None


class Standing(Struct, frozen=True, kw_only=True):
    """A line of the table of a day or week."""

    rank: int
    name: str
    level: str | None
    me: bool
    deals: int
    points: float  # all deals together
    match_points: float  # the mean of all deals that there were; one that was not played counts 0


class DailyDeals(Struct, frozen=True, kw_only=True):
    """The deals of a day in one game. Its table is closed until I have played all deals, or the day is over."""

    day: str
    today: str
    preset: str
    ends: int  # when the day is over, in milliseconds since 1970
    over: bool
    players: int  # people who have finished a deal
    waiting: int  # results of the permanent entrants that are still being made
    deals: list[DealState]
    standings: list[Standing] | None
    week: list[Standing]  # of the days of this week that I may see
    newcomer: bool = False  # I see my place, but my results of this day do not count for others


class DailyGames(Struct, frozen=True, kw_only=True):
    """Today, and how many deals I have finished in each game."""

    day: str
    ends: int
    deals: int  # that a day has in each game
    done: dict[str, int]


class DayWish(Struct, frozen=True, forbid_unknown_fields=True):
    """Which day; None: today. A day that is over is practice."""

    day: str | None = None


# Ratings


class RatingLine(Struct, frozen=True, kw_only=True):
    """A rating on a leaderboard, of a person or a bot."""

    rank: int | None  # None: provisional, or a bot
    name: str
    level: str | None
    me: bool
    rating: int
    within: int  # how far from it the true one may be in 19 of 20 cases
    provisional: bool
    matches: int


class Leaderboard(Struct, frozen=True):
    """The ratings of a game: those that are settled, best first, then the provisional ones; bots stand among them."""

    preset: str
    lines: list[RatingLine]
    programs: list[RatingLine] = []  # that have signed in as bots, among themselves
