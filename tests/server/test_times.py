"""What happens by the clock: a missed decision, the time bank, the pause between two rounds. Time is the test's own."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import RULES, Match, Record
from haggis_cards.server.process.workers import Workers
from haggis_cards.table.bots import Bots
from tests.server.support import Guest, Player, ServerProcess, Time, players, server_with_time, two_at_a_table, wait_for

CLOCK, BANK, PAUSE = 30, 60, 15


@pytest.fixture
def world(tmp_path: Path) -> Iterator[tuple[str, Time]]:
    with server_with_time(tmp_path / "data", round_pause=PAUSE, away_after=45) as (url, time):
        yield url, time


async def started(*people: Player) -> None:
    """The first of these starts the match, and all have heard of it."""
    await people[0].ask("start")
    for player in people[1:]:
        await player.until(lambda message: message.get("what") == "start")


def actor_of(*people: Player) -> Player:
    return next(player for player in people if player.my_turn)


async def all_hear(people: tuple[Player, ...], kind: str) -> list[dict[str, Any]]:
    return [await player.until(lambda message: message["type"] == kind) for player in people]


# A missed decision


async def test_a_missed_clock_costs_one_decision(world: tuple[str, Time]) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url, clock=CLOCK)
    async with players(ann, bob, table=table) as (first, second):
        await started(first, second)
        late = actor_of(first, second)
        assert late.view is not None
        smallest = late.view["legal"][0]
        time.passes(CLOCK - 1)
        assert (await late.ask("ping"))["type"] == "ok"
        assert late.my_turn
        time.passes(1)
        played, _ = await all_hear((first, second), "played")
        assert (played["seat"], played["action"]) == (late.seat, f"{late.seat} {smallest}")
        assert played["late"]
        assert not played.get("bot")
        seat = played["table"]["seats"][late.seat]
        assert (seat["missed"], seat["away"]) == (1, None)
        # The next one, who has something to beat, passes.
        other = actor_of(first, second)
        time.passes(CLOCK)
        played, _ = await all_hear((first, second), "played")
        assert played["action"] == f"{other.seat} pass"
        # An action of one's own sets the count back.
        await actor_of(first, second).act()
        assert late.seat is not None
        assert late.info["seats"][late.seat]["missed"] == 0


async def test_three_missed_clocks_in_a_row_make_a_seat_away(world: tuple[str, Time]) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url, clock=CLOCK)
    async with players(ann, bob, table=table) as (first, second):
        await started(first, second)
        sleeper = actor_of(first, second)
        awake = second if sleeper is first else first
        missed, played = 0, {}
        while missed < 3:
            for player in (first, second):
                await player.ask("refresh")
            if awake.my_turn:
                assert awake.view is not None
                await awake.act("pass" if "pass" in awake.view["legal"] else awake.view["legal"][0])
                continue
            time.passes(CLOCK)
            played = await sleeper.until(lambda message: message["type"] == "played" and message.get("late"))
            missed += 1
            assert played["table"]["seats"][sleeper.seat]["missed"] == missed
        assert played["table"]["seats"][sleeper.seat]["away"] == "clock"
        await awake.until(lambda message: message.get("late") and message["table"]["seats"][sleeper.seat]["away"])
        # From here on a bot plays for the sleeper, until the sleeper does something.
        while not any(message.get("bot") for message in awake.heard):
            await (awake.act() if awake.my_turn else awake.hear())
        back = await sleeper.ask("back")
        assert (back["table"]["seats"][sleeper.seat]["away"], back["table"]["seats"][sleeper.seat]["missed"]) == (
            None,
            0,
        )


@pytest.mark.parametrize("preset", ["haggis-2", "haggis-3", "tatties-3", "neeps-4"])
async def test_time_runs_out_in_every_phase(world: tuple[str, Time], preset: str) -> None:
    """Nobody ever moves: the server alone plays a whole round, and never bets or bids."""
    url, time = world
    names = ["Ann", "Bob", "Cat", "Dan"][: RULES[preset].players]
    guests = [Guest(url, name) for name in names]
    table = guests[0].table(preset, ["me", *["open"] * (len(names) - 1)], clock=CLOCK, end={"rounds": 1})
    for guest in guests[1:]:
        guest.post(f"/api/tables/{table}/seat", {})
    async with players(*guests, table=table) as everybody:
        await started(*everybody)
        watcher, phases = everybody[0], set()
        while not watcher.done:
            assert watcher.view is not None
            phases.add(watcher.view["phase"])
            if any(seat["away"] for seat in watcher.info["seats"]):
                for player in everybody:
                    await player.ask("back")
                await watcher.ask("refresh")
                continue
            seq = watcher.seq
            time.passes(CLOCK)
            while watcher.seq == seq:
                await watcher.hear()
            await watcher.ask("refresh")
    record = Record(guests[0].get(f"/api/tables/{table}/records/1"))
    record.verify()
    actions = [action.split(" ", 1)[1] for action in record.data["rounds"][0]["actions"]]
    bets = [action for action in actions if action.startswith("bet")]
    bids = [action for action in actions if action.startswith("bid")]
    assert not bets
    assert not bids
    assert RULES[preset].opening in ("", *phases)


@pytest.mark.parametrize("level", ["random", "club", "master"])
async def test_a_stand_in_never_bets_or_bids(level: str) -> None:
    """Whatever the level would like: its answer in an absent person's place is no bet and no bid."""
    bots = Bots(Workers(1, 10, 3.0), 0.2)
    try:
        for preset in ("haggis-2", next(name for name in RULES if RULES[name].opening == "auction")):
            for seed in range(4):
                match = Match(preset, seed=seed)
                for _ in range(3):
                    seat = match.to_act[0]
                    view: dict[str, Any] = dict(match.view(seat))
                    advice = await bots.stand_in(level, seed, view)
                    assert advice.action in view["legal"]
                    assert not advice.action.startswith(("bet", "bid")), (preset, seed)
                    match = match.act(seat, advice.action)
    finally:
        bots.close()


