"""What the client takes from the Python side is current."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_generated_files_are_current() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "web_data.py"))["FILES"]
    for path, make in made.items():
        assert path.read_text(encoding="utf-8") == make(), f"{path} is not current: python scripts/web_data.py"
