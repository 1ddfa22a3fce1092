"""Nobody can crowd others out of the lobby."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.server.support import Guest, players, server_inside


def shown(guest: Guest) -> list[str]:
    return [info["id"] for info in guest.get("/api/lobby")["tables"]]


def make_listed(guest: Guest) -> Any:
    """Asks for a listed table where nobody sits."""
    return guest.http.post("/api/tables", json={"rules": "haggis-2", "seats": ["open", "open"], "listed": True})


async def test_people_who_wait_come_first(tmp_path: Path) -> None:
    """However many newer tables are listed, a table with its player waiting stays on top."""
    with server_inside(tmp_path / "data", clock=Steps()) as (url, _):
        ann, eve = Guest(url, "Ann"), Guest(url, signed_in=False)
        honest, left = ann.table(listed=True), ann.table(listed=True)
        async with players(ann, table=honest):
            crowd = [make_listed(eve).json()["id"] for _ in range(110)]
            tables = shown(eve)
            assert (tables[0], len(tables)) == (honest, 100)
            assert left not in tables
            assert set(tables[1:]) <= set(crowd)
        assert honest not in shown(eve)


def test_one_person_and_one_address_have_few_waiting_tables(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data", waiting_tables=2, clock=Steps()) as (url, _):
        ann, bob, eve = Guest(url, "Ann"), Guest(url, "Bob"), Guest(url, signed_in=False)
        kept = [ann.table(listed=True) for _ in range(2)]
        for table in kept:  # with somebody else on a seat they are not deserted
            bob.post(f"/api/tables/{table}/seat", {})
        refused = ann.post("/api/tables", {"rules": "haggis-2", "seats": ["me", "open"], "listed": True}, 429)
        assert (refused["code"], refused["params"]["fault"]) == ("too-many", "waiting-tables")
        ann.table(listed=False)
        ann.table("haggis-2", ["me", "random"], listed=True)  # waits for nobody
        ann.post(f"/api/tables/{kept[0]}/start", {})
        ann.table(listed=True)
        # One address: old deserted tables make room for new ones, so the crowd stays small.
        assert {make_listed(eve).status_code for _ in range(20)} == {201}
        assert len(shown(eve)) <= 12  # ten that wait, and two matches


@pytest.mark.parametrize(("listed", "made"), [(True, 2), (False, 5)])
def test_limits_hold_for_those_who_come_at_once(tmp_path: Path, listed: bool, made: int) -> None:
    with server_inside(tmp_path / "data", waiting_tables=2, max_tables=12 if listed else 5) as (url, _):
        ann = Guest(url, "Ann")

        def ask(_: int) -> str | None:
            wish = {"rules": "haggis-2", "seats": ["me", "open"], "listed": listed}
            table: str | None = ann.http.post("/api/tables", json=wish).json().get("id")
            return table

        with ThreadPoolExecutor(12) as pool:
            asked = [table for table in pool.map(ask, range(12)) if table]
        # A listed table that is deserted may have been closed to make room for another one.
        assert sum(ann.get(f"/api/tables/{table}")["status"] == "waiting" for table in asked) == made


class Steps:
    """A clock with which every lobby is too old to be shown again."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now
