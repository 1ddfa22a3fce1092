"""Small stores of older revisions with something in every table, and how they were made.

`python -m tests.server.old_stores` plays through a server and writes two files into `stored/`, named by the revision.
Those that are there are of 19 November 2026 and stay as they are, so that tests show what a newer version does with
them.
"""

import asyncio
import gzip
import json
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.people import bans
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.store.migrations import newest
from haggis_cards.study import puzzles
from haggis_cards.wire.facts import DAY
from tests.push_service import Browser, push_service
from tests.review.helpers import random_match
from tests.server.challengers import QUICK, begin, play
from tests.server.reviewing import TINY, reviewed
from tests.server.support import Guest, agreed, players, server_inside

FOLDER: Final = Path(__file__).parent / "stored"
REVISIONS: Final = ("0008", "0009")
OPTIONS: Final = {**QUICK, **TINY, "push_after": 3600, "push_anywhere": True}
_MOVES: Final = 6  # of a match in play


def unpack(data: Path, revision: str = REVISIONS[-1]) -> dict[str, Any]:
    """Puts the store and its key into a data folder; what was true of the store."""
    data.mkdir(mode=0o700, parents=True)
    facts: dict[str, Any] = json.loads((FOLDER / f"{revision}.json").read_text(encoding="utf-8"))
    (data / "haggis.sqlite").write_bytes(gzip.decompress((FOLDER / f"{revision}.sqlite.gz").read_bytes()))
    (data / "key").touch(mode=0o600)
    (data / "key").write_bytes(bytes.fromhex(facts["key"]))
    return facts


def come_back(url: str, facts: dict[str, Any]) -> list[Guest]:
    """Ann and Bob of the store."""
    found = []
    for name in ("ann", "bob"):
        guest = Guest(url, signed_in=False)
        guest.http.cookies.set("haggis", facts[name]["cookie"], domain="127.0.0.1")
        found.append(guest)
    return found


def told(guest: Guest) -> dict[str, Any]:
    """What a server tells somebody of what it has stored, without what depends on the time of the day."""
    banked = guest.get("/api/mistakes")
    return {
        "name": guest.get("/api/me")["name"],
        "tables": sorted(mine["table"]["id"] for mine in guest.get("/api/me")["tables"]),
        "matches": guest.get("/api/matches")["matches"],
        "statistics": guest.get("/api/statistics"),
        "ratings": {key: guest.get("/api/ratings/haggis-2")[key] for key in ("preset", "lines")},
        "puzzles": guest.get("/api/puzzles")["me"],
        "challenges": len(guest.get("/api/challenges")["challenges"]),
        "mistakes": banked["kept"] + banked["solved"],
        "profile": {name: guest.get("/api/profile")[name] for name in ("since", "code")},
    }


async def some_moves(*guests: Guest, table: str) -> None:
    async with players(*guests, table=table) as seated:
        for _ in range(_MOVES):
            while not (moving := next((player for player in seated if player.my_turn), None)):
                await asyncio.gather(*(player.hear() for player in seated))
            await moving.act()
            for player in seated:
                while player.seq != moving.seq:
                    await player.hear()


async def match_of_two(guests: list[Guest], whole: bool, **terms: Any) -> str:
    """A match of two people, played to the end or begun."""
    table = guests[0].table(end={"rounds": 1}, **terms)
    guests[1].post(f"/api/tables/{table}/seat", {})
    if terms.get("rated"):
        async with players(*guests, table=table) as seated:
            await agreed(*seated)
    else:
        guests[0].post(f"/api/tables/{table}/start", {})
    if whole:
        async with players(*guests, table=table) as seated:
            await asyncio.gather(*(player.play() for player in seated))
    else:
        await some_moves(*guests, table=table)
    return table


async def fill(url: str) -> dict[str, Any]:
    """Plays one of everything."""
    guests = [Guest(url, name) for name in ("Ann", "Bob")]
    ann, bob = guests
    tables: dict[str, str] = {}
    with push_service() as service:
        for guest in guests:
            guest.post("/api/code", None)
            guest.post("/api/push", Browser(service, guest.cookie[-8:]).subscription(guest.get("/api/push")["key"]))
        kinds: dict[str, dict[str, Any]] = {"rated": {"rated": True}, "plain": {"title": "Ann's cup", "talk": True}}
        for name, terms in kinds.items():
            tables[f"{name} over"] = await match_of_two(guests, True, **terms)
            tables[f"{name} in play"] = await match_of_two(guests, False, **terms)
        tables["days in play"] = await match_of_two(guests, False, clock=DAY)
    async with players(bob, table=tables["plain in play"]) as (player,):
        await player.ask("chat", text="good luck")
    tables["waiting"] = ann.table(listed=True)
    for deal in (1, 2):
        tables[f"daily {deal}"] = ann.post(f"/api/daily/haggis-2/{deal}", {})["id"]
    await play(ann, tables["daily 1"])
    await play(ann, tables["daily 2"], most=3)
    wish = {"rules": "haggis-2", "rounds": 1, "seats": ["open", "club"], "title": "Ann's challenge", "days": 30}
    challenge = ann.post("/api/challenges", wish, 201)["id"]
    tables["challenge over"] = begin(bob, challenge)
    await play(bob, tables["challenge over"])
    tables["challenge in play"] = begin(ann, challenge)
    await play(ann, tables["challenge in play"], most=3)
    practised = ann.post("/api/records", dict(random_match("haggis-2", seed=21).record().data))["id"]
    decisions = reviewed(ann, practised)["decisions"]
    worst = max((one for one in decisions if one["verdict"] != "good"), key=lambda one: one["loss"])
    ann.post("/api/mistakes", {"record": practised, "round": worst["round"], "index": worst["index"]}, 201)
    record = ann.get(f"/api/tables/{tables['rated over']}/records")["records"][0]["id"]
    reviewed(bob, record)
    sent = random_match("haggis-2", seed=8).named(["Ann", "Isla"])
    ann.post("/api/matches?seat=0", {**sent.record().data, "bots": [None, "club"]})
    puzzle = puzzles.collection().puzzles[0]
    ann.post(f"/api/puzzles/{puzzle.id}/solution", None)
    while len(ann.get("/api/daily/haggis-2")["deals"][0]["field"] or ()) < 4:
        await asyncio.sleep(0.1)
    return {
        "tables": tables,
        "challenge": challenge,
        "record": record,
        "practised": practised,
        "day": ann.get("/api/daily")["day"],
        **{
            guest.get("/api/me")["name"].lower(): {"cookie": dict(guest.http.cookies)["haggis"], **told(guest)}
            for guest in guests
        },
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with server_inside(data, **OPTIONS) as (url, _):
            facts = asyncio.run(fill(url))
        settings = ServerSettings(data=str(data))
        OwnerStore(settings).run(bans.put, bans.Ban("192.0.2.0/24", None, "spam"))
        file = data / "haggis.sqlite"
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            facts["rows"] = {name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in sorted(names)}
            db.execute("VACUUM")
        facts["key"], facts["made"] = (data / "key").read_bytes().hex(), time.time_ns() // 1_000_000
        (FOLDER / f"{newest()}.sqlite.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
        (FOLDER / f"{newest()}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
