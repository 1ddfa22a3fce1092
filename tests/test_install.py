"""What an installation needs: the light base, the extras, and the lock that `make` and CI install from."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from haggis_cards.cli import EXTRAS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "constraints.txt").read_text(encoding="utf-8")


def named(requirements: list[str]) -> dict[str, Requirement]:
    return {canonical(found.name): found for found in map(Requirement, requirements)}


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def hidden(modules: str, code: str) -> subprocess.CompletedProcess[str]:
    """Runs Python code in which these modules cannot be imported, as if they were not installed."""
    hide = f"""
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules.split()!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
"""
    return subprocess.run([sys.executable, "-c", hide + code], capture_output=True, text=True, check=False)


def test_the_base_is_numpy_alone() -> None:
    assert list(named(PROJECT["dependencies"])) == ["numpy"]


def test_the_engine_plays_and_the_core_plays_on_the_base() -> None:
    """Without any library of an extra; the engine also without NumPy."""
    extras = " ".join(
        {name.replace("-", "_") for extra in PROJECT["optional-dependencies"].values() for name in named(extra)}
        - {"haggis_cards"}
    )
    play = "import haggis_cards; print(haggis_cards.Match('haggis-2', seed=1).act(1, 'play 2r').to_act)"
    assert hidden(f"{extras} numpy", play).stdout == "(0,)\n"
    core = "from haggis_cards.native import play_random; print(play_random('haggis-2', 10, 1).rounds > 0)"
    assert hidden(extras, core).stdout == "True\n"


@pytest.mark.parametrize(
    ("missing", "arguments", "says"),
    [
        ("typer click", [], "haggis: the command needs more than the engine: pip install 'haggis-cards[play]'\n"),
        ("litestar", ["serve"], "haggis: litestar is missing: pip install 'haggis-cards[play]'\n"),
        (
            "asyncpg",
            ["serve", "--database-url", "postgresql://nobody@127.0.0.1:9/none"],
            "haggis: asyncpg is missing: pip install 'haggis-cards[postgres]'\n",
        ),
    ],
)
def test_a_missing_extra_is_named_in_one_line(missing: str, arguments: list[str], says: str, tmp_path: Path) -> None:
    data = ["--data", str(tmp_path)] if arguments else []
    code = f"sys.argv = {['haggis', *arguments, *data]!r}\nfrom haggis_cards.__main__ import main\nmain()"
    assert hidden(missing, code).stderr == says


def test_the_hints_name_the_extra_that_has_the_library() -> None:
    extras = {name: named(extra) for name, extra in PROJECT["optional-dependencies"].items()}
    assert all(library.replace("_", "-") in extras[extra] for library, extra in EXTRAS.items())


def test_the_lock_has_one_version_for_everything_that_is_installed() -> None:
    """Each requirement of the base, of `dev`, `learning` and the build, in a version that pyproject.toml allows."""
    locked = named(LOCK.splitlines())
    extras = PROJECT["optional-dependencies"]
    wanted = named(PROJECT["dependencies"])
    for name in ("dev", "learning"):
        wanted |= named(extras[name])
        for extra in wanted.pop("haggis-cards").extras:
            wanted |= named(extras[extra])
    make = (ROOT / "Makefile").read_text(encoding="utf-8")
    build, wheel = re.findall(r"^(?:BUILD|WHEEL)_NEEDS := ([^#\n]+)", make, re.MULTILINE)
    wanted |= named(f"{build} {wheel}".split())
    for name, requirement in wanted.items():
        (pin,) = locked[name].specifier
        assert pin.operator == "=="
        assert requirement.specifier.contains(pin.version), f"constraints.txt has {locked[name]}: run make lock"


def test_the_licences_of_all_that_ships_ship_too() -> None:
    """The core holds nanobind with robin-map, the sheets a font; what the client holds, parts.json says."""
    shipped = {path.name for pattern in PROJECT["license-files"] for path in ROOT.glob(pattern)}
    parts = json.loads((ROOT / "licenses/parts.json").read_text(encoding="utf-8"))
    client = {Path(part["text"]).name for part in parts}
    assert shipped == client | {"LICENSE", "alegreya-sans.txt", "nanobind.txt", "parts.json", "robin-map.txt"}


def test_the_lock_names_no_address() -> None:
    assert "/" not in LOCK
    assert "/" not in "".join(re.findall(r'"resolved".*', (ROOT / "web/package-lock.json").read_text(encoding="utf-8")))


def test_what_takes_long_shows_that_it_is_at_work() -> None:
    """`make play` builds for minutes on a slow machine: a dot every few seconds, and the outcome is the command's."""
    command = ["sh", str(ROOT / "scripts" / "working.sh"), "sh", "-c", "sleep 3; exit 7"]
    done = subprocess.run(
        command, env={"PATH": "/usr/bin:/bin", "EVERY": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 7
    assert done.stdout.startswith("..")
