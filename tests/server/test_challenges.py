"""Challenges: the same cards and bots for all, one try, a comparison deal by deal, and nothing to see too early."""

import asyncio
import contextlib
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import InvalidStatus

from haggis_cards import Match, Record
from haggis_cards.match_end import Rounds
from haggis_cards.rules import RULES
from haggis_cards.server.challenges import service as challenge_desk
from haggis_cards.server.identity import personal_data
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store import log as store
from haggis_cards.server.store.schema import challenges as challenges_
from haggis_cards.table.shared import challenges
from haggis_cards.table.shared.challenges import Entry
from tests.seed import SEED
from tests.server.challengers import QUICK, begin, challenge_of, finished_match, play
from tests.server.store import haggis
from tests.server.support import CARD, Calendar, Guest, Player, ServerProcess, server_inside


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with server_inside(tmp_path / "data", **QUICK) as (address, _):
        yield address


def actions(guest: Guest, table: str) -> list[dict[str, list[str]]]:
    """What each seat did, round by round; in an exchange the order between seats is free."""
    record = guest.get(f"/api/tables/{table}/records/1")
    Record(record).verify()
    return [
        {seat: [one for one in played["actions"] if one.startswith(seat)] for seat in "0123"}
        for played in record["rounds"]
    ]


def deals(guest: Guest, table: str) -> list[Any]:
    return [one["deal"] for one in guest.get(f"/api/tables/{table}/records/1")["rounds"]]


@pytest.mark.parametrize(
    ("preset", "rounds", "seats"),
    [
        ("haggis-2", 3, ["master", "me"]),
        ("tatties-3", 1, ["me", "club", "random"]),
        ("neeps-4", 1, ["novice", "me", "club", "master"]),
    ],
)
async def test_everybody_meets_the_same_cards_and_bots_also_after_a_restart(
    tmp_path: Path, preset: str, rounds: int, seats: list[str]
) -> None:
    seat = str(seats.index("me"))
    with server_inside(tmp_path / "data", bot_budget=0.01, **QUICK) as (url, _):
        ann, bob, cat, dan = (Guest(url, name) for name in ("Ann", "Bob", "Cat", "Dan"))
        source, record = await finished_match(ann, rules=preset, seats=seats, end={"rounds": rounds})
        challenge = challenge_of(ann, record)
        half = begin(bob, challenge)
        await play(bob, half, most=3)
    with server_inside(tmp_path / "data", bot_budget=0.01, **QUICK) as (url, _):
        for guest in (ann, bob, cat, dan):
            guest.move(url)
        assert begin(bob, challenge) == half, "the try goes on where it was"
        await play(bob, half)
        await play(cat, begin(cat, challenge))
        theirs = [actions(who, begin(who, challenge)) for who in (bob, cat)]
        assert theirs[0] == theirs[1]
        then = actions(ann, source)
        script = [one.partition(" ")[2] for played in then for one in played[seat]]
        await play(dan, begin(dan, challenge), script=script)
        assert actions(dan, begin(dan, challenge)) == then, "whoever does the same gets the same match"
        assert deals(bob, half) == deals(ann, source)
        first, last = (dan.get(f"/api/challenges/{challenge}")["fields"][0]["lines"][i] for i in (0, -1))
        assert {first["names"][0], last["names"][0]} <= {"Ann", "Bob", "Cat", "Dan"}
        assert first["match_points"] >= last["match_points"]


async def test_one_try_counts(url: str) -> None:
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    _, record = await finished_match(ann)
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: challenge_of(ann, record), range(4)))
        assert len(set(made)) == 1, "of one match there is one challenge"
        tables = list(pool.map(lambda _: begin(bob, made[0]), range(4)))
    assert len(set(tables)) == 1, "four wishes at once, one table"
    assert bob.get(f"/api/tables/{tables[0]}")["challenge"] == made[0]
    player = await Player(bob, tables[0]).open()
    await player.hear()
    for kind, fields in (("leave", {}), ("undo", {}), ("chat", {"text": "x"}), ("settings", {"locked": False})):
        assert (await player.ask(kind, **fields))["code"] == "not-now", kind
    assert bob.get(f"/api/tables/{tables[0]}/hint", 409)["code"] == "not-now"
    await player.close()
    await play(bob, tables[0])
    player = await Player(bob, tables[0]).open()
    await player.hear()
    for kind in ("rematch", "start"):
        assert (await player.ask(kind))["code"] == "not-now"
    await player.close()
    assert begin(bob, made[0]) == tables[0]
    seen = bob.get(f"/api/challenges/{made[0]}")
    assert (seen["state"], seen["players"], seen["finished"]) == ("done", 2, 2)
    (field,) = seen["fields"]
    lines = {line["names"][0]: line for line in field["lines"]}
    assert [len(line["deals"]) for line in lines.values()] == [2, 2]
    for mine, theirs in zip(lines["Bob"]["deals"], lines["Ann"]["deals"], strict=True):
        better = (mine["ahead"] > theirs["ahead"]) + (mine["ahead"] == theirs["ahead"]) / 2
        assert (mine["match_points"], theirs["match_points"]) == (better, 1 - better)
    assert (lines["Ann"]["points"], False) == (seen["beat"], seen["elsewhere"])
    assert [one["id"] for one in bob.get("/api/challenges")["challenges"]] == made[:1]


