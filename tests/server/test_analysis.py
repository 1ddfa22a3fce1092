"""Positions that are analysed over HTTP: lines, what a seat sees, records of matches that are not over."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_400_BAD_REQUEST,
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_429_TOO_MANY_REQUESTS,
)

from haggis_cards import Match
from haggis_cards.cards import names
from haggis_cards.positions import parse_view, position_line, view_line
from haggis_cards.review.analysis import analyse_by
from haggis_cards.review.core import at_once
from haggis_cards.review.native_core import NativeCore
from tests.review.helpers import random_match
from tests.server.reviewing import SCALE, TINY, sent
from tests.server.support import Guest, ServerProcess
from tests.support import PRESETS, random_play


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("analysis") / "data", **TINY) as process:
        yield process
    assert "Traceback" not in process.log.read_text()


def analysed(guest: Guest, position: str, status: int = HTTP_200_OK) -> dict[str, Any]:
    """The answer of the server; a test asks faster than a person may."""
    answer = guest.http.post("/api/analysis", json={"position": position})
    end = time.monotonic() + 30
    while answer.status_code == HTTP_429_TOO_MANY_REQUESTS != status and time.monotonic() < end:
        time.sleep(0.3)
        answer = guest.http.post("/api/analysis", json={"position": position})
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("preset", PRESETS)
def test_a_position_however_it_is_written_is_analysed_as_in_the_library(server: ServerProcess, preset: str) -> None:
    states = [one for one in random_play(preset, random_match(preset).end, 3) if not one.over]
    match = states[len(states) // 2]
    seat = match.to_act[0]
    line, view = view_line(match.view(seat)), match.view(seat)
    expected = at_once(analyse_by(NativeCore(), view, scale=SCALE))
    guest = Guest(server.url)
    found = analysed(guest, line)
    assert found["seat"] == seat
    assert found["options"] == json.loads(json.dumps([one.data for one in expected.options]))
    assert found["bets"] == json.loads(json.dumps([one.data for one in expected.bets]))
    assert found["line"] == line
    assert found["view"] == json.loads(json.dumps(parse_view(line)))
    for open_text in (position_line(match), match.record().dump()):
        open_answer = analysed(guest, open_text)
        assert (open_answer["line"], open_answer["options"]) == (line, found["options"])
        hidden = ["".join(names(hand)) for other, hand in enumerate(match.round.deal.hands) if other != seat]
        assert not any(hand in json.dumps(open_answer) for hand in hidden)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "a position has 7 fields, separated by spaces"),
        ("hello", "(rules, dealer, lead, totals, hands, haggis and actions), not 1"),
        ("poker 0 1 0,0 ?/? ? -", "there is no preset 'poker'"),
        ("haggis-2 0 1 0,0 8x/? ? -", "hands of the position: '8x' is not a card; a card is a rank 2 to 9"),
        ("haggis-2 0 1 0,0 2r3r4r5r6r7r8r9rTr2g3g4g5g6g/? ? 1:pass", "action 1 of the position, '1 pass', is refused"),
    ],
)
def test_a_bad_line_is_refused_in_words_that_say_where(server: ServerProcess, line: str, words: str) -> None:
    refused = analysed(Guest(server.url), line, HTTP_422_UNPROCESSABLE_ENTITY)
    assert words in refused["reason"]


def test_a_bad_record_is_refused_in_words(server: ServerProcess) -> None:
    refused = analysed(Guest(server.url), '{"preset": 3}', HTTP_400_BAD_REQUEST)
    assert "the record lacks the key 'haggis'" in refused["reason"]


def test_a_place_of_a_record_has_the_line_of_what_its_seat_saw(server: ServerProcess) -> None:
    guest, match = Guest(server.url), random_match("haggis-3")
    here = guest.get(f"/api/records/{sent(guest, match)}/positions/1/4")
    assert {**parse_view(here["line"]), "players": None} == {**here["view"], "players": None}
    assert analysed(guest, here["line"])["seat"] == here["seat"]


def test_an_analysis_costs_what_a_decision_of_a_review_does(tmp_path: Path) -> None:
    line = position_line(Match("haggis-2", seed=1))
    with ServerProcess(tmp_path / "data", **TINY, review_budget=2) as server:
        ann, bob = Guest(server.url, "Ann"), Guest(server.url, "Bob")
        for _ in range(2):
            analysed(ann, line)
        refused = analysed(ann, line, HTTP_429_TOO_MANY_REQUESTS)
        assert refused["params"]["fault"] == "review-budget"
        analysed(bob, line)
