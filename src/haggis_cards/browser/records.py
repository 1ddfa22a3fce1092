"""Records in the browser: checked and replayed by the rules, as the server does."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from haggis_cards.comments import comments_of, with_comments
from haggis_cards.match import Record
from haggis_cards.table.log import now
from haggis_cards.table.places import read_upload
from haggis_cards.table.replay import read_body
from haggis_cards.table.replay import replay as replay_record
from haggis_cards.wire.facts import LOCAL
from haggis_cards.wire.tables import RecordInfo, Replay, SeatInfo, TableInfo


def replay(text: str) -> Replay:
    """The replay of a record: the text of its file."""
    return replay_record(read_body(text.encode()))


def verify(text: str) -> dict[str, int]:
    """How many rounds, actions and claims of a record were checked; a wrong one is refused."""
    return Record.parse(text).verify()._asdict()


def imported(text: str) -> dict[str, Any]:
    """A match from a file, played again by the rules, as a table of this browser on which nothing more happens.

    Its comments stay.
    """
    upload = read_upload(text.encode())
    match = Record.parse(upload.record).replay()
    players = list(match.players or (f"{seat + 1}" for seat in match.rules.seats))
    table = TableInfo(
        id=LOCAL + upload.id,
        title="",
        rules=match.rules.spec,
        end=match.end.as_record,
        clock=None,
        listed=False,
        status="closed",
        match=1,
        seats=[SeatInfo(kind="person", name=name) for name in players],
        watchers=0,
        records=1,
    )
    info = RecordInfo(1, now(), players, list(match.totals), list(match.winners or ()), upload.id)
    comments = comments_of(Record.parse(text))
    record = with_comments(Record.parse(upload.record), *comments).dump() if comments else upload.record
    return {"table": table, "info": info, "record": record}


EXPOSED: Final[Mapping[str, Callable[..., Any]]] = {"replay": replay, "verify": verify, "imported": imported}
