"""Everything that travels between a client and the server, as types; `docs/protocol.md` describes them in words.

`Command` is what a client may say on a table's socket, `Event` what it hears; both are unions told apart by `type`. The
other types are bodies and answers of the HTTP API. Cards stand only inside views (`haggis_cards.view`).
"""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from haggis_cards.review.model import FactData
from haggis_cards.wire.facts import LIMITS, Limits, Reaction

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, description="chosen by the client, never twice")]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=1 << 53)]
Level: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, description="a bot's level, as in /api/games")]
Status: TypeAlias = Literal["waiting", "playing", "over", "closed"]
Pace: TypeAlias = Literal["slow", "normal", "fast"]


# What a client says


class _Said(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """A command; the answer carries the same id."""

    id: Id


class Act(_Said, frozen=True):
    """An action of the game: one of the texts in the view's `legal`. `seq` is the last one that the client has seen."""

    action: Annotated[str, Meta(max_length=200)]
    seq: Seq


class Sit(_Said, frozen=True):
    """Take a seat; None: any free one."""

    seat: Seat | None = None


class Leave(_Said, frozen=True):
    """Give the seat up; during a match a bot plays on for it, until `back`."""


class Back(_Said, frozen=True):
    """Play again myself, after a bot has played for me."""


class Bot(_Said, frozen=True):
    """Host, between matches: put a bot on a seat, or (None) leave it open; not where a connected person sits."""

    seat: Seat
    level: Level | None


class Start(_Said, frozen=True):
    """Host: start the match; `fill` puts bots of this level on the open seats."""

    fill: Level | None = None


class Ready(_Said, frozen=True):
    """Between two rounds: I have seen the result; the next round starts when everybody is ready."""


class Rematch(_Said, frozen=True):
    """Another match, please: it starts when everybody who is there has asked. False takes the wish back."""

    again: bool = True


class Kick(_Said, frozen=True):
    """Host, between matches: take a person's seat away."""

    seat: Seat


class Swap(_Said, frozen=True):
    """Host, between matches: two seats change places, whoever sits there."""

    seat: Seat
    other: Seat


class Host(_Said, frozen=True):
    """Host: make the person on this seat the host."""

    seat: Seat


class Settings(_Said, frozen=True):
    """Host: change what is not None: lock the seats, let spectators talk, the pace of bots."""

    locked: bool | None = None
    talk: bool | None = None
    pace: Pace | None = None


class Undo(_Said, frozen=True):
    """I ask to take my last action of this round back; it happens when all other people have agreed."""


class Consent(_Said, frozen=True):
    """My answer to another player's undo."""

    agree: bool


class Chat(_Said, frozen=True):
    """A line for the table."""

    text: Annotated[str, Meta(min_length=1, max_length=LIMITS.chat_length)]


class React(_Said, frozen=True):
    """A small sign for the table; nobody keeps it."""

    reaction: Reaction


class Hint(_Said, frozen=True):
    """Asks what a strong bot would do in my place."""


class Refresh(_Said, frozen=True):
    """Send me the whole state again."""


class Ping(_Said, frozen=True):
    """Asks whether the server is there."""


Command: TypeAlias = (
    Act
    | Sit
    | Leave
    | Back
    | Bot
    | Start
    | Ready
    | Rematch
    | Kick
    | Swap
    | Host
    | Settings
    | Undo
    | Consent
    | Chat
    | React
    | Hint
    | Refresh
    | Ping
)


# What a client hears

What: TypeAlias = Literal[
    "sit",
    "leave",
    "bot",
    "start",
    "ready",
    "resume",
    "rematch",
    "away",
    "back",
    "kick",
    "swap",
    "host",
    "settings",
    "undo",
    "consent",
    "close",
]


class SeatInfo(Struct, frozen=True, kw_only=True):
    """Who sits there."""

    kind: Literal["open", "person", "bot"]
    name: str | None = None  # of the person, or of the bot
    level: str | None = None  # of the bot
    away: Literal["clock", "gone", "left"] | None = None  # a bot plays for the person, and why
    again: bool = False  # has asked for a rematch
    ready: bool = False  # between two rounds: has seen the result
    missed: int = 0  # decisions in a row for which the time ran out
    connected: bool = False


class UndoInfo(Struct, frozen=True):
    """Somebody asks to take an action back."""

    seat: int
    agreed: list[int]  # the others who have agreed so far


class Origin(Struct, frozen=True, kw_only=True):
    """A place in a record: before the action `index` of a round's log."""

    record: str  # its id
    round: int  # from 1 on
    index: int


class DailyPlace(Struct, frozen=True, kw_only=True):
    """A deal of a day: one try counts, on that day; afterwards it is practice."""

    day: str  # as in 2026-11-18
    deal: int  # from 1 on
    practice: bool = False


class TableInfo(Struct, frozen=True, kw_only=True):
    """What everybody may know of a table, besides the game itself."""

    id: str
    title: str
    rules: str | dict[str, Any]  # as in a record
    end: dict[str, int]  # as in a record
    clock: int | None  # seconds for a decision
    listed: bool
    status: Status
    match: int  # the number of the match, 0 before the first
    seats: list[SeatInfo]
    watchers: int  # spectators
    records: int  # how many matches can be downloaded: 1 to this number
    # With defaults: tables that an older version has stored do not have these.
    bank: int | None = None  # seconds of time bank for each person and match, beside the clock
    take_backs: bool = True  # people may ask to take an action back
    host: int | None = None  # the seat of the host, None while no person sits here
    locked: bool = False  # nobody else may sit down
    talk: bool = False  # spectators may write in the chat
    pace: Pace = "normal"  # of the bots
    paused: bool = False  # between two rounds, until everybody is ready
    undo: UndoInfo | None = None  # the take-back that is being asked for
    origin: Origin | None = None  # the place in a record from which the matches of this table go on
    daily: DailyPlace | None = None  # the deal of a day that is played here
    challenge: str | None = None  # the challenge that is played here
    rated: bool = False  # whether its matches change ratings
    # At a table of days:
    awaited: list[int] = []  # the seats of the people whom it waits for: to start, to decide, to be ready, to answer
    due: int | None = None  # until when, in milliseconds since 1970


class Clock(Struct, frozen=True):
    """The time that is left, in milliseconds, when the message was sent: `left` of `of`, and then the time bank."""

    left: int
    of: int
    banks: list[int] = []  # what is left of the time bank, by seat; empty where there is none


class ChatLine(Struct, frozen=True):
    """What somebody said."""

    seq: int
    seat: int | None  # None: a spectator
    name: str
    text: str


class _Heard(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """An event; `seq` is the table's at that moment, `id` that of the command which it answers."""

    seq: int
    id: str | UnsetType = UNSET


class State(_Heard, frozen=True, omit_defaults=False):
    """The whole state: the first message of a fresh connection, and whenever a client has fallen behind."""

    table: TableInfo
    seat: int | None  # mine, None for a spectator
    view: dict[str, Any] | None  # None before the first match
    clock: Clock | None
    pause: Clock | None  # the time until the next round starts, between two rounds
    grace: list[int | None]  # by seat: milliseconds until a bot plays for a person who has lost the connection
    chat: list[ChatLine]


class Played(_Heard, frozen=True):
    """An action was played: put `changes` over the view, and append `action` to its log unless `changes` has a log."""

    seat: int
    action: str  # as it stands in a view's log: with the seat; cards that are somebody else's secret are left out
    changes: dict[str, Any]
    bot: bool = False  # a bot played it
    late: bool = False  # the time ran out: the server passed, or made the smallest play
    clock: Clock | None = None
    pause: Clock | None = None
    table: TableInfo | UnsetType = UNSET  # if it changed, as at the end of a round


class Table(_Heard, frozen=True):
    """Something about the table changed; the start of a match and a take-back bring a whole view."""

    what: What
    table: TableInfo
    seat: int | None = None  # whose
    you: int | None = None  # my seat now, None for a spectator
    view: dict[str, Any] | UnsetType = UNSET
    clock: Clock | None = None
    pause: Clock | None = None


class Said(_Heard, frozen=True, tag="chat"):
    """A line of chat."""

    seat: int | None  # None: a spectator
    name: str
    text: str


class Reacted(_Heard, frozen=True, tag="react"):
    """Somebody's reaction."""

    seat: int
    reaction: str


class Presence(_Heard, frozen=True):
    """Who is connected; also the end of what a returning client has missed."""

    connected: list[bool]
    watchers: int
    grace: list[int | None]  # as in `state`
    clock: Clock | None = None
    pause: Clock | None = None


class Hinted(_Heard, frozen=True, tag="hint"):
    """What a strong bot would do."""

    action: str
    why: str  # as in `Advice`
    reason: list[FactData] = []
    other: str | None = None


class Ok(_Heard, frozen=True):
    """The answer to a command that causes no event: a resend (`seq` is where it was played), a ping."""


class Error(_Heard, frozen=True):
    """A command was refused, and nothing changed. The reason is the sentence of the code and its params."""

    code: str
    reason: str
    params: dict[str, Any] = {}


class Changed(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Something that a page shows has changed; it says no more."""


Event: TypeAlias = State | Played | Table | Said | Reacted | Presence | Hinted | Ok | Error


# The HTTP API


class Name(Struct, frozen=True, forbid_unknown_fields=True):
    """The name that a guest wants; without one they are called Guest."""

    name: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    code: Annotated[str, Meta(max_length=200)] = ""  # of a closed server, for somebody new
    bot: bool = False  # somebody new is a program, and says so


class MyTable(Struct, frozen=True, kw_only=True):
    """A table where I have a seat, or had one when a match ended."""

    table: TableInfo
    seat: int
    changed: int  # when, in milliseconds since 1970


class Me(Struct, frozen=True):
    """Who I am, and my tables, the latest first."""

    name: str | None
    tables: list[MyTable]
    named: bool = False  # I have chosen the name


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table. Seats are `me`, `open`, or a bot's level; if none is open, the match starts at once."""

    rules: str | dict[str, Any]  # a preset, or {"preset": ..., house rules}
    end: dict[str, int] | None = None  # {"rounds": 6} or {"goal": 250}; None: the shortest that the sheet suggests
    seats: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(min_length=2, max_length=4)]
    clock: Annotated[int, Meta(ge=LIMITS.clock[0], le=LIMITS.clock[1])] | None = None
    bank: Annotated[int, Meta(ge=LIMITS.bank[0], le=LIMITS.bank[1])] | None = None  # beside a clock
    take_backs: bool = True
    talk: bool = False
    pace: Pace = "normal"
    listed: bool = False
    title: Annotated[str, Meta(max_length=200)] = ""
    rated: bool = False  # its matches change ratings: no house rules, no take-backs, no hints


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to take; None: any free one."""

    seat: Seat | None = None


class StartWish(Struct, frozen=True, forbid_unknown_fields=True):
    """How to start: `fill` puts bots of this level on the open seats."""

    fill: Level | None = None


class HouseRuleInfo(Struct, frozen=True):
    """A house rule for the form: `choices` is None where it takes a list of numbers."""

    name: str
    about: str
    values: str
    choices: list[Any] | None
    default: Any


class GameInfo(Struct, frozen=True):
    """A game that can be played here."""

    preset: str
    title: str
    edition: str
    players: int
    partners: bool
    before: Literal["", "auction", "exchange"]
    rounds: list[int] | None  # from, to: what the rules suggest; null where a match goes only to a goal
    goal: list[int]
    slam: bool  # partners who are out first and second make a slam (R6.5)
    house: list[HouseRuleInfo]


class BotInfo(Struct, frozen=True):
    """A bot that can be put on a seat."""

    level: str
    about: str


class Games(Struct, frozen=True):
    """Everything that the form for a new table needs."""

    games: list[GameInfo]
    bots: list[BotInfo]
    clocks: list[int]  # suggestions, in seconds
    banks: list[int]  # likewise
    reactions: list[str]
    limits: Limits
    public_url: str | None = None  # the address that people open, if the server has been told
    network_url: str | None = None  # its address for others in the same network, None if only this machine can open it
    join: str = ""  # the code of a closed server, for its members: links for others need it


class Lobby(Struct, frozen=True):
    """Listed tables that wait for players or are being played, the latest first."""

    tables: list[TableInfo]


class Advice(Struct, frozen=True):
    """What a strong bot would do."""

    action: str
    why: str  # the reason in English
    reason: list[FactData] = []  # the same as facts, where the reason is one of a review
    other: str | None = None  # the action that these facts compare it with


class Seen(Struct, frozen=True):
    """My view of a table over HTTP."""

    seq: int
    seat: int | None
    view: dict[str, Any] | None


class RecordInfo(Struct, frozen=True):
    """A match that can be downloaded."""

    number: int
    ended: int  # when, in milliseconds since 1970
    players: list[str]
    totals: list[int]
    winners: list[int] | None  # None: it was abandoned
    id: str | None = None  # of its record, for replays and reviews; None where an older version has stored it


class Records(Struct, frozen=True):
    """The matches of a table that are over."""

    records: list[RecordInfo]


StoreState: TypeAlias = Literal["checked", "checking", "damaged", "unwritable"]


class Readiness(Struct, frozen=True):
    """Whether clients should be sent to this process, and why not."""

    ready: bool
    store: StoreState
    draining: bool


class Health(Struct, frozen=True):
    """That the server answers, and how much it has to do."""

    ok: bool
    version: str
    tables: int
    connections: int
    damaged: int  # tables that are set aside because they cannot be read


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused. The reason is the sentence of the code and its params."""

    code: str
    reason: str
    params: dict[str, Any] = {}


class ReplayStep(Struct, frozen=True):
    """An action of a replay: what it changed in everybody's view, and the cards after it."""

    action: str
    changes: dict[str, Any]
    hands: list[str]
    haggis: str


class Replay(Struct, frozen=True):
    """A record played again: a spectator's view of the first deal, then step by step, all hands open."""

    view: dict[str, Any]
    hands: list[str]
    haggis: str
    steps: list[ReplayStep]


encoder: Final = msgspec.json.Encoder()
encode: Final = encoder.encode
decode_command: Final = msgspec.json.Decoder(Command).decode
decode_ping: Final = msgspec.json.Decoder(Ping).decode