# The time bank


async def test_the_time_bank_runs_after_the_clock(tmp_path: Path) -> None:
    with server_with_time(tmp_path / "data", away_after=10_000) as (url, time):
        ann, bob, table = two_at_a_table(url, clock=CLOCK, bank=BANK)
        async with players(ann, bob, table=table) as (first, second):
            await started(first, second)
            slow = actor_of(first, second)
            assert slow.seat is not None
            assert slow.clock == {"left": CLOCK * 1000, "of": CLOCK * 1000, "banks": [BANK * 1000, BANK * 1000]}
            time.passes(CLOCK + 20)
            state = await slow.ask("refresh")  # a page that is loaded now knows how the bank stands
            assert state["clock"]["left"] == 0
            assert state["clock"]["banks"][slow.seat] == (BANK - 20) * 1000
            assert state["clock"]["banks"][1 - slow.seat] == BANK * 1000
            await slow.act(state["view"]["legal"][0])
            assert not slow.heard[-1].get("late")
            other = second if slow is first else first
            await other.until(lambda message: message["type"] == "played")
            assert other.clock is not None
            assert other.clock["banks"][slow.seat] == (BANK - 20) * 1000
            # What is left is used up, and then the time is over.
            assert other.view is not None
            await other.act("pass" if "pass" in other.view["legal"] else None)
            await slow.until(lambda message: message["type"] == "played")
            time.passes(CLOCK + 39)
            assert (await slow.ask("ping"))["type"] == "ok"
            time.passes(1)
            played = await slow.until(lambda message: message["type"] == "played")
            assert played["late"]
            await slow.ask("refresh")
            await other.until(lambda message: message.get("late"))
    # The log knows it, so the next process does: only the bank is spent, the decision has its whole time.
    with sqlite3.connect(tmp_path / "data" / "haggis.sqlite") as db:
        rows = db.execute("SELECT data FROM log WHERE kind = 'act' ORDER BY seq").fetchall()
    assert [json.loads(data).get("bank") for (data,) in rows] == [20_000, None, 40_000]
    with server_with_time(tmp_path / "data", away_after=10_000) as (url, _):
        slow.guest.url = url
        again = await Player(slow.guest, table).open()
        state = await again.hear()
        assert state["clock"]["left"] == CLOCK * 1000
        assert state["clock"]["banks"][slow.seat] == 0
        await again.close()


