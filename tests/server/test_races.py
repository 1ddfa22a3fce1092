"""Commands that meet at a table's lock: what they depend on is read when it is their turn."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.table.log import Write
from haggis_cards.table.session import TableSession
from haggis_cards.table.state import TableState
from tests.server.support import Guest, Player, players, server_inside, server_with_time, two_at_a_table


@contextlib.asynccontextmanager
async def held(app: Any, table: str) -> AsyncIterator[TableSession]:
    """Holds a table's lock, so that all commands of the body wait for it; they come in the order of the body."""
    session = app.state.sessions[table]
    loop = next(iter(app.state.tasks._running)).get_loop()
    taken = asyncio.run_coroutine_threadsafe(session.log.lock.acquire(), loop)
    await asyncio.wrap_future(taken)
    try:
        yield session
    finally:
        loop.call_soon_threadsafe(session.log.lock.release)


async def waiting(session: TableSession, count: int) -> None:
    """Until so many commands wait for the lock."""
    async with asyncio.timeout(20):
        while len(session.log.lock._waiters or ()) < count:
            await asyncio.sleep(0.01)


COMMANDS: list[dict[str, Any]] = [
    {"type": "chat", "text": "hello"},
    {"type": "leave"},
    {"type": "settings", "talk": True},
    {"type": "start", "fill": "random"},
    {"type": "bot", "seat": 1, "level": "random"},
    {"type": "kick", "seat": 1},
    {"type": "swap", "seat": 0, "other": 1},
    {"type": "host", "seat": 1},
    {"type": "back"},
    {"type": "undo"},
    {"type": "consent", "agree": True},
]


async def test_a_seat_that_is_given_up_gives_no_more_commands(tmp_path: Path) -> None:
    """`leave` on one socket, and every other command of the same guest behind it on another."""
    with server_inside(tmp_path / "data") as (url, app):
        ann, bob, table = two_at_a_table(url)
        async with players(ann, ann, bob, table=table) as (first, second, third):
            for command in COMMANDS:
                async with held(app, table) as session:
                    await first.say("leave")
                    await waiting(session, 1)
                    name = await second.say(
                        **{"kind": command["type"]} | {k: v for k, v in command.items() if k != "type"}
                    )
                    await waiting(session, 2)
                answer = await second.until(lambda message: message.get("id") == name)  # noqa: B023
                expected = "no-talk" if command["type"] == "chat" else "not-seated"
                assert (answer["type"], answer.get("code")) == ("error", expected), command
                assert (await first.ask("sit", seat=0))["what"] == "sit"
            assert (await third.ask("chat", text="all is well"))["name"] == "Bob"
            assert (await third.ask("start"))["what"] == "start"
        for request, body in (("start", {"fill": "random"}), ("seat", None)):
            table = ann.table()
            async with held(app, table) as session:
                leaving = asyncio.create_task(asyncio.to_thread(ann.delete, f"/api/tables/{table}/seat"))
                await waiting(session, 1)
                path = f"/api/tables/{table}/{request}"
                method = "POST" if body else "DELETE"
                late = asyncio.create_task(asyncio.to_thread(ann.http.request, method, path, json=body))
                await waiting(session, 2)
            await leaving
            assert (await late).json()["code"] == "not-seated"


async def test_who_goes_away_while_an_action_waits_is_back_first(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data") as (url, app):
        ann, bob, table = two_at_a_table(url)
        async with players(ann, bob, table=table) as (first, second):
            await first.ask("start")
            await second.until(lambda message: message.get("what") == "start")
            actor = first if first.my_turn else second
            assert actor.view is not None
            other = await Player(actor.guest, table).open()
            async with held(app, table) as session:
                await other.say("leave")
                await waiting(session, 1)
                await actor.say("act", action=actor.view["legal"][-1], seq=actor.seq, id="late")
                await waiting(session, 2)
            await actor.until(lambda message: message.get("id") == "late")
            assert [m["what"] for m in actor.heard if m["type"] == "table"][-2:] == ["away", "back"]
            assert actor.seat is not None
            assert actor.info["seats"][actor.seat]["away"] is None
            await other.close()


async def test_who_comes_back_in_the_last_moment_is_not_away(tmp_path: Path) -> None:
    """The time is up while the lock is held; when it is free again, the reasons no longer hold."""
    with server_with_time(tmp_path / "data", away_after=10, abandon_after=20) as (url, time):
        ann, bob, table = two_at_a_table(url)
        ann.post(f"/api/tables/{table}/start", {})
        async with held(time.app, table) as session:
            time.passes(30)  # nobody has come for long: the match would be closed
            await waiting(session, 1)
            back = [await Player(guest, table).open() for guest in (ann, bob)]
            for player in back:
                await player.hear()
        async with asyncio.timeout(20):
            while session.log.lock.locked():
                await asyncio.sleep(0.01)
        state = await back[0].ask("refresh")
        assert (state["table"]["status"], [seat["away"] for seat in state["table"]["seats"]]) == (
            "playing",
            [None, None],
        )
        for player in back:
            await player.close()


async def test_who_comes_back_while_the_absence_is_being_stored_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_with_time(tmp_path / "data", away_after=10) as (url, time):
        ann, bob, table = two_at_a_table(url)
        ann.post(f"/api/tables/{table}/start", {})
        store, stored, writing = time.app.state.store, threading.Event(), threading.Event()
        append = store.append

        async def slow(write: Write) -> bool:
            if write.entry.kind == "away":
                writing.set()
                await asyncio.to_thread(stored.wait, 20)
            accepted: bool = await append(write)
            return accepted

        monkeypatch.setattr(store, "append", slow)
        time.passes(11)
        await asyncio.to_thread(writing.wait, 20)
        async with players(ann, bob, table=table) as (first, second):
            stored.set()
            for player in (first, second):
                async with asyncio.timeout(20):
                    while player.heard[-1].get("what") != "back" or any(s["away"] for s in player.info["seats"]):
                        await player.hear()


async def test_who_comes_while_the_sweep_forgets_the_table_is_sent_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise there would be two sessions of one table, and people who hear nothing of each other."""
    with server_inside(tmp_path / "data") as (url, app):
        ann = Guest(url)
        table = ann.table()
        tables = app.state.registry
        get = tables.get

        async def get_and_sweep(id: str) -> TableSession:
            session: TableSession = await get(id)
            await app.state.upkeep.look_round()
            return session

        with monkeypatch.context() as patch:
            patch.setattr(tables, "get", get_and_sweep)
            early = await Player(ann, table).open()
            async with asyncio.timeout(20):
                await early.socket.wait_closed()
            assert early.socket.close_code == 1012
        async with players(ann, table=table):
            assert app.state.sessions[table].present == {0}


async def test_an_entry_that_cannot_be_applied_is_not_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a command drafts by a bug, the log stays readable, and the table goes on."""
    with server_inside(tmp_path / "data") as (url, _):
        ann = Guest(url)
        table = ann.table()
        async with players(ann, table=table) as (player,):
            with monkeypatch.context() as patch:
                patch.setattr(TableState, "chat", lambda table, *_: table._draft("chat", 0, text="nameless"))
                assert (await player.ask("chat", text="x"))["code"] == "internal"
            assert (await player.ask("chat", text="y"))["text"] == "y"
            assert (await player.ask("refresh"))["chat"][0]["text"] == "y"
