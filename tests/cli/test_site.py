"""`haggis site`: the client as a folder of files, and a sentence where that cannot be."""

import json
import re
from pathlib import Path

import pytest

from haggis_cards.server.app.static_files import client_files
from tests.cli.helpers import run

pytestmark = pytest.mark.skipif("build.json" not in client_files(), reason="the browser client is not built")


def test_a_site_names_its_files_from_where_it_stands(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "haggis"
    result = run("site", folder)
    assert result.exit_code == 0
    assert f"The site is in {folder}: " in result.stderr
    page = (folder / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert named
    for name in named:
        assert name.startswith("./")
        assert (folder / name).is_file()
    assert "haggis-server" not in page
    manifest = json.loads((folder / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == "./"
    assert all((folder / icon["src"]).is_file() for icon in manifest["icons"])
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    assert all((folder / name).is_file() for name in re.findall(r'"(assets/[^"]*)"', worker))


def test_an_older_site_is_replaced_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "old-1.js").touch()
    result = run("site", tmp_path)
    assert result.exit_code == 2
    assert "has other things in it" in result.stderr
    (tmp_path / "build.json").touch()
    assert run("site", tmp_path).exit_code == 0
    assert not (tmp_path / "assets" / "old-1.js").exists()
    assert "is a file" in run("site", tmp_path / "sw.js").stderr


def test_a_site_without_the_core_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in an installation that was built without it."""
    files = {name: body for name, body in client_files().items() if not re.match(r"assets/haggis-.*\.wasm$", name)}
    monkeypatch.setattr("haggis_cards.server.app.static_files.client_files", lambda: files)
    result = run("site", tmp_path / "site")
    assert result.exit_code == 0
    assert "has no core for browsers" in result.stderr
    assert "make site builds it" in result.stderr
