"""The evaluator: margins in the arena while a network trains."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("torch")

from haggis_cards.training.evaluator import Evaluator
from haggis_cards.training.network import PolicyNetwork, Shape, export

PATIENCE = 60  # seconds for a match of two deals


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    export(PolicyNetwork(Shape(8, 1, 8)), tmp_path / "weights.npz", {})
    return tmp_path / "weights.npz"


@pytest.fixture
def evaluator() -> Iterator[Evaluator]:
    with closing(Evaluator(("haggis-2", "haggis-2"), deals=2)) as made:
        yield made


def test_rivals_take_turns_and_each_match_is_reported_once(evaluator: Evaluator, weights: Path) -> None:
    assert evaluator.poll(weights) == {}, "no match has been played yet"
    for rival in ("greedy", "search:100ms:1", "greedy"):
        margin = evaluator.result(PATIENCE)
        assert list(margin) == [f"over {rival}, haggis-2", f"over {rival}, haggis-2, ±"]
        assert evaluator.poll(weights) == margin
    evaluator.result(PATIENCE)


def test_a_match_that_fails_is_a_warning(evaluator: Evaluator, tmp_path: Path) -> None:
    def play() -> dict[str, float]:
        evaluator.poll(tmp_path / "nowhere.npz")
        return evaluator.result(PATIENCE)

    with pytest.warns(UserWarning, match="greedy in haggis-2: .*nowhere.npz"):
        margin = play()
    assert margin == {}


def test_closing_gives_up_the_match_under_way(weights: Path) -> None:
    evaluator = Evaluator(("haggis-2",), deals=1_000_000)
    evaluator.poll(weights)
    evaluator.close()
    assert evaluator.result(timeout=0) == {}, "a match that was played to its end has a margin"
