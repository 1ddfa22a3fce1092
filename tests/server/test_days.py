"""Tables of days: people come and go, nobody stays connected, and the log knows until when a table waits."""

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Record
from haggis_cards.table import clock as table_clock
from haggis_cards.table import log as entries
from haggis_cards.table import writing
from haggis_cards.wire.facts import DAY
from tests.server.store import shift_times
from tests.server.support import Guest, Player, Time, players, server_inside, server_with_time, two_at_a_table, wait_for

HOUR = 3600


@pytest.fixture
def world(tmp_path: Path) -> Iterator[tuple[str, Time]]:
    """A server that is impatient with people at other tables."""
    with server_with_time(tmp_path / "data", away_after=5, idle_after=5, abandon_after=10, round_pause=15) as made:
        yield made


def started(url: str, **terms: Any) -> tuple[list[Guest], str]:
    """Ann and Bob at a table of days, with a match that waits for one of them."""
    ann, bob, table = two_at_a_table(url, **{"clock": DAY, "end": {"rounds": 2}, **terms})
    ann.post(f"/api/tables/{table}/start", {})
    return [ann, bob], table


def seats(guest: Guest, table: str, name: str) -> list[Any]:
    return [seat[name] for seat in guest.get(f"/api/tables/{table}")["seats"]]


def test_nobody_has_to_stay(world: tuple[str, Time]) -> None:
    """No connection for most of a day: nobody is away, nothing is closed; then the time is up, as at any clock."""
    url, time = world
    (ann, bob), table = started(url)
    time.passes(DAY - HOUR)
    info = ann.get(f"/api/tables/{table}")
    assert (info["status"], seats(ann, table, "away")) == ("playing", [None, None])
    assert info["awaited"] == ann.get(f"/api/tables/{table}/view")["view"]["to_act"]
    assert abs(info["due"] - entries.now() - DAY * 1000) < 60_000  # of the wall, which has not moved
    late = info["awaited"][0]
    time.passes(HOUR)
    wait_for(lambda: seats(bob, table, "missed")[late] == 1)
    assert seats(bob, table, "away") == [None, None]


def test_who_misses_three_decisions_is_away_and_bots_finish(world: tuple[str, Time]) -> None:
    """Nobody ever comes: the safe default three times each, then bots play at once, with nobody there, to the end."""
    url, time = world
    (ann, _), table = started(url, end={"rounds": 1})
    for _ in range(12):
        before = ann.get(f"/api/tables/{table}/view")["seq"]
        if ann.get(f"/api/tables/{table}")["status"] == "over" or all(seats(ann, table, "away")):
            break
        time.passes(DAY)
        wait_for(lambda before=before: ann.get(f"/api/tables/{table}/view")["seq"] > before)  # type: ignore[misc]
    wait_for(lambda: ann.get(f"/api/tables/{table}")["status"] == "over")
    assert seats(ann, table, "away") == ["clock", "clock"]
    Record(ann.get(f"/api/tables/{table}/records/1")).verify()


async def test_bots_answer_at_once_though_nobody_is_there(tmp_path: Path) -> None:
    with server_with_time(tmp_path / "data", idle_after=0, bot_pause=30) as (url, time):
        ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
        table = ann.table("haggis-3", ["me", "open", "random"], clock=3 * DAY)
        bob.post(f"/api/tables/{table}/seat", {})
        ann.post(f"/api/tables/{table}/start", {})
        for _ in range(6):  # whoever is to act plays and goes
            await asyncio.to_thread(wait_for, lambda: ann.get(f"/api/tables/{table}")["awaited"])
            actor = (ann, bob)[ann.get(f"/api/tables/{table}")["awaited"][0]]
            async with players(actor, table=table) as (player,):
                assert player.clock is not None
                assert player.clock["of"] == 3 * DAY * 1000
                await player.act()
            time.passes(HOUR)
        assert seats(ann, table, "missed")[:2] == [0, 0]


@pytest.mark.parametrize(("hours", "left"), [(20, 4), (30, 1), (-30, 24)])
async def test_the_deadline_survives_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int, left: int
) -> None:
    """The server is down for hours by the clock of the day: they count, but an hour is always left after that."""
    with server_inside(tmp_path / "data") as (url, _):
        guests, table = started(url)
        due = guests[0].get(f"/api/tables/{table}")["due"]
    monkeypatch.setattr(table_clock, "now", lambda: entries.now() + hours * HOUR * 1000)
    with server_with_time(tmp_path / "data") as (url, time):
        for guest in guests:
            guest.move(url)
        assert guests[0].get(f"/api/tables/{table}")["due"] == due
        async with players(*guests, table=table) as (first, second):
            assert first.clock is not None
            assert first.clock["of"] == DAY * 1000
            assert abs(first.clock["left"] - left * HOUR * 1000) < 60_000
            time.passes(left * HOUR - 120)
            assert (await first.ask("refresh"))["clock"]["left"] > 0
            time.passes(240)
            assert (await second.until(lambda message: message["type"] == "played"))["late"]


