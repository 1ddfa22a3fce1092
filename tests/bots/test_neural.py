"""`neural`: legal answers in every game, nothing hidden in its reasons, clear words about bad weights."""

from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from haggis_cards import Match
from haggis_cards.bots import make_bot
from haggis_cards.bots.errors import BotError
from haggis_cards.bots.network import QUICK, WEIGHTS, load_network
from haggis_cards.native import Position
from haggis_cards.rules import RULES
from haggis_cards.view import View
from tests.networks import random_weights


def views(game: str, seed: int, count: int) -> list[View]:
    """Views of seats that have something to decide, in random play."""
    rng, match = Random(seed), Match(game, seed=seed)
    found: list[View] = []
    while len(found) < count:
        seat = min(match.round.to_act)
        view = match.view(seat)
        if len(view["legal"]) > 1:
            found.append(view)
        match = match.act(seat, rng.choice(view["legal"]))
    return found


@pytest.mark.parametrize("game", RULES)
def test_it_answers_every_question(game: str) -> None:
    bot = make_bot("neural")
    for view in views(game, 1, 40):
        decision = bot.decide(view)
        assert decision.action in view["legal"]
        assert decision.why.startswith("expects ")


@pytest.mark.parametrize("game", RULES)
def test_it_sees_only_what_its_seat_sees(game: str) -> None:
    """Whatever world stands behind the view, the rows are the same."""
    for view in views(game, 2, 15):
        seat = view["seat"]
        assert seat is not None
        rows = [Position.from_view(view, Random(seed)).select_candidates(seat) for seed in range(3)]
        for state, places, actions in rows[1:]:
            assert np.array_equal(state, rows[0][0])
            assert places == rows[0][1]
            assert np.array_equal(actions, rows[0][2])


def choices(view: View, seed: int) -> tuple[int, int]:
    """The candidate with the best value, and the one that it takes, in a world that the view allows."""
    network, seat, position = load_network(""), view["seat"], Position.from_view(view, Random(seed))
    assert seat is not None
    known, places, rows = position.select_candidates(seat)
    values = network.evaluate(known[None], rows, [len(rows)]).values
    return int(values.argmax()), network.native.choose(
        load_network("", QUICK).native, position.native, seat, np.array(places), values
    )


@pytest.mark.parametrize("game", ["haggis-2", "haggis-3", "neeps-4"])
def test_the_look_ahead_sees_only_what_its_seat_sees(game: str) -> None:
    """Whatever world stands behind the view, the choice is the same; at times it is not the one of the best value."""
    others = 0
    for view in views(game, 3, 30):
        ((best, taken),) = {choices(view, seed) for seed in range(3)}
        others += best != taken
    assert 0 < others < 15


def test_actions_far_behind_are_not_tried() -> None:
    """Then the best value decides, whatever the action leads to; and values and places must fit the list."""
    network, quick = load_network("").native, load_network("", QUICK).native
    position = Position.from_round(Match("haggis-2").round)
    seat = position.turn
    assert seat is not None
    places = np.array(position.select_candidates(seat)[1])
    for best in range(len(places)):
        values = np.where(np.arange(len(places)) == best, 100, 0).astype(np.float32)
        assert network.choose(quick, position.native, seat, places, values) == best
    with pytest.raises(ValueError, match="a value for each candidate"):
        network.choose(quick, position.native, seat, places, np.zeros(1, np.float32))
    with pytest.raises(IndexError, match="not in the seat's list"):
        network.choose(quick, position.native, seat, places + 100_000, np.zeros(len(places), np.float32))


def test_it_bets_on_strong_hands_only() -> None:
    """In haggis-2 some first turns call for a bet, and some do not."""
    bot = make_bot("neural")
    answers = set()
    for seed in range(30):
        match = Match("haggis-2", seed=seed)
        answers.add(bot.decide(match.view(min(match.round.to_act))).action.startswith("bet "))
    assert answers == {True, False}


def test_bad_weights_are_refused(tmp_path: Path) -> None:
    nonsense = tmp_path / "nonsense.npz"
    nonsense.write_bytes(b"nonsense")
    packaged, torn = Path(__file__).parents[2] / "src" / "haggis_cards" / "bots" / "weights.npz", tmp_path / "torn.npz"
    torn.write_bytes(packaged.read_bytes()[:100_000])
    with np.load(packaged) as arrays:
        np.savez(tmp_path / "old.npz", **(dict(arrays) | {"action.weight": np.zeros((512, 8))}))
    compressed = tmp_path / "compressed.npz"
    np.savez_compressed(compressed, zeros=np.zeros(10_000))
    damaged = bytearray(compressed.read_bytes())
    damaged[60:70] = b"\xff" * 10
    compressed.write_bytes(damaged)
    np.save(tmp_path / "array.npy", np.zeros(3))
    for path in (nonsense, torn, compressed, *(tmp_path / name for name in ("missing.npz", "old.npz", "array.npy"))):
        with pytest.raises(BotError, match="neural takes a file of weights"):
            make_bot(f"neural:{path}")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"out.bias": np.array([np.nan], np.float32)}, "not finite real numbers"),
        ({"out.bias": np.array([1e38], np.float32)}, "beyond ±1000"),
        ({"out.bias": np.array([1j])}, "not finite real numbers"),
        ({"out.bias": np.array([b"x"])}, "not finite real numbers"),
        ({"trunk.0.weight": np.zeros(3)}, "tuple index out of range"),
        ({"about": np.array("{")}, "Expecting property name"),
    ],
)
def test_weights_that_fuzzing_found_are_refused(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    np.savez(tmp_path / "bad.npz", **({"about": np.array("{}"), **random_weights(8, 0, 8)} | change))
    with pytest.raises(BotError, match=words):
        make_bot(f"neural:{tmp_path / 'bad.npz'}")


@pytest.mark.parametrize("name", [WEIGHTS, QUICK])
def test_weights_of_the_package_are_rounded(name: str) -> None:
    """By `lab/pack_weights.py`, so that they compress."""
    with files("haggis_cards.bots").joinpath(name).open("rb") as file, np.load(file) as arrays:
        assert all(not (arrays[key].view(np.uint16) & 15).any() for key in arrays if key != "about")
