"""Records played again over HTTP: the views of a spectator, step by step, with all hands."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from haggis_cards import RULES, Match, Rounds
from haggis_cards.cards import text
from tests.server.support import Guest, ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("replay") / "data") as process:
        yield process


def matches(preset: str, rounds: int, stop: int | None = None) -> list[Match]:
    """A random match after each of its actions."""
    dice = random.Random(preset)
    all_of_it = [Match(preset, Rounds(rounds), seed=8, players=None)]
    while not all_of_it[-1].over and len(all_of_it) != stop:
        match = all_of_it[-1]
        seat = dice.choice(match.to_act)
        all_of_it.append(match.act(seat, dice.choice(match.legal(seat))))
    return all_of_it


@pytest.mark.parametrize("preset", RULES)
def test_a_replay_tells_every_view_and_all_hands(server: ServerProcess, preset: str) -> None:
    played = matches(preset, 2)
    replay = Guest(server.url, signed_in=False).post("/api/replay", dict(played[-1].record().data))
    view: dict[str, Any] = replay["view"]
    assert view == played[0].view(None)
    assert replay["hands"] == [text(hand) for hand in played[0].round.hands]
    assert len(replay["steps"]) == len(played) - 1
    for step, match in zip(replay["steps"], played[1:], strict=True):
        view = {**view, **step["changes"]}
        assert {**view, "log": []} == {**match.view(None), "log": []}
        assert step["hands"] == [text(hand) for hand in match.round.hands]
        assert step["haggis"] == text(match.round.haggis)


def test_a_record_that_breaks_off_is_told_as_far_as_it_goes(server: ServerProcess) -> None:
    played = matches("haggis-3", 1, stop=12)
    replay = Guest(server.url, signed_in=False).post("/api/replay", dict(played[-1].record().data))
    assert len(replay["steps"]) == 11


def test_what_is_no_record_is_refused_in_words(server: ServerProcess) -> None:
    guest = Guest(server.url, signed_in=False)
    assert "lacks the key" in guest.post("/api/replay", {}, 400)["reason"]
    wrong = dict(matches("haggis-2", 1)[-1].record().data) | {"winners": [0, 1]}
    assert "winners: expected" in guest.post("/api/replay", wrong, 400)["reason"]
    assert guest.post("/api/replay", {"much": "x" * (1 << 18)}, 413)["code"] == "too-large"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "line 1, character 1"),
        (b'{"haggis": 1,\n "rules": }', "line 2, character 11"),
        (b"[1, 2]", "this is not a record but a list; a record is one JSON object"),
        (b'"record"', "this is not a record but a text"),
        (b"7", "this is not a record but a number"),
        (b"null", "this is not a record but nothing"),
        (b"\xff\xfe\x00", "not JSON in UTF-8"),
        (b"[" * 5000, "nested too deeply"),
        (b'{"haggis": "x"}', "'haggis' of the record must be a whole number, not 'x'"),
        (b'{"haggis": 1, "rules": 5}', "rules are the name of a preset"),
        (b'{"haggis": 9}', "version 1 can be read"),
    ],
)
def test_a_broken_record_is_refused_in_words_for_people(server: ServerProcess, body: bytes, words: str) -> None:
    """What is wrong, where, and what would be right; never a parser's own error."""
    answer = Guest(server.url, signed_in=False).http.post(
        "/api/replay", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 400
    reason = answer.json()["reason"]
    assert words in reason
    assert not any(word in reason for word in ("Expect", "`", "object`", "JSONDecode", "msgspec"))


def test_an_illegal_action_in_a_record_is_named_with_its_place(server: ServerProcess) -> None:
    record = dict(matches("haggis-2", 1)[-1].record().data)
    first = record["rounds"][0]
    lead = first["actions"][0].split(" ")[0]
    record["rounds"] = [{**first, "actions": [f"{lead} pass", *first["actions"]]}]
    reason = Guest(server.url, signed_in=False).post("/api/replay", record, 400)["reason"]
    assert "round 1, action 1" in reason
    assert "you are leading, so you must play" in reason
