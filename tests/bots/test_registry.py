"""The registry: specs, levels, third-party bots from entry points."""

import re
import sys
from pathlib import Path

import pytest

from haggis_cards.bots import BotError, make_bot
from haggis_cards.bots.habits import HABITS
from haggis_cards.bots.process import ProcessBot
from haggis_cards.bots.protocol import Reseedable
from haggis_cards.bots.registry import LEVELS, names
from tests.bots.helpers import first_view, play


@pytest.mark.parametrize("spec", ["random", "greedy", "greedy:30", *HABITS])
def test_a_spec_makes_a_bot_that_answers_alike_for_the_same_seed(spec: str) -> None:
    view = first_view()
    answers = [make_bot(spec, seed).decide(view) for seed in (3, 3, 4)]
    assert make_bot(spec).name == spec
    assert answers[0] == answers[1]
    assert all(answer.action in view["legal"] for answer in answers)


@pytest.mark.parametrize(
    "spec", ["random", "greedy:60", "search:30it", "process:python -m haggis_cards.bots.host random"]
)
def test_a_bot_with_a_new_seed_is_as_good_as_new(spec: str) -> None:
    """Whatever it was asked before."""
    view, kept = first_view("haggis-3"), make_bot(spec.replace("python", sys.executable), 1)
    assert isinstance(kept, Reseedable)
    for seed in (5, 6, 5):
        new = make_bot(spec.replace("python", sys.executable), seed)
        kept.reseed(seed)
        assert [kept.decide(view) for _ in range(4)] == [new.decide(view) for _ in range(4)]
        new.close()
    kept.close()


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(level: str) -> None:
    view = first_view()
    bot = make_bot(level)
    assert bot.name == level
    assert bot.decide(view, 0.2).action in view["legal"]
    bot.close()


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("nobody", "there is no bot 'nobody'; there are: beginner, novice, club, expert, master, random, greedy"),
        ("", "there is no bot ''"),
        ("random:7", "random takes no argument"),
        ("greedy:often", "greedy:N plays a random move in N of 100 decisions"),
        ("greedy:101", "greedy:N plays a random move in N of 100 decisions"),
        ("process:", "process needs a command line"),
        ("process:'./my", "no closing quotation"),
        ("person:nobody", "person takes a level: beginner, novice, club, expert, not 'nobody'"),
        ("novice:2", "there is no bot 'novice:2'; a level takes no argument"),
    ],
)
def test_a_spec_that_names_nothing_is_refused_in_words(spec: str, says: str) -> None:
    with pytest.raises(BotError, match=re.escape(says)):
        make_bot(spec)


def test_a_third_party_bot_runs_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is installed beside us: a module, and the metadata that pip would write."""
    (tmp_path / "pub.py").write_text(
        "import os\n"
        "class Bot:\n"
        "    def __init__(self, argument, seed): self.said = f'{argument} {seed} {os.getpid()}'\n"
        "    def decide(self, view, budget=None):\n"
        "        print('this is not for the protocol')\n"
        "        return view['legal'][0], self.said\n"
        "    def close(self): pass\n"
    )
    metadata = tmp_path / "pub-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: pub\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[haggis.bots]\npub = pub:Bot\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "pub" in names()
    bot = make_bot("pub:dark", 7)
    assert isinstance(bot, ProcessBot)
    view = first_view()
    action, why = bot.decide(view)
    argument, seed, pid = why.split()
    assert (action, argument, seed) == (view["legal"][0], "dark", "7")
    assert bot.process_id == int(pid)
    assert play("haggis-2", [bot, make_bot("random")]).over
    bot.close()
    assert "pub" not in sys.modules


def test_the_bot_of_the_documentation_plays() -> None:
    """The Python block of docs/bots.md, as it stands there."""
    docs = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    code = next(block for block in re.findall(r"```python\n(.*?)```", docs, re.DOTALL) if "class Timid" in block)
    names: dict[str, type] = {}
    exec(code, names)
    assert play("haggis-3", [make_bot("random"), names["Timid"]("", 1), make_bot("random", 2)]).over


def test_the_documentation_names_every_bot() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    for spec in names():
        assert f"| `{spec}` |" in docs
