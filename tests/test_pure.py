"""The pure wheel: what works without the native core and without what only POSIX has, and what the rest says.

The modules that Windows lacks are hidden, and so are the functions that `os` and `signal` lack there.
"""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BUILD = "import sys; from scikit_build_core.build import build_wheel; build_wheel(sys.argv[1])"
HIDDEN = ["fcntl", "resource", "termios", "pwd", "grp", "readline", "uvloop"]
ABSENT = {"os": ["killpg", "nice", "fork", "getuid"], "signal": ["pthread_sigmask", "SIGKILL", "SIGUSR1"]}
CHECK = f"""
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {HIDDEN}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden())
for name in {HIDDEN}:
    sys.modules.pop(name, None)
import runpy, subprocess, importlib
for module, names in {ABSENT}.items():
    for name in names:
        delattr(importlib.import_module(module), name)
sys.path.insert(0, sys.argv[1])
sys.meta_path[:] = [one for one in sys.meta_path if not type(one).__module__.startswith('_editable')]
import haggis_cards
assert haggis_cards.__file__.startswith(sys.argv[1]), haggis_cards.__file__
runpy.run_path(sys.argv[2], run_name="__main__")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by one command."""
    pytest.importorskip("scikit_build_core", reason="the build backend is not installed")
    folder = tmp_path_factory.mktemp("pure")
    command = [sys.executable, "-c", BUILD, str(folder)]
    subprocess.run(command, cwd=ROOT, env={"HAGGIS_PURE": "1", "PATH": ""}, check=True, capture_output=True)
    (found,) = folder.glob("*.whl")
    return found


def test_it_is_for_every_system_and_has_no_machine_code(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".dylib", ".wasm", ".pyi", "weights.npz"))]
    assert not [name for name in names if "/static/" in name]
    sources = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src/haggis_cards").rglob("*.py")}
    assert sources | {"haggis_cards/sheets/fonts/text.ttf", "haggis_cards/py.typed"} < {*names}
    licences = [name for name in names if "/licenses/" in name]
    assert len(licences) >= len([*(ROOT / "licenses").iterdir()])


def test_it_works_where_there_is_neither_core_nor_posix(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    command = [sys.executable, "-c", CHECK, str(tmp_path), str(ROOT / "scripts" / "check_pure.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("the pure wheel works with Python")
