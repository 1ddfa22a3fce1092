"""What the record of a match says beside the game: who was a bot, how it ended, when it began and how long all took.

What the table knows is stored with the record. When it began and the times of its actions stand in the log alone, and
are added when somebody downloads the record: the log is played again for that, in a process of its own.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

import haggis_cards
from haggis_cards.match import Record
from haggis_cards.table.log import Ended, Entry, LogLine, now
from haggis_cards.table.places import record_id
from haggis_cards.table.quarantine import apply
from haggis_cards.table.state import TableState
from haggis_cards.wire.refusals import DamagedTable
from haggis_cards.wire.tables import RecordInfo


def ended_match(table: TableState) -> Ended:
    """The match that has just ended at a table, as the store keeps it."""
    match = table.match
    assert match is not None
    data = dict(match.record().data)
    for key in ("date", "ended", *(["seed"] if table.origin else [])):  # of the match from which this one goes on
        data.pop(key, None)
    data |= {
        "id": record_id(data),
        "app": f"haggis {haggis_cards.__version__}",
        "edition": match.rules.edition,
        "bots": [chair.level for chair in table.chairs],
        **({} if match.over else {"ended": "abandoned"}),
    }
    winners = list(match.winners) if match.winners else None
    players, totals = list(match.players or ()), list(match.totals)
    info = RecordInfo(table.records, now(), players, totals, winners, data["id"])
    ended = Ended(info, Record(data).dump(), match, tuple(table.chairs))
    # Who goes on from a place of a record practises; mistakes made there do not count.
    cards = table.shared
    if table.origin or (cards and cards.practice):
        return ended._replace(practice=True)
    if cards is None:
        return ended._replace(rated=table.rated)
    opens = int(cards.closes) if cards.kind == "daily" else None
    return ended._replace(rated=table.rated, opens=opens, challenge=cards.challenge)


def add_times(record: str, number: int, lines: Sequence[tuple[Any, ...]]) -> str:
    """The record of a table's match with this number, with its date, and with the seconds that each action took.

    An action's time begins when the table began to wait for it. A log that cannot be read adds nothing.
    """
    table, ats = TableState(""), [0]
    began, times = 0, _Times()
    try:
        for line in map(LogLine._make, lines):
            entry = Entry(line.seq, line.kind, line.seat, msgspec.json.decode(line.data))
            if entry.kind == "start":
                began, times = line.at, _Times()
            elif entry.kind == "act":
                times.note(table, (line.at - ats[table.since]) / 1000)
            ats.append(line.at)
            apply(table, [entry])
            if table.records == number:
                break
    except (DamagedTable, msgspec.DecodeError, IndexError):
        return record
    return times.into(record, began) if began else record


class _Times:
    """The seconds of each action of a match, by round and place."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[int, int], float] = {}

    def note(self, table: TableState, seconds: float) -> None:
        """The next action has taken so long; one that was taken back had the same place."""
        if table.match:
            place = len(table.match.finished), len(table.match.round.log)
            self._seconds[place] = round(max(0.0, seconds), 3)

    def into(self, record: str, began: int) -> str:
        data = json.loads(record)
        for number, one in enumerate(data["rounds"]):
            one["times"] = [self._seconds.get((number, place)) for place in range(len(one["actions"]))]
        date = datetime.fromtimestamp(began // 1000, UTC).isoformat()
        return Record({**data, "date": date}).dump()
