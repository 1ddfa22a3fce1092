"""The network: ragged lists, bits, and the same values on the native core as in PyTorch."""

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
from haggis_cards.training.network import PolicyNetwork, Ragged, Shape, export, unpack_bits  # noqa: E402

RAGGED = Ragged.from_offsets(torch.tensor([0, 2, 3, 7]), 7)
VALUES = torch.tensor([1.0, 3.0, -5.0, 0.0, 2.0, 2.5, -1.0])


def decisions(game: str, count: int) -> tuple[Any, Any, Ragged]:
    """Decisions some way into a few rounds: states and actions."""
    rollout = _native.Rollout(native_rules(RULES[game]), count, 3, 1)
    rollout.deal(np.zeros(count, np.uint8))
    for _ in range(4):
        rollout.step(np.diff(rollout.offsets) - 1)
    states, actions = (torch.from_numpy(rows.view(np.int64).copy()) for rows in (rollout.states, rollout.actions))
    return states, actions, Ragged.from_offsets(torch.from_numpy(rollout.offsets.copy()), len(actions))


def test_each_list_is_reduced_on_its_own() -> None:
    assert RAGGED.max(VALUES).tolist() == [3.0, -5.0, 2.5]
    assert RAGGED.sum(VALUES).tolist() == [4.0, -5.0, 3.5]
    assert RAGGED.argmax(VALUES).tolist() == [1, 2, 5]


def test_the_probabilities_of_each_list_add_up_to_one() -> None:
    probabilities = RAGGED.log_softmax(VALUES).exp()
    assert torch.allclose(RAGGED.sum(probabilities), torch.ones(3))
    assert torch.allclose(probabilities[:2], torch.softmax(VALUES[:2], 0))


def test_some_lists_in_another_order() -> None:
    some, rows = RAGGED.select(torch.tensor([2, 0]))
    same, same_rows = RAGGED.select(torch.tensor([2, 0]), len(rows))
    assert torch.equal(some.owner, same.owner)
    assert torch.equal(rows, same_rows)
    assert some.offsets.tolist() == [0, 4, 6]
    assert rows.tolist() == [3, 4, 5, 6, 0, 1]


def test_bits_become_features_lowest_first() -> None:
    features = unpack_bits(torch.tensor([[1 << 3, -(1 << 63)]]))
    assert features.shape == (1, 128)
    assert features.nonzero()[:, 1].tolist() == [3, 127]


def test_gradients_are_those_of_a_plain_product() -> None:
    """The backward pass of `_Spread` sums over the actions of each decision."""
    torch.manual_seed(1)
    network = PolicyNetwork(Shape(16, 1, 8))
    torch.nn.init.normal_(network.out.weight)
    states, actions, ragged = decisions("haggis-3", 5)
    values, _ = network(states, actions, ragged)
    torch.autograd.backward(values.sum())
    whole = [parameter.grad for parameter in network.trunk.parameters()]
    for parameter in network.parameters():
        parameter.grad = None
    for i in range(5):
        part = actions[ragged.offsets[i] : ragged.offsets[i + 1]]
        values, _ = network(states[i : i + 1], part, Ragged.from_offsets(torch.tensor([0, len(part)]), len(part)))
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
    native = load_network(str(tmp_path / "weights.npz"))
    states, actions, ragged = decisions(game, 20)
    with torch.no_grad():
        values, expected = network(states, actions, ragged)
    for i, (start, end) in enumerate(pairwise(ragged.offsets.tolist())):
        state, rows = (part.numpy().view(np.uint64) for part in (states[i : i + 1], actions[start:end]))
        answer = native.evaluate(state, rows, [end - start])
        assert np.allclose(answer.values, values[start:end].numpy(), atol=1e-3)
        assert answer.points[0] == pytest.approx(float(expected[i, 0]), abs=1e-3)
        assert answer.first_out[0] == pytest.approx(float(expected[i, 1].sigmoid()), abs=1e-3)
