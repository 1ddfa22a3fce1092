"""What somebody may try who wants a result without playing, cards too early, or others out of the way."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_cards.server import autopilot, deals_of_day
from haggis_cards.server.facts import DAY
from tests.server.support import Guest, server_inside, server_with_time, wait_for
from tests.server.test_challenges import QUICK, begin
from tests.server.test_mistakes import Calendar


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_inside(tmp_path_factory.mktemp("cheats") / "data", **QUICK) as (address, _):
        yield address


def test_a_try_that_nobody_finishes_ends_when_it_no_longer_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a server would be full one day of tables that wait for nobody."""
    today = Calendar()
    monkeypatch.setattr(autopilot, "now", today)
    monkeypatch.setattr(deals_of_day, "ENTRANTS", ())
    with server_with_time(tmp_path / "data", abandon_after=900, **QUICK) as (url, time):
        ann = Guest(url, "Ann")
        challenge = ann.post("/api/challenges", {"rules": "haggis-2", "seats": ["open", "club"], "days": 5}, 201)["id"]
        tables = [ann.post("/api/daily/haggis-2/1", {})["id"], begin(ann, challenge)]

        def statuses() -> list[str]:
            return [ann.get(f"/api/tables/{table}")["status"] for table in tables]

        time.passes(10_000)
        ann.get("/api/me")
        assert statuses() == ["playing", "playing"], "people may come back"
        today.days = 1
        time.passes(1)
        wait_for(lambda: statuses() == ["closed", "playing"])
        today.days = 5
        time.passes(1)
        wait_for(lambda: statuses() == ["closed", "closed"])
        assert ann.get(f"/api/challenges/{challenge}")["finished"] == 0


def test_tables_that_last_are_made_at_a_slower_pace(tmp_path: Path) -> None:
    """Nobody stays at them, so one address could fill the server for weeks."""
    with server_with_time(tmp_path / "data", tables_per_minute=2, **QUICK) as (url, time):
        ann = Guest(url, "Ann")
        wish = {"rules": "haggis-2", "seats": ["me", "open"]}
        for _ in range(20):
            ann.post("/api/tables", {**wish, "clock": DAY}, 201)
            time.passes(30)
        assert ann.post("/api/tables", {**wish, "clock": DAY}, 429)["code"] == "too-many"
        time.passes(60)
        ann.post("/api/tables", wish, 201)
        time.passes(900)
        ann.post("/api/tables", {**wish, "clock": DAY}, 201)
