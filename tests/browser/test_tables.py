"""Tables of a browser, with its page played by a few lines: the log is kept, events are collected."""

import asyncio
import json
from random import Random
from typing import Any

import pytest

from haggis_cards.browser.tables import LocalTables
from haggis_cards.errors import HaggisError
from haggis_cards.match import Record
from haggis_cards.rules import RULES
from tests.browser import page
from tests.seed import SEED


class Page(page.Page):
    """With its tables."""

    def __init__(self) -> None:
        super().__init__()
        self.tables = LocalTables(self)

    def view(self, socket: int) -> dict[str, Any]:
        """The view of a connection, put together as a client does."""
        found: dict[str, Any] = {}
        for event in self.heard[socket]:
            found = event.get("view") or found
            if event["type"] == "played":
                log = [*found["log"], event["action"]]
                found = {**found, "log": log, **event["changes"]}
        return found

    async def say(self, socket: int, kind: str, **more: Any) -> dict[str, Any]:
        self.count = getattr(self, "count", 0) + 1
        await self.tables.say(socket, json.dumps({"type": kind, "id": f"c{self.count}", **more}))
        return next(event for event in reversed(self.heard[socket]) if event.get("id") == f"c{self.count}")


async def play(page: Page, people: int, random: Random) -> None:
    """Everybody plays what they may until the match is over; person n speaks on connection n."""
    while not (view := page.view(0))["winners"]:
        seats = {person: page.heard[person][0]["seat"] for person in range(people)}
        turn = next((person for person, seat in seats.items() if seat in view["to_act"]), None)
        if any(event.get("table", {}).get("paused") for event in page.heard[0][-1:]):
            await page.say(0, "ready")
        elif turn is None:
            await asyncio.sleep(0)
        else:
            mine = page.view(turn)
            seq = max(event["seq"] for event in page.heard[turn])
            answer = await page.say(turn, "act", action=random.choice(mine["legal"]), seq=seq)
            assert answer["type"] == "played", answer


@pytest.mark.parametrize("preset", RULES)
async def test_a_match_against_bots_ends_in_a_record(preset: str) -> None:
    page, count = Page(), RULES[preset].players
    info = await page.tables.make(
        {"rules": preset, "end": {"rounds": 2}, "seats": ["me", *["club"] * (count - 1)]}, ["Ann"]
    )
    await page.tables.open(0, info.id, 0, None)
    await play(page, 1, Random(f"{SEED} {preset}"))
    assert Record.parse(page.records[info.id][0]).verify().rounds == 2
    timed = json.loads(await page.tables.timed(info.id, 1, page.records[info.id][0]))
    assert len(timed["rounds"][0]["times"]) == len(timed["rounds"][0]["actions"])
    assert (await page.say(0, "rematch"))["type"] == "table"
    async with asyncio.timeout(20):
        while all(event.get("table", {}).get("match") != 2 for event in page.heard[0]):  # the table starts it by itself
            await asyncio.sleep(0.01)


async def test_a_table_goes_on_where_it_was_left() -> None:
    page = Page()
    info = await page.tables.make({"rules": "haggis-2", "seats": ["me", "novice"]}, ["Ann"])
    await page.tables.open(0, info.id, 0, None)
    while page.view(0)["to_act"] != [0]:
        await asyncio.sleep(0)
    before = page.view(0)
    again = LocalTables(page)
    await again.open(5, info.id, 0, None)
    assert page.view(5) == before
    with pytest.raises(HaggisError, match="no such table"):
        await again.open(6, "local-other", 0, None)


async def test_a_table_that_was_deleted_is_gone() -> None:
    page = Page()
    info = await page.tables.make({"rules": "haggis-2", "seats": ["me", "novice"]}, ["Ann"])
    await page.tables.open(0, info.id, 0, None)
    page.logs.pop(info.id)
    await page.tables.drop(info.id)
    await page.tables.shut(0)
    with pytest.raises(HaggisError, match="table"):
        await page.tables.screen(info.id)
    await page.tables.drop("local-nobody-knows")


async def test_people_who_share_a_screen_see_only_their_own_cards() -> None:
    page = Page()
    wish = {"rules": "haggis-3", "end": {"rounds": 1}, "seats": ["me", "open", "club"]}
    info = await page.tables.make(wish, ["Ann", "Bob"])
    assert [seat.name for seat in info.seats][:2] == ["Ann", "Bob"]
    assert not info.take_backs
    for person in (0, 1):
        await page.tables.open(person, info.id, person, None)
    screen = await page.tables.screen(info.id)
    assert screen["people"] == [{"seat": 0, "name": "Ann"}, {"seat": 1, "name": "Bob"}]
    cards = [set(page.view(person)["hand"].split()) for person in (0, 1)]
    assert cards[0].isdisjoint(cards[1] - set("JQK"))
    heard = json.dumps(page.heard[0][0]["view"]["seats"]) + json.dumps(page.heard[0][0]["view"]["log"])
    assert not any(card in heard for card in cards[1] - set("JQK"))
    await play(page, 2, Random(f"{SEED} screen"))
    assert Record.parse(page.records[info.id][0]).verify().rounds == 1


async def test_a_hint_comes_from_a_bot_that_runs_here() -> None:
    page = Page()
    info = await page.tables.make({"rules": "haggis-2", "seats": ["me", "club"]}, ["Ann"])
    await page.tables.open(0, info.id, 0, None)
    while page.view(0)["to_act"] != [0]:
        await asyncio.sleep(0)
    await page.tables.say(0, '{"type":"hint","id":"h"}')
    while page.heard[0][-1]["type"] != "hint":
        await asyncio.sleep(0)
    assert page.heard[0][-1]["action"] in page.view(0)["legal"]
