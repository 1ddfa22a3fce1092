"""The example notebook runs from top to bottom, and its cells show the pictures and values that it is kept with.

`python -m tests.test_notebook` writes them into it.
"""

import ast
import io
import json
from contextlib import redirect_stdout
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


def outputs(source: str, names: dict[str, Any], number: int) -> tuple[Any, list[dict[str, Any]]]:
    """What a cell shows, and that as the notebook keeps it."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        value = run_cell(source, names)
    kept: list[dict[str, Any]] = []
    if printed.getvalue():
        kept.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        if hasattr(value, "_repr_svg_"):
            data = {"image/svg+xml": lines(value._repr_svg_())}
        elif hasattr(value, "_repr_html_"):
            data = {"text/html": lines(value._repr_html_())}
        else:
            data = {"text/plain": lines(repr(value))}
        kept.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return value, kept


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def test_the_tour_runs_and_shows_what_it_is_kept_with() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    shown = []
    for number, cell in enumerate((cell for cell in cells if cell["cell_type"] == "code"), 1):
        value, kept = outputs("".join(cell["source"]), names, number)
        shown.append(value)
        assert cell["execution_count"] == number
        if isinstance(value, Analysis):  # another processor may round otherwise
            assert [one["output_type"] for one in cell["outputs"]] == ["execute_result"]
        else:
            assert cell["outputs"] == kept, "python -m tests.test_notebook"
    assert len([value for value in shown if hasattr(value, "_repr_svg_")]) >= 5
    assert isinstance(shown[0], Hand)
    assert len(shown[2]) == 2
    assert names["match"].over
    assert isinstance(names["match"], Match)


def main() -> None:
    """Writes the outputs into the notebook."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for number, cell in enumerate((cell for cell in notebook["cells"] if cell["cell_type"] == "code"), 1):
        cell["execution_count"] = number
        _, cell["outputs"] = outputs("".join(cell["source"]), names, number)
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
