"""Programs that sign in as bots: everybody sees it, nobody else looks like one, and their matches move no person."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.server.ratings import store as ratings
from haggis_cards.table.guests import PROGRAM
from haggis_cards.table.results import match_rows
from tests.review.helpers import random_match
from tests.server.people import finished
from tests.server.support import Guest, server_inside, wait_for

EXAMPLE = Path(__file__).parents[2] / "examples" / "socket_bot.py"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_inside(tmp_path_factory.mktemp("programs") / "data") as (address, _):
        yield address


def program(url: str, name: str = "Robin") -> Guest:
    guest = Guest(url, signed_in=False)
    guest.post("/api/me", {"name": name, "bot": True}, 200)
    return guest


def test_a_program_is_called_so_wherever_it_is_seen(url: str) -> None:
    robin, ann = program(url), Guest(url, "Ann")
    assert robin.get("/api/me")["name"] == "Robin (bot)"
    table = robin.table(listed=True)
    assert ann.post(f"/api/tables/{table}/seat", {}, 200)["seats"][0]["name"] == "Robin (bot)"
    assert "Robin (bot)" in [seat["name"] for one in ann.get("/api/lobby")["tables"] for seat in one["seats"]]
    assert "Robin (bot)" in ann.http.get(f"/table/{table}").text
    for wish, name in (("Robin (bot)", "Robin (bot)"), ("W" * 40, "W" * 18 + " (bot)"), ("Wren", "Wren (bot)")):
        assert robin.post("/api/me", {"name": wish}, 200)["name"] == name
    assert program(url, "Wren").get("/api/me")["name"] == "Wren (bot)"


@pytest.mark.parametrize("name", ["Robin (bot)", "bot", "Robin ( BOT )", "Robin (ｂｏｔ)", "Robin, a bot"])
def test_a_person_cannot_be_called_a_bot(url: str, name: str) -> None:
    assert Guest(url, signed_in=False).post("/api/me", {"name": name}, 422)["code"] == "bad-name"


def test_what_one_is_is_said_once(url: str) -> None:
    ann, robin = Guest(url, "Ann"), program(url)
    refused = ann.post("/api/me", {"name": "Ann", "bot": True}, 409)
    assert (refused["code"], refused["params"]["fault"]) == ("not-now", "sign-in")
    robin.post("/api/me", {"name": "Robin", "bot": False}, 200)
    assert robin.get("/api/me")["name"] == "Robin (bot)"
    assert Guest(url, "Robot").get("/api/me")["name"] == "Robot"


def test_matches_of_programs_move_programs_alone() -> None:
    robin, wren, known = f"{PROGRAM}robin", f"{PROGRAM}wren", {"ann": ratings.Rating(1600, 80)}
    for sides in ([["ann"], [robin]], [[robin], ["ann"]], [["ann", robin], ["bot:club", "bot:club"]]):
        assert ratings.rate(known, sides, [0, 1]).keys() == {robin}
        assert ratings.rate(known, sides, [0, 1], left=("ann",)) == {}
    assert ratings.rate(known, [[wren], [robin]], [0, 1]).keys() == {robin, wren}
    assert ratings.rate(known, [["ann"], ["bot:club"]], [0, 1]).keys() == {"ann"}


async def test_programs_have_a_list_of_their_own(url: str) -> None:
    ann, robin = Guest(url, "Ann"), program(url)
    table = robin.table("tatties-3", ["me", "open", "club"], rated=True, end={"rounds": 1})
    ann.post(f"/api/tables/{table}/seat", {})
    await finished(robin, ann, table)

    def board() -> Any:
        return ann.get("/api/ratings/tatties-3")

    await asyncio.to_thread(wait_for, lambda: board()["programs"])
    assert [(line["name"], line["matches"]) for line in board()["programs"]] == [("Robin (bot)", 1)]
    assert {line["level"] for line in board()["lines"]} > {"club"}
    assert None not in {line["level"] for line in board()["lines"]}, "no person has a rating"
    assert [line["me"] for line in robin.get("/api/ratings/tatties-3")["programs"]] == [True]
    record = ann.get(f"/api/tables/{table}/records/1")
    assert record["players"][:2] == ["Robin (bot)", "Ann"]
    assert ann.get("/api/matches")["matches"][0]["people"] is False, "no person but Ann has played"
    robin.delete("/api/me")
    assert [line["name"] for line in board()["programs"]] == ["Somebody"], "a program is none of a person, even then"


def test_figures_know_programs_from_people() -> None:
    match = random_match("haggis-2", seed=3)
    for other, people in ((f"{PROGRAM}robin", False), ("bob", True), (None, False)):
        (row, *_) = match_rows(match, ["ann", other], [None, "club"], 0)
        assert row["people"] is people


async def test_the_example_gets_a_game_going_without_a_table(url: str) -> None:
    robin = subprocess.Popen([sys.executable, str(EXAMPLE), url], stdout=subprocess.PIPE, text=True)
    said, _ = await asyncio.to_thread(robin.communicate, timeout=300)
    assert robin.returncode == 0
    assert len(json.loads(said)) == 2
