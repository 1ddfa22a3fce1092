"""Today's deals: each day and game four deals, the same for everybody, against opponents that always play the same.

A deal's seed is an HMAC of its day, game and number with a secret of the store, so that nobody can compute it. The bots
think for a fixed number of deals and not of seconds, and draw their random numbers from the seed, the person and the
place in the round: the same person, day, seat and actions give the same answers in every process and after every
restart. For somebody else they may differ, so that a second guest is no oracle for the first.
"""

import hmac
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from haggis_cards.cards import clip
from haggis_cards.match import Match
from haggis_cards.match_end import of_given_deals
from haggis_cards.rules import RULES, Rules
from haggis_cards.scoring import points_ahead
from haggis_cards.wire.facts import DAY_MS
from haggis_cards.wire.refusals import Refused

DEALS: Final = 4  # a day and game
OPPONENT: Final = "master"  # on all other seats, the partner's among them,
_STEADY: Final = "foresight:{worlds}it:1"  # but thinking for a number of deals, whatever the machine does beside it
ENTRANTS: Final = ("master", "club", "novice")  # who always take part
PAR: Final = "par"  # kept beside their results: what the network makes of a deal when it sits in all seats
PRACTICE_DAYS: Final = 30  # how long a day's deals can be played afterwards
SEAT: Final = 0  # of the person


class Place(NamedTuple):
    """A deal: its day (as in `2026-11-18`), its game, and its number from 1 on."""

    day: str
    preset: str
    deal: int


def day_of(at: int) -> str:
    """The day of a time in milliseconds; days begin at midnight UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """When a day is over, in milliseconds."""
    begin = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return round(begin.timestamp() * 1000) + DAY_MS


def week_of(day: str) -> list[str]:
    """The days of its week up to this one; weeks begin on Monday."""
    last = date.fromisoformat(day)
    return [(last - timedelta(last.weekday() - number)).isoformat() for number in range(last.weekday() + 1)]


def check(place: Place, today: str) -> None:
    """Refuses a deal that there is not, or not any more."""
    if place.preset not in RULES:
        raise Refused("no-deal", fault="game", presets=list(RULES), text=clip(place.preset))
    if not 1 <= place.deal <= DEALS:
        raise Refused("no-deal", fault="number", last=DEALS, number=place.deal)
    try:
        first = (date.fromisoformat(today) - timedelta(PRACTICE_DAYS)).isoformat()
        known = date.fromisoformat(place.day).isoformat() == place.day and first <= place.day <= today
    except ValueError:
        known = False
    if not known:
        raise Refused("no-deal", fault="day", days=PRACTICE_DAYS, text=clip(place.day))


def rules_of(preset: str) -> Rules:
    """The game of a deal: one round, however it ends."""
    return of_given_deals(RULES[preset])


def seed_of(secret: bytes, place: Place) -> int:
    """The seed of a deal."""
    name = f"deal {place.day} {place.preset} {place.deal}"
    return int.from_bytes(hmac.digest(secret, name.encode(), "sha256")[:16], "big")


def dice_of(seed: int, person: str) -> str:
    """What makes the bots' random numbers in a deal those of a person; it does not say who that is."""
    return hmac.digest(seed.to_bytes(16, "big"), f"dice {person}".encode(), "sha256").hex()[:16]


def bot_for(level: str, worlds: int) -> str:
    """The bot that plays a level here; `worlds` is the number of deals in which the strongest one tries its actions."""
    return _STEADY.format(worlds=worlds) if level == OPPONENT else level


def turn_of(match: Match) -> int:
    """Who acts next: where several may, as in an exchange, the person comes last, so that the order never differs."""
    return max(match.to_act, key=lambda seat: (seat != SEAT, -seat))


def question(match: Match, seat: int) -> tuple[str, int]:
    """The place of a bot's decision: the name from which its random numbers come, and where the round's log stands."""
    place, number = len(match.round.log), len(match.finished)
    return f"{number} {seat} {place}" if number else f"{seat} {place}", place


def points_of(match: Match) -> float:
    """The result of a deal: points ahead of the others."""
    return points_ahead(match.finished[0].result.points, match.rules.sides[SEAT])
