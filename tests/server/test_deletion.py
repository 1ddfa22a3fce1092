"""What must be gone when a person is deleted, and what must not wait for them: names in titles, seats, second tries."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from haggis_cards.server.identity.in_tables import mentions
from haggis_cards.wire.facts import DAY
from tests.review.helpers import random_match
from tests.server.challengers import QUICK, begin, play
from tests.server.support import Guest, server_inside, wait_for


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with server_inside(tmp_path / "data", **QUICK) as (address, _):
        yield address


@pytest.mark.parametrize(
    ("title", "name", "found"),
    [
        ("Ann's cup", "Ann", True),
        ("the cup of ann", "Ann", True),
        ("Annual cup", "Ann", False),
        ("Ann! and friends", "Ann!", True),
        ("小明的桌子", "小明", True),
        ("", "Ann", False),
    ],
)
def test_titles_that_name_somebody(title: str, name: str, found: bool) -> None:
    assert mentions(title, {name}) == found


async def test_no_title_names_a_person_who_is_gone(url: str, tmp_path: Path) -> None:
    ann, bob = Guest(url, "Zebedee"), Guest(url, "Bob")
    wish = {"rules": "haggis-2", "rounds": 1, "seats": ["open", "club"], "title": "Zebedee's cup"}
    challenge = ann.post("/api/challenges", wish, 201)["id"]
    table = begin(bob, challenge)
    await play(bob, table)
    other = bob.table(title="For zebedee")
    ann.post(f"/api/tables/{other}/seat", {})
    match = random_match("haggis-2", seed=7).named(["Zebedee", "Isla"])
    ann.post("/api/matches?seat=0", {**match.record().data, "bots": [None, "club"]})
    other_match = random_match("haggis-2", seed=8).named(["Isla", "Zebedee"])
    record = ann.post("/api/records", other_match.record().data)["id"]
    source = ann.post("/api/challenges", {"record": record, "seats": ["club", "me"]}, 201)["id"]
    await play(bob, begin(bob, source))
    ann.post("/api/daily/haggis-2/1", {})
    ann.post("/api/code", None)
    person = ann.get("/api/profile/data")["person"].casefold()

    def left() -> list[str]:
        with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
            return [line for line in db.iterdump() if "zebedee" in line.casefold() or person in line.casefold()]

    assert left()
    ann.delete("/api/me")
    assert bob.get(f"/api/challenges/{challenge}")["title"] == ""
    wait_for(lambda: not left())
    assert [bob.get(f"/api/tables/{one}")["title"] for one in (table, other)] == ["", ""]
    assert bob.get(f"/api/challenges/{challenge}")["finished"] == 1
    assert bob.get(f"/api/records/{record}/replay")["steps"]


def test_every_table_is_left(url: str) -> None:
    """Also where there are more of them than a list shows."""
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    first = bob.table(clock=DAY)
    ann.post(f"/api/tables/{first}/seat", {})
    for _ in range(55):
        ann.table()
    ann.delete("/api/me")
    assert [seat["kind"] for seat in bob.get(f"/api/tables/{first}")["seats"]] == ["person", "open"]


def test_a_seat_that_waits_for_others_is_free_again(url: str) -> None:
    ann, bob, cat = Guest(url, "Ann"), Guest(url, "Bob"), Guest(url, "Cat")
    challenge = ann.post("/api/challenges", {"rules": "haggis-2", "seats": ["open", "open"]}, 201)["id"]
    bob.post(f"/api/challenges/{challenge}/seat", {"place": 0, "seat": 0})
    bob.delete("/api/me")
    assert ann.get(f"/api/challenges/{challenge}")["people"] == []
    for seat, who in enumerate((ann, cat)):
        who.post(f"/api/challenges/{challenge}/seat", {"place": 0, "seat": seat})
    assert ann.get(f"/api/challenges/{challenge}")["state"] == "playing"
