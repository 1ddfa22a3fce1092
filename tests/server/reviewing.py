"""Reviews, asked for over HTTP."""

import time
from typing import Any

from haggis_cards import Match
from tests.server.support import Guest

SCALE = 0.01  # hardly any worlds: enough to see that it works


TINY = {"review_scale": SCALE, "review_threads": 1, "review_nice": 0}


def sent(guest: Guest, match: Match) -> str:
    """The id of a match's record, sent to the server."""
    ref: str = guest.post("/api/records", dict(match.record().data), 200)["id"]
    return ref


def reviewed(guest: Guest, record: str, effort: str = "quick", seconds: float = 120) -> dict[str, Any]:
    """A whole review, asked for and waited for as a client does; all its decisions."""
    guest.post(f"/api/records/{record}/review", {"effort": effort}, 200)
    decisions: list[Any] = []
    end = time.monotonic() + seconds
    while True:
        review: dict[str, Any] = guest.get(f"/api/records/{record}/review?since={len(decisions)}&effort={effort}")
        decisions += review["decisions"]
        if review["status"] not in ("waiting", "running"):
            return {**review, "decisions": decisions}
        assert time.monotonic() < end, review
        time.sleep(0.05)
