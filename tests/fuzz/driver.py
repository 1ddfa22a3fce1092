"""What the fuzzers share: choices out of bytes, mutations of texts and of JSON, and the loop.

python -m tests.fuzz.NAME [--seconds 30] [--seed 0]    random bytes
python -m tests.fuzz.NAME --atheris [libFuzzer flags]  guided by coverage, where atheris is installed
"""

import argparse
import gc
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from types import FunctionType
from typing import Any, TypeVar

T = TypeVar("T")

# Values that nobody expects, and some that are expected elsewhere.
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 3, 255, 1 << 31, 1 << 63, 1 << 200, 1.5, -0.0, float("nan")),
    *(
        "",
        " ",
        "x",
        "7g",
        "J",
        "play 7g",
        "0 play 7g",
        "pass",
        "bet 15",
        "haggis-2",
        "\0",
        "\ud800",
        "9" * 60,
        "7g " * 60,
    ),
    *([], {}, [[]], [None], [0], ["7g"], {"": 0}, {"preset": "haggis-2"}, {"rounds": 1}),
)


class Bytes:
    """A source of choices that ends with its bytes."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def number(self, below: int) -> int:
        """A number from the next bytes; 0 when there are none left."""
        size = 1 if below <= 256 else 8
        part = self.data[self.at : self.at + size]
        self.at += size
        return int.from_bytes(part, "little") % below

    def pick(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.number(len(items))]

    @property
    def left(self) -> bool:
        return self.at < len(self.data)


def mutate_bytes(data: bytes, source: Bytes) -> bytes:
    """The same bytes with a part changed, left out, doubled, or cut off."""
    at = source.number(1 << 32) % (len(data) + 1)
    size = source.number(16)
    part = data[at : at + size]
    match source.number(5):
        case 0:
            part = bytes(source.number(256) for _ in part)
        case 1:
            part = b""
        case 2:
            part += part
        case 3:
            part = bytes(source.number(256) for _ in range(size)) + part
        case _:
            return data[:at] if source.number(4) == 0 else data
    return data[:at] + part + data[at + size :]


def mutate_json(value: Any, source: Bytes) -> Any:
    """A copy of a JSON value with one thing in it replaced, left out, doubled, moved, or a little different."""
    value = deepcopy(value)
    places = _places(value)
    if not places:
        return deepcopy(source.pick(ODD))
    holder, key = places[source.number(1 << 32) % len(places)]
    other, from_key = places[source.number(1 << 32) % len(places)]
    match source.number(6):
        case 0:
            holder[key] = deepcopy(source.pick(ODD))
        case 1:
            del holder[key]
        case 2 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 2 | 3:
            holder[key] = deepcopy(other[from_key])
        case _:
            holder[key] = _tweak(holder[key], source)
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value: the object or list, and the key or index."""
    found: list[tuple[Any, Any]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found.append((value, key))
        found += _places(item)
    return found


def _tweak(value: Any, source: Bytes) -> Any:
    if isinstance(value, str):
        words = value.split(" ")
        at = source.number(len(words))
        other = source.pick([*words, "J", "J=7g", "7g", "2r", "To", "0", "4"])
        return " ".join([*words[:at], other, *words[at + source.number(2) :]])
    if isinstance(value, int):
        return value + source.number(5) - 2
    return value


def run(one: Callable[[bytes], None], what: str) -> None:
    """Runs one fuzzer with random bytes for a while, or hands over to atheris; a warning is an error."""
    warnings.simplefilter("error")
    if "--atheris" in sys.argv:
        import atheris

        for function in gc.get_objects():  # the package is imported already, often by a hook of its own
            if isinstance(function, FunctionType) and str(function.__module__).startswith("haggis_cards"):
                atheris.instrument_func(function)
        atheris.Setup([word for word in sys.argv if word != "--atheris"], one)
        atheris.Fuzz()
        return
    parser = argparse.ArgumentParser(description=what, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rng, cases, end = Random(args.seed), 0, time.monotonic() + args.seconds
    while time.monotonic() < end:
        data = rng.randbytes(rng.randrange(2000))
        try:
            one(data)
        except BaseException:
            sys.stderr.write(f"after {cases} cases, with these bytes:\n{data.hex()}\n")
            raise
        cases += 1
    sys.stdout.write(f"{cases} cases, and nothing that should not happen\n")
