"""The deals of the day: the same cards and opponents for all, one try, results at once, nothing to see too early."""

import asyncio
import json
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from haggis_cards import Match, Record
from haggis_cards.bots.registry import make_bot
from haggis_cards.match_end import Rounds
from haggis_cards.rules import RULES
from haggis_cards.server.daily import api as api_daily
from haggis_cards.server.daily import entrants
from haggis_cards.server.daily import service as deals_of_day
from haggis_cards.server.daily.entrants import entrant_points, par_points
from haggis_cards.server.daily.store import REGULAR_DAYS, Try, standings
from haggis_cards.server.people import store as identity_store
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.registry import tables
from haggis_cards.server.reviews import api as api_reviews
from haggis_cards.server.store import access
from haggis_cards.server.store import log as store
from haggis_cards.table import records as record_notes
from haggis_cards.table import writing
from haggis_cards.table.bots import seed_for
from haggis_cards.table.results import match_points
from haggis_cards.table.shared import daily
from haggis_cards.table.shared.daily import Place
from haggis_cards.table.views import view
from tests.seed import SEED
from tests.server.authenticator import Authenticator
from tests.server.support import Calendar, Guest, Player, server_inside

ROOT = Path(__file__).parents[2]
QUICK = 2  # deals in which the bots try their actions: the same kind of bot in less time


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    today = Calendar()
    modules = (
        api_daily,
        api_reviews,
        deals_of_day,
        entrants,
        record_notes,
        access,
        store,
        writing,
        tables,
        identity_store,
    )
    for module in modules:
        monkeypatch.setattr(module, "now", today)
    monkeypatch.setattr(entrants, "ENTRANTS", ())
    return today


@pytest.fixture
def url(calendar: Calendar, tmp_path: Path) -> Iterator[str]:
    with server_inside(tmp_path / "data", daily_worlds=QUICK) as (address, _):
        yield address


def begin(guest: Guest, deal: int = 1, preset: str = "haggis-2", **wish: Any) -> str:
    table: str = guest.post(f"/api/daily/{preset}/{deal}", wish)["id"]
    return table


class Twin(Player):
    """A player whose choice depends on nothing but what it sees, after some time to think."""

    async def act(self, action: str | None = None) -> dict[str, Any]:
        assert self.view is not None
        own = sum(action.startswith(f"{self.seat} ") for action in self.view["log"])
        chosen = random.Random(f"{SEED} {own} {self.view['legal']}").choice(self.view["legal"])
        await asyncio.sleep(self.slowness)
        return await super().act(action or chosen)

    slowness = 0.0


def keep_passkey(guest: Guest) -> None:
    credential = Authenticator(guest.url).make(guest.post("/api/passkeys/new", None)["options"])
    guest.post("/api/passkeys", {"name": "Phone", "credential": credential}, 201)


async def play(guest: Guest, table: str, slowness: float = 0.0, most: int = 10_000) -> dict[str, Any]:
    """Plays to the end, or some actions, and gives the last view."""
    player = Twin(guest, table)
    player.slowness = slowness
    await player.open()
    await player.play(lambda one: len(one.acknowledged) >= most)
    await player.close()
    assert player.view is not None
    return player.view


