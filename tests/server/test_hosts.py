"""The host of a table, rematches, spectators' chat, and names: who may do what, and what becomes of the seats."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.table.chairs import CHARACTERS, Chair, name_bots
from haggis_cards.table.log import Write
from haggis_cards.wire.refusals import StorageError
from tests.server.support import Guest, Player, Time, players, server_with_time, two_at_a_table

AWAY = 45


@pytest.fixture
def world(tmp_path: Path) -> Iterator[tuple[str, Time]]:
    with server_with_time(tmp_path / "data", away_after=AWAY) as (url, time):
        yield url, time


@pytest.fixture
def url(world: tuple[str, Time]) -> str:
    return world[0]


def hosts(player: Player) -> int | None:
    host: int | None = player.info["host"]
    return host


async def hears(player: Player, what: str) -> dict[str, Any]:
    return await player.until(lambda message: message.get("what") == what)


# The host


async def test_whoever_makes_a_table_is_its_host(url: str) -> None:
    ann, bob, table = two_at_a_table(url, rules="haggis-3", seats=["open", "me", "open"])
    async with players(ann, bob, table=table) as (first, second):
        assert hosts(first) == 1
        for kind, fields in (
            ("start", {"fill": "random"}),
            ("bot", {"seat": 2, "level": "random"}),
            ("kick", {"seat": 1}),
            ("swap", {"seat": 0, "other": 2}),
            ("host", {"seat": 0}),
            ("settings", {"locked": True}),
        ):
            refused = await second.ask(kind, **fields)
            assert (refused["code"], refused["reason"]) == ("not-host", "only the host of this table, Ann, can do that")
        assert bob.post(f"/api/tables/{table}/start", {"fill": "random"}, 403)["code"] == "not-host"
        assert (await first.ask("host", seat=2))["params"]["fault"] == "host"
        assert (await first.ask("host", seat=1))["params"]["fault"] == "host-self"
        await first.ask("host", seat=0)
        assert hosts(first) == 0
        await second.until(lambda message: message.get("what") == "host")
        assert (await second.ask("start", fill="random"))["what"] == "start"


async def test_the_host_passes_on_with_the_seat(world: tuple[str, Time]) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url, rules="haggis-3", seats=["me", "open", "open"])
    cat = Guest(url, "Cat")
    async with players(ann, bob, cat, table=table) as (first, second, third):
        await third.ask("sit")
        await first.ask("sit", seat=0) if first.seat != 0 else None
        await first.ask("leave")
        assert first.info["host"] == 1  # the next person to the left
        await first.ask("sit", seat=0)
        assert hosts(first) == 1
        await hears(second, "leave")
        await second.ask("start")
        # During a match a host who leaves, or has lost the connection for long, is host no more.
        left = await second.ask("leave")
        assert left["table"]["host"] == 2
        await third.close()
        await first.until(lambda message: message["type"] == "presence")
        time.passes(AWAY)
        away = await first.until(lambda message: message.get("what") == "away" and message["seat"] == 2)
        assert away["table"]["host"] == 0


async def test_a_host_who_went_home_is_replaced_between_matches(world: tuple[str, Time]) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url)
    async with players(ann, bob, table=table) as (first, second):
        await first.close()
        await second.until(lambda message: message["type"] == "presence")
        time.passes(AWAY - 1)
        await second.ask("ping")
        assert hosts(second) == 0
        time.passes(1)
        event = await hears(second, "host")
        assert event["table"]["host"] == 1
        await second.ask("bot", seat=0, level="random")  # and may fill the empty place
        assert second.info["seats"][0]["kind"] == "bot"
    assert ann.get("/api/me")["tables"] == []


async def test_kick_and_lock(url: str) -> None:
    ann, bob, table = two_at_a_table(url, rules="haggis-3", seats=["me", "open", "open"])
    cat = Guest(url, "Cat")
    async with players(ann, bob, cat, table=table) as (first, second, third):
        assert (await first.ask("kick", seat=0))["params"]["fault"] == "kick-self"
        assert (await first.ask("kick", seat=2))["params"]["fault"] == "kick-empty"
        await first.ask("kick", seat=1)
        gone = await hears(second, "kick")
        assert second.seat is None
        assert gone["table"]["seats"][1]["kind"] == "open"
        assert bob.get("/api/me")["tables"] == []
        # Who was removed does not simply sit down again; others may.
        refused = await second.ask("sit")
        assert (refused["code"], refused["params"]["fault"]) == ("locked", "kicked")
        await third.ask("sit", seat=1)
        await first.ask("settings", locked=True)
        await third.ask("sit", seat=2)  # to change places is no problem
        dan = Guest(url, "Dan")
        refused = dan.post(f"/api/tables/{table}/seat", {}, 409)
        assert (refused["code"], refused["reason"]) == ("locked", "the host has locked this table, but you can watch")
        assert (await first.ask("settings"))["params"]["fault"] == "settings"
        await first.ask("settings", locked=False)
        assert not first.info["locked"]
        assert (await second.ask("sit", seat=1))["what"] == "sit"  # forgiven
        await first.ask("start")
        assert (await first.ask("kick", seat=1))["params"]["fault"] == "kick"
        assert (await first.ask("swap", seat=0, other=1))["params"]["fault"] == "swap"


async def test_swap(url: str) -> None:
    ann, bob, table = two_at_a_table(url, rules="neeps-4", seats=["me", "open", "club", "open"])
    async with players(ann, bob, table=table) as (first, second):
        assert (await first.ask("swap", seat=1, other=1))["params"]["fault"] == "swap-same"
        bot = first.info["seats"][2]["name"]
        await first.ask("swap", seat=0, other=2, id="twice")
        assert first.info["seats"][0]["name"] == bot
        assert (first.seat, hosts(first)) == (2, 2)
        again = await first.ask("swap", seat=0, other=2, id="twice")  # sent again after a break: not done again
        assert again["type"] == "ok"
        await first.ask("swap", seat=1, other=3)
        await second.until(lambda message: message.get("what") == "swap" and message["seat"] == 1)
        assert second.seat == 3
        assert [mine["seat"] for mine in bob.get("/api/me")["tables"]] == [3]
        assert [mine["seat"] for mine in ann.get("/api/me")["tables"]] == [2]
        assert not any(message.get("id") for message in second.heard)


async def test_the_pace_of_bots_may_change_at_any_time(url: str) -> None:
    ann = Guest(url, "Ann")
    table = ann.table("haggis-2", ["me", "random"], pace="slow", talk=True, take_backs=False)
    async with players(ann, table=table) as (player,):
        assert (player.info["pace"], player.info["talk"], player.info["take_backs"]) == ("slow", True, False)
        changed = await player.ask("settings", pace="fast", talk=False)
        assert (changed["table"]["pace"], changed["table"]["talk"], changed["table"]["locked"]) == (
            "fast",
            False,
            False,
        )
        assert (await player.ask("settings", pace="warp"))["code"] == "bad-message"


# Spectators


async def test_spectators_talk_if_the_host_lets_them(url: str) -> None:
    ann, bob, table = two_at_a_table(url)
    eve, nobody = Guest(url, "Eve"), Guest(url, signed_in=False)
    async with players(ann, bob, eve, nobody, table=table) as (first, _, third, fourth):
        assert (await third.ask("chat", text="hello"))["code"] == "no-talk"
        await first.ask("settings", talk=True)
        assert (await third.ask("chat", text="hello"))["type"] == "ok"
        said = await first.until(lambda message: message["type"] == "chat")
        assert (said["seat"], said["name"], said["text"]) == (None, "Eve", "hello")
        assert (await fourth.ask("chat", text="who am I"))["code"] == "no-session"
        assert (await third.ask("react", reaction="clap"))["code"] == "not-seated"
        line = (await first.ask("refresh"))["chat"][-1]
        assert (line["seat"], line["name"]) == (None, "Eve")
        codes = {(await third.ask("chat", text=f"line {n}")).get("code") for n in range(8)}
        assert codes == {None, "too-many"}
        assert (await first.ask("chat", text="still my turn"))["type"] == "chat"  # limits are each speaker's own
        assert eve.cookie.split("=")[1].split(".")[0] not in "".join(first.raw)  # who Eve is stays on the server


# Lost connections


async def test_a_lost_connection_has_a_countdown(world: tuple[str, Time]) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url)
    async with players(ann, bob, table=table) as (first, second):
        assert (await first.ask("refresh"))["grace"] == [None, None]
        await second.close()
        gone = await first.until(lambda message: message["type"] == "presence" and not message["connected"][1])
        assert gone["grace"] == [None, None]  # nobody plays yet
        await first.ask("start")
        told = await first.until(lambda message: message["type"] == "presence")
        assert told["grace"] == [None, AWAY * 1000]  # the countdown goes on from when the connection was lost
        time.passes(13)
        assert (await first.ask("refresh"))["grace"] == [None, (AWAY - 13) * 1000]
        watcher = await Player(Guest(url, "Eve"), table).open()
        told = await first.until(lambda message: message["type"] == "presence")
        assert told["grace"] == [None, (AWAY - 13) * 1000]
        await watcher.close()
        time.passes(AWAY - 13)
        await hears(first, "away")
        assert (await first.ask("refresh"))["grace"] == [None, None]


# Rematches


async def over(*people: Player) -> None:
    await people[0].ask("start")
    for player in people[1:]:
        await hears(player, "start")
    await asyncio.gather(*(player.play() for player in people))


async def test_a_rematch_can_be_taken_back(url: str) -> None:
    ann, bob, table = two_at_a_table(url, end={"rounds": 1})
    async with players(ann, bob, table=table) as (first, second):
        await over(first, second)
        await first.ask("rematch")
        mine = bob.get("/api/me")["tables"][0]["table"]  # Bob's home page knows of it
        assert [seat["again"] for seat in mine["seats"]] == [True, False]
        await first.ask("rematch", again=False)
        assert [seat["again"] for seat in bob.get("/api/me")["tables"][0]["table"]["seats"]] == [False, False]
        await second.ask("rematch")
        assert second.info["status"] == "over"
        await first.say("rematch")
        await hears(second, "start")
        assert second.info["match"] == 2


async def test_a_rematch_starts_when_the_store_works_again(
    world: tuple[str, Time], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url, end={"rounds": 1})
    async with players(ann, bob, table=table) as (first, second):
        await over(first, second)
        store = time.app.state.store
        append = store.append
        failed: list[Write] = []

        async def fail_once(write: Write) -> bool:
            if write.entry.kind == "start" and not failed:
                failed.append(write)
                raise StorageError("storage")
            accepted: bool = await append(write)
            return accepted

        monkeypatch.setattr(store, "append", fail_once)
        await first.ask("rematch")
        await second.say("rematch")
        await hears(first, "start")
        assert failed


async def test_a_bot_takes_the_seat_of_somebody_who_went_home(url: str) -> None:
    ann, bob, table = two_at_a_table(url, end={"rounds": 1})
    async with players(ann, bob, table=table) as (first, second):
        await over(first, second)
        await first.ask("rematch")
        assert (await first.ask("bot", seat=1, level="random"))["code"] == "seat-taken"  # Bob is still there
        await second.close()
        await first.until(lambda message: message["type"] == "presence" and not message["connected"][1])
        assert bob.get("/api/me")["tables"][0]["table"]["seats"][0]["again"]
        await first.ask("bot", seat=1, level="random")
        await hears(first, "start")  # nobody else is awaited
        assert [seat["kind"] for seat in first.info["seats"]] == ["person", "bot"]
        # Bob comes back too late, and watches.
        late = await Player(bob, table).open()
        assert (await late.hear())["seat"] is None
        await late.close()


# Names


def test_characters_have_names_of_their_own() -> None:
    names = [name for several in CHARACTERS.values() for name in several]
    assert len(set(names)) == len(names)
    assert all(4 <= len(several) <= 6 for several in CHARACTERS.values())
    assert all(name.isascii() and name.isalpha() and name.istitle() for name in names)


def test_no_two_names_at_a_table_are_equal() -> None:
    club = CHARACTERS["club"]
    for person in club:
        for table in "abcdefgh":
            chairs = [Chair(guest="g", name=person.upper()), *[Chair(level="club")] * 3]
            named = name_bots(table, chairs)
            assert named == name_bots(table, chairs)
            assert {chair.name for chair in named[1:]} <= set(club)
            assert len({(chair.name or "").casefold() for chair in named}) == 4
            assert name_bots(table, named) == named  # a bot keeps its name
            # Somebody of that name sits down: the bot gets another.
            taken = name_bots(table, [named[0], Chair(guest="h", name=named[2].name), *named[2:]])
            assert len({(chair.name or "").casefold() for chair in taken}) == 4
            assert taken[3] == named[3]
    assert [chair.name for chair in name_bots("t", [Chair(level="zen"), Chair(level="zen")])] == ["zen", "zen 2"]
    assert {name_bots(table, [Chair(level="club")])[0].name for table in "abcdefghijklmnop"} == set(club)


async def test_bots_at_a_table_have_names(url: str) -> None:
    ann = Guest(url, "Isla")
    table = ann.table("neeps-4", ["me", "novice", "novice", "novice"])
    seats = ann.get(f"/api/tables/{table}")["seats"]
    assert {seat["name"] for seat in seats[1:]} < {*CHARACTERS["novice"]} - {"Isla"}
    assert ann.get(f"/api/tables/{table}/view")["view"]["players"] == [seat["name"] for seat in seats]