async def test_nobody_sees_the_cards_before_having_played_them(url: str) -> None:
    ann, bob, cat = Guest(url, "Ann"), Guest(url, "Bob"), Guest(url, "Cat")
    source, record = await finished_match(ann)
    challenge = challenge_of(ann, record)
    nobody = Guest(url, signed_in=False)
    bobs = begin(bob, challenge)
    await play(bob, bobs, most=2)

    async def closed(who: Guest, table: str, ids: list[str]) -> None:
        for path in (f"/api/tables/{table}/view", f"/api/tables/{table}/hint", f"/api/tables/{table}/records/1"):
            assert who.http.get(path).status_code in (401, 403, 404, 409), path
        assert who.get(f"/api/tables/{table}/records")["records"] == []
        assert who.http.post(f"/api/tables/{table}/rounds/1", json={}).status_code == 409
        with pytest.raises(InvalidStatus):
            await Player(who, table).open()
        for one in ids:
            for method, path, body in (
                ("GET", "replay", None),
                ("POST", "review", {}),
                ("GET", "review", None),
                ("GET", "positions/1/0", None),
                ("POST", "line", {"round": 1, "index": 0, "line": []}),
                ("POST", "table", {"round": 1, "index": 0, "seat": 0, "bot": "club"}),
            ):
                answer = who.http.request(method, f"/api/records/{one}/{path}", json=body)
                assert answer.status_code in (401, 404), (path, answer.text)
        seen = who.get(f"/api/challenges/{challenge}")
        assert (seen["fields"], seen["teams"]) == (None, [])
        for path in (f"/api/challenges/{challenge}", "/api/challenges", "/api/matches", "/api/lobby", "/api/me"):
            text = who.http.get(path).text
            assert all(one not in text for one in ids), path
            assert source not in text, path
            assert not CARD.search(text), path
        page = who.http.get(f"/challenge/{challenge}").text
        assert "Beat Ann with the same cards: 2 deals of Haggis" in page
        assert not CARD.search(page.partition("</head>")[0].partition("og:title")[2])

    for who in (bob, cat, nobody):
        await closed(who, source, [record])
    for who in (ann, cat, nobody):
        with pytest.raises(InvalidStatus):
            await Player(who, bobs).open()
    ann.http.post("/api/records", json=ann.get(f"/api/tables/{source}/records/1"))
    await closed(cat, source, [record])  # although a copy was sent
    assert bob.post(f"/api/tables/{bobs}/rounds/1", {}, 409)["code"] == "not-over", "not even one's own round"
    await play(bob, bobs)
    (field,) = bob.get(f"/api/challenges/{challenge}")["fields"]
    while (par := bob.get(f"/api/challenges/{challenge}")["par"]) is None:
        await asyncio.sleep(0.1)
    assert len(par) == len(field["lines"][0]["deals"])
    ids = [line["record"] for line in field["lines"]]
    assert record in ids
    for who in (ann, bob):
        for one in ids:
            assert who.get(f"/api/records/{one}/review")["status"] == "none"
    for table in (source, bobs):
        Record(bob.get(f"/api/tables/{table}/records/1")).verify()
        for who in (cat, nobody):
            await closed(who, table, ids)
    assert bob.post(f"/api/challenges/{challenge}/close", {}, 403)["code"] == "not-maker"
    assert ann.post(f"/api/challenges/{challenge}/close", {})["over"]
    assert len(nobody.get(f"/api/challenges/{challenge}")["fields"][0]["lines"]) == 2
    Record(cat.get(f"/api/tables/{bobs}/records/1")).verify()
    assert "over" in cat.post(f"/api/challenges/{challenge}/seat", {}, 409)["reason"]