@pytest.mark.parametrize("preset", ["haggis-2", "tatties-3", "neeps-4"])
async def test_the_bots_answer_one_person_always_the_same_also_after_a_restart(
    calendar: Calendar, tmp_path: Path, preset: str
) -> None:
    """Each of their actions is the one that follows from the cards, the person and what was played."""
    tries = {}
    with server_inside(tmp_path / "data", daily_worlds=QUICK) as (url, _):
        ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
        table = begin(ann, preset=preset)
        await play(ann, table, most=2)
        await play(ann, table, most=1)  # leaves, and comes back
        half = begin(bob, preset=preset)
        await play(bob, half, slowness=0.05, most=3)
        assert (await asyncio.to_thread(bob.get, f"/api/tables/{half}"))["daily"].keys() == {"day", "deal", "practice"}
    with server_inside(tmp_path / "data", daily_worlds=QUICK) as (url, _):
        for guest, name in ((ann, table), (bob, half)):
            guest.move(url)
            assert begin(guest, preset=preset) == name, "the try goes on where it was"
            tries[name] = len((await play(guest, name))["log"])
    with closing(sqlite3.connect(tmp_path / "data" / "haggis.sqlite")) as db:
        query = 'SELECT kind, seat, data FROM log WHERE "table" = ? ORDER BY seq'
        logs = [[(kind, seat, json.loads(data)) for kind, seat, data in db.execute(query, (name,))] for name in tries]
    cards = [log[0][2]["daily"] for log in logs]
    assert cards[0]["seed"] == cards[1]["seed"], "the same cards for everybody"
    assert cards[0]["dice"] != cards[1]["dice"], "nobody tries out for another what the bots will do"
    for mine, log, length in zip(cards, logs, tries.values(), strict=True):
        match = Match(daily.rules_of(preset), Rounds(1), seed=int(mine["seed"]))
        actions = [(seat, data["action"]) for kind, seat, data in log if kind == "act"]
        assert len(actions) == length
        for seat, action in actions:
            name, _ = daily.question(match, seat)
            if seat != daily.SEAT:
                with closing(make_bot(mine["bot"], seed_for(match, f"{mine['dice']} {name}"))) as bot:
                    assert bot.decide(view(match, seat)).action == action
            match = match.act(seat, action)


def test_two_processes_answer_the_same_with_the_worlds_of_a_real_server() -> None:
    worlds = ServerSettings().daily_worlds
    assert worlds >= 64
    code = f"from tests.server.deals import whole_deal; print(whole_deal({SEED!r}, {worlds}))"
    command = [sys.executable, "-c", code]
    logs = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert logs[0] == logs[1]
    assert "play" in logs[0]


async def test_one_try_counts(url: str) -> None:
    ann = Guest(url, "Ann")
    with ThreadPoolExecutor(4) as pool:
        tables = list(pool.map(lambda _: begin(ann), range(4)))
    assert len(set(tables)) == 1, "four wishes at once, one table"
    player = await Player(ann, tables[0]).open()
    await player.hear()
    for kind, fields in (("leave", {}), ("undo", {}), ("chat", {"text": "x"}), ("settings", {"locked": False})):
        assert (await player.ask(kind, **fields))["code"] == "not-now", kind
    assert ann.get(f"/api/tables/{tables[0]}/hint", 409)["code"] == "not-now"
    await player.close()
    await play(ann, tables[0])
    assert begin(ann) == tables[0]
    player = await Player(ann, tables[0]).open()
    await player.hear()
    for kind in ("rematch", "start"):
        assert (await player.ask(kind))["code"] == "not-now"
    await player.close()
    (deal, *_) = ann.get("/api/daily/haggis-2")["deals"]
    assert deal["points"] is not None
    assert [line["me"] for line in deal["field"]] == [True]
    assert ann.get("/api/daily")["done"] == {"haggis-2": 1}


