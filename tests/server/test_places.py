"""From a place of a record over HTTP: what if (a line of all seats), and a table that goes on with these cards."""

import json
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from litestar.status_codes import HTTP_200_OK, HTTP_429_TOO_MANY_REQUESTS

from haggis_cards import Match
from haggis_cards.cards import text
from haggis_cards.rules import RULES
from haggis_cards.solver import solve
from tests.review.helpers import random_match
from tests.server.reviewing import TINY, sent
from tests.server.support import Guest, ServerProcess, players
from tests.support import random_play
from tests.worlds import other_world


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("places") / "data", **TINY) as process:
        yield process
    assert "Traceback" not in process.log.read_text()


def before(match: Match, index: int) -> Match:
    """A match of one round before an action."""
    state = Match(match.rules, match.end, dealer=match.dealer, deals=[match.finished[0].round.deal])
    for seat, action in match.finished[0].round.log[:index]:
        state = state.act(seat, action)
    return state


def line(
    guest: Guest, record: str, index: int, *actions: str, values: bool = False, status: int = 200
) -> dict[str, Any]:
    """A line as the server plays it; a test asks faster than a person may."""
    wish = {"round": 1, "index": index, "line": list(actions), "values": values}
    answer = guest.http.post(f"/api/records/{record}/line", json=wish)
    end = time.monotonic() + 30
    while answer.status_code == HTTP_429_TOO_MANY_REQUESTS and time.monotonic() < end:
        time.sleep(0.3)
        answer = guest.http.post(f"/api/records/{record}/line", json=wish)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


# What if


