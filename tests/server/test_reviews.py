"""Reviews over HTTP: they come while they are made, survive a kill, and tell nothing of what is still hidden."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_cards import Match, Rounds
from haggis_cards.review import Reviewer
from haggis_cards.table.places import record_id
from tests.review.helpers import random_match
from tests.server.reviewing import SCALE, TINY, reviewed, sent
from tests.server.support import Guest, ServerProcess, players, wait_for


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("reviews") / "data", **TINY) as process:
        yield process
    assert "Traceback" not in process.log.read_text()


def test_a_review_over_http_is_the_review_of_the_library(server: ServerProcess) -> None:
    match = random_match("haggis-2")
    guest = Guest(server.url)
    record = sent(guest, match)
    assert guest.get(f"/api/records/{record}/review")["status"] == "none"
    review = reviewed(guest, record)
    expected = json.loads(json.dumps(Reviewer(match, scale=SCALE).run()))
    (only,) = expected["rounds"]
    assert [{k: v for k, v in one.items() if k != "why"} for one in review["decisions"]] == only.pop("decisions")
    assert review["rounds"] == [only]
    assert all(bool(one["why"]) == bool(one["reason"]) for one in review["decisions"])
    assert (review["done"], review["total"]) == (len(match.finished[0].round.log),) * 2
    assert (review["status"], review["seat"], review["rules"]) == ("done", None, "haggis-2")
    assert guest.post(f"/api/records/{record}/review", {})["status"] == "done"
    assert guest.get(f"/api/records/{record}/replay") == guest.post("/api/replay", dict(match.record().data))


def test_the_same_match_has_the_same_record(server: ServerProcess) -> None:
    """Whoever sends it, and whatever else stands in the file."""
    match = random_match("haggis-3")
    first = sent(Guest(server.url), match)
    other = dict(match.record().data) | {"date": "2026-01-01", "seed": 5, "note": "mine"}
    assert Guest(server.url, "Bob").post("/api/records", other)["id"] == first
    assert sent(Guest(server.url), random_match("haggis-3", seed=5)) != first


def test_a_kill_loses_nothing_and_changes_nothing(tmp_path: Path) -> None:
    """Killed in the middle of a review, the server goes on, and the bytes are those of a review without a kill."""
    match = random_match("haggis-2")
    expected = json.loads(json.dumps(Reviewer(match, scale=0.3).run()))
    with ServerProcess(tmp_path / "data", review_scale=0.3, review_threads=1, review_nice=0) as server:
        guest = Guest(server.url)
        record = sent(guest, match)
        guest.post(f"/api/records/{record}/review", {})
        address = f"/api/records/{record}/review"
        wait_for(lambda: guest.get(address)["done"] > 1)
        server.kill()
        server.start()
        kept = guest.get(address)
        assert kept["status"] != "none"
        assert 0 < len(kept["decisions"]) < sum(len(one["decisions"]) for one in expected["rounds"])
        wait_for(lambda: guest.get(address)["status"] == "done", 120)  # nobody asks again
        review = guest.get(address)
    found = [{k: v for k, v in one.items() if k != "why"} for one in review["decisions"]]
    assert json.dumps(found, sort_keys=True) == json.dumps(
        [one for rnd in expected["rounds"] for one in rnd["decisions"]], sort_keys=True
    )
    assert review["rounds"] == [{k: v for k, v in one.items() if k != "decisions"} for one in expected["rounds"]]


async def test_a_round_of_a_running_match_is_reviewed_when_it_is_over(server: ServerProcess) -> None:
    ann, watcher = Guest(server.url, "Ann"), Guest(server.url, "Wim")
    table = ann.table(seats=["me", "random"], end={"rounds": 2})
    address = f"/api/tables/{table}/rounds"
    async with players(ann, table=table) as (player,):
        refused = ann.post(f"{address}/1", {}, 409)
        assert refused["code"] == "not-over"
        assert "round 1 is not over" in refused["reason"]
        assert ann.post(f"{address}/7", {}, 404)["code"] == "no-place"
        await player.play(lambda one: bool(one.view and one.view["results"]))
        assert ann.post(f"{address}/2", {}, 409)["code"] == "not-over"
        record = ann.post(f"{address}/1", {}, 200)["id"]
        assert watcher.post(f"{address}/1", {})["id"] == record
        review = reviewed(ann, record)
        assert review["status"] == "done"
        assert {one["round"] for one in review["decisions"]} == {1}
        assert len(review["rounds"]) == 1
        # The round in play is nowhere in it: neither its cards nor a seed from which they could be dealt.
        replay = watcher.get(f"/api/records/{record}/replay")
        assert replay["steps"][-1]["changes"]["winners"]
        text = json.dumps(replay)
        assert "seed" not in text
        assert player.view is not None
        assert f'"{player.view["hand"]}"' not in text
        await player.play()
    (info,) = ann.get(f"/api/tables/{table}/records")["records"]
    whole = ann.get(f"/api/tables/{table}/records/1")
    assert info["id"] == record_id(whole)
    again = reviewed(ann, info["id"])
    assert [one for one in again["decisions"] if one["round"] == 1] == review["decisions"]
    assert again["seat"] == 0
    theirs = watcher.get(f"/api/records/{info['id']}/review")
    assert theirs["seat"] is None
    assert theirs | {"seat": 0} == ann.get(f"/api/records/{info['id']}/review")


def test_what_cannot_be_reviewed_is_refused_in_words(server: ServerProcess) -> None:
    guest = Guest(server.url)
    record = sent(guest, random_match("haggis-2", seed=11))
    running = dict(Match("haggis-2", Rounds(2), seed=3).record().data)
    unknown = dict(random_match("haggis-2").record().data) | {"rules": "whist-4"}
    tries = [
        ("/api/records", running, 409, "the match is not over"),
        ("/api/records", unknown, 400, "whist-4"),
        ("/api/records", {"haggis": 1}, 400, "lacks the key 'rules'"),
        ("/api/records", [], 400, "this is not a record but a list"),
        ("/api/records/nowhere/review", {}, 404, "there is no such record"),
        (f"/api/records/{record}/review", {"effort": "heroic"}, 400, "effort"),
        (f"/api/records/{record}/positions/1/999", {"action": "pass"}, 404, "there is no action 999"),
        (f"/api/records/{record}/positions/2/0", {"action": "pass"}, 404, "the rounds 1 to 1; there is no round 2"),
        (f"/api/records/{record}/positions/1/0", {"action": "pass"}, 409, "you are leading, so you must play"),
        (f"/api/records/{record}/positions/1/0", {"action": "dance"}, 422, "dance"),
        (f"/api/records/{record}/line", {"round": 1, "index": 0, "line": ["pass"]}, 422, "pass"),
        (f"/api/records/{record}/line", {"round": 1, "index": 0, "line": ["9 pass"]}, 409, "seat 9"),
        (f"/api/records/{record}/line", {"round": 0, "index": 0}, 400, "round"),
        (f"/api/records/{record}/table", {"round": 1, "index": 0, "seat": 3}, 422, "seats are 0 to 1"),
        (f"/api/records/{record}/table", {"round": 1, "index": 0, "seat": 0, "bot": "x"}, 422, "a bot's level is"),
        (f"/api/records/{record}/table", {"round": 1, "index": 500, "seat": 0}, 404, "there is no action 500"),
        ("/api/mistakes", {"record": record, "round": 1, "index": 0}, 404, "has not been reviewed"),
        ("/api/mistakes", {"record": "nowhere", "round": 1, "index": 0}, 404, "no such record"),
    ]
    for path, body, status, words in tries:
        reason = guest.post(path, body, status)["reason"]
        assert words in reason, (path, body, reason)
        assert "Traceback" not in reason
    assert guest.get(f"/api/records/{record}/positions/9/0", 404)["code"] == "no-place"
    assert guest.delete(f"/api/mistakes/{record}/1/0", 404)["code"] == "no-mistake"
    stranger = Guest(server.url, signed_in=False)
    assert stranger.post(f"/api/records/{record}/table", {"round": 1, "index": 0, "seat": 0}, 401)
    assert stranger.get("/api/mistakes")["kept"] == 0


def test_limits_hold_and_say_so(tmp_path: Path) -> None:
    """Nobody fills the queue alone, and very thorough reviews of long matches are refused."""
    limits = {"reviews_waiting": 1, "review_queue": 2, "review_budget": 150}
    with ServerProcess(tmp_path / "data", **TINY, **limits) as server:
        ann, bob, eve = Guest(server.url, "Ann"), Guest(server.url, "Bob"), Guest(server.url, "Eve")
        records = [sent(ann, random_match("haggis-3", seed=seed)) for seed in range(4)]
        ask = "/api/records/{}/review".format
        assert "too long" in ann.post(ask(records[0]), {"effort": "deep"}, 429)["reason"]
        ann.post(ask(records[0]), {})
        ann.post(ask(records[0]), {})  # the same again costs nothing
        assert "waiting already" in ann.post(ask(records[1]), {}, 429)["reason"]
        bob.post(ask(records[1]), {})
        assert eve.post(ask(records[2]), {}, 503)["code"] == "busy"
        wait_for(lambda: all(bob.get(ask(one))["status"] == "done" for one in records[:2]), 120)
        bob.post(ask(records[2]), {})
        wait_for(lambda: bob.get(ask(records[2]))["status"] == "done", 120)
        assert "in the last hour" in bob.post(ask(records[3]), {}, 429)["reason"]
        figures = bob.http.get("/metrics").text
        assert "haggis_reviews_total 3" in figures
        assert "haggis_review_queue 0" in figures
