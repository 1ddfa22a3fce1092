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
