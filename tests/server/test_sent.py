"""Matches of a browser that are sent to one's own list: checked by the rules, kept once, marked, never rated."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from haggis_cards.server.history import sent_matches
from haggis_cards.table.log import now
from tests.review.helpers import random_match
from tests.server.support import Guest, server_inside


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_inside(tmp_path_factory.mktemp("sent") / "data", bot_pause=0) as (address, _):
        yield address


def record(seed: int = 4, **more: Any) -> dict[str, Any]:
    """The record of a match as a browser keeps it, with a bot on the second seat."""
    match = random_match("haggis-2", seed=seed).named(["Ann", "Isla"])
    return {**match.record().data, "bots": [None, "club"], **more}


def test_a_match_comes_into_the_list_once_and_is_marked(url: str) -> None:
    ann = Guest(url, "Ann")
    sent = ann.post("/api/matches?seat=0&ended=1700000000000", record())
    assert sent["kept"]
    assert sent["table"].startswith("sent-")
    assert not ann.post("/api/matches?seat=0", record())["kept"]
    (mine,) = ann.get("/api/matches")["matches"]
    assert (mine["table"], mine["record"], mine["ended"]) == (sent["table"], sent["record"], 1700000000000)
    assert not mine["people"]
    assert ann.get("/api/statistics")["games"][0]["matches"] == 1
    assert ann.get(f"/api/tables/{sent['table']}/records/1")["bots"] == [None, "club"]
    assert ann.get(f"/api/records/{sent['record']}/review")["seat"] == 0
    assert ann.get("/api/me")["tables"] == []
    assert "Ann" not in str(ann.get("/api/ratings/haggis-2"))


def test_people_who_shared_a_screen_have_a_line_each(url: str) -> None:
    ann, bob, shared = Guest(url, "Ann"), Guest(url, "Bob"), record(8, bots=[None, None])
    assert ann.post("/api/matches?seat=0", shared)["kept"]
    assert not bob.post("/api/matches?seat=0", shared)["kept"]  # nobody takes the other's seat
    assert bob.get("/api/matches")["matches"] == []
    assert bob.post("/api/matches?seat=1", shared)["kept"]
    (mine,) = bob.get("/api/matches")["matches"]
    assert (mine["seat"], mine["people"]) == (1, True)


def test_what_is_no_finished_match_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Guest(url, "Ann")
    forged = record(5)
    forged["rounds"][0]["actions"][3] = "0 play 2r 2r 2r"
    assert "action 4" in ann.post("/api/matches?seat=0", forged, 400)["reason"]
    assert ann.post("/api/matches?seat=3", record(5), 422)["code"] == "bad-seats"
    assert "a bot played" in ann.post("/api/matches?seat=1", record(5), 422)["reason"]
    begun = {name: value for name, value in record(5).items() if name != "winners"} | {"end": {"rounds": 2}}
    assert ann.post("/api/matches?seat=0", begun, 409)["code"] == "not-over"
    assert ann.post("/api/matches?seat=0", {**record(5), "players": ["x" * 300_000, "y"]}, 413)["code"] == "too-large"
    assert ann.get("/api/matches")["matches"] == []
    later = ann.post(f"/api/matches?seat=0&ended={now() + 10**9}", record(6))
    assert later["kept"]
    assert ann.get("/api/matches")["matches"][0]["ended"] <= now()
    monkeypatch.setattr(sent_matches, "MOST", 1)
    assert ann.post("/api/matches?seat=0", record(7), 429)["code"] == "too-many"


def test_a_match_that_this_server_has_is_not_kept_again(url: str) -> None:
    """Not even by whoever sends the record of another's match under a seat of it."""
    ann = Guest(url, "Ann")
    table = ann.post("/api/tables", {"rules": "haggis-2", "end": {"rounds": 1}, "seats": ["random", "random"]}, 201)
    for _ in range(200):
        found = ann.get(f"/api/tables/{table['id']}/records")["records"]
        if found:
            break
        time.sleep(0.05)
    kept = {**ann.get(f"/api/tables/{table['id']}/records/1"), "bots": None}
    assert not ann.post("/api/matches?seat=0", kept)["kept"]
    assert ann.get("/api/matches")["matches"] == []
