"""Where tables are kept if nothing says so: where the system keeps data of programs."""

from pathlib import Path

import pytest

from haggis_cards.server.process.config import ServerSettings, data_folder


def test_the_folder_is_the_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder(ServerSettings()) == tmp_path / ".local" / "share" / "haggis"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert data_folder(ServerSettings()) == tmp_path / "data" / "haggis"
    assert (tmp_path / "data" / "haggis").stat().st_mode & 0o777 == 0o700


def test_a_setting_wins(tmp_path: Path) -> None:
    assert data_folder(ServerSettings(data=str(tmp_path / "own"))) == tmp_path / "own"
