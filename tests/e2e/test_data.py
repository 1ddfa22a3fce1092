"""What the client takes from the Python side is current, and the first load is small."""

import gzip
import re
import runpy
from pathlib import Path

import pytest

from haggis_cards.server.static_files import load_client

ROOT = Path(__file__).parents[2]


def test_generated_files_are_current() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "web_data.py"))["FILES"]
    for path, make in made.items():
        assert path.read_text(encoding="utf-8") == make(), f"{path} is not current: python scripts/web_data.py"


def test_the_first_load_is_under_80_kb_of_script() -> None:
    pages = load_client()
    scripts = re.findall(r'(?:src|href)="/(assets/[^"]+\.js)"', pages["index.html"].body.decode())
    if not scripts:
        pytest.skip("the browser client is not built into this installation: see web/README.md")
    assert sum(len(gzip.compress(pages[name].body)) for name in scripts) < 80_000
