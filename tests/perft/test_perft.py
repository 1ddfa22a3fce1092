"""The number of action sequences from many positions: the same files for both engines."""

from pathlib import Path

import pytest

from haggis_cards import RULES
from haggis_cards.native import Position
from tests.perft import FOLDER, perft, read

FILES = sorted(FOLDER.glob("*.perft"))
SMALL = 300  # positions that the Python engine looks into


def test_every_preset_has_a_file() -> None:
    assert {path.stem for path in FILES} >= set(RULES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_python(path: Path) -> None:
    """Near the root."""
    checked = 0
    for rnd, counts in read(path):
        for depth, count in counts.items():
            if counts.get(depth - 1, 1) <= SMALL:
                assert perft(rnd, depth) == count, (rnd.log, depth)
                checked += 1
    assert checked > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_native(path: Path) -> None:
    for rnd, counts in read(path):
        position = Position.from_round(rnd)
        for depth, count in counts.items():
            assert position.perft(depth) == count, (rnd.log, depth)
