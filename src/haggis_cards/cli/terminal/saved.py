"""Saved matches of a person against bots: the record so far, the seed of the deals to come, and the bots.

Such a file reveals all hands, and its seed reveals the hands to come.
"""

import os
import secrets
from pathlib import Path
from typing import Any, Final, NamedTuple

from haggis_cards.cards import clip
from haggis_cards.cli.errors import UsageError
from haggis_cards.errors import HaggisError, RecordError
from haggis_cards.match import Match, Record

DEFAULT_BOT: Final = "club"  # also for a record that names no bots


class SaveError(HaggisError):
    """The match could not be written to a file."""


class SavedMatch(NamedTuple):
    """A match, and the bots in the other seats, clockwise from the person's left."""

    match: Match
    bots: list[str]


def load_match(path: Path) -> SavedMatch:
    """Reads a saved match, or any other record of a match that is not over."""
    try:
        record, *others = Record.load_all(path)
        if others:
            raise UsageError(f"{path} holds {1 + len(others)} records; --resume takes a file with one match")
        seed, extra = record.data.get("seed"), record.data.get("play")
        match = record.replay(seed if type(seed) is int else secrets.randbits(48)).noted(ended=None, play=None)
    except RecordError as error:
        raise UsageError(f"{clip(str(path), 80)}: {error}") from None
    bot_count = match.rules.players - 1
    if match.over:
        raise UsageError(f"the match in {path} is over; to read it: haggis show {path}")
    bots = extra.get("bots") if isinstance(extra, dict) else [DEFAULT_BOT] * bot_count
    if not isinstance(bots, list) or len(bots) != bot_count or not all(type(bot) is str for bot in bots):
        raise UsageError(f"{path}: 'bots' in 'play' must be a list of {bot_count} names, not {clip(bots)}")
    return SavedMatch(match, bots)


def save_match(saved: SavedMatch, path: Path) -> None:
    """Writes the file in one step, so that a crash never leaves half a match."""
    extra: dict[str, Any] = {"seed": saved.match.seed, "bots": [None, *saved.bots], "play": {"bots": saved.bots}}
    if not saved.match.over:
        extra["ended"] = "paused"
    part = path.with_name(path.name + ".part")
    try:
        Record({**saved.match.record().data, **extra}).save(part)
        os.replace(part, path)
    except OSError as error:
        raise SaveError(f"{clip(str(path), 80)} cannot be written: {error.strerror or error}") from None


def check_free(path: Path) -> None:
    """Refuses a file that is there already, or a folder in which nothing can be written, before anything is played."""
    shown = clip(str(path), 80)
    if path.exists():
        raise UsageError(f"{shown} is there already; choose another name, or continue it: haggis play --resume {path}")
    if not os.access(path.parent, os.W_OK):
        raise UsageError(f"{shown} cannot be written: there is no such folder, or you may not write to it")


def free_path(folder: Path = Path()) -> Path:
    """A name for the file of a match that has none yet."""
    number = 1
    while (path := folder / f"haggis-match-{number}.json").exists():
        number += 1
    return path
