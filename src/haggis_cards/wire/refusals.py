"""What the server refuses: a stable code with its params, a sentence for people, and the HTTP status of the code.

The engine's own refusals (`haggis_cards.errors`) reach a client in the same form.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from haggis_cards.errors import HaggisError, Refusal

# Statuses by code; every other code, the engine's for actions among them, is a 409.
STATUS: Final[Mapping[str, int]] = {
    "bad-message": 400,
    "no-session": 401,
    "closed-server": 403,
    "bad-origin": 403,
    "bad-host": 421,
    "not-seated": 403,
    "not-host": 403,
    "not-maker": 403,
    "banned": 403,
    "no-talk": 403,
    "no-tables": 403,
    "no-table": 404,
    "no-record": 404,
    "no-place": 404,
    "no-review": 404,
    "no-mistake": 404,
    "no-deal": 404,
    "no-puzzle": 404,
    "no-link": 404,
    "no-challenge": 404,
    "not-found": 404,
    "not-allowed": 405,
    "too-large": 413,
    "bad-notation": 422,
    "bad-rules": 422,
    "bad-seats": 422,
    "bad-name": 422,
    "bad-code": 422,
    "bad-passkey": 422,
    "not-rated": 422,
    "bad-challenge": 422,
    "bad-push": 422,
    "too-many": 429,
    "internal": 500,
    "damaged": 500,
    "busy": 503,
    "storage": 503,
}
_OTHER_STATUS: Final = 409

# The sentences, as in `haggis_cards.errors.REFUSALS`. A `detail` is a library's own English.
REFUSALS: Final[Mapping[str, str]] = {
    # Messages and requests
    "bad-message.unreadable": "the message cannot be read: {detail}",
    "bad-message.binary": "messages are text, not binary",
    "bad-message.nested": "the message is nested too deeply",
    "bad-message.request": "the request is not valid: {detail}",
    "bad-message.body": "the body is not JSON in UTF-8, or it is nested too deeply",
    "bad-message.broken-off": "the request broke off",
    "bad-message.record": "the record is not valid: {detail}",
    "bad-message.record-text": "this is not a record: there is a mistake in line {line}, character {column}, or the "
    "text breaks off there; a record is one JSON object, as you can save it after a match",
    "bad-message.record-kind": "this is not a record but {found}; a record is one JSON object, as you can save it "
    "after a match",
    "bad-message.blank": "a line of chat needs at least one visible character",
    "bad-name": "a name needs at least one visible character and letters of one alphabet, and some words are taken",
    "closed-server": "this server is for its members; ask its owner for the link by which you can join",
    "no-session": "you need a name first: POST /api/me",
    "banned.plain": "the owner of this server has banned you",
    "banned.reason": "the owner of this server has banned you: {words}",
    "bad-origin": "this page belongs to another site",
    "bad-host": "this server does not know the name {text}; its owner can add it to the setting `hosts`",
    "not-found": "there is nothing at this address",
    "not-allowed": "this address does not take this method",
    "too-large": "the request is too large",
    "internal": "something went wrong on the server",
    "busy.workers": "the server has too much to think about at the moment; please try again",
    "busy.reviews": "too many reviews are waiting; please try again later",
    "busy.draining": "this server is about to be replaced; please try again in a moment",
    "busy.id": "that did not work; please try again",
    "storage": "the store cannot be written at the moment; nothing was lost, please try again",
    # Limits
    "too-many.requests": "too many requests from your address; please slow down",
    "too-many.messages": "too many messages; please slow down",
    "too-many.lines": "too many lines of chat; please slow down",
    "too-many.table-lines": "too many lines of chat at this table; please slow down",
    "too-many.hints": "too many hints; please slow down",
    "too-many.hint": "you can ask for one hint at a time",
    "too-many.tables": "too many new tables from your address; please slow down",
    "too-many.replays": "too many replays from your address; please slow down",
    "too-many.sheets": "too many sheets from your address; please slow down",
    "too-many.answers": "too many answers and lines; please slow down",
    "too-many.sign-ins": "too many attempts from your address; please wait a minute",
    "too-many.personal": "you have asked for all your data several times; please wait a minute",
    "too-many.passkeys": "you have {most} passkeys; remove one first",
    "too-many.reviews-waiting": "{most} reviews of yours are waiting already; please wait for one of them",
    "too-many.review-budget": "you have asked for many reviews in the last hour; please try again later",
    "too-many.sent": "{most} matches that you played in browsers are kept here already, and that is the most",
    "too-many.review-long": "this match is too long for such a thorough review; ask for a quicker one",
    "too-many.connections": "there are too many connections from your address; {most} are allowed",
    "too-many.table-connections": "too many people watch this table; {most} are allowed",
    "too-many.watchers": "too many spectators watch this table from your address; {most} are allowed",
    "too-many.seat-connections": "you have this table open too often; {most} pages are allowed",
    "too-many.waiting-tables": "{most} listed tables of yours already wait for players; fill one of them, or make this "
    "one without listing it",
    "too-many.server-tables": "this server cannot hold more tables",
    # Who one is
    "bad-passkey.insecure": "a passkey needs an address that begins with https://; here, write down a recovery code "
    "instead",
    "bad-passkey.number": "a passkey needs an address with a name, and {text} is a number; on the server's own "
    "computer, open the page as localhost; elsewhere, write down a recovery code instead",
    "bad-passkey.unknown": "nobody here has this passkey any more; sign in with another one, or with a recovery code",
    "bad-passkey.late": "that took too long, or was done before; please try again",
    "bad-passkey.refused": "the passkey was not accepted: {detail}",
    "bad-code.length": "a recovery code has {count} letters and digits; this one has {found}",
    "bad-code.unknown": "nobody here has this recovery code; check every letter, and that no newer code was made",
    "no-link": "this link has been used, or is too old; make a new one on the other device",
    # Tables and seats
    "no-table": "there is no such table",
    "no-record": "there is no such record",
    "damaged": "this table cannot be read: its log is damaged at entry {seq}; the owner of this server can see that",
    "no-place.round": "this record has the rounds 1 to {last}; there is no round {number}",
    "no-place.index": "round {number} has the actions 0 to {last}; there is no action {index}",
    "no-review": "this decision has not been reviewed yet",
    "no-mistake": "this decision is not among your mistakes",
    "no-puzzle.id": "there is no such puzzle",
    "no-puzzle.left": "you have tried all puzzles of this sort; choose another game, kind or theme",
    "not-over.record": "the match is not over, and its cards are still hidden; finish it first",
    "not-over.round": "round {number} is not over, and its cards are still hidden; finish it first",
    "no-deal.game": "there are deals of the day for {presets}, not for {text}",
    "no-deal.number": "a day has the deals 1 to {last}; there is no deal {number}",
    "no-deal.day": "there are deals for today and for practice those of the last {days} days, not of {text}",
    "no-challenge": "there is no such challenge",
    "bad-challenge.what": "a challenge is made of the record of a match, or of rules for fresh cards: name one of them",
    "bad-challenge.nobody": "somebody must play: at least one seat is for people",
    "bad-challenge.people": "a challenge is made of a match of one person against bots; say who sat on the other seats",
    "bad-challenge.yours": "you did not play this match, so you can challenge nobody with it",
    "bad-challenge.daily": "these are deals of the day: send the link of the day, and everybody plays the same cards",
    "not-maker": "only {name}, who has made this challenge, can close it",
    "not-over.challenge": "somebody may still play these cards; they can be reviewed when the match is over",
    "not-over.day": "today's deals are still being played; their cards can be seen when the day is over",
    "not-seated": "only people with a seat at this table can do that",
    "not-host": "only the host of this table, {name}, can do that",
    "no-talk.spectators": "the host has not opened the chat for spectators",
    "no-talk.server": "the owner of this server has turned the chat off; reactions are still there",
    "no-tables.members": "on this server only members make tables: add a passkey or a recovery code in your profile, "
    "or sit down at a table of somebody else",
    "no-tables.invited": "on this server only people whom its owner has invited make tables; sit down at a table of "
    "somebody else",
    "locked.table": "the host has locked this table, but you can watch",
    "locked.daily": "somebody plays a deal of the day here; you can look at it when the day is over",
    "locked.challenge": "a challenge was played here; play it yourself, or wait until it is over, to see these cards",
    "locked.kicked": "the host has taken your seat away; you can watch, or ask the host to unlock the table",
    "bad-seats.count": "{preset} has {count} seats, not {found}",
    "bad-seats.me": "you can take only one seat",
    "bad-seats.choice": "a seat is {choices}, not {text}",
    "bad-seats.level": "a bot's level is {levels}, not {text}",
    "bad-seats.bot": "a bot played on seat {number} in this match, not you",
    "bad-seats.number": "seats are 0 to {last}, not {number}",
    "not-rated": "a table with house rules is not rated; leave one of the two out",
    "bad-push.endpoint": "a push service has an https address with a name and the usual port, not {text}",
    "bad-push.keys": "the keys of a subscription are a point of P-256 and 16 bytes, both in base64url",
    "bad-push.server-key": "this subscription was made with another key; subscribe with the key of GET /api/push",
    "no-push": "this server sends no notifications",
    "seat-taken.all": "no seat is free, but you can watch",
    "seat-taken.challenge": "no seat of this sort is free in this challenge",
    "seat-taken.person": "{name} already sits there",
    "closed": "this table is closed",
    "not-full": "a seat is open; wait for somebody, or fill it with a bot",
    "not-now.sign-in": "whether you are a bot is said with the first name; ask without a cookie to be a new one",
    "not-now.sit": "you can take a seat only between matches",
    "not-now.bot": "bots come and go only between matches",
    "not-now.start": "a match is already being played",
    "not-now.act": "no match is being played",
    "not-now.leave": "you have already left",
    "not-now.back": "no bot is playing for you",
    "not-now.away": "that seat does not need a stand-in",
    "not-now.hint": "there is nothing for you to decide at the moment",
    "not-now.no-bet": "it is not your turn, and no bet is worth making now",
    "not-now.rematch": "you can ask for a rematch only after a match",
    "not-now.pause": "the next round has not started yet; say that you are ready",
    "not-now.ready": "you can say that you are ready only between two rounds",
    "not-now.resume": "the table is not between two rounds",
    "not-now.kick": "nobody loses a seat during a match",
    "not-now.kick-empty": "no person sits there",
    "not-now.kick-self": "you cannot remove yourself; leave the table instead",
    "not-now.swap-same": "choose two different seats",
    "not-now.swap": "seats change places only between matches",
    "not-now.host": "only a person at this table can be its host",
    "not-now.host-self": "you are already the host",
    "not-now.daily": "a deal of the day is played by one person to its end; nothing else can be done at its table",
    "not-now.daily-hint": "there are no hints while a deal of the day counts",
    "not-now.challenge": "a challenge is played to its end with the people who began it; nothing else can be done here",
    "not-now.challenge-hint": "there are no hints in a challenge",
    "not-now.challenge-leave": "your table is full, so the match has begun; play it to its end",
    "not-now.challenge-over": "this challenge is over; you can see what the others did, but not begin it any more",
    "not-now.rated-hint": "there are no hints in a rated match",
    "not-now.settings": "nothing would change",
    "not-now.undo": "you have not played anything in this round that could be taken back",
    "not-now.undo-off": "nothing can be taken back at this table",
    "not-now.undo-waits": "somebody is already asking to take an action back",
    "not-now.consent": "nobody is asking you to take an action back",
    "not-now.no-mistake": "this decision was as good as the best, so there is nothing to try again",
    "not-now.puzzle": "this is not the next answer that this puzzle asks for; load the puzzle again",
    "not-now.rated-start": "a rated match starts when everybody who plays has asked for it and is here",
    "not-now.rematch-waits": "not everybody has asked for a rematch",
    "future": "this table is only at entry {seq}; {asked} does not exist yet",
    "stale": "the table has moved on; this was meant for an earlier decision",
}


class Refused(Refusal):
    """A request or command that the server does not carry out; nothing has changed."""

    sentences: ClassVar[Mapping[str, str]] = REFUSALS


class StorageError(Refused):
    """The store could not be written or read; whether an entry got in is unknown until it is read again."""


class DamagedTable(Refused):
    """A table's log cannot be read from entry `seq` on; `why` is for the owner of the server."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__("damaged", seq=seq)
        self.seq, self.why = seq, why


class WorkerFailed(Exception):
    """A worker has no answer: its process died, hung, or met a bug, which is in the log."""


class ConfigError(HaggisError):
    """An option that does not exist or does not fit."""


def as_refusal(error: HaggisError) -> Refusal:
    """Any error of this package in the form in which clients get it."""
    return error if isinstance(error, Refusal) else Refused("bad-message", fault="record", detail=str(error))


def status_of(code: str) -> int:
    """The HTTP status of a code."""
    return STATUS.get(code, _OTHER_STATUS)
