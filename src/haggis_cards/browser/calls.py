"""The door for JavaScript: any function of this package, with JSON in and JSON out."""

import logging
from importlib import import_module

import msgspec

from haggis_cards.errors import HaggisError, Refusal
from haggis_cards.server.errors import Refused, as_refusal
from haggis_cards.server.messages import Problem, encode

_logger = logging.getLogger("haggis.browser")


def call(module: str, function: str, arguments: str) -> str:
    """`{"value": ...}` of `haggis_cards.module.function(*arguments)`, or `{"problem": ...}` as a server words it."""
    try:
        found = getattr(import_module(f"haggis_cards.{module}"), function)
        answer = {"value": found(*msgspec.json.decode(arguments))}
    except HaggisError as error:
        answer = {"problem": problem(as_refusal(error))}
    except Exception:
        _logger.exception("%s.%s failed", module, function)
        answer = {"problem": problem(Refused("internal"))}
    return encode(answer).decode()


def problem(refusal: Refusal) -> Problem:
    """A refusal in the form in which a server answers it."""
    return Problem(refusal.code, refusal.reason, refusal.params)
