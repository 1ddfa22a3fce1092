"""Every clause of the rules is cited by a test: by its name (`test_R5_4_...`), or in its docstring (`R5.4`)."""

import ast
import re
from pathlib import Path

CLAUSES = {
    1: 3,  # cards
    3: 1,  # exchange
    4: 4,  # auction
    5: 10,  # tricks
    6: 6,  # going out
    7: 5,  # bets
    8: 3,  # scores
    9: 17,  # rulings
}
WHOLE = ("R2", "R10")  # the presets, the house rules


def citations() -> dict[str, set[str]]:
    """The clauses that each test cites."""
    cited: dict[str, set[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named = re.findall(r"R(\d+)(?:_(\d+))?(?=_)", node.name)
                in_docstring = re.findall(r"R(\d+)(?:\.(\d+))?", ast.get_docstring(node) or "")
                cited[f"{path.name}::{node.name}"] = {
                    f"R{section}.{clause}" if clause else f"R{section}" for section, clause in (*named, *in_docstring)
                }
    return cited


def test_every_clause_is_cited_by_a_test() -> None:
    clauses = {f"R{section}.{clause}" for section, last in CLAUSES.items() for clause in range(1, last + 1)}
    cited = set().union(*citations().values())
    assert sorted((clauses | set(WHOLE)) - cited) == []


def test_no_test_cites_a_clause_that_is_not_there() -> None:
    known = {f"R{section}.{clause}" for section, last in CLAUSES.items() for clause in range(1, last + 1)}
    known |= set(WHOLE) | {f"R{section}" for section in CLAUSES}
    assert {test: wrong for test, cited in citations().items() if (wrong := cited - known)} == {}
