"""Pages hear when something that they show has changed: those whom it concerns, soon, and nothing else of it."""

import asyncio
import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from haggis_cards.server.daily import entrants
from haggis_cards.server.registry.changes import PACE
from tests.server.changes import CHANGED, hear, page, shown
from tests.server.support import Guest, ServerProcess, players, server_inside, two_at_a_table

NEVER = 2.5  # seconds: as long as two messages are apart, and more


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("changes") / "data") as process:
        yield process
        assert "Traceback" not in process.log.read_text()


async def hears_nothing(socket: ClientConnection) -> bool:
    try:
        async with asyncio.timeout(NEVER):
            await socket.recv()
    except TimeoutError:
        return True
    return False


async def test_the_open_tables(server: ServerProcess) -> None:
    """A page hears of a new table, and then that its player has come, and finds them in the lobby."""
    ann, eve = Guest(server.url, "Ann"), Guest(server.url, signed_in=False)
    async with shown(eve, "lobby") as lobby:
        table = ann.table(listed=True)
        assert await hear(lobby) == CHANGED
        assert table in [info["id"] for info in eve.get("/api/lobby")["tables"]]
        async with players(ann, table=table):
            assert await hear(lobby) == CHANGED
            mine = next(info for info in eve.get("/api/lobby")["tables"] if info["id"] == table)
            assert mine["seats"][0]["connected"]


async def test_my_tables_are_told_to_me_alone(server: ServerProcess) -> None:
    ann, bob, eve = Guest(server.url, "Ann"), Guest(server.url, "Bob"), Guest(server.url, "Eve")
    table = ann.table()
    async with shown(ann, "me") as mine, shown(eve, "me") as others:
        bob.post(f"/api/tables/{table}/seat", {})
        assert await hear(mine) == CHANGED
        async with players(ann, bob, table=table) as (host, friend):
            assert await hear(mine) == CHANGED
            await host.ask("kick", seat=friend.seat)
            assert await hear(mine) == CHANGED
        assert await hears_nothing(others)


async def test_who_is_sent_away_hears_of_it(server: ServerProcess) -> None:
    ann, bob, table = two_at_a_table(server.url)
    async with players(ann, table=table) as (host,), shown(bob, "me") as theirs:
        await host.ask("kick", seat=1)
        assert await hear(theirs) == CHANGED
        assert bob.get("/api/me")["tables"] == []


async def test_an_action_that_shows_nothing_is_not_told(server: ServerProcess) -> None:
    ann, bob, table = two_at_a_table(server.url, listed=True)
    async with players(ann, bob, table=table) as (one, two):
        await one.ask("start")
        await asyncio.sleep(NEVER)  # all this has been told
        async with shown(ann, "me", "lobby") as mine:
            for player in (one, two):
                while not player.view:
                    await player.hear()
            actor = next(player for player in (one, two) if player.my_turn)
            await actor.act()
            assert await hears_nothing(mine)


async def test_who_is_elsewhere_hears_of_every_action(server: ServerProcess) -> None:
    """Their home page shows whose turn it is; nobody else hears of it."""
    ann, bob, table = two_at_a_table(server.url, listed=True)
    async with players(ann, table=table) as (host,):
        await host.ask("start")
        while not host.my_turn:
            async with players(bob, table=table) as (friend,):
                await friend.act()
            await host.until(lambda message: message["type"] == "played")
        await asyncio.sleep(NEVER)
        async with shown(bob, "me") as theirs, shown(ann, "me", "lobby") as others:
            await host.act()
            assert await hear(theirs) == CHANGED
            assert await hears_nothing(others)


async def test_much_at_once_is_few_messages(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    async with shown(ann, "me") as mine:
        start, heard = time.monotonic(), 1
        for _ in range(20):
            ann.table()
        most = 2 + (time.monotonic() - start) / PACE
        assert await hear(mine) == CHANGED
        while not await hears_nothing(mine):
            heard += 1
        assert heard <= most


async def test_a_challenge(server: ServerProcess) -> None:
    ann, bob = Guest(server.url, "Ann"), Guest(server.url, "Bob")
    wish = {"rules": "haggis-2", "rounds": 1, "seats": ["me", "open"], "tables": 2, "days": 1}
    challenge = ann.post("/api/challenges", wish)["id"]
    async with shown(Guest(server.url, signed_in=False), f"challenge:{challenge}") as theirs:
        bob.post(f"/api/challenges/{challenge}/seat", {})
        assert await hear(theirs) == CHANGED
        bob.delete(f"/api/challenges/{challenge}/seat")
        assert await hear(theirs) == CHANGED
        ann.post(f"/api/challenges/{challenge}/close", {})
        assert await hear(theirs) == CHANGED


async def test_the_bots_of_todays_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "ENTRANTS", ())
    with server_inside(tmp_path / "data", daily_worlds=2) as (url, _):
        ann = Guest(url, "Ann")
        async with shown(ann, "daily:haggis-2") as mine:
            waiting = ann.get("/api/daily/haggis-2")["waiting"]
            assert waiting
            while ann.get("/api/daily/haggis-2")["waiting"]:
                async with asyncio.timeout(120):  # for one deal
                    assert await mine.recv() == CHANGED


async def test_a_page_may_ask_whether_the_server_is_there_and_nothing_else(server: ServerProcess) -> None:
    async with shown(Guest(server.url, signed_in=False), "lobby") as page:
        await page.send('{"type": "ping", "id": "a"}')
        assert json.loads(await hear(page)) == {"type": "ok", "seq": 0, "id": "a"}
        await page.send('{"type": "chat", "id": "b", "text": "hello"}')
        await page.wait_closed()
        assert page.close_code == 4400
    async with shown(Guest(server.url, signed_in=False), "lobby") as page:
        with contextlib.suppress(ConnectionClosed):
            await page.send(b"\x00")
        await page.wait_closed()
        assert page.close_code == 4400


@pytest.mark.parametrize("topics", [[], ["guest:a"], ["lobby"] * 5, ["challenge:"], ["challenge:a/b"], ["x" * 500]])
async def test_other_topics_are_refused(server: ServerProcess, topics: list[str]) -> None:
    with pytest.raises(InvalidStatus, match="400"):
        await page(Guest(server.url), *topics)


async def test_an_address_has_a_number_of_pages_and_silence_does_not_keep_them(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "data", connections_per_address=3, messages_per_second=1) as server:
        ann = Guest(server.url, "Ann")
        async with contextlib.AsyncExitStack() as stack:
            pages = [await stack.enter_async_context(shown(ann, "lobby")) for _ in range(3)]
            with pytest.raises(InvalidStatus, match="429"):
                await page(ann, "lobby")
            with contextlib.suppress(ConnectionClosed):
                for number in range(20):
                    await pages[0].send(f'{{"type": "ping", "id": "{number}"}}')
            await pages[0].wait_closed()
            assert pages[0].close_code == 4429
            async with shown(ann, "lobby"):
                table = ann.table()  # players and spectators have places of their own
                async with players(ann, table=table):
                    pass


async def test_who_signs_out_hears_no_more(server: ServerProcess) -> None:
    ann = Guest(server.url, "Ann")
    async with shown(ann, "me") as mine:
        ann.post("/api/sign-out/everywhere", {})
        await mine.wait_closed()
        assert mine.close_code == 4401
