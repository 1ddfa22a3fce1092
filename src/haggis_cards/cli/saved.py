"""Matches that people play against bots, as files: the record so far, with the seed of the deals to come and the bots.

Such a file tells all hands, and the seed tells the next ones: it is for going on later, not for looking into.
"""

import os
import secrets
from pathlib import Path
from typing import Any, NamedTuple

from haggis_cards.cards import clip
from haggis_cards.errors import HaggisError, RulesError
from haggis_cards.match import Match
from haggis_cards.record import Record

LEVEL = "club"  # the bots of a record that names none


class SaveError(HaggisError):
    """A file that cannot be written."""


class Saved(NamedTuple):
    """A match, and the bots of the other seats from the left on."""

    match: Match
    bots: list[str]


def load(path: Path) -> Saved:
    """A saved match; any record of a match that is not over will do."""
    record = Record.load(path)
    seed, extra = record.data.get("seed"), record.data.get("play")
    match = record.replay(seed if type(seed) is int else secrets.randbits(48))
    others = match.rules.players - 1
    if match.over:
        raise RulesError(f"the match in {path} is over; haggis show {path} tells it")
    bots = extra.get("bots") if isinstance(extra, dict) else [LEVEL] * others
    if not isinstance(bots, list) or len(bots) != others or not all(type(bot) is str for bot in bots):
        raise RulesError(f"{path}: 'bots' of 'play' must be {others} names, not {clip(bots)}")
    return Saved(match, bots)


def store(saved: Saved, path: Path) -> None:
    """Writes the file anew; it is whole at any moment."""
    extra: dict[str, Any] = {"seed": saved.match.seed, "play": {"bots": saved.bots}}
    part = path.with_name(path.name + ".part")
    try:
        Record({**saved.match.record().data, **extra}).save(part)
        os.replace(part, path)
    except OSError as error:
        raise SaveError(f"{clip(str(path), 80)} cannot be written: {error.strerror or error}") from None


def free_path() -> Path:
    """A file for a match that was given none."""
    number = 1
    while (path := Path(f"haggis-match-{number}.json")).exists():
        number += 1
    return path