async def test_nobody_sees_anything_of_a_deal_before_its_time(url: str, calendar: Calendar, tmp_path: Path) -> None:
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    table = begin(ann)
    await play(ann, table, most=2)
    nobody = Guest(url, signed_in=False)

    def closed(who: Guest) -> None:
        for path in (f"/api/tables/{table}/view", f"/api/tables/{table}/hint"):
            assert who.http.get(path).status_code in (401, 403, 409), path
        assert who.get(f"/api/tables/{table}/records")["records"] == []
        assert who.get(f"/api/tables/{table}/records/1", 404)["code"] == "no-record"
        assert who.post(f"/api/tables/{table}/rounds/1", {}, 409)["code"] == "not-over"
        assert table not in who.http.get("/api/lobby").text

    for who in (bob, nobody):
        closed(who)
        with pytest.raises(InvalidStatus) as refused:
            await Player(who, table).open()
        assert refused.value.response.status_code == 409
    await play(ann, table)
    with_record = ann.get("/api/matches")["matches"]
    assert [one["record"] for one in with_record] == [None]
    for who in (ann, bob, nobody):
        for path in (f"/api/tables/{table}/records/1", f"/api/tables/{table}/records"):
            assert "rounds" not in who.http.get(path).text, "not even her own, to be passed on"
    record = stored_id(tmp_path)
    for method, path, body in (
        ("GET", "replay", None),
        ("POST", "review", {}),
        ("GET", "review", None),
        ("GET", "positions/1/0", None),
        ("POST", "line", {"round": 1, "index": 0, "line": []}),
        ("POST", "values", {"round": 1, "index": 0, "nodes": 1}),
        ("POST", "table", {"round": 1, "index": 0, "seat": 0, "bot": "club"}),
    ):
        answer: httpx.Response = ann.http.request(method, f"/api/records/{record}/{path}", json=body)
        assert (answer.status_code, answer.json()["code"]) == (404, "no-record"), path
    theirs = bob.get("/api/daily/haggis-2")
    unknown = {"table": None, "points": None, "match_points": None, "par": None, "field": None}
    assert theirs["deals"][0] == {"deal": 1, **unknown}
    assert theirs["standings"] is None
    assert theirs["week"] == []
    calendar.days += 1
    day = daily.day_of(calendar() - 24 * 3600 * 1000)
    past = bob.get(f"/api/daily/haggis-2?day={day}")
    (line,) = ann.get(f"/api/daily/haggis-2?day={day}")["deals"][0]["field"]
    assert (line["table"], line["record"]) == (table, record)
    assert past["standings"] == [], "she is new"
    Record(bob.get(f"/api/tables/{table}/records/1")).verify()
    assert bob.get(f"/api/records/{record}/review")["status"] == "none"
    assert bob.get(f"/api/tables/{table}/view")["view"]
    practice = begin(bob, day=day)
    assert bob.get(f"/api/tables/{practice}")["daily"] == {"day": day, "deal": 1, "practice": True}
    await play(bob, practice)
    assert bob.get(f"/api/daily/haggis-2?day={day}")["deals"][0]["field"] == [], "practice does not count"
    assert ann.get("/api/matches")["matches"][0]["record"] == record


def stored_id(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "data" / "haggis.sqlite")) as db:
        found: str = db.execute("SELECT id FROM records").fetchone()[0]
    return found


async def test_what_is_finished_after_the_day_does_not_count(url: str, calendar: Calendar) -> None:
    ann = Guest(url, "Ann")
    table = begin(ann)
    await play(ann, table, most=1)
    day = ann.get("/api/daily")["day"]
    calendar.days += 1
    await play(ann, table)
    assert ann.get(f"/api/daily/haggis-2?day={day}")["deals"][0]["points"] is None


@pytest.mark.parametrize("database", ["SQLite", "PostgreSQL"])
async def test_newcomers_see_their_place_and_change_nobody_elses(
    calendar: Calendar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, database: str
) -> None:
    """Who counts has finished matches on two days before, or has had a passkey; a new guest or a program does not."""
    monkeypatch.setattr(daily, "DEALS", 1)
    for module in (deals_of_day, entrants):
        monkeypatch.setattr(module, "DEALS", 1)
    place = "" if database == "SQLite" else request.getfixturevalue("postgres").url
    with server_inside(tmp_path / "data", daily_worlds=QUICK, database_url=place) as (url, _):
        url = url.replace("127.0.0.1", "localhost")  # there are no passkeys for numbers
        ann, cat = Guest(url, "Ann"), Guest(url, "Cat")
        robin = Guest(url, signed_in=False)
        robin.post("/api/me", {"name": "Robin", "bot": True})
        for old in (cat, robin):
            keep_passkey(old)
        for _ in range(REGULAR_DAYS):
            table = ann.table("haggis-2", ["me", "random"], end={"rounds": 1})
            player = await Player(ann, table).open()
            await player.play()
            await player.close()
            calendar.days += 1
        new = [Guest(url, "New 1"), Guest(url, "New 2"), robin]
        keep_passkey(new[0])  # made today
        for guest in (ann, cat, *new):
            await play(guest, begin(guest))
        fields = [guest.get("/api/daily/haggis-2") for guest in (ann, cat, *new)]
    for seen in fields[:2]:
        assert {line["name"] for line in seen["deals"][0]["field"]} == {"Ann", "Cat"}
        assert [line["match_points"] for line in seen["deals"][0]["field"]] in ([1.0, 0.0], [0.5, 0.5])
        assert [line["rank"] for line in seen["standings"]] in ([1, 2], [1, 1])
        assert (seen["players"], seen["newcomer"]) == (5, False)
    for guest, seen in zip(new, fields[2:], strict=True):
        (mine,) = [line for line in seen["standings"] if line["me"]]
        ahead = sum(line["match_points"] > mine["match_points"] for line in seen["standings"])
        assert (mine["rank"], len(seen["standings"])) == (ahead + 1, 3), guest
        (week,) = [line for line in seen["week"] if line["me"]]
        assert seen["deals"][0]["match_points"] == mine["match_points"] == week["match_points"]
        assert seen["newcomer"]


