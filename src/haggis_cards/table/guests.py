"""Somebody with a token, and names and words as others see them."""

import re
import secrets
import unicodedata
from typing import Final, NamedTuple

from haggis_cards.wire.facts import LIMITS
from haggis_cards.wire.refusals import Refused

_MARK: Final = "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u20d0-\\u20ff]"


_STACKED: Final = re.compile(rf"({_MARK}{{2}}){_MARK}+")


class Guest(NamedTuple):
    """Somebody with a token."""

    id: str
    name: str
    epoch: int = 0


def new_id() -> str:
    """An id that cannot be guessed, for a guest or a table: 128 random bits."""
    return secrets.token_urlsafe(16)


def clean_name(name: str) -> str:
    """A name as others see it."""
    cleaned = clean_text(name, LIMITS.name_length)
    if not cleaned:
        raise Refused("bad-name")
    return cleaned


def clean_text(text: str, length: int) -> str:
    """A line without control, invisible and direction characters, spaces made single, and cut."""
    text = unicodedata.normalize("NFC", text)
    shown = "".join(sign if unicodedata.category(sign)[0] not in "CZ" else _blank(sign) for sign in text)
    shown = _STACKED.sub(r"\1", shown)
    return " ".join(shown.split())[:length].strip()


def _blank(sign: str) -> str:
    """Spaces and line ends become a space; the joiner of emoji stays; other invisible characters go."""
    return " " if sign.isspace() else sign if sign == "\u200d" else ""