async def test_a_bet_takes_nothing_out_of_the_bank(tmp_path: Path) -> None:
    """R7.1: a bet leaves the decision open, so its time is counted once, with the play."""
    with server_with_time(tmp_path / "data") as (url, time):
        ann, bob, table = two_at_a_table(url, clock=CLOCK, bank=BANK)
        async with players(ann, bob, table=table) as (first, second):
            await started(first, second)
            slow = actor_of(first, second)
            time.passes(CLOCK + 10)
            await slow.act("bet 15")
            assert slow.clock is not None
            assert slow.seat is not None
            assert slow.clock["banks"][slow.seat] == (BANK - 10) * 1000
            assert slow.view is not None
            await slow.act(slow.view["legal"][0])
            state = await slow.ask("refresh")
            assert state["clock"]["banks"][slow.seat] == (BANK - 10) * 1000


def test_a_bank_needs_a_clock(world: tuple[str, Time]) -> None:
    ann = Guest(world[0], "Ann")
    assert ann.get(f"/api/tables/{ann.table(bank=60)}")["bank"] is None
    assert ann.get(f"/api/tables/{ann.table(clock=30, bank=60)}")["bank"] == 60
    assert (
        ann.post("/api/tables", {"rules": "haggis-2", "seats": ["me", "open"], "bank": 1}, 400)["code"] == "bad-message"
    )


# Between two rounds


async def to_the_pause(*people: Player) -> dict[str, Any]:
    """Plays until the first round has ended; the message that ended it."""
    while True:
        actor = next((player for player in people if player.my_turn), None)
        if actor is None:
            if all(player.info["paused"] for player in people):
                return next(m for m in reversed(people[0].heard) if m["type"] == "played")
            for player in people:
                await player.ask("refresh")
            continue
        await actor.act()
        for player in people:
            await player.ask("refresh")


async def test_the_next_round_starts_when_everybody_is_ready(world: tuple[str, Time]) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url, clock=CLOCK, end={"rounds": 3})
    async with players(ann, bob, table=table) as (first, second):
        await started(first, second)
        played = await to_the_pause(first, second)
        assert played["table"]["paused"]
        assert played["pause"] == {"left": PAUSE * 1000, "of": PAUSE * 1000, "banks": []}
        assert played.get("clock") is None
        # Nobody is to act, and time takes nothing from anybody.
        assert first.view is not None
        assert second.view is not None
        mover = first if first.seat in first.view["to_act"] else second
        refused = await mover.act(mover.view["legal"][0])  # type: ignore[index]
        assert (refused["code"], refused["params"]["fault"]) == ("not-now", "pause")
        time.passes(PAUSE - 1)
        state = await first.ask("refresh")
        assert (state["pause"]["left"], state["clock"]) == (1000, None)
        ready = await first.ask("ready")
        assert ready["what"] == "ready"
        assert [seat["ready"] for seat in ready["table"]["seats"]] == [True, False]
        assert ready["table"]["paused"]
        assert (await first.ask("ready"))["type"] == "ok"  # once more changes nothing
        await second.ask("ready")
        assert not second.info["paused"]
        assert [seat["ready"] for seat in second.info["seats"]] == [False, False]
        assert second.clock is not None
        assert second.clock["left"] == CLOCK * 1000  # the clock starts now
        assert (await second.ask("ready"))["type"] == "ok"  # too late is no mistake
        await first.ask("refresh")
        await actor_of(first, second).act()


async def test_the_next_round_starts_by_itself(world: tuple[str, Time]) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url, clock=CLOCK, end={"rounds": 3})
    async with players(ann, bob, table=table) as (first, second):
        await started(first, second)
        await to_the_pause(first, second)
        time.passes(PAUSE)
        resumed = await first.until(lambda message: message.get("what") == "resume")
        assert not resumed["table"]["paused"]
        assert resumed["clock"]["left"] == CLOCK * 1000
        assert resumed.get("pause") is None