async def test_a_jump_of_the_clock_of_the_day_charges_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server_with_time(tmp_path / "data") as (url, _):
        guests, table = started(url)
        async with players(*guests, table=table) as (first, second):
            for days in (400, -400):
                for module in (table_clock, writing):
                    monkeypatch.setattr(module, "now", lambda days=days: entries.now() + days * DAY * 1000)
                actor = first if first.my_turn else second
                await actor.act()
                for player in (first, second):
                    state = await player.ask("refresh")
                    assert state["clock"]["left"] > (DAY - HOUR) * 1000


async def test_the_next_round_waits_as_long_as_a_decision(world: tuple[str, Time]) -> None:
    url, time = world
    guests, table = started(url, rules="haggis-2")
    async with players(*guests, table=table) as (first, second):
        while not first.info["paused"]:
            actor = next((player for player in (first, second) if player.my_turn), first)
            await (actor.act() if actor.my_turn else first.ask("refresh"))
            for player in (first, second):
                await player.ask("refresh")
        assert first.pause == {"left": DAY * 1000, "of": DAY * 1000, "banks": []}
        assert first.info["awaited"] == [0, 1]
        await second.ask("ready")
    ann, bob = guests
    assert ann.get(f"/api/tables/{table}")["awaited"] == [0]
    time.passes(DAY - HOUR)
    assert ann.get(f"/api/tables/{table}")["paused"]
    time.passes(HOUR)
    wait_for(lambda: not bob.get(f"/api/tables/{table}")["paused"])
    assert len(bob.get(f"/api/tables/{table}")["awaited"]) == 1


def test_a_table_without_a_match_is_kept_for_weeks(tmp_path: Path) -> None:
    """Seven times the time for a decision: a friend may answer the invitation, or ask for a rematch, days later."""
    with server_inside(tmp_path / "data") as (url, _):
        ann = Guest(url, "Ann")
        slow, quick = ann.table(clock=DAY), ann.table(clock=60)
    shift_times(tmp_path / "data", -6 * DAY * 1000)
    with server_inside(tmp_path / "data", sweep=0.05, empty_after=0) as (url, _):
        ann.move(url)
        wait_for(lambda: ann.get(f"/api/tables/{quick}")["status"] == "closed")
        assert ann.get(f"/api/tables/{slow}")["status"] == "waiting"
    shift_times(tmp_path / "data", -2 * DAY * 1000)
    with server_inside(tmp_path / "data", sweep=0.05, empty_after=0) as (url, _):
        ann.move(url)
        wait_for(lambda: ann.get(f"/api/tables/{slow}")["status"] == "closed")


def test_a_full_table_waits_for_its_host(world: tuple[str, Time]) -> None:
    ann, bob, table = two_at_a_table(world[0], clock=DAY)
    assert bob.get(f"/api/tables/{table}")["awaited"] == [0]
    mine = {one["table"]["id"]: one for one in ann.get("/api/me")["tables"]}
    assert mine[table]["seat"] in mine[table]["table"]["awaited"]
    world[1].passes(HOUR)
    assert bob.get(f"/api/tables/{table}")["host"] == 0  # who is not there is still the host


def test_my_turn_is_listed_however_much_i_play_meanwhile(world: tuple[str, Time]) -> None:
    guests, table = started(world[0])
    for guest in guests:
        for _ in range(51):
            guest.table()
        assert table in [one["table"]["id"] for one in guest.get("/api/me")["tables"]]


def test_the_terms_of_a_table_of_days(world: tuple[str, Time]) -> None:
    ann = Guest(world[0], "Ann")
    info = ann.get(f"/api/tables/{ann.table(clock=3 * DAY, bank=60)}")
    assert (info["clock"], info["bank"], info["take_backs"]) == (3 * DAY, None, False)
    refused = ann.post("/api/tables", {"rules": "haggis-2", "seats": ["me", "open"], "clock": 3 * DAY + 1}, 400)
    assert refused["code"] == "bad-message"
    assert ann.get("/api/games")["clocks"][-2:] == [DAY, 3 * DAY]


async def test_the_log_has_the_deadline(tmp_path: Path) -> None:
    """Each entry that opens a decision says until when, in the log: so restored backups and other processes know it."""
    with server_inside(tmp_path / "data") as (url, _):
        guests, table = started(url)
        async with players(*guests, table=table) as (first, second):
            actor = first if first.my_turn else second
            await actor.act()
    with sqlite3.connect(tmp_path / "data" / "haggis.sqlite") as db:
        rows = db.execute("SELECT kind, json_extract(data, '$.due'), at FROM log ORDER BY seq").fetchall()
    dues = {kind: due - at for kind, due, at in rows if due}
    assert set(dues) == {"start", "act"}
    assert all(abs(wait - DAY * 1000) < 60_000 for wait in dues.values())


async def test_nobody_else_learns_anything_by_awaited(tmp_path: Path) -> None:
    """Whom a table waits for is what every spectator sees in the view."""
    with server_inside(tmp_path / "data") as (url, _):
        guests, table = started(url)
        watcher = await Player(Guest(url, "Eve"), table).open()
        state = await watcher.hear()
        assert state["table"]["awaited"] == state["view"]["to_act"]
        assert state["view"]["hand"] is None
        await watcher.close()
        assert guests[0].get("/api/lobby")["tables"] == []
