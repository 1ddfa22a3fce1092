"""The review of a match: all phases of all games, the same on any number of threads, and sums that add up."""

import json
from typing import Any

import pytest

from haggis_cards import Match, Play, Rounds
from haggis_cards.review import Reviewer, ReviewError
from haggis_cards.review import reviewer as module
from haggis_cards.review.classes import kind_of
from haggis_cards.review.model import ReviewData
from haggis_cards.review.moments import moments, replayed
from tests.review.helpers import TINY, random_match
from tests.support import TABLES, name_of


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """An effort that is enough to see that it works."""
    monkeypatch.setattr(module, "EFFORTS", {"tiny": TINY})


def review(match: Match, **options: object) -> ReviewData:
    return Reviewer(match, effort="tiny", **options).run()  # type: ignore[arg-type]


@pytest.mark.parametrize("table", TABLES, ids=name_of)
def test_every_decision_of_a_seat_is_judged(table: str | dict[str, Any]) -> None:
    """In every preset, and with every house rule."""
    match = random_match(table)
    rules, seat = match.rules, match.finished[0].round.log[-1][0]
    data = review(match, seats=[seat])
    (only,) = data["rounds"]
    listed = [(moment.index, moment.about_bet) for moment in moments(match, [seat])]
    assert [(one["index"], one["kind"] == "bet") for one in only["decisions"]] == listed
    log = match.finished[0].round.log
    for one in only["decisions"]:
        actor, action = log[one["index"]]
        assert actor == seat == one["seat"]
        assert one["made"] in (str(action), "no bet")
        assert one["candidates"][0]["behind"] == 0
        assert (one["loss"] == 0) or one["best"] != one["made"]
        assert (one["verdict"] == "good") == (one["theme"] is None) == (not one["reason"])
        assert one["seen"] is not None
        assert len(one["seen"]["values"]) == len(one["candidates"])
    bad = [one["loss"] for one in only["decisions"] if one["verdict"] != "good"]
    assert only["loss"][rules.sides[seat]] == pytest.approx(sum(bad), abs=0.02)
    for side in range(rules.side_count):
        parts = only["par"][side] + only["play"][side] + only["hindsight"][side]
        assert only["result"][side] == pytest.approx(parts, abs=0.05)
    assert not only["whole"]
    assert json.loads(json.dumps(data)) == data


def test_all_kinds_of_decision_are_known() -> None:
    """In matches of random players somewhere; kinds are found without judging them."""
    kinds = set()
    for game, seed in [("haggis-3", 1), ("haggis-3", 2), ("tatties-3", 1), ("neeps-4", 1), ("neeps-4", 2)]:
        match = random_match(game, seed=seed)
        for moment in moments(match, match.rules.seats):
            kinds.add("bet" if moment.about_bet else kind_of(moment.view["phase"], moment.made))
    assert kinds == {"play", "bet", "bid", "give", "bury", "award", "lead"}


def test_threads_make_no_difference() -> None:
    match = random_match("haggis-2", seed=3)
    data = [review(match, threads=threads, seed=3) for threads in (1, 3)]
    assert json.dumps(data[0]) == json.dumps(data[1])
    assert data[0]["complete"]
    assert all(one["whole"] for one in data[0]["rounds"])
    assert json.dumps(review(match, seed=4, seats=[0])) != json.dumps(review(match, seed=3, seats=[0]))


def test_what_is_done_is_kept() -> None:
    reviewer = Reviewer(random_match("haggis-2", rounds=2), effort="tiny", threads=1)
    assert reviewer.data()["rounds"] == []
    found = []
    for decision in reviewer:
        found.append(decision)
        assert reviewer.count_to(decision) == decision["index"] + 1 <= len(reviewer)
        if len(found) == 5:
            break
    data = reviewer.data()
    assert not data["complete"]
    assert data["rounds"][0]["decisions"] == found
    assert not data["rounds"][0]["whole"]


def test_it_works_without_the_network() -> None:
    data = review(random_match("haggis-3"), network=False, seats=[0])
    assert not data["network"]
    assert data["rounds"][0]["decisions"]


def test_who_plays_a_first_card_has_also_decided_not_to_bet() -> None:
    match = random_match("haggis-2", seed=6)
    log = match.finished[0].round.log
    for seat in (0, 1):
        silent = [one.index for one in moments(match, [seat]) if one.about_bet and str(one.made).startswith("play")]
        first = next(index for index, (actor, action) in enumerate(log) if actor == seat and isinstance(action, Play))
        bet = any(actor == seat and str(action).startswith("bet") for actor, action in log[:first])
        assert silent == ([] if bet else [first])


def test_a_match_that_is_not_over_is_refused() -> None:
    with pytest.raises(ReviewError, match="not over"):
        Reviewer(Match("haggis-2", Rounds(1), seed=1), effort="tiny")
    with pytest.raises(ReviewError, match="not over"):
        replayed(Match("haggis-2", seed=1))


def test_bad_options_are_refused() -> None:
    match = random_match("haggis-2")
    with pytest.raises(ReviewError, match="no effort 'heroic'; there are: tiny"):
        Reviewer(match, effort="heroic")
    with pytest.raises(ReviewError, match="there is no seat 2"):
        Reviewer(match, effort="tiny", seats=[2])
