"""docs/training.md and the lab notebook use options, settings and metrics that exist."""

import inspect
import re
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from haggis_cards.cli.train import train  # noqa: E402
from haggis_cards.training.network import PolicyNetwork  # noqa: E402
from haggis_cards.training.trainer import Trainer  # noqa: E402
from tests.training.small import SMALL, train_updates  # noqa: E402

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "training.md").read_text(encoding="utf-8")
PAGES = [PAGE, *(path.read_text(encoding="utf-8") for path in sorted((DOCS / "lab").glob("*.md")))]


def test_the_options_exist() -> None:
    options = {"--" + name.removeprefix("as_").replace("_", "-") for name in inspect.signature(train).parameters}
    commands = [line for page in PAGES for line in re.findall(r"^haggis train .*", page, re.MULTILINE)]
    assert len(commands) > 4
    assert {option for line in commands for option in re.findall(r"--[a-z-]+", line)} <= options


def test_the_settings_exist() -> None:
    """The code up to the training itself runs; pages of the notebook leave the imports to the main page."""
    imports = "\n".join(re.findall(r"^from .*", PAGE, re.MULTILINE))
    blocks = [block for page in PAGES for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL)]
    assert len(blocks) == 2
    for block in blocks:
        names: dict[str, object] = {}
        exec(f"{imports}\n{block.partition('trainer = ')[0]}", names)
        assert names["settings"]


def test_the_metrics_are_those_of_the_three_ways_to_learn() -> None:
    teacher = PolicyNetwork(SMALL.shape)
    trainers = [Trainer(SMALL), Trainer(replace(SMALL, method="values")), Trainer(SMALL, teacher=teacher)]
    written = {name for trainer in trainers for name in train_updates(trainer, 1)[0]}
    table = PAGE.partition("| metric |")[2].partition("\n\n")[0]
    documented = {
        name for cell in re.findall(r"^\| (.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(.*?)`", cell)
    }
    measured = {name for name in documented if name.startswith("over ")} | {"decisions_s"}  # by the command
    assert documented - measured == written
