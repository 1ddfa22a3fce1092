"""What the server refuses: a stable code with its params, a sentence for people, and the HTTP status of the code.

The engine's own refusals (`haggis_cards.errors`) reach a client in the same form.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from haggis_cards.errors import HaggisError, Refusal

# Statuses by code; every other code, the engine's for actions among them, is a 409.
STATUS: Final[Mapping[str, int]] = {
    "bad-message": 400,
    "bad-notation": 400,
    "bad-rules": 400,
    "bad-seats": 400,
    "bad-name": 400,
    "no-session": 401,
    "bad-origin": 403,
    "not-seated": 403,
    "no-table": 404,
    "no-record": 404,
    "not-found": 404,
    "not-allowed": 405,
    "too-large": 413,
    "too-many": 429,
    "internal": 500,
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
    "bad-message.record": "the record is not valid: {detail}",
    "bad-message.blank": "a line of chat needs at least one visible character",
    "bad-name": "a name needs at least one visible character",
    "no-session": "you need a name first: POST /api/me",
    "bad-origin": "this page belongs to another site",
    "not-found": "there is nothing at this address",
    "not-allowed": "this address does not take this method",
    "too-large": "the request is too large",
    "internal": "something went wrong on the server",
    "busy.workers": "the server has too much to think about at the moment; please try again",
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
    "too-many.connections": "there are too many connections from your address; {most} are allowed",
    "too-many.table-connections": "there are too many connections to this table; {most} are allowed",
    "too-many.server-tables": "this server cannot hold more tables",
    # Tables and seats
    "no-table": "there is no such table",
    "no-record": "there is no such record",
    "not-seated": "only people with a seat at this table can do that",
    "bad-seats.count": "{preset} has {count} seats, not {found}",
    "bad-seats.me": "you can take only one seat",
    "bad-seats.choice": "a seat is {choices}, not {text}",
    "bad-seats.level": "a bot's level is {levels}, not {text}",
    "bad-seats.number": "seats are 0 to {last}, not {number}",
    "seat-taken.all": "no seat is free, but you can watch",
    "seat-taken.person": "{name} already sits there",
    "closed": "this table is closed",
    "not-full": "a seat is open; wait for somebody, or fill it with a bot",
    "not-now.sit": "you can take a seat only between matches",
    "not-now.bot": "bots come and go only between matches",
    "not-now.start": "a match is already being played",
    "not-now.act": "no match is being played",
    "not-now.leave": "you have already left",
    "not-now.back": "no bot is playing for you",
    "not-now.away": "that seat does not need a stand-in",
    "not-now.hint": "there is nothing for you to decide at the moment",
    "not-now.rematch": "you can ask for a rematch only after a match",
    "not-now.rematch-waits": "not everybody has asked for a rematch",
    "future": "this table is only at entry {seq}; {asked} does not exist yet",
    "stale": "the table has moved on; this was meant for an earlier decision",
}


class Refused(Refusal):
    """A request or command that the server does not carry out; nothing has changed."""

    sentences: ClassVar[Mapping[str, str]] = REFUSALS


class StorageError(Refused):
    """The store could not be written or read; whether an entry got in is unknown until it is read again."""


class ConfigError(HaggisError):
    """An option that does not exist or does not fit."""


def as_refusal(error: HaggisError) -> Refusal:
    """Any error of this package in the form in which clients get it."""
    return error if isinstance(error, Refusal) else Refused("bad-message", fault="record", detail=str(error))


def status_of(code: str) -> int:
    """The HTTP status of a code."""
    return STATUS.get(code, _OTHER_STATUS)
