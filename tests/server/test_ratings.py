"""Ratings: what counts, that bots stay where they are, that nothing is counted twice, and that all can be made anew."""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
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
from tests.server.store import haggis, rows
from tests.server.support import (
    Guest,
    ServerProcess,
    agreed,
    players,
    server_inside,
    server_with_time,
    two_at_a_table,
    wait_for,
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ratings") / "data"


@pytest.fixture(scope="module")
def url(data: Path) -> Iterator[str]:
    with server_inside(data) as (address, _):
        yield address


def board(guest: Guest, preset: str = "haggis-2") -> dict[str, dict[str, Any]]:
    return {line["name"]: line for line in guest.get(f"/api/ratings/{preset}")["lines"]}


def test_the_page_has_the_ratings_of_the_bots() -> None:
    page = (Path(__file__).parents[2] / "docs" / "people.md").read_text(encoding="utf-8")
    assert ", ".join(f"`{level}` {rating}" for level, rating in ANCHORS.items()) in page


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


def test_nobody_gets_a_rating_from_newcomers_weak_bots_or_a_helper() -> None:
    """`python lab/ratings.py` measures these attacks, and more, against honest play."""
    known: dict[str, ratings.Rating] = {}
    for number in range(100):
        known |= ratings.rate(known, [["farmer"], [f"guest {number}"]], [0, 1])
        known |= ratings.rate(known, [["bully"], ["bot:random"]], [0, 1])
    assert known["farmer"].shown < 1550
    assert known["bully"].shown == 1500
    assert not known["bully"].settled
    history, met = ratings.History(), 0
    known = {"one": ratings.Rating(sigma=80.0), "other": ratings.Rating(sigma=80.0)}
    for minute in range(100):
        known |= ratings.rate(known, [["one"], ["other"]], [0, 1], met=history.met_before(minute))
        history.add([["one"], ["other"]], minute)
        met = history.met_before(minute)("one", "other")
    assert met == 100
    assert known["one"].shown < 1550
    assert history.met_before(100 + ratings.LATELY)("one", "other") == 0
    for level in ("club", "master"):
        for _ in range(50):
            known |= ratings.rate(known, [[level], [f"bot:{level}"]], [0, 1])
        assert known[level].settled, "whoever always wins is settled, too"
        assert known[level].shown == ANCHORS[level] + 300


def test_what_a_match_counts() -> None:
    match = random_match("neeps-4", seed=3)
    ann, bob, bot = (
        Chair(guest="a", name="Ann", acted=True),
        Chair(guest="b", name="Bob", acted=True),
        Chair(level="club"),
    )
    beaten = [int(match.totals[0] < match.totals[1]), int(match.totals[1] < match.totals[0])]
    winner = beaten.index(0)
    result = result_of(match, [ann, bot, bob, bot])
    assert result is not None
    assert result.sides == [["a", "b"], ["bot:club", "bot:club"]]
    assert (result.ranks, result.left) == (beaten, ())
    alone = result_of(match, [replace(ann, away="left", went=9), bot, bot, bot])
    assert alone is not None
    assert alone.ranks == [1, 0], "whoever leaves has lost"
    assert result_of(match, [bot] * 4) is None
    assert result_of(match, [ann, Chair(level="of tomorrow"), bot, bot]) is None
    # A partner who leaves has lost; the others only if the match says so.
    for seat, who in ((0, ann), (1, bob)):
        chairs = [ann, bob, Chair(guest="c", name="Cat", acted=True), Chair(guest="d", name="Dan", acted=True)]
        chairs[seat] = replace(who, away="gone", went=9)
        partner = result_of(match, chairs)
        assert partner is not None
        assert (partner.ranks, partner.left) == (beaten, (who.guest,) if seat == winner else ())
        assert partner.sides == [["a", "c"], ["b", "d"]]


def test_what_an_unfinished_match_counts() -> None:
    running, bot = Match("haggis-2", seed=1), Chair(level="club")
    ann, bob = (Chair(guest=name[0], name=name, acted=True) for name in ("ann", "bob"))
    abandoned = result_of(running, [replace(ann, acted=False), bot])
    assert abandoned is not None
    assert abandoned.ranks == [1, 0]
    assert result_of(running, [ann, bob]) is None, "both are still there"
    for first, second in ((7, 8), (8, 7)):
        went = [replace(ann, away="left", went=first), replace(bob, away="gone", went=second)]
        result = result_of(running, went)
        assert result is not None
        assert result.ranks == [int(first < second), int(second < first)], "whoever went first has lost"
    unseen = [replace(ann, acted=False, away="gone", went=7), bob]
    assert result_of(running, unseen) is None, "a match that somebody never saw counts for nothing"
    refused = result_of(running, [replace(ann, acted=False, away="left", went=7), bob])
    assert refused is not None
    assert refused.ranks == [1, 0], "but whoever leaves by the button has seen it"


def ratings_of(*guests: Guest) -> list[int | None]:
    """Of each, in haggis-2, if they have one."""
    found = [next((one for one in guest.get("/api/ratings/haggis-2")["lines"] if one["me"]), None) for guest in guests]
    return [one and one["rating"] for one in found]


async def test_a_rated_match_needs_everybody_each_time(tmp_path: Path) -> None:
    """Nobody is made to play, let alone to lose, a rated match: neither the first one nor any after it."""
    with server_with_time(tmp_path / "data") as (url, time):
        ann, bob, table = two_at_a_table(url, end={"rounds": 1}, rated=True)
        info = ann.get(f"/api/tables/{table}")
        assert (info["clock"], info["bank"]) == (30, 120), "a rated table has a clock"
        for _ in range(2):
            asked = ann.post(f"/api/tables/{table}/start", {})
            assert (asked["status"], [seat["again"] for seat in asked["seats"]]) == ("waiting", [True, False])
            time.passes(600)
        async with players(ann, bob, table=table) as (hers, his):
            await agreed(hers, his)
            await asyncio.gather(hers.play(), his.play())
        before = ratings_of(ann, bob)
        assert None not in before
        async with players(ann, table=table) as (hers,):
            for wish in ("rematch", "start") * 5:
                await hers.ask(wish)
                time.passes(300)
            await hers.ask("start", fill="club")
            assert (hers.info["status"], hers.info["match"]) == ("over", 1)
            ann.post(f"/api/tables/{table}/start", {})
            async with players(bob, table=table) as (his,):
                await hers.ask("bot", seat=0, level="club")  # refused: she sits there herself
                await agreed(his)  # he is here again, and asks: she has asked before
                assert his.info["match"] == 2
        assert ratings_of(ann, bob) == before


async def test_another_line_up_needs_another_consent(tmp_path: Path) -> None:
    with server_inside(tmp_path / "data") as (url, _):
        ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
        table = ann.table("haggis-3", ["me", "open", "open"], end={"rounds": 1}, rated=True)
        bob.post(f"/api/tables/{table}/seat", {})
        async with players(ann, bob, table=table) as (hers, his):
            assert (await his.ask("rematch"))["code"] == "not-full"
            await hers.ask("bot", seat=2, level="club")
            await his.ask("rematch")
            await hers.ask("bot", seat=2, level="novice")
            assert [seat["again"] for seat in hers.info["seats"]] == [False] * 3
            assert (await hers.ask("start"))["type"] != "error"
            assert hers.info["status"] == "waiting"
            await his.ask("rematch")
            await hers.until(lambda _: hers.info["status"] == "playing")


async def test_leaving_first_is_losing_even_if_the_other_leaves_too(tmp_path: Path) -> None:
    with server_with_time(tmp_path / "data") as (url, time):
        ann, bob, table = two_at_a_table(url, end={"rounds": 3}, rated=True)
        async with players(ann, bob, table=table) as (hers, his):
            await agreed(hers, his)
            both_have_acted = lambda player: {entry[0] for entry in player.view["log"]} == {"0", "1"}  # noqa: E731
            await asyncio.gather(hers.play(both_have_acted), his.play(both_have_acted))
            await his.ask("leave")
        time.passes(100)  # she has closed the page
        wait_for(lambda: ann.get(f"/api/tables/{table}")["seats"][0]["away"] == "gone")
        time.passes(1000)
        wait_for(lambda: ann.get(f"/api/tables/{table}")["status"] == "closed")
        hers_now, his_now = ratings_of(ann, bob)
        assert hers_now is not None
        assert his_now is not None
        assert hers_now > 1500 > his_now


async def test_a_match_that_somebody_never_saw_counts_for_nothing(tmp_path: Path) -> None:
    """Bob has agreed, but does not act once: the clock does, and then a bot."""
    with server_with_time(tmp_path / "data") as (url, time):
        ann, bob, table = two_at_a_table(url, end={"rounds": 1}, rated=True, clock=5)
        async with players(ann, bob, table=table) as (hers, his):
            await agreed(hers, his)
            while hers.info["status"] == "playing":
                if hers.my_turn:
                    await hers.act()
                else:
                    time.passes(10)
                    await hers.hear()
            assert hers.info["seats"][1]["away"] == "clock"
        assert ratings_of(ann, bob) == [None, None]


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
        # A win against `random` lifts nobody who is far above it.
        assert mine["rating"] == 1500 if player.view["winners"] == [0] else mine["rating"] < 1500
    unrated = ann.table(seats=["me", "random"], end={"rounds": 1})
    async with players(ann, table=unrated) as (player,):
        await player.play()
    assert board(ann)["Ann"] == mine
    assert [board(ann)[level]["level"] for level in ("club", "novice")] == ["club", "novice"]
    house = {"rules": {"preset": "haggis-2", "sets": True}, "seats": ["me", "random"], "rated": True}
    assert ann.post("/api/tables", house, 422)["code"] in ("not-rated", "bad-rules")


async def test_leaving_is_losing_and_all_can_be_made_anew(url: str, data: Path) -> None:
    ann, bob, table = two_at_a_table(url, end={"rounds": 1}, rated=True)
    async with players(ann, bob, table=table) as (hers, his):
        await agreed(hers, his)
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
    assert haggis(server, "ratings", "--recompute").endswith("; 0 ratings differed and were corrected\n")
    with sqlite3.connect(data / "haggis.sqlite") as db:
        db.execute("UPDATE ratings SET mu = mu + 1 WHERE preset = 'haggis-2'")
    assert f"; {len(lines)} ratings differed" in haggis(server, "ratings", "--recompute")
    assert [(name, rating) for _, name, rating in rows(haggis(server, "ratings", "haggis-2"))] == shown
