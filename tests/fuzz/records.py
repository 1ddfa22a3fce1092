"""Fuzzes the reading of records: whatever a file or a request holds, it is verified or refused in words.

Good records of random matches, changed in a few places, go through `haggis verify`'s way and the server's. A record
that is accepted must be a record: its canonical form is accepted too and does not change again, and it can be replayed.
"""

import json
from functools import cache
from random import Random
from typing import Any

from haggis_cards import Match, Record, RecordError, Rounds
from haggis_cards.errors import HaggisError
from haggis_cards.table.replay import replay_json
from tests.fuzz.driver import Bytes, mutate_bytes, mutate_json, run
from tests.side_by_side import random_rules


@cache
def good_record(seed: int) -> Any:
    """A record as JSON, of a match that may have broken off."""
    rng = Random(seed)
    match = Match(random_rules(rng), Rounds(rng.randint(1, 2)), seed=seed, players=None)
    stop = rng.randint(5, 120)
    while not match.over and stop:
        seat = rng.choice(match.to_act)
        match, stop = match.act(seat, rng.choice(match.legal(seat))), stop - 1
    return json.loads(match.record().dump())


def one(data: bytes) -> None:
    """One record out of bytes."""
    source = Bytes(data)
    record = good_record(source.number(64))
    for _ in range(source.number(4)):
        record = mutate_json(record, source)
    text = json.dumps(record).encode()
    for _ in range(source.number(3)):
        text = mutate_bytes(text, source)
    try:
        parsed = Record.parse(text)
        counts = parsed.verify()
    except RecordError as error:
        if not str(error):
            raise
    else:
        canonical = parsed.canonical()
        assert canonical.verify() == counts
        assert Record.parse(canonical.dump()).canonical() == canonical
        assert parsed.replay(seed=1).record().verify().actions == counts.actions
    try:
        replay_json(text)
    except HaggisError as error:
        if not str(error):
            raise


if __name__ == "__main__":
    run(one, __doc__)
