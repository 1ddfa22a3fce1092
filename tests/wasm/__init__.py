"""The core as it is compiled for the browser, run in node: `answers` asks it, in the words of `web/core/answer.mjs`."""

import json
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def find_asset(pattern: str) -> Path | None:
    """A file of the installed client; an editable installation may still have older ones beside it."""
    folder = Path(str(files("haggis_cards.server") / "static" / "assets"))
    return max(folder.glob(pattern), key=lambda path: path.stat().st_mtime, default=None)


def find_core() -> Path | None:
    """The core of the installed client; it is missing in a build with HAGGIS_CORE=OFF."""
    return find_asset("haggis-*.wasm")


def answers(questions: Iterable[dict[str, Any]], core: Path, *, networks: bool = False) -> list[Any]:
    """What the core says to each question."""
    node = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node") or "node"
    weights = [ROOT / "src/haggis_cards/bots" / name for name in ("weights.npz", "quick.npz")] if networks else []
    asked = "".join(f"{json.dumps(question)}\n" for question in questions)
    command = [node, *map(str, [ROOT / "web/core/answer.mjs", core, *weights])]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def base64(position: bytes) -> str:
    return b64encode(position).decode()
