"""Somebody with a token, names and words as others see them, and for whom something is worked out."""

import re
import secrets
import unicodedata
from enum import IntEnum
from typing import Final, NamedTuple

from haggis_cards.wire.facts import LIMITS
from haggis_cards.wire.refusals import Refused

_MARK: Final = "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u20d0-\\u20ff]"


_STACKED: Final = re.compile(rf"({_MARK}{{2}}){_MARK}+")

# Letters, marks and signs that show nothing: fillers, blanks, and selectors but the one of emoji.
_INVISIBLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0e\U0001d159\U000e0100-\U000e01ef]"
)
_EMOJI: Final = "[\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff]"
_JOINERS: Final = re.compile(f"(?<!{_EMOJI})(?<!{_EMOJI}\ufe0f)[\u200d\ufe0f]")  # that join no emoji
_LOOK_ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "CHEROKEE", "ARMENIAN"})
_RESERVED: Final = frozenset({"somebody", "server", "haggis", "admin", "owner"})  # that seem to be somebody else


PROGRAM: Final = "bot~"  # so begin the ids of programs that have signed in as bots
_MARK_OF_BOTS: Final = " (bot)"  # so end their names, wherever one sees them
_CALLED_BOT: Final = re.compile(r"\bbot\b")


class Guest(NamedTuple):
    """Somebody with a token."""

    id: str
    name: str
    epoch: int = 0
    session: str = ""  # from a sign-in to the sign-out, in one browser


def is_program(guest: str) -> bool:
    """Whether this id is one of a program that has signed in as a bot."""
    return guest.startswith(PROGRAM)


def new_id(like: str = "") -> str:
    """An id that cannot be guessed, for a guest or a table: 128 random bits. `like`: a person's or a program's id."""
    return (PROGRAM if is_program(like) else "") + secrets.token_urlsafe(16)


def name_of_program(name: str) -> str:
    """The name of a program as others see it: all know that it is none of a person."""
    own = clean_name(clean_text(name, LIMITS.name_length).removesuffix(_MARK_OF_BOTS))
    return own[: LIMITS.name_length - len(_MARK_OF_BOTS)].strip() + _MARK_OF_BOTS


def clean_name(name: str) -> str:
    """A name as others see it: something is to be seen, it mixes no alphabets, and it is nobody else's, or a bot's."""
    cleaned = clean_text(name, LIMITS.name_length)
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in cleaned):
        raise Refused("bad-name")
    plain = unicodedata.normalize("NFKC", cleaned)
    alphabets = {unicodedata.name(sign, "").partition(" ")[0] for sign in plain if sign.isalpha()} & _LOOK_ALIKE
    if len(alphabets) > 1 or plain.casefold() in _RESERVED or _CALLED_BOT.search(plain.casefold()):
        raise Refused("bad-name")
    return cleaned


def clean_text(text: str, length: int) -> str:
    """A line without control, invisible and direction characters, spaces made single, and cut."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    shown = "".join(sign if unicodedata.category(sign)[0] not in "CZ" else _blank(sign) for sign in text)
    shown = _JOINERS.sub("", _STACKED.sub(r"\1", shown))
    return " ".join(shown.split())[:length].strip()


def _blank(sign: str) -> str:
    """Spaces and line ends become a space; the joiner of emoji stays; other invisible characters go."""
    return " " if sign.isspace() else sign if sign == "\u200d" else ""


class Order(IntEnum):
    """What comes first."""

    MOVE = 0  # of a bot, while people are at the table
    HINT = 1
    REVIEW = 2
    UNWATCHED = 3  # a bot's move at a table where nobody is

    @property
    def waits_for_others(self) -> bool:
        """Whether it comes only when no move and no hint waits."""
        return self >= Order.REVIEW


class Asker(NamedTuple):
    """For whom something is worked out."""

    address: str = ""
    person: str = ""
    order: Order = Order.MOVE
    table: str = ""  # of an UNWATCHED move: where somebody may come while it waits


ANYBODY: Final = Asker()
