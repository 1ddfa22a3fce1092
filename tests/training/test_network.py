"""The network: lists of different lengths, bits, and the same values on the native core as in PyTorch."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from haggis_cards import _native  # noqa: E402
from haggis_cards.bots.network import load_network  # noqa: E402
from haggis_cards.native import native_rules  # noqa: E402
from haggis_cards.rules import RULES  # noqa: E402
from haggis_cards.training.network import Lists, PolicyNetwork, Shape, export, unpack  # noqa: E402

LISTS = Lists.of(torch.tensor([0, 2, 3, 7]), 7)
VALUES = torch.tensor([1.0, 3.0, -5.0, 0.0, 2.0, 2.5, -1.0])


def decisions(game: str, count: int) -> tuple[Any, Any, Lists]:
    """Some way into a few rounds: what the seats know, and what they choose from."""
    wave = _native.Rollout(native_rules(RULES[game]), count, 3, 1)
    wave.deal(np.zeros(count, np.uint8))
    for _ in range(4):
        wave.step(np.diff(wave.offsets) - 1)
    states, actions = (torch.from_numpy(rows.view(np.int64).copy()) for rows in (wave.states, wave.actions))
    return states, actions, Lists.of(torch.from_numpy(wave.offsets.copy()), len(actions))


def test_lists_are_reduced_one_by_one() -> None:
    assert LISTS.most(VALUES).tolist() == [3.0, -5.0, 2.5]
    assert LISTS.sum(VALUES).tolist() == [4.0, -5.0, 3.5]
    assert LISTS.best(VALUES).tolist() == [1, 2, 5]


def test_chances_of_each_list_add_up_to_one() -> None:
    chances = LISTS.log_softmax(VALUES).exp()
    assert torch.allclose(LISTS.sum(chances), torch.ones(3))
    assert torch.allclose(chances[:2], torch.softmax(VALUES[:2], 0))


def test_some_lists_in_another_order() -> None:
    some, rows = LISTS.take(torch.tensor([2, 0]))
    assert some.offsets.tolist() == [0, 4, 6]
    assert rows.tolist() == [3, 4, 5, 6, 0, 1]


def test_bits_become_features_lowest_first() -> None:
    features = unpack(torch.tensor([[1 << 3, -(1 << 63)]]))
    assert features.shape == (1, 128)
    assert features.nonzero()[:, 1].tolist() == [3, 127]


def test_gradients_are_those_of_a_plain_product() -> None:
    """The way back through `_Spread` adds up what the actions of a decision tell."""
    torch.manual_seed(1)
    network = PolicyNetwork(Shape(16, 1, 8))
    torch.nn.init.normal_(network.out.weight)
    states, actions, lists = decisions("haggis-3", 5)
    values, _ = network(states, actions, lists)
    torch.autograd.backward(values.sum())
    whole = [parameter.grad for parameter in network.trunk.parameters()]
    for parameter in network.parameters():
        parameter.grad = None
    for i in range(5):
        part = actions[lists.offsets[i] : lists.offsets[i + 1]]
        values, _ = network(states[i : i + 1], part, Lists.of(torch.tensor([0, len(part)]), len(part)))
        torch.autograd.backward(values.sum())
    for gradient, parameter in zip(whole, network.trunk.parameters(), strict=True):
        assert gradient is not None
        assert parameter.grad is not None
        assert torch.allclose(gradient, parameter.grad, atol=1e-4)


@pytest.mark.parametrize("game", RULES)
def test_the_native_core_and_pytorch_agree(game: str, tmp_path: Path) -> None:
    torch.manual_seed(2)
    network = PolicyNetwork(Shape(32, 2, 16)).half().float()  # as precise as what is written
    network.out.weight.data.normal_(std=0.25).copy_(network.out.weight.data.half())
    export(network, tmp_path / "weights.npz", {})
    mind = load_network(str(tmp_path / "weights.npz"))
    states, actions, lists = decisions(game, 20)
    with torch.no_grad():
        values, expected = network(states, actions, lists)
    for i, (start, end) in enumerate(pairwise(lists.offsets.tolist())):
        state, rows = (part.numpy().view(np.uint64) for part in (states[i : i + 1], actions[start:end]))
        judgement = mind.evaluate(state, rows, [end - start])
        assert np.allclose(judgement.values, values[start:end].numpy(), atol=1e-3)
        assert judgement.points[0] == pytest.approx(float(expected[i, 0]), abs=1e-3)
        assert judgement.first_out[0] == pytest.approx(float(expected[i, 1].sigmoid()), abs=1e-3)