async def test_kills_and_backups_change_nothing(tmp_path: Path) -> None:
    """The server dies while somebody begins; a try goes on in a server made of a backup; a person is deleted."""
    saved = tmp_path / "saved.haggis"
    with ServerProcess(tmp_path / "data", **QUICK) as server:
        ann, bob = Guest(server.url, "Ann"), Guest(server.url, "Bob")
        _, record = await finished_match(ann)
        challenge = challenge_of(ann, record)

        def ask() -> None:
            with contextlib.suppress(httpx.HTTPError, AssertionError):
                begin(bob, challenge)

        asking = asyncio.ensure_future(asyncio.to_thread(ask))
        await asyncio.sleep(random.Random(SEED).uniform(0, 0.02))
        server.kill()
        await asking
        server.start()
        table = begin(bob, challenge)
        await play(bob, table, most=3)
        haggis(server, "backup", str(saved))
    other = ServerProcess(tmp_path / "other", **QUICK)
    haggis(other, "restore", str(saved))
    with other:
        bob.move(other.url)
        assert begin(bob, challenge) == table
        await play(bob, table)
        cat = Guest(other.url, "Cat")
        await play(cat, begin(cat, challenge))
        assert actions(bob, table) == actions(cat, begin(cat, challenge)), "all processes answer the same"
        owner = OwnerStore(ServerSettings(data=str(tmp_path / "other")))
        (maker,) = await asyncio.to_thread(owner.run, lambda conn: conn.execute(sa.select(challenges_.c.maker)).one())
        found = json.loads(await asyncio.to_thread(owner.run, personal_data.export, maker))
        assert [one["id"] for one in found["challenges"]] == [one["challenge"] for one in found["challenge_seats"]]
        await asyncio.to_thread(owner.run, personal_data.delete, maker)
        seen = bob.get(f"/api/challenges/{challenge}")
        assert "Ann" not in json.dumps(seen)
        assert seen["finished"] == 3, "others were compared with it"


async def test_what_is_finished_too_late_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = Calendar()
    for module in (challenge_desk, store):
        monkeypatch.setattr(module, "now", today)
    with server_inside(tmp_path / "data", **QUICK) as (url, _):
        ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
        _, record = await finished_match(ann)
        challenge = challenge_of(ann, record, days=2)
        table = begin(bob, challenge)
        today.days += 3
        await play(bob, table)
        seen = bob.get(f"/api/challenges/{challenge}")
        assert (seen["over"], seen["finished"]) == (True, 1)


async def test_the_same_cards_at_several_tables(url: str) -> None:
    people = [Guest(url, name) for name in ("Ann", "Bob", "Cat", "Dan")]
    ann, bob, *_ = people
    wish = {"rules": "haggis-2", "rounds": 2, "seats": ["open", "open"], "tables": 2, "title": "Club night"}
    challenge = ann.post("/api/challenges", wish, 201)["id"]
    assert ann.post(f"/api/challenges/{challenge}/seat", {"place": 0, "seat": 0})["state"] == "seated"
    assert bob.post(f"/api/challenges/{challenge}/seat", {"place": 0, "seat": 0}, 409)["code"] == "seat-taken"
    assert bob.post(f"/api/challenges/{challenge}/seat", {"place": 1, "seat": 1})["state"] == "seated"
    assert bob.delete(f"/api/challenges/{challenge}/seat")["state"] == "none"
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda who: who.post(f"/api/challenges/{challenge}/seat", {}), people[1:]))
    seen = [who.get(f"/api/challenges/{challenge}") for who in people]
    assert {(one["place"], one["seat"]) for one in seen[0]["people"]} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert ann.delete(f"/api/challenges/{challenge}/seat", 409)["code"] == "not-now"
    tables = [one["table"] for one in seen]
    assert len(set(tables)) == 2
    assert Guest(url, "Eve").post(f"/api/challenges/{challenge}/seat", {}, 409)["code"] == "seat-taken"
    by_table = {table: [who for who, other in zip(people, tables, strict=True) if other == table] for table in tables}
    first, second = by_table.values()
    await asyncio.gather(*(play(who, begin(who, challenge), str(place)) for place, who in enumerate(first)))
    for who in second:
        assert who.get(f"/api/challenges/{challenge}")["fields"] is None, "they may still play these cards"
        assert who.get(f"/api/challenges/{challenge}")["par"] is None
        assert who.http.get(f"/api/tables/{begin(first[0], challenge)}/records/1").status_code == 404
    assert first[0].get(f"/api/challenges/{challenge}")["teams"] == [], "the other table still plays"
    await asyncio.gather(*(play(who, begin(who, challenge), f"other {who}") for who in second))
    done = ann.get(f"/api/challenges/{challenge}")
    assert [field["seats"] for field in done["fields"]] == [[0], [1]]
    assert [len(field["lines"]) for field in done["fields"]] == [2, 2]
    for field in done["fields"]:
        assert sum(line["match_points"] for line in field["lines"]) == 1
    mine = [line["points"] for line in sorted(done["fields"][0]["lines"], key=lambda line: line["place"])]
    teams = {tuple(sorted(team["names"])): team["points"] for team in done["teams"]}
    assert sorted(teams.values()) == sorted([mine[0] - mine[1], mine[1] - mine[0]])
    assert deals(ann, tables[0]) == deals(ann, next(table for table in tables if table != tables[0]))


