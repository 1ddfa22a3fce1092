"""Stores of older revisions, as servers left them: they open, play on, export, and delete their people."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Record
from tests.server import old_stores
from tests.server.challengers import play
from tests.server.old_stores import come_back, told, unpack
from tests.server.support import players, server_inside, wait_for


@pytest.fixture(params=old_stores.REVISIONS)
def facts(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    return unpack(tmp_path / "data", request.param)


@pytest.fixture
def url(facts: dict[str, Any], tmp_path: Path) -> Iterator[str]:
    with server_inside(tmp_path / "data", **old_stores.OPTIONS) as (address, _):
        yield address


async def test_all_is_there_and_plays_on(url: str, facts: dict[str, Any]) -> None:
    ann, bob = people = come_back(url, facts)
    for guest, name in zip(people, ("ann", "bob"), strict=True):
        before = {key: value for key, value in facts[name].items() if key != "cookie"}
        now = told(guest)
        for match, stored in zip(now["matches"], before["matches"], strict=True):
            assert stored.pop("record") in (None, match.pop("record"))  # a deal of a day is open once that is over
        assert now == before
    tables = facts["tables"]
    for name in ("rated in play", "plain in play", "days in play"):
        async with players(*people, table=tables[name]) as (hers, his):
            assert (hers.seat, his.seat) == (0, 1)
            while not (hers.done and his.done):
                for player in (hers, his):
                    if player.my_turn:
                        await player.act()
                        break
                else:
                    await hers.hear()
                for player in (hers, his):
                    while player.seq != max(hers.seq or 0, his.seq or 0):
                        await player.hear()
        Record(ann.get(f"/api/tables/{tables[name]}/records/1")).verify()
    await play(ann, tables["challenge in play"])
    assert ann.get(f"/api/challenges/{facts['challenge']}")["finished"] == 2
    await play(ann, tables["daily 2"])
    assert len(ann.get("/api/matches")["matches"]) == len(facts["ann"]["matches"]) + 5
    rating = {line["name"]: line for line in bob.get("/api/ratings/haggis-2")["lines"]}
    assert (rating["Ann"]["matches"], rating["Bob"]["matches"]) == (2, 2)


def test_everything_of_a_person_can_be_had_and_deleted(url: str, facts: dict[str, Any], tmp_path: Path) -> None:
    ann, bob = come_back(url, facts)
    data = ann.get("/api/profile/data")
    own = {name: len(rows) for name, rows in data.items() if isinstance(rows, list)}
    for name in ("matches", "mistakes", "sittings", "attempts", "push_subscriptions", "puzzle_attempts", "ratings"):
        assert own[name], f"nothing of {name}"
    assert own["records"] >= 3
    assert data["recovery_code_made"]
    guest = data["person"]

    def left() -> list[str]:
        with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
            return [line for line in db.iterdump() if guest in line or "Ann" in line]

    assert left()
    ann.delete("/api/me")
    wait_for(lambda: not left())
    Record(bob.get(f"/api/tables/{facts['tables']['rated over']}/records/1")).verify()
    assert [line["name"] for line in bob.get("/api/ratings/haggis-2")["lines"] if line["me"]] == ["Bob"]
    assert bob.get("/api/profile/data")["records"], "the matches of others are there"
