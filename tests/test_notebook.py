"""The example notebook runs from top to bottom, and its cells show pictures and values."""

import ast
import json
from pathlib import Path
from typing import Any

from haggis_cards import Hand, Match
from haggis_cards.review import Analysis

NOTEBOOK = Path(__file__).parents[1] / "examples" / "tour.ipynb"


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell as Jupyter does: the value of its last line, if that is an expression, is what it shows."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), names) if isinstance(last, ast.Expr) else None


def test_the_tour_runs() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert all(not cell.get("outputs") for cell in cells), "the notebook is kept without outputs"
    names: dict[str, Any] = {}
    shown = [run_cell(source, names) for source in code]
    pictures = [value for value in shown if hasattr(value, "_repr_svg_") or hasattr(value, "_repr_html_")]
    assert len(pictures) >= 6
    for value in pictures:
        drawn = value._repr_html_() if isinstance(value, Analysis) else value._repr_svg_()
        assert drawn.startswith("<")
    assert isinstance(shown[0], Hand)
    assert len(shown[2]) == 2
    assert names["match"].over
    assert isinstance(names["match"], Match)
