"""The door for JavaScript: any function of this package, with JSON in and JSON out."""

import logging
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from haggis_cards.errors import HaggisError
from haggis_cards.wire.refusals import Refused, as_refusal
from haggis_cards.wire.tables import Problem, encode

_logger = logging.getLogger("haggis.browser")


def call(module: str, function: str, arguments: str) -> str:
    """`{"value": ...}` of `haggis_cards.module.function(*arguments)`, or `{"problem": ...}` as a server words it."""
    try:
        value = find(module, function)(*msgspec.json.decode(arguments))
    except Exception as error:
        return refused(error)
    return answered(value)


async def wait(module: str, function: str, arguments: str) -> str:
    """The same for a function that takes its time."""
    try:
        value = await find(module, function)(*msgspec.json.decode(arguments))
    except Exception as error:
        return refused(error)
    return answered(value)


def find(module: str, function: str) -> Callable[..., Any]:
    """A function of this package."""
    found: Callable[..., Any] = getattr(import_module(f"haggis_cards.{module}"), function)
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
