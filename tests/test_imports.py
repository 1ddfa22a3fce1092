"""Which part may import which: encoding is shared, and neither it nor training nor the environments need a bot."""

import ast
from pathlib import Path

import pytest

import haggis_cards

PACKAGE = Path(haggis_cards.__file__).parent
FORBIDDEN = {
    "encoding": ("arena", "bots", "cli", "envs", "server", "training"),
    "envs": ("arena", "bots", "cli", "server", "training"),
    "training": ("bots", "cli", "envs", "server"),
    "bots": ("arena", "cli", "envs", "server", "training"),
}
# The Gymnasium environment plays against bots, whatever they are: it knows the registry and the protocol.
ALLOWED = {"envs/gym.py": {"haggis_cards.bots", "haggis_cards.bots.protocol"}}


def imports(source: str) -> set[str]:
    """The modules that a source file imports, within functions too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            whole = node.module == "haggis_cards"  # then the names may be modules
            found |= {f"{node.module}.{alias.name}" for alias in node.names} if whole else {node.module}
    return found


def part_of(module: str) -> str:
    """The part of the package that a module belongs to, empty for the engine's modules and other packages."""
    root, *parts = module.split(".")
    return parts[0] if root == "haggis_cards" and parts else ""


@pytest.mark.parametrize("part", FORBIDDEN)
def test_parts_import_only_what_lies_below_them(part: str) -> None:
    files = sorted((PACKAGE / part).rglob("*.py"))
    assert files
    wrong = {}
    for file in files:
        name = file.relative_to(PACKAGE).as_posix()
        modules = imports(file.read_text(encoding="utf-8")) - ALLOWED.get(name, set())
        if above := {module for module in modules if part_of(module) in FORBIDDEN[part]}:
            wrong[name] = above
    assert wrong == {}


def test_what_is_allowed_is_used() -> None:
    for name, modules in ALLOWED.items():
        assert modules <= imports((PACKAGE / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "line", ["from haggis_cards.bots.neural import Neural", "import haggis_cards.bots", "from haggis_cards import bots"]
)
def test_every_form_of_import_is_seen(line: str) -> None:
    assert {part_of(module) for module in imports(f"def late():\n    {line}")} == {"bots"}
