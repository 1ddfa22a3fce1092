"""Records in the browser: checked and replayed by the rules, as the server does."""

from typing import Any

from haggis_cards.record import Record
from haggis_cards.server import places
from haggis_cards.server.messages import Replay
from haggis_cards.server.replay import read_body
from haggis_cards.server.replay import replay as replay_record


def replay(text: str) -> Replay:
    """The replay of a record: the text of its file."""
    return replay_record(read_body(text.encode()))


def verify(text: str) -> dict[str, int]:
    """How many rounds, actions and claims of a record were checked; a wrong one is refused."""
    return Record.parse(text).verify()._asdict()


def imported(text: str) -> dict[str, Any]:
    """A record that somebody has put into this browser: played again by the rules and written anew, with its id."""
    return places.read_upload(text.encode())._asdict()
