"""Taking an action back: by consent, within the round, without a trace in records, without a look at hidden cards."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import haggis_cards
from haggis_cards import RULES, Record
from haggis_cards.cards import parse_cards
from haggis_cards.table.clock import UNDO_SECONDS
from haggis_cards.table.records import add_times
from tests.server.support import Guest, Player, Time, players, server_with_time, two_at_a_table


@pytest.fixture
def world(tmp_path: Path) -> Iterator[tuple[str, Time]]:
    with server_with_time(tmp_path / "data", round_pause=15) as (url, time):
        yield url, time


@pytest.fixture
def url(world: tuple[str, Time]) -> str:
    return world[0]


async def everybody_knows(*people: Player) -> None:
    for player in people:
        await player.ask("refresh")


async def started(*people: Player) -> tuple[Player, Player]:
    """The match has begun: who is to act, and the other."""
    await people[0].ask("start")
    await everybody_knows(*people)
    first, second = people
    return (first, second) if first.my_turn else (second, first)


def snapshot(player: Player) -> str:
    return json.dumps(player.view, sort_keys=True)


def check_notes(record: Record, id: str) -> None:
    """Of a match of a person and two bots, in which actions were taken back."""
    schema = json.loads((Path(__file__).parents[2] / "docs" / "record.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(record.data, schema)
    assert record.data["id"] == id
    assert record.data["bots"] == [None, "random", "random"]
    assert record.data["edition"] == RULES["haggis-3"].edition
    assert record.data["app"] == f"haggis {haggis_cards.__version__}"
    assert datetime.fromisoformat(record.data["date"]) <= datetime.now(UTC)
    assert "ended" not in record.data
    (played,) = record.data["rounds"]
    assert len(played["times"]) == len(played["actions"])
    assert all(0 <= seconds < 300 for seconds in played["times"])
    assert sum(played["times"]) > 0


def test_a_log_that_cannot_be_read_adds_no_times() -> None:
    record = Record({"haggis": 1, "rounds": []}).dump()
    for line in [(1, "make", None, "{torn", 5), (1, "dance", None, "{}", 5), (2, "start", None, "{}", 5)]:
        assert add_times(record, 1, [line]) == record


async def test_a_take_back_needs_the_others(url: str) -> None:
    ann, bob, table = two_at_a_table(url)
    async with players(ann, bob, Guest(url, "Eve"), table=table) as (*people, eve):
        actor, other = await started(*people)
        refused = await actor.ask("undo")
        assert (refused["code"], refused["params"]["fault"]) == ("not-now", "undo")  # nothing was played yet
        assert (await other.ask("consent", agree=True))["params"]["fault"] == "consent"
        await eve.ask("refresh")
        before = {player: snapshot(player) for player in (actor, other, eve)}
        await actor.act(actor.view["legal"][0])  # type: ignore[index]
        await everybody_knows(other, eve)
        asked = await actor.ask("undo")
        assert asked["table"]["undo"] == {"seat": actor.seat, "agreed": []}
        assert "view" not in asked
        assert (await eve.ask("consent", agree=True))["code"] == "not-seated"
        assert (await actor.ask("consent", agree=True))["params"]["fault"] == "consent"  # not by oneself
        assert (await other.ask("undo"))["params"]["fault"] == "undo-waits"
        done = await other.ask("consent", agree=True)
        assert done["table"]["undo"] is None
        assert done["view"] == other.view
        await actor.until(lambda message: message.get("what") == "consent")
        await eve.until(lambda message: message.get("what") == "consent")
        assert {player: snapshot(player) for player in (actor, other, eve)} == before
        await everybody_knows(actor, other, eve)
        assert {player: snapshot(player) for player in (actor, other, eve)} == before
        assert actor.my_turn


@pytest.mark.parametrize("how", ["no", "mine", "act", "leave", "time"])
async def test_a_request_ends(world: tuple[str, Time], how: str) -> None:
    url, time = world
    ann, bob, table = two_at_a_table(url)
    async with players(ann, bob, table=table) as people:
        actor, other = await started(*people)
        await actor.act(actor.view["legal"][0])  # type: ignore[index]
        await everybody_knows(other)
        played = list(other.view["log"])  # type: ignore[index]
        await actor.ask("undo")
        await everybody_knows(other)
        if how == "no":
            await other.ask("consent", agree=False)
        elif how == "mine":
            await actor.ask("consent", agree=False)
        elif how == "act":
            await other.act("pass")
            played.append(f"{other.seat} pass")
        elif how == "leave":
            await actor.ask("leave")
            await actor.ask("back")
        else:
            time.passes(UNDO_SECONDS)
            ended = await actor.until(lambda message: message.get("what") == "consent")
            assert ended.get("seat") is None
        await everybody_knows(actor, other)
        assert actor.info["undo"] is None
        assert other.view is not None
        assert other.view["log"][: len(played)] == played
        assert (await other.ask("consent", agree=True))["params"]["fault"] == "consent"


async def test_alone_with_bots_it_happens_at_once(url: str) -> None:
    """Bots agree; what they have played since is taken back too."""
    ann = Guest(url, "Ann")
    table = ann.table("haggis-3", ["me", "random", "random"], end={"rounds": 1})
    async with players(ann, table=table) as (player,):
        while not player.my_turn:
            await player.hear()
        before = snapshot(player)
        await player.act(player.view["legal"][0])  # type: ignore[index]
        while not player.my_turn:
            await player.hear()
        done = await player.ask("undo")
        assert done["what"] == "undo"
        assert snapshot(player) == before
        await player.play()
        record = Record(ann.get(f"/api/tables/{table}/records/1"))
        record.verify()
        check_notes(record, ann.get(f"/api/tables/{table}/records")["records"][0]["id"])
        log = [action for message in player.heard if message["type"] == "played" for action in [message["action"]]]
        assert len(record.data["rounds"][0]["actions"]) < len(log)  # what was taken back is in no record


async def test_a_round_that_has_ended_stays(url: str) -> None:
    ann = Guest(url, "Ann")
    table = ann.table("haggis-2", ["me", "random"], end={"rounds": 2})
    async with players(ann, table=table) as (player,):
        while not player.info["paused"]:
            await (player.act() if player.my_turn else player.hear())
        assert (await player.ask("undo"))["params"]["fault"] == "undo"
        await player.ask("ready")
        assert (await player.ask("undo"))["params"]["fault"] == "undo"
        await player.play()
        assert (await player.ask("undo"))["params"]["fault"] == "undo"


async def test_a_table_without_take_backs(url: str) -> None:
    ann = Guest(url, "Ann")
    table = ann.table("haggis-2", ["me", "random"], take_backs=False)
    async with players(ann, table=table) as (player,):
        while not player.my_turn:
            await player.hear()
        await player.act()
        refused = await player.ask("undo")
        assert (refused["params"]["fault"], refused["reason"]) == (
            "undo-off",
            "nothing can be taken back at this table",
        )


async def test_bots_wait_while_people_talk(world: tuple[str, Time]) -> None:
    """A bot that is to act would end the request before anybody could answer."""
    url, _ = world
    ann, bob, table = two_at_a_table(url, rules="haggis-3", seats=["me", "open", "random"])
    async with players(ann, bob, table=table) as people:
        await people[0].ask("start")
        actor = await asks_in_one_breath(people)
        seq = actor.seq
        for _ in range(20):
            assert (await actor.ask("ping"))["seq"] == seq
        other = people[1] if actor is people[0] else people[0]
        await everybody_knows(other)
        assert (await other.ask("consent", agree=True))["table"]["undo"] is None


async def asks_in_one_breath(people: list[Player]) -> Player:
    """Somebody plays and asks to take it back before a bot could answer; who it was."""
    while True:
        await everybody_knows(*people)
        actor = next((player for player in people if player.my_turn), None)
        if actor is not None:
            assert actor.view is not None
            await actor.say("act", action=actor.view["legal"][0], seq=actor.seq)
            if (await actor.ask("undo"))["type"] != "error":
                return actor


@pytest.mark.parametrize("preset", ["haggis-2", "tatties-3", "neeps-4"])
async def test_nothing_hidden_is_shown(url: str, preset: str) -> None:
    """Everything that a spectator hears over many take-backs holds only cards that lay on the table."""
    count = RULES[preset].players
    guests = [Guest(url, f"P{seat}") for seat in range(count)]
    table = guests[0].table(preset, ["me", *["open"] * (count - 1)], end={"rounds": 1})
    for guest in guests[1:]:
        guest.post(f"/api/tables/{table}/seat", {})
    async with players(*guests, Guest(url, "Eve"), table=table) as (*people, eve):
        await people[0].ask("start")
        await everybody_knows(*people, eve)
        for number in range(24):
            actor = next(player for player in people if player.my_turn)
            assert actor.view is not None
            await actor.act(actor.random.choice([a for a in actor.view["legal"] if not a.startswith("bet")][:4]))
            if number % 3 == 2 and not actor.info["paused"] and actor.info["status"] == "playing":
                await actor.ask("undo")
                for player in people:
                    if player is not actor:
                        await player.ask("consent", agree=True)
                await everybody_knows(*people, eve)
                assert eve.info["undo"] is None
                assert actor.my_turn  # what was taken back is to be decided again
            await everybody_knows(*people, eve)
            if eve.done:
                break
        for message in eve.heard:
            check_spectator(message)
        for player in people:
            for message in player.heard:
                view = message.get("view")
                if view:
                    assert view["seat"] == player.seat


def check_spectator(message: dict[str, Any]) -> None:
    view = message.get("view") or {}
    assert view.get("hand") is None
    assert view.get("legal", []) == []
    for action in view.get("log", []):
        _, verb, *cards = action.split(" ")
        assert verb not in ("give", "bury") or not cards
        if verb == "play":
            parse_cards(cards[0].partition("=")[0])


async def test_a_take_back_survives_a_restart(tmp_path: Path) -> None:
    with server_with_time(tmp_path / "data") as (url, _):
        ann, bob, table = two_at_a_table(url)
        async with players(ann, bob, table=table) as people:
            actor, other = await started(*people)
            await actor.act(actor.view["legal"][0])  # type: ignore[index]
            await everybody_knows(other)
            await other.act("pass")
            await everybody_knows(actor)
            await actor.ask("undo")
            await everybody_knows(other)
            await other.ask("consent", agree=True)
            await everybody_knows(actor)
            views = [snapshot(player) for player in people]
            assert actor.view is not None
            await actor.act(actor.view["legal"][1])
            await everybody_knows(other)
            assert other.my_turn
            await actor.ask("undo")  # and one that waits for its answer
    with server_with_time(tmp_path / "data") as (url, _):
        ann.url = bob.url = url
        async with players(ann, bob, table=table) as people:
            again = people[1] if people[1].seat == other.seat else people[0]
            assert again.info["undo"] == {"seat": actor.seat, "agreed": []}
            await again.ask("consent", agree=True)
            await everybody_knows(*people)
            assert [snapshot(player) for player in people] == views
