"""The door for JavaScript: what the parts of a browser offer (`EXPOSED`), with JSON in and JSON out."""

import logging
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

import msgspec

from haggis_cards.errors import HaggisError
from haggis_cards.wire.refusals import Refused, as_refusal
from haggis_cards.wire.tables import Problem, encode

PARTS: Final = ("analysis", "keeper", "practice", "puzzles", "records", "reviews", "tables")
_logger = logging.getLogger("haggis.browser")


def call(part: str, name: str, arguments: str) -> str:
    """`{"value": ...}` of what a part offers by this name, or `{"problem": ...}` as a server words it."""
    try:
        value = find(part, name)(*msgspec.json.decode(arguments))
    except Exception as error:
        return refused(error)
    return answered(value)


async def wait(part: str, name: str, arguments: str) -> str:
    """The same for a function that takes its time."""
    try:
        value = await find(part, name)(*msgspec.json.decode(arguments))
    except Exception as error:
        return refused(error)
    return answered(value)


def find(part: str, name: str) -> Callable[..., Any]:
    """What a part offers by this name; it is loaded when it is first wanted."""
    if part not in PARTS:
        raise KeyError(part)
    found: Callable[..., Any] = import_module(f"haggis_cards.browser.{part}").EXPOSED[name]
    return found


def answered(value: Any) -> str:
    """A value as JavaScript gets it."""
    return encode({"value": value}).decode()


def refused(error: Exception) -> str:
    """An error as JavaScript gets it: a refusal in the form in which a server answers it."""
    if not isinstance(error, HaggisError):
        _logger.error("a call failed", exc_info=error)
        error = Refused("internal")
    refusal = as_refusal(error)
    return encode({"problem": Problem(refusal.code, refusal.reason, refusal.params)}).decode()
