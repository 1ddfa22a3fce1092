"""The package as one imports it: its public names, what it loads, its doctests."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import haggis

ENGINE = ("actions", "cards", "combos", "errors", "match", "record", "round", "rules", "scoring", "view")


def test_all_is_sorted_and_complete() -> None:
    public = {
        name
        for name, value in vars(haggis).items()
        if not name.startswith("_") and not isinstance(value, type(sys)) and name != "annotations"
    }
    assert set(haggis.__all__) == public
    constants = [name for name in haggis.__all__ if name.isupper()]
    classes = [name for name in haggis.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in haggis.__all__ if name.islower()]
    assert haggis.__all__ == [*sorted(constants), *sorted(classes), *sorted(functions)]


def test_everything_public_tells_what_it_is() -> None:
    assert all(getattr(haggis, name).__doc__ for name in haggis.__all__ if not name.isupper())


def test_importing_the_engine_loads_nothing_else() -> None:
    """No command line, no numbers, no native core: the engine stands on the standard library alone."""
    code = "import sys, haggis; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {"haggis", "haggis.round"} <= loaded
    assert not loaded & {"typer", "click", "rich", "numpy", "msgspec", "haggis._native", "haggis.native", "haggis.cli"}


def test_the_engine_writes_nothing_when_imported() -> None:
    run = subprocess.run([sys.executable, "-c", "import haggis"], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")


def test_the_doctests_run() -> None:
    results = doctest.testmod(haggis)
    assert results.attempted > 0
    assert results.failed == 0


def test_every_module_of_the_engine_says_what_it_owns() -> None:
    found = {module.name for module in pkgutil.iter_modules(haggis.__path__)}
    assert set(ENGINE) <= found
    for name in ENGINE:
        module = importlib.import_module(f"haggis.{name}")
        assert module.__doc__
        assert module.__file__
        assert Path(module.__file__).read_text(encoding="utf-8").startswith('"""')


def test_the_errors_are_one_tree() -> None:
    for name in haggis.__all__:
        value = getattr(haggis, name)
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, haggis.HaggisError)
    assert issubclass(haggis.UnreadableRecord, haggis.RecordError)
    assert haggis.IllegalAction("code", "reason").code == "code"
