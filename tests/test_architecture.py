"""docs/architecture.md says which part uses which; the imports agree, no part is missing, and nothing goes in circles.

Imports inside of functions and for type checkers alone count too: a reader has to hold all of them in mind.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

import haggis_cards

PACKAGE: Final = Path(haggis_cards.__file__).parent
PAGE: Final = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
ENGINE: Final = set(
    re.findall(r"^\| `(\w+)` \|", PAGE.partition("## The engine")[2].partition("\n## ")[0], re.MULTILINE)
)

MOST_MODULES: Final = 27  # in a folder, without __init__, __main__ and what stands for the native core
MOST_USES: Final = 15  # other modules that one uses
COMPOSED: Final = {"server.app.app", "server.app.services", "cli"}  # what puts everything together
WEB: Final = {"litestar", "sqlalchemy", "uvicorn", "alembic", "asyncpg"}  # what needs a server


def rows(text: str) -> dict[str, set[str]]:
    """The parts in a table of the page with those that they may use."""
    found = re.findall(r"^\| `?(\w+)`? \| .* \| (.*) \|$", text, re.MULTILINE)
    table = {name: set(re.findall(r"\w+", uses)) for name, uses in found if name != "part"}
    return {name: set(table) if uses == {"all", "of", "them"} else uses for name, uses in table.items()}


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


PARTS: Final = rows(PAGE.partition("\n## ")[0])
SERVER: Final = rows(section("The server"))


def module_of(path: Path) -> str:
    """The name of a module, from the package on; that of the package itself is empty."""
    return ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix("__init__").rstrip(".")


Graph = dict[str, set[str]]
FILES: Final = {module_of(path): path for path in PACKAGE.rglob("*.py")}


def part_of(module: str) -> str:
    name = module.partition(".")[0].lstrip("_")
    return "engine" if not name or name in ENGINE else name


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, also inside of functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def uses(path: Path) -> set[str]:
    """The modules of this package that a file imports."""
    found = set()
    for name in imports(path):
        if name.partition(".")[0] == "haggis_cards":
            module = name.removeprefix("haggis_cards").lstrip(".")
            while module and module not in FILES and not module.startswith("_native"):
                module = module.rpartition(".")[0]
            found.add(module)
    return found


@pytest.fixture(scope="module")
def graph() -> Graph:
    """What every module uses; not worked out where these tests are only collected."""
    return {module: uses(path) - {module} for module, path in FILES.items()}


def cycles(graph: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """The groups of modules of which each can be reached from each other one."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        todo = [start]
        while todo:
            for module in graph.get(todo.pop(), ()):
                if module not in seen:
                    seen.add(module)
                    todo.append(module)
        reached[start] = seen
    groups = {frozenset(other for other in reached[one] if one in reached.get(other, ())) for one in graph}
    return [set(group) for group in groups if len(group) > 1]


def test_every_part_is_on_the_page() -> None:
    found = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    found = {name for name in found if not name.startswith("_")}
    assert {part_of(name) for name in found} == set(PARTS)
    assert found >= ENGINE
    assert {path.parent.name for path in (PACKAGE / "server").glob("*/__init__.py")} == set(SERVER)


def test_every_part_uses_only_what_the_page_allows(graph: Graph) -> None:
    wrong = []
    for module, used in graph.items():
        part = "cli" if module == "__main__" else part_of(module)
        wrong += [(module, one) for one in used if part_of(one) != part and part_of(one) not in PARTS[part]]
    assert wrong == []


def test_every_part_of_the_server_uses_only_what_the_page_allows(graph: Graph) -> None:
    wrong = set()
    for module, used in graph.items():
        names = module.split(".")
        for other in (one.split(".") for one in used):
            if names[0] == other[0] == "server" and len(names) > 2 and len(other) > 1 and names[1] != other[1]:
                if other[1] not in SERVER[names[1]]:
                    wrong.add((module, ".".join(other)))
    assert wrong == set()


def test_what_a_page_needs_needs_no_server() -> None:
    """A browser runs these parts; the table of the page keeps the server away from them, and this what it stands on."""
    for module, path in FILES.items():
        if part_of(module) in ("wire", "table", "study", "browser"):
            assert not {name.partition(".")[0] for name in imports(path)} & WEB, module


def test_nothing_goes_in_circles(graph: Graph) -> None:
    assert cycles(graph) == []


def test_no_module_uses_too_many_others_and_no_folder_is_too_full(graph: Graph) -> None:
    assert {module for module, used in graph.items() if len(used) > MOST_USES} <= COMPOSED
    folders = Counter(path.parent for path in FILES.values() if not path.name.startswith("_"))
    assert {str(folder): number for folder, number in folders.items() if number > MOST_MODULES} == {}


def test_of_the_environments_only_the_one_against_bots_uses_them(graph: Graph) -> None:
    """It takes any bot: it knows the registry and the protocol, and no bot in particular."""
    used = {
        module: {one for one in graph[module] if part_of(one) == "bots"}
        for module in graph
        if part_of(module) == "envs"
    }
    assert used.pop("envs.gym") == {"bots", "bots.protocol"}
    assert not any(used.values())


@pytest.mark.parametrize(
    "line", ["from haggis_cards.bots.neural import Neural", "import haggis_cards.bots", "from haggis_cards import bots"]
)
def test_every_form_of_import_is_found(line: str, tmp_path: Path) -> None:
    (tmp_path / "late.py").write_text(f"def late():\n    {line}\n", encoding="utf-8")
    assert [part_of(module) for module in uses(tmp_path / "late.py")] == ["bots"]
