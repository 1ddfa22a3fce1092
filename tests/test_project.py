"""The machinery around the code: workflows, templates, and the version, which stands in one place or is compared."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from haggis_cards import __version__

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(workflow: Path) -> list[dict[str, Any]]:
    return [step for job in load(workflow)["jobs"].values() for step in job.get("steps", [])]


def test_no_test_module_is_used_by_another() -> None:
    """What several use stands in a module of its own, so that tests can be changed freely."""
    used = re.compile(r"^\s*(?:from|import) tests\.(?:\w+\.)*test_\w+", re.MULTILINE)
    assert [path for path in (ROOT / "tests").rglob("*.py") if used.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda path: path.name)
def test_every_file_is_yaml(path: Path) -> None:
    assert isinstance(load(path), dict)


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_get_no_more_rights_than_they_need(workflow: Path) -> None:
    """Reading is the default; a job that writes says what. Actions have a version."""
    assert load(workflow)["permissions"] == {"contents": "read"}
    for step in steps(workflow):
        assert "uses" not in step or re.search(r"@(v\d|release/v\d)", step["uses"]), step


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_what_workflows_run_is_there(workflow: Path) -> None:
    """Targets of make and scripts of this repository."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for step in steps(workflow):
        for command in step.get("run", "").splitlines():
            assert all((ROOT / script).exists() for script in re.findall(r"scripts/\w+\.\w+", command))
            if command.startswith("make "):
                assert set(command.split()[1:]) <= targets


def test_the_tests_run_on_every_python_that_we_claim() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    claimed = re.findall(r"Python :: (3\.\d+)", project)
    matrix = load(ROOT / ".github/workflows/test.yml")["jobs"]["test"]["strategy"]["matrix"]
    assert matrix["python"] == claimed
    assert f'requires-python = ">={claimed[0]}"' in project


def check_release(tag: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts/check_release.py"), tag]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_version_can_be_released() -> None:
    done = check_release(f"v{__version__}")
    assert done.returncode == 0, done.stderr
    assert "### Added" in done.stdout
    assert "## 0" not in done.stdout


def test_another_tag_is_refused() -> None:
    done = check_release("v99.0.0")
    assert done.returncode == 1
    assert done.stderr.startswith("these must agree: the tag is 99.0.0, haggis_cards.__version__ is ")
