"""The script that fits greedy's weights: it runs, and what it prints could stand in numbers.py."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from haggis_cards.bots.greedy.numbers import WEIGHTS

SCRIPT = Path(__file__).parents[2] / "lab" / "fit_greedy.py"


def fit(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("game", ["haggis-2", "tatties-3"])
def test_it_prints_weights_of_the_same_shape(game: str) -> None:
    """With open bets, and with an auction."""
    done = fit(game, "--rounds", "3", "--share", "0.1", "--deals", "2", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "new over old: " in done.stdout
    printed = ast.literal_eval("{" + done.stdout[done.stdout.index(f'"{game}": ') :] + "}")
    assert printed[game] != WEIGHTS[game]
    assert {name: len(values) for name, values in printed[game].items()} == {
        name: len(values) for name, values in WEIGHTS[game].items()
    }


def test_a_game_without_weights_is_refused() -> None:
    done = fit("whist")
    assert done.returncode == 1
    assert done.stderr == "whist has no weights; the fitted games are: haggis-2, haggis-3, tatties-3, neeps-4\n"
