"""The package as one imports it: its public names, what it loads, its doctests."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import haggis_cards

ENGINE = (
    "actions",
    "cards",
    "combos",
    "deal",
    "errors",
    "grammar",
    "match",
    "replay",
    "round",
    "rules",
    "scoring",
    "view",
)


def test_all_is_sorted_and_complete() -> None:
    public = {
        name
        for name, value in vars(haggis_cards).items()
        if not name.startswith("_") and not isinstance(value, type(sys)) and name != "annotations"
    }
    assert set(haggis_cards.__all__) == public
    constants = [name for name in haggis_cards.__all__ if name.isupper()]
    classes = [name for name in haggis_cards.__all__ if name[0].isupper() and not name.isupper()]
    functions = [name for name in haggis_cards.__all__ if name.islower()]
    assert haggis_cards.__all__ == [*sorted(constants), *sorted(classes), *sorted(functions)]


def test_everything_public_tells_what_it_is() -> None:
    assert all(getattr(haggis_cards, name).__doc__ for name in haggis_cards.__all__ if not name.isupper())


def test_importing_the_engine_loads_nothing_else() -> None:
    """No command line, no numbers, no native core: the engine stands on the standard library alone."""
    code = "import sys, haggis_cards; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert {"haggis_cards", "haggis_cards.round"} <= loaded
    assert not loaded & {
        "typer",
        "click",
        "rich",
        "numpy",
        "msgspec",
        "haggis_cards._native",
        "haggis_cards.native",
        "haggis_cards.cli",
    }


def test_the_engine_writes_nothing_when_imported() -> None:
    run = subprocess.run([sys.executable, "-c", "import haggis_cards"], capture_output=True, check=True)
    assert (run.stdout, run.stderr) == (b"", b"")


def test_the_doctests_run() -> None:
    results = doctest.testmod(haggis_cards)
    assert results.attempted > 0
    assert results.failed == 0


def test_every_module_of_the_engine_says_what_it_owns() -> None:
    found = {module.name for module in pkgutil.iter_modules(haggis_cards.__path__)}
    assert set(ENGINE) <= found
    for name in ENGINE:
        module = importlib.import_module(f"haggis_cards.{name}")
        assert module.__doc__
        assert module.__file__
        assert Path(module.__file__).read_text(encoding="utf-8").startswith('"""')


def test_the_errors_are_one_tree() -> None:
    for name in haggis_cards.__all__:
        value = getattr(haggis_cards, name)
        if isinstance(value, type) and issubclass(value, Exception):
            assert issubclass(value, haggis_cards.HaggisError)
    assert issubclass(haggis_cards.UnreadableRecord, haggis_cards.RecordError)
    assert issubclass(haggis_cards.IllegalAction, haggis_cards.Refusal)


def test_the_installed_version_is_the_one_of_the_package() -> None:
    assert metadata.version("haggis-cards") == haggis_cards.__version__
