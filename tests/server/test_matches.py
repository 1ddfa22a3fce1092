"""My matches: a row for each person and match, lists with filters, statistics from matches and reviews."""

import asyncio
import json
import math
from collections.abc import Iterator
from typing import Any

import pytest

from haggis_cards import Match, Record
from haggis_cards.rules import RULES
from haggis_cards.table.results import Figures, figures, outcome
from tests.review.helpers import random_match
from tests.server.reviewing import TINY, reviewed
from tests.server.support import Guest, players, server_inside


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_inside(tmp_path_factory.mktemp("matches") / "data", **TINY) as (address, _):
        yield address


@pytest.mark.parametrize("preset", RULES)
def test_figures_agree_with_the_results_of_the_rounds(preset: str) -> None:
    match = random_match(preset, seed=5)
    results = [done.result for done in match.finished]
    for seat in match.rules.seats:
        side, one = match.rules.sides[seat], figures(match, seat)
        assert one.rounds == len(results)
        assert one.points == sum(result.points[side] for result in results) == match.totals[side]
        assert sum(one[Figures._fields.index("from_tricks") :]) == one.points, "every point has a source"
        assert one.from_bets == sum(result.bets[side] for result in results)
        assert one.first_out == sum(result.out[0] == seat for result in results)
        assert 0 <= one.bets_won <= one.bets
        assert (outcome(match, seat) == "lost") == (side not in (match.winners or ()))
    assert math.isclose(sum(figures(match, seat).ahead for seat in match.rules.seats), 0, abs_tol=1e-9)
    tricks = [trick for done in match.finished for trick in done.round.tricks]
    bombs = sum(trick.top.is_bomb for trick in tricks)
    assert sum(figures(match, seat).bombs for seat in match.rules.seats) == bombs


async def play(guest: Guest, **terms: Any) -> str:
    """A match against bots from the first to the last card; its table."""
    table = guest.table(**terms)
    async with players(guest, table=table) as (player,):
        await player.play()
    return table


async def test_a_match_is_listed_counted_and_reviewed(url: str) -> None:
    ann = Guest(url, "Ann")
    assert ann.get("/api/matches") == {"running": [], "matches": [], "more": False}
    assert ann.get("/api/statistics") == {"games": []}
    table = await play(ann, seats=["me", "random"], end={"rounds": 2})
    (record,) = ann.get(f"/api/tables/{table}/records")["records"]
    (one,) = ann.get("/api/matches")["matches"]
    match = Record(ann.get(f"/api/tables/{table}/records/1")).replay()
    assert (one["table"], one["number"], one["record"], one["preset"]) == (table, 1, record["id"], "haggis-2")
    assert (one["seat"], one["totals"], one["players"][0]) == (0, list(match.totals), "Ann")
    assert (one["outcome"], one["rounds"], one["people"], one["loss"]) == (outcome(match, 0), 2, False, None)
    (game,) = ann.get("/api/statistics")["games"]
    wanted = figures(match, 0)
    assert {name: game[name] for name in ("rounds", "first_out", "bets", "bets_won", "bombs")} == {
        name: getattr(wanted, name) for name in ("rounds", "first_out", "bets", "bets_won", "bombs")
    }
    assert math.isclose(game["points"]["mean"], wanted.points / 2)
    assert math.isclose(sum(game["sources"].values()), wanted.points / 2)
    assert game["reviews"] is None
    review = reviewed(ann, record["id"])
    (game,) = ann.get("/api/statistics")["games"]
    own = [one for one in review["decisions"] if one["seat"] == 0]
    bad = [one for one in own if one["verdict"] != "good"]
    assert game["reviews"]["decisions"] == len(own)
    assert math.isclose(game["reviews"]["loss"], sum(one["loss"] for one in bad) / len(own), abs_tol=1e-6)
    assert math.isclose(game["reviews"]["luck"], sum(one["hindsight"][0] for one in review["rounds"]) / 2, abs_tol=1e-6)
    assert sum(theme["count"] for theme in game["reviews"]["themes"]) == len(bad)
    assert Guest(url, "Wim").get("/api/matches")["matches"] == [], "others have not played it"


async def test_lists_are_filtered_and_partners_are_told_apart(url: str) -> None:
    ann, bob = Guest(url, "Ann"), Guest(url, "Bob")
    await play(ann, seats=["random", "me"], end={"rounds": 1})
    table = ann.table("neeps-4", ["me", "random", "open", "random"], end={"rounds": 1})
    bob.post(f"/api/tables/{table}/seat", {"seat": 2})
    ann.post(f"/api/tables/{table}/start", {})
    running = ann.get("/api/matches")["running"]
    assert [mine["table"]["id"] for mine in running] == [table]
    async with players(ann, bob, table=table) as both:
        await asyncio.gather(*(player.play() for player in both))

    def listed(query: str) -> list[str]:
        return [one["preset"] for one in ann.get(f"/api/matches?{query}")["matches"]]

    assert listed("") == ["neeps-4", "haggis-2"]
    assert listed("with=people") == listed("name=bOB") == ["neeps-4"]
    assert listed("with=bots") == listed("preset=haggis-2") == ["haggis-2"]
    assert listed("name=players") == [], "a word of the stored line is no name"
    outcomes = [one["outcome"] for one in ann.get("/api/matches")["matches"]]
    for result in ("won", "lost", "tied", "abandoned"):
        assert len(listed(f"result={result}")) == outcomes.count(result)
    last = ann.get("/api/matches")["matches"][0]["ended"]
    assert listed(f"before={last}") == ["haggis-2"]
    assert ann.get("/api/matches?result=drawn", 400)["code"] == "bad-message"
    games = {game["preset"]: game for game in ann.get("/api/statistics")["games"]}
    (partner,) = games["neeps-4"]["partners"]
    assert (partner["name"], partner["level"], partner["matches"]) == ("Bob", None, 1)
    assert games["haggis-2"]["partners"] == []
    assert bob.http.cookies["haggis"].split(".")[0] not in json.dumps(ann.get("/api/statistics")), "ids are secret"


def test_a_match_that_was_abandoned_has_no_result() -> None:
    assert outcome(Match("haggis-2", seed=1), 0) == "abandoned"
