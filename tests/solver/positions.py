"""Positions of random play for tests of the solver."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

from haggis_cards import Match, Phase, Rounds
from tests.seed import SEED
from tests.support import random_play

UNDER_WAY = (Phase.PLAY, Phase.AWARD, Phase.LEAD)
MOST = 16  # cards in all hands together


def late(table: str | dict[str, Any], least: int, most: int) -> Iterator[Match]:
    """Decisions with so many cards in all hands together, some of each of many rounds, so never an end of them."""
    for number in count():
        found = [match for match in _decisions(json.dumps(table), number) if least <= _cards(match) <= most]
        yield from Random(number).sample(found, min(len(found), 6))


@cache
def _decisions(table: str, number: int) -> tuple[Match, ...]:
    """Those of a round that begins a match of two."""
    matches = random_play(json.loads(table), Rounds(2), seed=(SEED + number) % 2**32)
    found = []
    for match in matches:
        if match.finished:
            break
        rnd = match.round
        if rnd.phase in UNDER_WAY and _cards(match) <= MOST and len(rnd.legal(rnd.to_act[0])) > 1:
            found.append(match)
    return tuple(found)


def _cards(match: Match) -> int:
    return sum(hand.bit_count() for hand in match.round.hands)