async def test_bots_wait_too(world: tuple[str, Time]) -> None:
    url, _ = world
    ann = Guest(url, "Ann")
    table = ann.table("haggis-3", ["me", "random", "random"], end={"rounds": 3})
    async with players(ann, table=table) as (player,):
        while not player.info["paused"]:
            await (player.act() if player.my_turn else player.hear())
        seq = player.seq
        await asyncio.sleep(0.3)  # a bot would have played by now: it has no pause of its own here
        assert (await player.ask("refresh"))["seq"] == seq
        await player.ask("ready")
        assert not player.info["paused"]
        while not (player.my_turn or player.info["paused"]):
            await player.hear()


async def test_nobody_waits_for_those_who_are_not_there(world: tuple[str, Time]) -> None:
    url, _ = world
    ann, bob, table = two_at_a_table(url, end={"rounds": 3})
    async with players(ann, bob, table=table) as (first, second):
        await started(first, second)
        await to_the_pause(first, second)
        await first.ask("ready")
        left = await second.ask("leave")
        assert not left["table"]["paused"]
        # With one person away the other alone ends the next pause.
        while not first.info["paused"]:
            await (first.act() if first.my_turn else first.hear())
        await first.ask("ready")
        assert not first.info["paused"]
        # And when nobody is left, bots play to the end.
        await first.ask("leave")
        await first.until(lambda message: message.get("table", {}).get("status") == "over")
        assert not any(message.get("pause") for message in first.heard[-3:])


async def test_a_pause_survives_a_restart(tmp_path: Path) -> None:
    """The log knows that the table waits, and who is ready; the time of the pause begins anew."""
    with server_with_time(tmp_path / "data", round_pause=PAUSE) as (url, time):
        ann, bob, table = two_at_a_table(url, end={"rounds": 3})
        async with players(ann, bob, table=table) as (first, second):
            await started(first, second)
            await to_the_pause(first, second)
            time.passes(PAUSE - 5)
            await first.ask("ready")
    with server_with_time(tmp_path / "data", round_pause=PAUSE) as (url, time):
        ann.url = bob.url = url
        async with players(ann, bob, table=table) as (first, second):
            assert first.info["paused"]
            assert [seat["ready"] for seat in first.info["seats"]] == [True, False]
            assert first.pause == {"left": PAUSE * 1000, "of": PAUSE * 1000, "banks": []}
            time.passes(PAUSE)
            await second.until(lambda message: message.get("what") == "resume")


async def test_without_a_pause_the_next_round_starts_at_once(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", round_pause=0) as server:
        ann = Guest(server.url, "Ann")
        table = ann.table("haggis-2", ["me", "random"], end={"rounds": 2})
        async with players(ann, table=table) as (player,):
            await player.play()
            assert not any(message.get("pause") for message in player.heard)


# One person against bots


def test_a_match_against_bots_waits_for_its_person(tmp_path: Path) -> None:
    """Nobody is kept waiting there: no bot plays for the person, for days; then the match is abandoned."""
    waits, days = 604_800, {"away_after": 45, "abandon_after": 900}
    with server_with_time(tmp_path / "data", **days) as (url, time):
        ann = Guest(url, "Ann")
        alone = ann.table(seats=["me", "club"], end={"rounds": 1})
        timed = ann.table(seats=["me", "club"], end={"rounds": 9}, clock=60)

        def status(table: str) -> str:
            found: str = ann.get(f"/api/tables/{table}")["status"]
            return found

        time.passes(900)
        wait_for(lambda: status(timed) == "closed")
        time.passes(waits - 901)
        info = ann.get(f"/api/tables/{alone}")
        assert (info["status"], info["seats"][0]["away"]) == ("playing", None)
        time.passes(1)
        wait_for(lambda: status(alone) == "closed")


async def test_who_comes_back_to_a_match_against_bots_plays_on(world: tuple[str, Time]) -> None:
    url, time = world
    ann = Guest(url, "Ann")
    table = ann.table(seats=["me", "club"], end={"rounds": 1})
    async with players(ann, table=table) as (player,):
        seq = player.seq or 0
    time.passes(3600)
    async with players(ann, table=table) as (player,):
        assert player.info["seats"][0]["away"] is None
        assert (player.seq or 0) <= seq + 1, "only the bot may have begun"
        await player.play()
        assert not any(
            message.get("bot") and message["seat"] == 0 for message in player.heard if message["type"] == "played"
        )
