"""docs/architecture.md says which part uses which; the imports agree, and no part is missing on the page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import haggis_cards

PACKAGE = Path(haggis_cards.__file__).parent
PAGE = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
ENGINE = set(re.findall(r"^\| `(\w+)` \|", PAGE.partition("## The engine")[2], re.MULTILINE))


def parts() -> dict[str, set[str]]:
    """The parts of the page with those that they may use."""
    rows = re.findall(r"^\| `?(\w+)`? \| .* \| (.*) \|$", PAGE.partition("## The engine")[0], re.MULTILINE)
    table = {name: set(re.findall(r"\w+", uses)) for name, uses in rows if name != "part"}
    return {name: set(table) if uses == {"all", "of", "them"} else uses for name, uses in table.items()}


def part_of(module: str) -> str:
    name = module.removeprefix("haggis_cards").lstrip(".").partition(".")[0].lstrip("_")
    return "engine" if not name or name in ENGINE else name


def imports(path: Path) -> Iterator[str]:
    """The modules of this package that a file imports, also inside of functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "haggis_cards":
            yield from (f"haggis_cards.{alias.name}" for alias in node.names if alias.name not in haggis_cards.__all__)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_every_part_is_on_the_page() -> None:
    found = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    found = {name for name in found if not name.startswith("_")}
    assert {part_of(name) for name in found} == set(parts())
    assert found >= ENGINE


def test_every_part_uses_only_what_the_page_allows() -> None:
    allowed = parts()
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).with_suffix("").parts[0]
        part = {"__init__": "engine", "__main__": "cli"}.get(name) or part_of(name)
        for module in imports(path):
            used = part_of(module)
            if module.startswith("haggis_cards") and used != part and used not in allowed[part]:
                wrong.append(f"{path.relative_to(PACKAGE)} uses {module}")
    assert wrong == []


def test_of_the_environments_only_the_one_against_bots_uses_them() -> None:
    """It takes any bot: it knows the registry and the protocol, and no bot in particular."""
    used = {
        path.name: {module for module in imports(path) if part_of(module) == "bots"}
        for path in (PACKAGE / "envs").glob("*.py")
    }
    assert used.pop("gym.py") == {"haggis_cards.bots", "haggis_cards.bots.protocol"}
    assert not any(used.values())


@pytest.mark.parametrize(
    "line", ["from haggis_cards.bots.neural import Neural", "import haggis_cards.bots", "from haggis_cards import bots"]
)
def test_every_form_of_import_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(f"def late():\n    {line}\n", encoding="utf-8")
    assert [part_of(module) for module in imports(tmp_path / "late.py")] == ["bots"]
