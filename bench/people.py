"""How quickly my matches, statistics and tables answer when a server holds many matches.

    python bench/people.py [--matches 100000] [--people 2000] [--requests 400]

Fills a SQLite store in a temporary folder, starts a server on it, and times requests one after the other. The rows are
those of real matches that bots have played, dealt out again and again to people; one person has played 5,000 of them.
All people have played all deals of this week in one game, and have a rating in it. Beside the times stands what the
server itself has worked for a request, which other programs on the machine do not change.
"""

import argparse
import json
import os
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from tests.server_process import ServerProcess

from haggis_cards import Match, Record, Rounds
from haggis_cards.bots import make_bot
from haggis_cards.server.people.tokens import Signer, load_keys
from haggis_cards.table.guests import Guest, new_id
from haggis_cards.table.log import now
from haggis_cards.table.results import match_rows
from haggis_cards.table.shared import daily
from haggis_cards.wire.tables import RecordInfo, encode

PRESETS = ("haggis-2", "haggis-3", "neeps-4")
PLAYED = 8  # real matches of each game
BUSY = 5_000  # matches of one person
DAY = 24 * 3600 * 1000
THEMES = ("leads", "follows", "passes", "bombs", "courts", "bets")


def played(preset: str, seed: int) -> Match:
    """A match of random bots."""
    match = Match(preset, Rounds(2), seed=seed, players=[f"Player {seat}" for seat in Match(preset).rules.seats])
    bot = make_bot("random", seed)
    while not match.over:
        seat = match.to_act[0]
        match = match.act(seat, bot.decide(match.view(seat)).action)
    return match


def rows(count: int, people: list[str], rng: random.Random) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Records and the rows of their people."""
    pool = [played(preset, seed) for preset in PRESETS for seed in range(PLAYED)]
    texts = {id(match): Record.from_match(match).dump() for match in pool}
    for number in range(count):
        match = rng.choice(pool)
        guests: list[str | None] = [None] * match.rules.players
        guests[0] = people[0] if number < BUSY else rng.choice(people)
        if rng.random() < 0.5:
            guests[-1] = rng.choice(people)
        levels = [None if guest else "club" for guest in guests]
        at = 1_700_000_000_000 + number * 60_000
        record_id = new_id()
        info = RecordInfo(1, at, list(match.players or ()), list(match.totals), list(match.winners or ()), record_id)
        table = f"t{number}"
        record = {"table": table, "number": 1, "info": encode(info).decode(), "record": texts[id(match)]}
        found = [{**row, "table": table, "number": 1} for row in match_rows(match, guests, levels, at)]
        for row in found:
            if rng.random() < 0.3:
                row |= {"effort": 0, "decisions": 30, "loss": rng.random() * 60, "luck": rng.gauss(0, 40)}
        yield {**record, "id": record_id, "guests": json.dumps(guests), "counted": 1}, found


def fill(path: Path, count: int, people: list[str]) -> None:
    """Puts matches into a store that a server has made."""
    rng = random.Random(1)
    with sqlite3.connect(path) as db:
        for record, found in rows(count, people, rng):
            _insert(db, "records", record)
            for row in {row["guest"]: row for row in found}.values():
                _insert(db, "matches", row)
                if row.get("effort") == 0:
                    key = {name: row[name] for name in ("guest", "table", "number")}
                    for theme in rng.sample(THEMES, 2):
                        _insert(db, "match_themes", {**key, "theme": theme, "count": 2, "loss": 9.5})
        fill_days(db, people, rng)


def fill_days(db: sqlite3.Connection, people: list[str], rng: random.Random) -> None:
    """A week of deals that all people have played in one game, and a rating for each of them."""
    today = daily.day_of(now())
    for day in daily.week_of(today):
        for player in people:
            for deal in range(1, daily.DEALS + 1):
                row = {"day": day, "preset": PRESETS[0], "deal": deal, "player": player, "name": "Ann"}
                _insert(db, "attempts", {**row, "table": None, "points": float(rng.randrange(-90, 90)), "done": 1})
    for player in people:
        sigma = rng.uniform(1, 8)
        row = {"preset": PRESETS[0], "player": player, "name": "Ann", "mu": rng.gauss(25, 4), "sigma": sigma}
        _insert(db, "ratings", {**row, "matches": 9, "settled": sigma < 2.4, "changed": 1})


def _insert(db: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    names = ", ".join(f'"{name}"' for name in row)
    db.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))  # noqa: S608


def worked(process: int) -> float:
    """The milliseconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def measure(client: httpx.Client, path: str, requests: int, process: int) -> str:
    """The times of requests in milliseconds."""
    took, before = [], worked(process)
    for _ in range(requests):
        start = time.perf_counter()
        client.get(path).raise_for_status()
        took.append((time.perf_counter() - start) * 1000)
    cuts = statistics.quantiles(took, n=100)
    work = (worked(process) - before) / requests
    return f"median {statistics.median(took):6.1f}  p99 {cuts[98]:6.1f}  most {max(took):6.1f}  work {work:5.1f} ms"


def main() -> None:
    """Fills, starts, measures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--matches", type=int, default=100_000)
    options.add_argument("--people", type=int, default=2_000)
    options.add_argument("--requests", type=int, default=400)
    asked = options.parse_args()
    people = [new_id() for _ in range(asked.people)]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        ServerProcess.defaults = {"requests_per_second": 100_000, "log_level": "warning"}
        with ServerProcess(data) as server:
            server.stop()
            start = time.perf_counter()
            fill(data / "haggis.sqlite", asked.matches, people)
            print(f"{asked.matches:,} matches stored in {time.perf_counter() - start:.0f} s")
            server.start()
            assert server.process is not None
            signer = Signer(*load_keys(data / "key"))
            for who, guest in (("most people", people[1]), (f"one with {BUSY:,} matches", people[0])):
                cookies = {"haggis": signer.token(Guest(guest, "Ann"))}
                with httpx.Client(base_url=server.url, cookies=cookies, timeout=60) as client:
                    for path in (
                        "/api/matches",
                        "/api/matches?preset=neeps-4&result=won",
                        "/api/matches?name=player%203",
                        "/api/statistics",
                        "/api/profile",
                        f"/api/daily/{PRESETS[0]}",
                        f"/api/ratings/{PRESETS[0]}",
                    ):
                        print(f"{path:42} {who:28} {measure(client, path, asked.requests, server.process.pid)}")


if __name__ == "__main__":
    main()
