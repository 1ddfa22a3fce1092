"""The documentation site builds without a warning, and its reference has every public name."""

import ast
import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.pages.blocks import ROOT


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Broken links, missing anchors and pages that are not in the menu end the build (`strict` in mkdocs.yml)."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(build, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def public_names() -> dict[str, list[str]]:
    """What every module lists in `__all__`, read and not imported: some need libraries that are not installed."""
    package, found = ROOT / "src" / "haggis_cards", {}
    for path in package.rglob("*.py"):
        listed = re.search(r"^__all__ = (\[.*?\])", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        if listed:
            module = ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
            found[module] = ast.literal_eval(listed[1])
    del found["haggis_cards.bots.greedy"]  # the parts of one bot
    # Not for programs; their pages are protocol.md and browser.md.
    inside = ("haggis_cards.server.", "haggis_cards.table.", "haggis_cards.browser.")
    return {module: names for module, names in found.items() if not module.startswith(inside)}


def documented(site: Path) -> set[str]:
    """The names of the reference, from the inventory that Sphinx and mkdocstrings share."""
    lines = zlib.decompress((site / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode().splitlines()
    return {line.split()[0] for line in lines}


def test_the_reference_has_every_public_name(site: Path) -> None:
    names = documented(site)
    missing = [
        f"{module}.{name}"
        for module, listed in public_names().items()
        for name in listed
        if not {f"{module}.{name}", f"{module}.{name}.{name}"} & names
    ]
    assert missing == []
    assert {"haggis_cards.Match", "haggis_cards.bots.make_bot"} <= names


def test_the_site_loads_nothing_from_elsewhere(site: Path) -> None:
    """No font, script or picture comes from another address."""
    page = (site / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)="(https?://[^"]+)"', page) == []