async def test_a_club_plays_fresh_cards_against_the_same_bots(url: str) -> None:
    """Who has made it sees no more than the others; and a challenge of a match that a browser has played."""
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    club = ann.post(
        "/api/challenges", {"rules": "neeps-4", "rounds": 1, "seats": ["open", "club", "novice", "club"]}, 201
    )
    assert (club["tables"], club["beat"], club["fields"]) == (None, None, None)
    for who in (ann, bob):
        await play(who, begin(who, club["id"]), character=str(who))
    assert [line["rank"] for line in bob.get(f"/api/challenges/{club['id']}")["fields"][0]["lines"]] in ([1, 2], [1, 1])

    match = Match("haggis-2", Rounds(2), seed=SEED, players=["Ann", "Heather"])
    rng = random.Random(SEED)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, rng.choice(match.legal(seat)))
    record = ann.http.post("/api/records", json=dict(match.record().data)).json()["id"]
    made = ann.post("/api/challenges", {"record": record, "seats": ["me", "novice"]}, 201)
    assert (made["beat"], made["elsewhere"]) == (None, True), "a record that was not played here can be invented"
    await play(bob, begin(bob, made["id"]))
    (field,) = bob.get(f"/api/challenges/{made['id']}")["fields"]
    assert {line["names"][0]: line["record"] == record for line in field["lines"]} == {"Ann": True, "Bob": False}
    assert bob.get(f"/api/records/{record}/replay")["steps"]


async def test_what_cannot_be_a_challenge(url: str) -> None:
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    _, record = await finished_match(ann, end={"rounds": 1})
    people = ann.table(end={"rounds": 1})
    bob.post(f"/api/tables/{people}/seat", {})
    ann.post(f"/api/tables/{people}/start", {})
    await asyncio.gather(play(ann, people), play(bob, people, "Bob"))
    together = ann.get(f"/api/tables/{people}/records")["records"][0]["id"]
    for who, wish, status, code in (
        (bob, {"record": record}, 422, "bad-challenge"),
        (ann, {"record": together}, 422, "bad-challenge"),
        (ann, {"record": "nothing"}, 404, "no-record"),
        (ann, {}, 422, "bad-challenge"),
        (ann, {"rules": "haggis-2", "seats": ["club", "club"]}, 422, "bad-challenge"),
        (ann, {"rules": "haggis-2", "seats": ["open"]}, 422, "bad-seats"),
        (ann, {"rules": "chess", "seats": ["open"]}, 422, "bad-rules"),
        (ann, {"rules": "haggis-2", "seats": ["open", "open"], "tables": 1}, 400, "bad-message"),
        (Guest(url, signed_in=False), {"record": record}, 401, "no-session"),
    ):
        assert who.post("/api/challenges", wish, status)["code"] == code, wish
    assert ann.get("/api/challenges/nothing", 404)["code"] == "no-challenge"


def test_teams_sit_crosswise_and_are_compared_deal_by_deal() -> None:
    rules = RULES["neeps-4"]
    names = "ABCDEFGH"
    tables = [[[50, 10], [0, 30]], [[20, 40], [10, 10]]]
    entries = [
        Entry(name, name, f"table {i // 4}", 1, i // 4, i % 4, tables[i // 4], None) for i, name in enumerate(names)
    ]
    fields = challenges.fields(entries, rules)
    assert [[entry.name for entry in line.people] for field in fields for line in field] == [
        ["A", "C"], ["E", "G"], ["F", "H"], ["B", "D"],
    ]  # fmt: skip
    assert [(line.points, line.share) for line in fields[0]] == [(10, 0.5), (-20, 0.5)]
    assert [deal.share for deal in fields[0][0].deals] == [1, 0]
    teams = challenges.teams([line for field in fields for line in field], rules)
    assert [(sorted(one.name for one in team.people), team.deals) for team in teams] == [
        (["A", "C", "F", "H"], [60, -30]),
        (["B", "D", "E", "G"], [-60, 30]),
    ]
