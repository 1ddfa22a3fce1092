"""Ratings: what counts, that bots stay where they are, that nothing is counted twice, and that all can be made anew."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from haggis_cards import Match
from haggis_cards.bots import LEVELS
from haggis_cards.server.owner.store import OwnerStore
from haggis_cards.server.process.config import ServerSettings
from haggis_cards.server.ratings import store as ratings
from haggis_cards.server.store.schema import ratings as stored
from haggis_cards.table.chairs import Chair
from haggis_cards.table.results import ANCHORS, result_of
from tests.review.helpers import random_match
from tests.seed import SEED
from tests.server.support import Guest, ServerProcess, players, server_inside, two_at_a_table
from tests.server.test_owners import haggis, rows


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ratings") / "data"


@pytest.fixture(scope="module")
def url(data: Path) -> Iterator[str]:
    with server_inside(data) as (address, _):
        yield address


def board(guest: Guest, preset: str = "haggis-2") -> dict[str, dict[str, Any]]:
    return {line["name"]: line for line in guest.get(f"/api/ratings/{preset}")["lines"]}


def test_better_players_get_better_ratings_and_bots_anchor_the_scale() -> None:
    rng = random.Random(f"{SEED} ratings")
    known: dict[str, ratings.Rating] = {}
    for _ in range(300):
        rank = [0, 1] if rng.random() < 0.5 else [1, 0]
        known |= ratings.rate(known, [["even"], ["bot:club"]], rank)
        known |= ratings.rate(known, [["weak"], ["bot:club"]], [1, 0] if rng.random() < 0.9 else [0, 1])
    assert known.keys() == {"even", "weak"}, "bots do not change"
    assert [level for level in ANCHORS if level != "random"] == [*LEVELS], "from the weakest on"
    assert abs(known["even"].shown - ANCHORS["club"]) < 150
    assert known["weak"].shown < known["even"].shown - 150
    assert known["even"].settled
    assert known["even"].matches == 300
    assert not ratings.rate({}, [["new"], ["bot:club"]], [0, 1])["new"].settled


def test_what_a_match_counts() -> None:
    match = random_match("neeps-4", seed=3)
    ann, bob, bot = Chair(guest="a", name="Ann"), Chair(guest="b", name="Bob"), Chair(level="club")
    result = result_of(match, [ann, bot, bob, bot])
    assert result is not None
    assert result.sides == [["a", "b"], ["bot:club", "bot:club"]]
    assert result.ranks == [int(match.totals[0] < match.totals[1]), int(match.totals[1] < match.totals[0])]
    left = result_of(match, [Chair(guest="a", name="Ann", away="left"), bot, bob, bot])
    assert left is not None
    assert left.ranks == [1, 0], "whoever leaves has lost"
    running = Match("haggis-2", seed=1)
    abandoned = result_of(running, [ann, bot])
    assert abandoned is not None
    assert abandoned.ranks == [1, 0]
    assert result_of(running, [ann, bob]) is None, "both have gone: nobody has won"
    assert result_of(match, [bot] * 4) is None
    assert result_of(running, [ann, Chair(level="of tomorrow")]) is None


async def test_rated_tables_and_others(url: str, data: Path) -> None:
    ann = Guest(url, "Ann")
    table = ann.table(seats=["me", "random"], end={"rounds": 1}, rated=True)
    info = ann.get(f"/api/tables/{table}")
    assert (info["rated"], info["take_backs"]) == (True, False)
    assert ann.get(f"/api/tables/{table}/hint", 409)["code"] == "not-now"
    async with players(ann, table=table) as (player,):
        await player.play()
    mine = board(ann)["Ann"]
    assert (mine["me"], mine["provisional"], mine["matches"], mine["rank"]) == (True, True, 1, None)
    assert mine["within"] > 200
    assert player.view is not None
    if len(player.view["winners"]) == 1:
        assert (mine["rating"] > 1500) == (player.view["winners"] == [0])
    unrated = ann.table(seats=["me", "random"], end={"rounds": 1})
    async with players(ann, table=unrated) as (player,):
        await player.play()
    assert board(ann)["Ann"] == mine
    assert [board(ann)[level]["level"] for level in ("club", "novice")] == ["club", "novice"]
    house = {"rules": {"preset": "haggis-2", "sets": True}, "seats": ["me", "random"], "rated": True}
    assert ann.post("/api/tables", house, 422)["code"] in ("not-rated", "bad-rules")


async def test_leaving_is_losing_and_all_can_be_made_anew(url: str, data: Path) -> None:
    ann, bob, table = two_at_a_table(url, end={"rounds": 1}, rated=True)
    ann.post(f"/api/tables/{table}/start", {})
    async with players(ann, bob, table=table) as (hers, his):
        await his.ask("leave")
        await hers.play()
    lines = ann.get("/api/ratings/haggis-2")["lines"]
    mine = next(line for line in lines if line["me"])
    theirs = next(line for line in bob.get("/api/ratings/haggis-2")["lines"] if line["me"])
    assert mine["rating"] > 1500 > theirs["rating"]
    store = OwnerStore(ServerSettings(data=str(data)))

    def all_of(conn: sa.Connection) -> list[Any]:
        return [tuple(row) for row in conn.execute(sa.select(stored).order_by(stored.c.preset, stored.c.player))]

    before = store.run(all_of)
    matches, changed = store.run(ratings.recompute)
    assert (matches >= 1, changed) == (True, 0)
    store.run(lambda conn: conn.execute(sa.update(stored).values(mu=1.0)))
    assert store.run(ratings.recompute)[1] == len(before)
    assert store.run(all_of) == before


def test_the_command_of_the_owner(url: str, data: Path) -> None:
    """`haggis admin ratings`, beside a server that runs: the list, and all of it made anew."""
    server = ServerProcess(data)
    lines = [line for line in Guest(url, "Eve").get("/api/ratings/haggis-2")["lines"] if not line["level"]]
    assert lines, "the tests above have played"
    shown = [(name, rating) for _, name, rating in rows(haggis(server, "ratings", "haggis-2"))]
    mark = {True: " ?", False: ""}
    wanted = [(line["name"], f"{line['rating']} ± {line['within']}{mark[line['provisional']]}") for line in lines]
    assert sorted(shown) == sorted(wanted)
    assert rows(haggis(server, "ratings", "neeps-4")) == []
    assert len(rows(haggis(server, "ratings", "--limit", "1"))) == 1
    assert haggis(server, "ratings", "--recompute").endswith("; 0 ratings were not as these make them\n")
    with sqlite3.connect(data / "haggis.sqlite") as db:
        db.execute("UPDATE ratings SET mu = mu + 1 WHERE preset = 'haggis-2'")
    assert f"; {len(lines)} ratings were not" in haggis(server, "ratings", "--recompute")
    assert [(name, rating) for _, name, rating in rows(haggis(server, "ratings", "haggis-2"))] == shown
