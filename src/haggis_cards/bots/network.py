"""The trained network: its weights from a file, for the native core. `haggis_cards.training.network` defines it."""

import json
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from haggis_cards import _native
from haggis_cards.bots.errors import BotError

# The network of the package, and a smaller one distilled from it, with a belief: almost as good, four times as fast.
WEIGHTS: Final = "weights.npz"
QUICK: Final = "quick.npz"

LARGEST: Final = 1000.0  # a weight: trained ones stay below 3, and sums of larger ones may not be numbers any more

Floats = NDArray[np.float32]
Words = NDArray[np.uint64]


class Evaluation(NamedTuple):
    """What the network finds for some decisions: a value for each action, and what the seats can expect."""

    values: Floats
    points: Floats  # ahead at the end of the round, in units of `scale`
    first_out: Floats  # the chance of it


class Network:
    """The weights, and what they say of positions."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.about: dict[str, Any] = json.loads(str(arrays.pop("about")))
        features = (arrays["trunk.0.weight"].shape[1], arrays["action.weight"].shape[1])
        if features != (64 * _native.STATE_WORDS, 64 * _native.CHOICE_WORDS):
            raise ValueError(f"they were made for other rows of features, {features[0]} and {features[1]} wide")
        if not all(array.dtype.kind in "fiu" and np.isfinite(array).all() for array in arrays.values()):
            raise ValueError("some of them are not finite real numbers")
        if any(np.abs(array).max(initial=0) > LARGEST for array in arrays.values()):
            raise ValueError(f"some of them are beyond ±{LARGEST:.0f}, where no training ends")
        self.native = _native.Network({name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()})

    def evaluate(self, states: Words, actions: Words, counts: list[int] | NDArray[np.int64]) -> Evaluation:
        """Values for the actions of each state; the lists lie one behind the other, `counts` are their lengths."""
        return Evaluation(*self.native.evaluate(states, actions, np.append(0, np.cumsum(counts))))


@lru_cache(maxsize=4)
def load_network(path: str, packaged: str = WEIGHTS) -> Network:
    """The weights of a file, or those of the package."""
    try:
        source = Path(path) if path else files("haggis_cards.bots").joinpath(packaged)
        with source.open("rb") as file, np.load(file) as arrays:
            return Network(dict(arrays))
    except Exception as error:  # a file can be wrong in more ways than its readers know
        why = f"{path!r} ({' '.join(str(error).split())[:160] or type(error).__name__})"
        raise BotError(f"neural takes a file of weights as `haggis train` writes them, not {why}") from None