@pytest.mark.parametrize("game", RULES)
def test_a_line_is_played_by_the_rules(server: ServerProcess, game: str) -> None:
    """The record's own actions lead to its own end; every seat sees on the way what it would see at the table."""
    match, guest = random_match(game), Guest(server.url)
    record, log = sent(guest, match), match.finished[0].round.log
    for index in (0, len(log) // 2, len(log) - 1):
        here = line(guest, record, index)
        seat = here["seat"]
        assert not here["over"]
        assert here["view"] == json.loads(json.dumps(before(match, index).view(seat)))
        assert here["replay"]["hands"] == [text(hand) for hand in before(match, index).round.hands]
        rest = line(guest, record, index, *(f"{actor} {action}" for actor, action in log[index:]))
        assert rest["over"]
        assert (rest["seat"], rest["view"], rest["candidates"]) == (None, None, [])
        assert len(rest["replay"]["steps"]) == len(log) - index
        assert rest["replay"]["steps"][-1]["changes"]["results"][-1]["points"] == list(match.finished[0].result.points)


def test_a_line_leaves_the_record_and_its_answers_have_values(server: ServerProcess) -> None:
    match, guest = random_match("haggis-3", seed=9), Guest(server.url)
    record = sent(guest, match)
    here = line(guest, record, 2)
    other = next(one for one in here["view"]["legal"] if one != str(match.finished[0].round.log[2][1]))
    off = line(guest, record, 2, f"{here['seat']} {other}", values=True)
    assert off["replay"]["steps"][-1]["action"] == f"{here['seat']} {other}"
    candidates = off["candidates"]
    assert candidates[0]["behind"] == 0
    assert [one["behind"] for one in candidates] == sorted(one["behind"] for one in candidates)
    assert {one["action"] for one in candidates} <= set(off["view"]["legal"])
    assert off == line(guest, record, 2, f"{here['seat']} {other}", values=True), "the same question, the same answer"
    refused = line(guest, record, 2, f"{here['seat']} bid 9", status=409)
    assert refused["code"] != "internal"


@pytest.mark.parametrize("game", ["haggis-2", "tatties-3", "neeps-4"])
def test_values_of_a_line_do_not_depend_on_hidden_cards(server: ServerProcess, game: str) -> None:
    """Two records that the seat cannot tell apart at this place: its answers are worth the same, byte for byte."""
    guest = Guest(server.url)
    states = [one for one in random_play(game, random_match(game).end, 4) if not one.over]
    state = states[len(states) // 2]
    seat, index = state.to_act[0], len(state.round.log)
    found = set()
    for world in (state, other_world(state, seat, Random(3)), other_world(state, seat, Random(4))):
        rng, played = Random(1), world
        while not played.over:
            actor = played.to_act[0]
            played = played.act(actor, rng.choice(played.legal(actor)))
        here = line(guest, sent(guest, played), index, values=True)
        assert here["seat"] == seat
        found.add(json.dumps([here["view"], here["candidates"]]))
    assert len(found) == 1


def values(guest: Guest, record: str, index: int, nodes: int) -> dict[str, Any]:
    answer = guest.http.post(f"/api/records/{record}/values", json={"round": 1, "index": index, "nodes": nodes})
    assert answer.status_code == HTTP_200_OK, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("game", ["haggis-2", "tatties-3", "neeps-4"])
def test_values_of_a_place_are_those_of_the_solver(server: ServerProcess, game: str) -> None:
    """Of every play, with all cards in sight; an interval where few nodes are allowed; none before the first trick."""
    match, guest = random_match(game), Guest(server.url)
    record, log = sent(guest, match), match.finished[0].round.log
    late = next(
        index
        for index in reversed(range(len(log)))
        if len(solve(before(match, index), nodes=1)["actions"]) > 1  # there is something to choose
    )
    found, expected = values(guest, record, late, 4_000_000), solve(before(match, late))
    assert found["exact"]
    assert {one["action"]: one["low"] for one in found["actions"]} == expected["actions"]
    assert found["actions"][0]["low"] == expected["margin"]
    assert found["seat"] == before(match, late).to_act[0]
    few = values(guest, record, late, 1)
    for one in few["actions"]:
        exact = expected["actions"][one["action"]]
        assert isinstance(exact, float)
        assert one["low"] <= exact <= one["high"]
    if match.rules.opening:
        assert values(guest, record, 0, 1)["actions"] == []


def test_nothing_of_a_later_round_is_in_a_line(server: ServerProcess) -> None:
    """Not even behind the end of the round, where the next deal would come."""
    match, guest = random_match("haggis-2", rounds=2), Guest(server.url)
    record, log = sent(guest, match), match.finished[0].round.log
    rest = line(guest, record, 3, *(f"{actor} {action}" for actor, action in log[3:]))
    assert rest["over"]
    second = match.finished[1].round.deal
    dealt = json.dumps(rest)
    assert not any(f'"{text(hand)}"' in dealt for hand in second.hands)
    assert "seed" not in dealt
    on = [*(f"{actor} {action}" for actor, action in log[3:]), "0 pass"]
    refused = line(guest, record, 3, *on, status=409)
    assert "over" in refused["reason"]


# Play on from here


@pytest.mark.parametrize("game", RULES)
async def test_a_table_goes_on_with_these_cards_from_any_seat(server: ServerProcess, game: str) -> None:
    match = random_match(game, seed=8)
    rules, log = match.rules, match.finished[0].round.log
    ann, watcher = Guest(server.url, "Ann"), Guest(server.url, "Wim")
    record = sent(ann, match)
    index = len(log) // 2
    here = before(match, index)
    for seat in rules.seats:
        made = ann.post(
            f"/api/records/{record}/table", {"round": 1, "index": index, "seat": seat, "bot": "random"}, 201
        )
        assert made["origin"] == {"record": record, "round": 1, "index": index}
        async with players(ann, watcher, table=made["id"]) as (player, spectator):
            assert player.seat == seat
            assert player.view is not None
            assert player.view["log"][: len(here.view(seat)["log"])] == list(here.view(seat)["log"])
            assert set((player.view["hand"] or "").split()) <= set((here.view(seat)["hand"] or "").split())
            if seat == here.to_act[0]:
                assert player.view["hand"] == here.view(seat)["hand"]
                assert player.view["legal"] == list(here.view(seat)["legal"])
            # Until the round is over, neither a player nor a spectator hears what the others hold.
            hidden = [text(hand) for other, hand in enumerate(here.round.hands) if other != seat]
            heard = [*player.raw, json.dumps(ann.get(f"/api/tables/{made['id']}"))]
            assert not any(f'"{hand}"' in one for hand in hidden for one in heard if hand)
            own = [text(hand) for hand in here.round.hands if hand]
            seen = [*spectator.raw, json.dumps(watcher.get(f"/api/tables/{made['id']}"))]
            assert not any(f'"{hand}"' in one for hand in own for one in seen)
            assert not any('"deals"' in one or '"seed"' in one or '"rounds":[' in one for one in (*heard, *seen))
            await player.play()
            assert player.view["winners"] is not None


async def test_such_a_table_is_private_begins_again_there_and_can_be_reviewed(server: ServerProcess) -> None:
    match = random_match("haggis-2", seed=12)
    ann, bob = Guest(server.url, "Ann"), Guest(server.url, "Bob")
    record = sent(ann, match)
    log = match.finished[0].round.log
    table = ann.post(f"/api/records/{record}/table", {"round": 1, "index": 4, "seat": 1, "bot": "random"}, 201)["id"]
    assert table not in json.dumps(bob.get("/api/lobby"))
    assert bob.post(f"/api/tables/{table}/seat", {}, 409)
    async with players(ann, table=table) as (player,):
        refused = ann.post(f"/api/tables/{table}/rounds/1", {}, 409)
        assert refused["code"] == "not-over", "a running match is not reviewed, whatever is known of its cards"
        await player.play()
        (info,) = ann.get(f"/api/tables/{table}/records")["records"]
        kept = ann.get(f"/api/tables/{table}/records/1")
        assert [str(one) for one in kept["rounds"][0]["actions"][:4]] == [
            f"{seat} {action}" for seat, action in log[:4]
        ]
        assert ann.post(f"/api/records/{info['id']}/review", {})["status"] in ("waiting", "running", "done")
        await player.ask("rematch")
        await player.until(lambda _: bool(player.view and not player.view["winners"]))
        assert player.view is not None
        assert player.view["log"][:4] == [f"{seat} {action}" for seat, action in log[:4]]


async def test_a_killed_server_goes_on_with_such_a_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    with ServerProcess(tmp_path_factory.mktemp("killed") / "data", **TINY) as server:
        ann = Guest(server.url, "Ann")
        record = sent(ann, random_match("haggis-2", seed=13))
        table = ann.post(f"/api/records/{record}/table", {"round": 1, "index": 2, "seat": 0, "bot": "random"}, 201)[
            "id"
        ]
        async with players(ann, table=table) as (player,):
            await player.play(lambda one: one.my_turn)
            view = player.view
        server.kill()
        server.start()
        async with players(ann, table=table) as (player,):
            assert player.view == view
            await player.play()
            assert player.done
