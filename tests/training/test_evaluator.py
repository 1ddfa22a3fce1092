"""The referee: margins in the arena while a network trains."""

import time
from pathlib import Path

import pytest

pytest.importorskip("torch")

from haggis_cards.training.evaluator import Referee
from haggis_cards.training.network import PolicyNetwork, Shape, export


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    export(PolicyNetwork(Shape(8, 1, 8)), tmp_path / "weights.npz", {})
    return tmp_path / "weights.npz"


def test_margins_come_one_rival_after_the_other(weights: Path) -> None:
    referee = Referee(("haggis-2", "haggis-2"), deals=2)
    found: list[str] = []
    assert referee.look(weights) == {}, "nothing is known before the first match"
    while len(found) < 4:
        time.sleep(0.05)
        found += referee.look(weights)
    referee.close()
    rivals = ["over greedy, haggis-2", "over search:100ms:1, haggis-2"]
    assert found == [name for rival in rivals for name in (rival, f"{rival}, ±")]


def test_who_closes_does_not_wait_for_the_last_deal(weights: Path) -> None:
    referee = Referee(("haggis-2",), deals=1_000_000)
    referee.look(weights)
    referee.close()
