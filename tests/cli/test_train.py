"""`haggis train`: a short training, its metrics, continuing, and clear refusals."""

import inspect
import json
from pathlib import Path
from typing import get_type_hints

import pytest

pytest.importorskip("torch")

from haggis_cards.cli.train import CPU_DECISIONS, train
from haggis_cards.training.network import Shape, read_about
from haggis_cards.training.trainer import TrainingSettings
from tests.cli.helpers import run

TINY = ("--games", "haggis-2", "--width", 16, "--head", 16, "--decisions", 500, "--threads", 1, "--device", "cpu")
SHORT = ("--minutes", 0.01)


def test_metrics_are_printed_as_json_and_kept(tmp_path: Path) -> None:
    result = run("train", tmp_path / "run", *TINY, *SHORT, "--json")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines
    assert lines[-1]["decisions"] > 0
    assert lines[-1]["decisions_s"] > 0
    kept = (tmp_path / "run" / "figures.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in kept] == lines
    assert list((tmp_path / "run" / "tensorboard").iterdir())


def test_a_second_stage_continues(tmp_path: Path) -> None:
    run("train", tmp_path, *TINY, *SHORT)
    assert "continuing after" in run("train", tmp_path, *TINY, *SHORT, "--check", 0.001).stderr
    last = json.loads((tmp_path / "figures.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert "over the policy, haggis-2" in last


def test_a_probe_trains_against_a_frozen_player(tmp_path: Path) -> None:
    run("train", tmp_path / "frozen", *TINY, *SHORT)
    weights = tmp_path / "frozen" / "weights.npz"
    run("train", tmp_path / "probe", *TINY, *SHORT, "--check", 0.001, "--against", weights)
    last = json.loads((tmp_path / "probe" / "figures.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert "over the frozen player, haggis-2" in last


@pytest.mark.parametrize(("opponent", "name"), [("search:1it", "search:1it"), ("policy", "the policy")])
def test_a_probe_trains_against_a_player_inside_the_core(opponent: str, name: str, tmp_path: Path) -> None:
    run("train", tmp_path, *TINY, *SHORT, "--check", 0.001, "--against", opponent)
    last = json.loads((tmp_path / "figures.jsonl").read_text(encoding="utf-8").splitlines()[-1])
    assert f"over {name}, haggis-2" in last


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--games", "haggis-9"), "there is no preset 'haggis-9'"),
        (("--arena", "1"), "--arena needs at least two deals"),
        (("--method", "magic"), "--method is policy or values, not 'magic'"),
        (("--device", "abacus"), "device 'abacus' is not available"),
        (("--against", "nowhere.npz", "--device", "cpu"), "nowhere.npz is not a weights file"),
        (
            ("--against", "greedy", "--device", "cpu"),
            "--against is a weights file, search:64it or policy: greedy",
        ),
        (("--against", "search:1s"), "--against needs a search with a number of iterations, such as search:64it, not"),
        (("--against", "search:0it"), "--against needs a search with a number of iterations"),
        (("--against", "search"), "--against needs a search with a number of iterations"),
    ],
)
def test_a_bad_option_is_refused_in_one_line(options: tuple[str, ...], words: str, tmp_path: Path) -> None:
    result = run("train", tmp_path, *options)
    assert result.exit_code == 2
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_folder_of_another_network_is_refused(tmp_path: Path) -> None:
    run("train", tmp_path, *TINY, *SHORT)
    result = run("train", tmp_path, *TINY[:2], *TINY[6:], "--width", 8, "--head", 8)
    assert result.exit_code == 2
    assert "holds a network of another size" in result.stderr


def test_a_folder_keeps_its_sizes_and_must_hold_weights(tmp_path: Path) -> None:
    run("train", tmp_path, *TINY, *SHORT)
    sizes = {"--width", "--head"}
    unsized = [word for i, word in enumerate(TINY) if word not in sizes and (i == 0 or TINY[i - 1] not in sizes)]
    assert "continuing after" in run("train", tmp_path, *unsized, *SHORT).stderr
    (tmp_path / "weights.npz").write_text("no weights")
    result = run("train", tmp_path, *unsized, *SHORT)
    assert result.exit_code == 2
    assert "is not a weights file" in result.stderr


def test_a_network_is_widened_and_continues(tmp_path: Path) -> None:
    unsized = (*TINY[:2], *TINY[6:])
    nothing = run("train", tmp_path, *unsized, *SHORT, "--widen")
    assert nothing.exit_code == 2
    assert "is not a weights file" in nothing.stderr
    run("train", tmp_path, *TINY, *SHORT)
    assert "continuing after" in run("train", tmp_path, *unsized, *SHORT, "--widen").stderr
    assert read_about(tmp_path / "weights.npz")["shape"] == {"width": 32, "blocks": 2, "head": 32}
    assert "continuing after" in run("train", tmp_path, *unsized, *SHORT).stderr


def test_a_student_learns_from_a_teacher(tmp_path: Path) -> None:
    run("train", tmp_path / "teacher", *TINY, *SHORT)
    teacher = tmp_path / "teacher" / "weights.npz"
    result = run("train", tmp_path / "student", *TINY, *SHORT, "--width", 8, "--teacher", teacher, "--json")
    assert json.loads(result.stdout.splitlines()[-1])["kl"] >= 0
    refused = run("train", tmp_path / "student", *TINY, *SHORT, "--teacher", tmp_path / "nobody.npz")
    assert refused.exit_code == 2
    assert "nobody.npz is not a weights file" in refused.stderr


def test_the_help_states_the_defaults() -> None:
    """The help must not load PyTorch, so the numbers stand there as text."""
    options = get_type_hints(train, include_extras=True)
    texts = {name: option.__metadata__[0].help for name, option in options.items() if name != "return"}
    shape, defaults = Shape(), TrainingSettings()
    assert f"(default {shape.width};" in texts["width"]
    assert f"(default {shape.blocks};" in texts["blocks"]
    assert f"(default {shape.head};" in texts["head"]
    assert f"{defaults.rollout_decisions:,} on a GPU, {CPU_DECISIONS:,} on a CPU" in texts["decisions"]
    assert f"each of the {defaults.rollouts} rollouts" in texts["threads"]
    assert inspect.signature(train).parameters["policy_share"].default == defaults.policy_share
