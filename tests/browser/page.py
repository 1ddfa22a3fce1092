"""The page of a browser, played by a few lines: it keeps logs and texts, and collects events. Its core runs in node."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.wasm import ROOT

_NODE = shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node") or "node"


class NodeCore:
    """The core for the browser, asked in the words of `browser/core.py`."""

    def __init__(self, core: Path) -> None:
        weights = [ROOT / "src/haggis_cards/bots" / name for name in ("weights.npz", "quick.npz")]
        command = [_NODE, *map(str, [ROOT / "web/core/answer.mjs", core, *weights])]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def answer(self, order: str) -> str:
        """What `web/src/source/page/engine/thinkers.ts` answers."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{json.dumps(_question(json.loads(order)))}\n")
        return self._process.stdout.readline()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def _question(order: dict[str, Any]) -> dict[str, Any]:
    place: dict[str, Any] = {name: order[name] for name in ("position", "stakes") if name in order}
    what, seat = order["do"], order["seat"]
    if what == "decide":
        bot, _, budget = order["spec"].partition(":")
        iterations = int(budget.partition("it")[0]) if "it" in budget else 32
        return {**place, "seat": seat, "seeds": order["seeds"], "bot": bot, "iterations": iterations, "seconds": 0}
    rest = {name: order[name] for name in ("first", "worlds", "network", "known") if name in order}
    given = {
        "opinion": lambda: [seat, order["network"]],
        "weigh": lambda: [seat, order["seed"], order["iterations"], order["required"]],
        "outcomes": lambda: [seat, order["seed"], order["places"], rest],
        "solve": lambda: [seat, order["places"]],
        "analyse": lambda: [seat, order["nodes"]],
        "bet": lambda: [seat, order["chance"]],
    }[what]()
    return {**place, "ask": what, "given": given}


class Page:
    """Keeps the logs, and hears what each of its connections is sent."""

    def __init__(self, core: NodeCore | None = None) -> None:
        self.logs: dict[str, list[dict[str, Any]]] = {}
        self.records: dict[str, list[str]] = {}
        self.texts: dict[str, str] = {}
        self.heard: dict[int, list[dict[str, Any]]] = {}
        self._core = core

    def send(self, socket: int, text: str) -> None:
        self.heard.setdefault(socket, []).append(json.loads(text))

    async def keep(self, table: str, seq: int, write: str) -> bool:
        kept, log = json.loads(write), self.logs.setdefault(table, [])
        if seq != len(log) + 1:
            return False
        log.append(kept["line"])
        if kept["ended"]:
            self.records.setdefault(table, []).append(kept["ended"]["record"])
        return True

    async def log(self, table: str) -> str:
        return json.dumps(self.logs.get(table, []))

    async def find(self, name: str) -> str:
        return self.texts.get(name, "")

    async def put(self, name: str, text: str) -> None:
        self.texts[name] = text

    def thinks(self, level: str) -> bool:
        return self._core is not None and level in ("beginner", "expert", "master")

    async def core(self, order: str) -> str:
        return self._core.answer(order) if self._core else ""
