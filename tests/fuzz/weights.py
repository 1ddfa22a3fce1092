"""Fuzzes the loading of weights: whatever a file holds, it is a network that plays legally, or refused in words.

The weights of a small network are changed (names, shapes, types, values), and then perhaps the bytes of the file.
"""

import io
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from haggis_cards import Match, View
from haggis_cards.bots.errors import BotError
from haggis_cards.bots.network import load_network
from haggis_cards.bots.neural import Neural
from haggis_cards.bots.protocol import is_answer
from tests.fuzz.driver import ODD, Bytes, mutate_bytes, run
from tests.networks import random_weights

TYPES = ("f2", "f4", "f8", "i1", "i8", "u8", "c8", "?", "S3", "U3", "O", "M8[s]", "f4,i4")
VALUES = (0.0, np.nan, np.inf, -np.inf, 1e38, -1e38, 1e-45)


@cache
def views() -> list[View]:
    """Decisions of several games."""
    found = []
    for seed, game in enumerate(("haggis-2", "haggis-3", "tatties-3", "neeps-4")):
        rng, match = Random(seed), Match(game, seed=seed)
        for _ in range(rng.randint(4, 30)):
            seat = rng.choice(match.to_act)
            match = match.act(seat, rng.choice(match.legal(seat)))
        found += [match.view(seat) for seat in match.to_act]
    return found


@cache
def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="haggis-fuzz-"))


def one(data: bytes) -> None:
    """One file out of bytes."""
    source = Bytes(data)
    arrays: dict[str, Any] = {"about": np.array("{}"), **random_weights(8, source.number(2), 8)}
    for _ in range(source.number(4)):
        _change(arrays, source)
    file = io.BytesIO()
    with np.errstate(all="ignore"):
        source.pick([np.savez, np.savez_compressed])(file, **arrays)
    content = file.getvalue()
    for _ in range(source.number(4)):
        content = mutate_bytes(content, source)
    path = folder() / "weights.npz"
    path.write_bytes(content)
    load_network.cache_clear()
    try:
        network = load_network(str(path))
    except BotError as error:
        if "weights" not in str(error):
            raise
        return
    for view in views():
        assert is_answer(view, Neural(network).decide(view).action)


def _change(arrays: dict[str, Any], source: Bytes) -> None:
    """One of the arrays becomes another."""
    name = source.pick(sorted(arrays)) if arrays else "about"
    array = arrays.get(name, np.zeros(3))
    with np.errstate(all="ignore"):
        match source.number(8):
            case 0:
                arrays.pop(name, None)
            case 1:
                arrays[source.pick(["more", "trunk.9.inner.weight", "about", "trunk.0.weight", "x/y"])] = array
            case 2:
                arrays[name] = np.zeros([source.number(70) for _ in range(source.number(4))], "f4")
            case 3:
                kind = source.pick(TYPES)
                arrays[name] = np.zeros(array.shape, kind) if kind not in ("f2", "f8", "i8") else _cast(array, kind)
            case 4:
                arrays[name] = np.asfortranarray(array)
            case 5 if array.dtype.kind == "f" and array.size:
                array = array.copy()
                array.flat[source.number(array.size)] = source.pick(VALUES)
                arrays[name] = array
            case 6:
                arrays["about"] = np.array(repr(source.pick(ODD)))
            case _:
                arrays[name] = array.T[:-1] if array.ndim else array


def _cast(array: Any, kind: str) -> Any:
    return array.astype(kind) if array.dtype.kind == "f" else array


if __name__ == "__main__":
    run(one, __doc__)