def test_deals_that_there_are_not(url: str) -> None:
    ann = Guest(url, "Ann")
    for path, fault in (("chess/1", "chess"), ("haggis-2/5", "5")):
        refused = ann.post(f"/api/daily/{path}", {}, 404)
        assert (refused["code"], fault in refused["reason"]) == ("no-deal", True)
    for day in ("2999-01-01", "yesterday", "2020-01-01"):
        assert ann.post("/api/daily/haggis-2/1", {"day": day}, 404)["code"] == "no-deal"
        assert ann.get(f"/api/daily/haggis-2?day={day}", 404)["code"] == "no-deal"


def test_deals_come_from_the_secret_and_differ() -> None:
    places = [Place(day, preset, deal) for day in ("2026-11-18", "2026-11-19") for preset in RULES for deal in (1, 2)]
    seeds = {daily.seed_of(secret, place) for place in places for secret in (b"a" * 32, b"b" * 32)}
    assert len(seeds) == 2 * len(places)
    assert daily.week_of("2026-11-18") == ["2026-11-16", "2026-11-17", "2026-11-18"]
    assert daily.day_of(daily.end_of("2026-11-18")) == "2026-11-19"


def test_match_points_count_those_behind_and_half_of_ties() -> None:
    assert match_points([10, -5, 10, 30]) == [0.5, 0.0, 0.5, 1.0]
    assert match_points([7]) == [0.5]
    tries = [Try(deal, player, player, None, points, None) for deal, player, points in ((1, "a", 5.0), (1, "b", -5.0))]
    tries += [Try(2, "a", "a", None, 1.0, None), Try(2, "c", "c", None, None, None)]
    totals = standings([*tries, Try(1, "d", "d", None, 99.0, None, counts=False)])
    assert {name: (one.deals, one.match_points) for name, one in totals.items()} == {"a": (2, 1.5), "b": (1, 0.0)}


async def test_the_permanent_entrants_play_the_same_deals(
    calendar: Calendar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entrants, "ENTRANTS", ("club",))
    for module in (deals_of_day, entrants):
        monkeypatch.setattr(module, "DEALS", 1)
    monkeypatch.setattr(daily, "DEALS", 1)
    with server_inside(tmp_path / "data", daily_worlds=QUICK) as (url, _):
        ann = Guest(url, "Ann")
        view = await play(ann, begin(ann))
        while (seen := ann.get("/api/daily/haggis-2"))["waiting"]:
            await asyncio.sleep(0.1)
        field = {line["name"]: line for line in seen["deals"][0]["field"]}
        assert field["club"]["level"] == "club"
        assert field.keys() == {"Ann", "club"}, "par is no player"
        assert seen["deals"][0]["par"] is not None
        assert Guest(url, "Bob").get("/api/daily/haggis-2")["deals"][0]["par"] is None, "not before one has played"
        mine, others = view["results"][0]["points"]
        assert field["Ann"]["points"] == mine - others
        assert {line["name"]: line["rank"] for line in seen["standings"]}.keys() == {"Ann", "club"}
        assert "player" not in json.dumps(seen["standings"]), "no ids"
    seed = 12345
    assert par_points("neeps-4", seed) == par_points("neeps-4", seed)
    assert entrant_points("neeps-4", seed, "novice", 1) == entrant_points("neeps-4", seed, "novice", 1)
