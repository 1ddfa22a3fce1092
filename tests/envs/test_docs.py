"""docs/environments.md is true: its code runs and its tables are the fields. The example learns."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import haggis_cards
from haggis_cards.encoding import ACTION_FIELDS, STATE_FIELDS, field_table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "environments.md"
EXAMPLE = ROOT / "examples" / "train_small.py"


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
def test_the_code_runs(code: str) -> None:
    pytest.importorskip("pettingzoo")
    if "pyspiel" in code:
        pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    exec(code, {})


def test_the_tables_are_the_fields() -> None:
    text = PAGE.read_text(encoding="utf-8")
    now = [field for field in STATE_FIELDS if " ago: " not in field.name]
    assert field_table(ACTION_FIELDS) in text
    assert field_table(now) in text
    past = next(field for field in STATE_FIELDS if field.name == "1 ago: cards")
    assert f"From bit {past.first} on" in text


def load_example() -> Any:
    pytest.importorskip("torch")
    spec = importlib.util.spec_from_file_location("train_small", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class TestExample:
    def test_it_learns_to_beat_random(self) -> None:
        """A few thousand decisions are enough for a significant margin."""
        small = load_example()
        torch = small.torch
        threads = torch.get_num_threads()
        torch.set_num_threads(1)  # more are slower on a busy machine
        learner = small.Learner("haggis-2", rounds=64, seed=1)
        for _ in range(80):
            learner.play(explore=0.2)
            if learner.memory.count > 100:
                learner.learn(256)
        margin, interval = small.duplicate(learner.choose, "haggis-2", deals=40, seed=3)
        torch.set_num_threads(threads)
        assert margin - interval > 5

    def test_duplicate_deals_are_fair(self) -> None:
        """Random players against random players: no side is ahead."""
        small = load_example()
        rng = small.np.random.default_rng(5)
        for rules in haggis_cards.RULES:
            margin, interval = small.duplicate(lambda batch: small.random_choices(batch, rng), rules, 300, seed=2)
            assert abs(margin) < 2 * interval

    def test_the_best_choice_of_every_list(self) -> None:
        small = load_example()
        batch = small.Batch("haggis-3", 50, seed=1)
        values = small.np.random.default_rng(1).random(len(batch.actions))
        lists = small.np.split(values, batch.offsets[1:-1])
        assert small.best_choices(values, batch).tolist() == [int(one.argmax()) for one in lists]

    def test_its_command(self) -> None:
        load_example()
        options = ["--rules", "haggis-3", "--minutes", "0.03", "--rounds", "8", "--deals", "10"]
        run = subprocess.run([sys.executable, EXAMPLE, *options], capture_output=True, text=True, check=False)
        assert run.stderr == ""
        assert re.search(r"^ +\d+ s +[\d,]+ decisions", run.stdout, re.MULTILINE)
        last = run.stdout.splitlines()[-1]
        assert re.fullmatch(r"haggis-3: [+-]\d+\.\d ± \d+\.\d points .* ahead of random \(10 duplicate deals\)", last)
