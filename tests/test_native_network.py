"""The network on the native core: the values of plain NumPy, whatever its sizes, its neighbours and its threads."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from haggis_cards import Match, _native
from haggis_cards.native import Position, native_rules
from haggis_cards.rules import RULES
from tests.networks import ACTION, HAND, Weights, random_weights

SHAPES = [(40, 1, 24), (50, 0, 17), (32, 3, 80), (7, 2, 5), (256, 1, 128)]  # width, blocks, head


def bits(words: NDArray[np.uint64]) -> NDArray[np.float64]:
    return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little").astype(np.float64)


def plain_evaluate(weights: Weights, states: Any, actions: Any, offsets: Any) -> tuple[Any, Any, Any]:
    """What `haggis_cards.training.network` says, one line after the other."""
    w = {name: array.astype(np.float64).T for name, array in weights.items()}

    def layer(name: str, x: Any) -> Any:
        return x @ w[f"{name}.weight"] + w[f"{name}.bias"]

    def norm(name: str, x: Any) -> Any:
        normal = (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5)
        return normal * w[f"{name}.weight"] + w[f"{name}.bias"]

    known = bits(states)
    seen = np.maximum(layer("trunk.0", known), 0)
    block = 2
    while f"trunk.{block}.norm.weight" in w:
        inner = np.maximum(layer(f"trunk.{block}.inner", norm(f"trunk.{block}.norm", seen)), 0)
        seen = seen + layer(f"trunk.{block}.outer", inner)
        block += 1
    seen = norm("norm", seen)
    situation = layer("situation", np.concatenate([seen, known[:, :HAND]], 1))
    x = np.maximum(bits(actions) @ w["action.weight"] + np.repeat(situation, np.diff(offsets), 0), 0)
    points, odds = layer("value", seen).T
    return layer("out", np.maximum(layer("inner", x), 0))[:, 0], points, 1 / (1 + np.exp(-odds))


def decisions(game: str, count: int, steps: int = 3) -> tuple[Any, Any, Any]:
    """Some way into rounds: what the seats know, what they choose from, and where the list of each begins."""
    rollout = _native.Rollout(native_rules(RULES[game]), count, 3, 1)
    rollout.deal(np.zeros(count, np.uint8))
    for _ in range(steps):
        rollout.step(np.diff(rollout.offsets) - 1)
    return rollout.states.copy(), rollout.actions.copy(), rollout.offsets.copy()


@pytest.mark.parametrize("widest", [128, 256, 512])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("game", ["haggis-2", "neeps-4"])
def test_it_computes_what_numpy_does(game: str, shape: tuple[int, int, int], widest: int) -> None:
    """With the registers of any processor, as far as this one has them."""
    weights, rows = random_weights(*shape), decisions(game, 110)
    for found, expected in zip(
        _native.Network(weights, widest).evaluate(*rows), plain_evaluate(weights, *rows), strict=True
    ):
        assert found.dtype == np.float32
        assert np.allclose(found, expected, atol=1e-4)
        assert found.std() > 0.01


@pytest.mark.parametrize("widest", [128, 256, 512])
@pytest.mark.parametrize("shape", SHAPES)
def test_neighbours_change_nothing(shape: tuple[int, int, int], widest: int) -> None:
    """Not a bit of what is found for a decision depends on the others beside it."""
    network, (states, actions, offsets) = _native.Network(random_weights(*shape), widest), decisions("haggis-3", 103)
    values, points, first_out = network.evaluate(states, actions, offsets)
    for start, end in [(0, 1), (5, 12), (40, 103), (102, 103)]:
        part = slice(offsets[start], offsets[end])
        alone = network.evaluate(states[start:end], actions[part], offsets[start : end + 1] - offsets[start])
        for found, expected in zip(alone, (values[part], points[start:end], first_out[start:end]), strict=True):
            assert np.array_equal(found, expected)


def truncated(array: NDArray[np.float32]) -> NDArray[np.float32]:
    """The floats with their upper halves alone: bfloat16."""
    return (array.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)


def matrices(weights: Weights) -> list[str]:
    return [name for name, array in weights.items() if array.ndim == 2]


@pytest.mark.parametrize("widest", [128, 256, 512])
@pytest.mark.parametrize("shape", SHAPES)
def test_bfloat16_changes_nothing(shape: tuple[int, int, int], widest: int) -> None:
    """Not a bit differs from floats. One weight, too small to change a sum, makes the core keep a matrix as floats."""
    rows, weights = decisions("haggis-2", 20), random_weights(*shape)
    for name in matrices(weights):
        weights[name] = truncated(weights[name])
        weights[name][-1, -1] = 0
    floats = {name: array.copy() for name, array in weights.items()}
    for name in matrices(weights):
        floats[name][-1, -1] = 1e-45
    evaluated = (_native.Network(one, widest).evaluate(*rows) for one in (weights, floats))
    for found, expected in zip(*evaluated, strict=True):
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("widest", [128, 256, 512])
@pytest.mark.parametrize("name", matrices(random_weights(40, 1, 24)))
def test_weights_beyond_bfloat16_are_kept(name: str, widest: int) -> None:
    """One matrix that bfloat16 would change, among others that it would not."""
    rows, weights = decisions("haggis-2", 20), random_weights(40, 1, 24)
    rounded = weights | {other: truncated(weights[other]) for other in matrices(weights)}
    whole = rounded | {name: rounded[name] * np.float32(1 + 2**-8)}
    assert (truncated(whole[name]) != whole[name]).any()
    found, expected, changed = (
        _native.Network(whole, widest).evaluate(*rows),
        plain_evaluate(whole, *rows),
        plain_evaluate(whole | {name: truncated(whole[name])}, *rows),
    )
    assert all(np.allclose(one, other, atol=2e-5) for one, other in zip(found, expected, strict=True))
    assert not all(np.allclose(one, other, atol=2e-4) for one, other in zip(found, changed, strict=True))


def test_nothing_to_evaluate() -> None:
    network, (states, actions, _) = _native.Network(random_weights(16, 1, 16)), decisions("haggis-2", 2)
    assert [len(array) for array in network.evaluate(states[:0], actions[:0], np.zeros(1, np.int64))] == [0, 0, 0]
    assert [len(array) for array in network.evaluate(states, actions[:0], np.zeros(3, np.int64))] == [0, 2, 2]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"inner.weight": None}, "have no inner.weight"),
        ({"trunk.2.outer.bias": None}, "have no trunk.2.outer.bias"),
        ({"trunk.2.inner.weight": None}, "no place for the weights trunk.2"),
        ({"more": np.zeros(3, np.float32)}, "no place for the weights more"),
        ({"inner.bias": np.zeros(25, np.float32)}, "inner.bias has the shape 25, not 24"),
        ({"out.weight": np.zeros((2, 24), np.float32)}, "out.weight has the shape 2 x 24, not 1 x 24"),
        ({"action.weight": np.zeros((24, 64), np.float32)}, f"action.weight has the shape 24 x 64, not 24 x {ACTION}"),
        ({"trunk.0.weight": np.zeros(40, np.float32)}, "are matrices of 1 to 16384 rows"),
    ],
)
def test_bad_weights(change: dict[str, Any], words: str) -> None:
    weights = random_weights(40, 1, 24) | change
    with pytest.raises(ValueError, match=words):
        _native.Network({name: array for name, array in weights.items() if array is not None})


def test_bad_lists() -> None:
    network, (states, actions, offsets) = _native.Network(random_weights(16, 1, 16)), decisions("haggis-2", 4)
    for bad in (offsets[:-1], offsets + 1, offsets[[0, 2, 1, 3, 4]], np.append(offsets[:-1], 10**6)):
        with pytest.raises(ValueError, match="where the actions of each state begin"):
            network.evaluate(states, actions, bad)
    with pytest.raises(TypeError):
        network.evaluate(states[:, :5].copy(), actions, offsets)


def played_out(
    network: _native.Network, position: Position, places: Any, worlds: range, least: float, threads: int = 1
) -> Any:
    seat = position.turn
    assert seat is not None
    return network.play_out(position.native, seat, np.array(places), worlds.start, len(worlds), 9, least, threads)


@pytest.mark.parametrize("game", RULES)
def test_rounds_are_played_out_as_a_wave_would(game: str) -> None:
    """The best action everywhere; a bet, the highest, where the chance to be first out is good enough."""
    network, least, rules = _native.Network(random_weights(24, 1, 16)), 0.6, RULES[game]
    position = Position.from_round(Match(game, seed=2).round)
    seat, rollout = position.turn, _native.Rollout(native_rules(rules), 3 * 12, 0, 1)
    assert seat is not None
    rollout.determinize([(position.native, seat, [0, 1, 2], 9)], len(rollout) // 3)
    bets = 0
    while len(rollout.rounds):
        values, _, first_out = network.evaluate(rollout.states, rollout.actions, rollout.offsets)
        choices = np.array([part.argmax() for part in np.split(values, rollout.offsets[1:-1])])
        asked = rollout.actions[rollout.offsets[:-1], 0] >> np.uint64(54) & np.uint64(1) == 1
        bets += int((asked & (first_out > least)).sum())
        rollout.step(np.where(asked, np.where(first_out > least, np.diff(rollout.offsets) - 1, 0), choices))
    assert (bets > 0) == bool(rules.open_bets)
    points = played_out(network, position, [0, 1, 2], range(12), least)
    assert np.array_equal(points, rollout.points.reshape(3, 12, rules.side_count))
    assert len(np.unique(points)) > 3


@pytest.mark.parametrize("game", RULES)
def test_threads_and_lots_change_nothing(game: str) -> None:
    """The number of a world decides what it is."""
    network, position = _native.Network(random_weights(24, 1, 16)), Position.from_round(Match(game, seed=2).round)
    whole = played_out(network, position, [0, 1], range(300), 0.5)
    assert np.array_equal(played_out(network, position, [0, 1], range(300), 0.5, threads=3), whole)
    assert np.array_equal(played_out(network, position, [1], range(130, 150), 0.5, threads=64), whole[1:, 130:150])


def test_bad_play_outs() -> None:
    network, position = _native.Network(random_weights(16, 0, 16)), Position.from_round(Match("haggis-2", seed=2).round)
    with pytest.raises(IndexError, match="not in the seat's list"):
        played_out(network, position, [0, 100_000], range(2), 0.5)
    with pytest.raises(ValueError, match="the number of actions to try must be from 1 to 1024, not 0"):
        played_out(network, position, np.zeros(0, np.int64), range(2), 0.5)
    with pytest.raises(ValueError, match="the number of worlds must be from 1 to 1048576, not 0"):
        played_out(network, position, [0], range(0), 0.5)
    with pytest.raises(ValueError, match="the number of threads must be from 1 to 1024, not 0"):
        played_out(network, position, [0], range(2), 0.5, threads=0)
