"""The mistake bank over HTTP: mistakes come by themselves, return after ever longer pauses, and leave for good."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.server.reviews import making
from haggis_cards.server.reviews import mistakes_api as api_mistakes
from haggis_cards.server.reviews import service as reviews
from haggis_cards.server.reviews.mistakes import PAUSES
from tests.review.helpers import random_match
from tests.server.reviewing import TINY, reviewed, sent
from tests.server.support import Calendar, Guest, players, server_inside

DAY = 24 * 3600


@pytest.fixture(scope="module")
def calendar() -> Iterator[Calendar]:
    today = Calendar()
    with pytest.MonkeyPatch.context() as patch:
        for module in (api_mistakes, making, reviews):
            patch.setattr(module, "now", today)
        yield today


@pytest.fixture(scope="module")
def url(calendar: Calendar, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_inside(tmp_path_factory.mktemp("mistakes") / "data", **TINY) as (address, _):
        yield address


def worst_of(review: dict[str, Any], seat: int | None = None) -> dict[str, Any]:
    """The decision that cost most."""
    bad = [one for one in review["decisions"] if one["verdict"] != "good" and seat in (None, one["seat"])]
    found: dict[str, Any] = max(bad, key=lambda one: one["loss"])
    return found


class Banker(Guest):
    """Somebody with one mistake in the bank."""

    def __init__(self, url: str, seed: int) -> None:
        super().__init__(url, "Ann")
        record = sent(self, random_match("haggis-2", seed=seed))
        self.one = worst_of(reviewed(self, record))
        self.place = {"record": record, "round": self.one["round"], "index": self.one["index"]}
        self.begin = self.post("/api/mistakes", self.place, 201)

    @property
    def bank(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/api/mistakes")
        return found

    def answer(self, action: str) -> dict[str, Any]:
        record, number, index = self.place.values()
        verdict: dict[str, Any] = self.post(f"/api/records/{record}/positions/{number}/{index}", {"action": action})
        return verdict


def near(seconds: int, days: int) -> bool:
    """Whether it is so many days, but for the seconds that the test has taken."""
    return 0 <= days * DAY - seconds < 120


def test_a_mistake_comes_back_after_1_3_7_16_and_35_days_and_leaves_for_good(url: str, calendar: Calendar) -> None:
    ann = Banker(url, seed=21)
    assert PAUSES == (1, 3, 7, 16, 35)
    assert (ann.begin["kept"], ann.begin["due"], ann.begin["solved"]) == (1, [], 0)
    for pause, following in zip(PAUSES, (*PAUSES[1:], None), strict=True):
        assert near(ann.bank["next"], pause)
        calendar.days += pause - 0.1
        assert ann.bank["due"] == [], "not yet"
        early = ann.answer(ann.one["best"])
        assert early["accepted"]
        assert early["due"] < DAY / 5, "an answer before its day moves nothing"
        calendar.days += 0.1
        (due,) = ann.bank["due"]
        assert {name: due[name] for name in ann.place} == ann.place
        assert due["due"] <= 0
        assert (due["seat"], due["loss"], due["kind"]) == (ann.one["seat"], ann.one["loss"], ann.one["kind"])
        verdict = ann.answer(ann.one["best"])
        assert verdict["accepted"]
        assert verdict["due"] is None if following is None else near(verdict["due"], following)
    assert ann.bank == {"due": [], "kept": 0, "next": None, "solved": 1}
    calendar.days += 400
    assert ann.bank["due"] == []


def test_a_miss_begins_again_and_only_the_first_answer_of_a_day_counts(url: str, calendar: Calendar) -> None:
    ann = Banker(url, seed=22)
    calendar.days += 1
    assert near(ann.answer(ann.one["best"])["due"], 3)
    calendar.days += 3
    missed = ann.answer(ann.one["made"])
    assert not missed["accepted"]
    assert near(missed["due"], 1)
    assert near(ann.answer(ann.one["best"])["due"], 1), "solved at the second try: it still comes tomorrow"
    calendar.days += 1
    assert near(ann.answer(ann.one["best"])["due"], 3), "the stair is climbed from its foot"


def test_a_bank_is_its_owners(url: str, calendar: Calendar) -> None:
    ann, bob = Banker(url, seed=23), Guest(url, "Bob")
    calendar.days += 2
    assert len(ann.bank["due"]) == 1
    empty = {"due": [], "kept": 0, "next": None, "solved": 0}
    assert bob.get("/api/mistakes") == empty
    record, number, index = ann.place.values()
    assert bob.delete(f"/api/mistakes/{record}/{number}/{index}", 404)["code"] == "no-mistake"
    theirs = bob.post(f"/api/records/{record}/positions/{number}/{index}", {"action": ann.one["best"]})
    assert theirs["accepted"]
    assert theirs["due"] is None
    assert len(ann.bank["due"]) == 1, "somebody else's answer does not move it"
    assert ann.post("/api/mistakes", ann.place, 201)["kept"] == 1, "the same mistake once"
    assert ann.delete(f"/api/mistakes/{record}/{number}/{index}") == empty


def test_what_was_good_is_not_taken_in(url: str) -> None:
    ann = Banker(url, seed=24)
    record = ann.place["record"]
    bad = {(one["round"], one["index"]) for one in reviewed(ann, record)["decisions"] if one["verdict"] != "good"}
    good = next(one for one in reviewed(ann, record)["decisions"] if (one["round"], one["index"]) not in bad)
    refused = ann.post("/api/mistakes", {"record": record, "round": good["round"], "index": good["index"]}, 409)
    assert refused["code"] == "not-now"


async def test_the_mistakes_of_a_match_at_a_table_come_by_themselves(url: str, tmp_path: Path) -> None:
    """Those of its people, when the review is made; a bot has no bank, and practice does not count."""
    ann, watcher = Guest(url, "Ann"), Guest(url, "Wim")
    table = ann.table(seats=["me", "random"], end={"rounds": 1})
    async with players(ann, table=table) as (player,):
        await player.play()
    (info,) = ann.get(f"/api/tables/{table}/records")["records"]
    review = reviewed(watcher, info["id"])  # whoever asks for it
    grave = [one for one in review["decisions"] if one["verdict"] in ("mistake", "blunder") and one["seat"] == 0]
    assert grave
    bank = ann.get("/api/mistakes")
    assert bank["kept"] == len({one["index"] for one in grave})
    assert near(bank["next"], 1)
    assert watcher.get("/api/mistakes")["kept"] == 0
    on = ann.post(f"/api/records/{info['id']}/table", {"round": 1, "index": 0, "seat": 0, "bot": "random"}, 201)
    async with players(ann, table=on["id"]) as (player,):
        await player.play()
    (practice,) = ann.get(f"/api/tables/{on['id']}/records")["records"]
    if practice["id"] != info["id"]:
        again = reviewed(ann, practice["id"])
        assert again["status"] == "done"
    assert ann.get("/api/mistakes")["kept"] == bank["kept"]
