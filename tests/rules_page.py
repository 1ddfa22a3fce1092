"""The tables of docs/rules.md."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    """The text under a heading, up to the next heading of its level, with spaces for line breaks."""
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^#{{1,3}} |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, heading
    return found[2]


def table(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its ruler."""
    lines = re.search(r"(?:^\|.*\n)+", section(heading), re.MULTILINE)
    assert lines, heading
    rows = [[cell.strip().strip("*`") for cell in line.strip("|").split("|")] for line in lines[0].splitlines()]
    return [rows[0], *rows[2:]]
