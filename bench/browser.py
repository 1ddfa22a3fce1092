"""How fast the core is in a browser, beside the native one on one core: `python -m bench.browser [--repeats 8]`.

Both do the same work in turns: a search by iterations, and rounds that the small network plays out. Rates are by the
time of the processor, which other programs do not change much, and the best of all repeats counts. `master` has half
of its time for each: `rounds` is what it plays out in a second. Needs Chromium, and a client built with the core.
"""

import argparse
import gzip
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import numpy as np
from playwright.sync_api import sync_playwright
from tests.tools import FLAGS, find_chromium
from tests.wasm import find_asset, find_core

from haggis_cards import Match, _native
from haggis_cards.bots.asked import ask
from haggis_cards.bots.network import QUICK, load_network
from haggis_cards.encoding import bet_threshold
from haggis_cards.native import Position

STATIC = Path(str(files("haggis_cards.server") / "static"))
BOTS = Path(str(files("haggis_cards.bots") / "weights.npz")).parent
GAMES = ("haggis-2", "haggis-3", "tatties-3", "neeps-4")
WORLDS = 64
ITERATIONS = 5000
SEED = 5

OPEN = """async (script) => {
  const begin = performance.now()
  const { Core } = await import(script)
  window.core = await Core.open({ weights: { large: '/weights.npz', quick: '/quick.npz' }, workers: 1 })
  window.bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return performance.now() - begin
}"""
DECIDE = """async (task) => {
  const begin = performance.now()
  const choice = await core.decide({ ...task, position: bytes(task.position), stakes: undefined })
  return { ...choice, ms: performance.now() - begin }
}"""
PLAY_OUT = """async ({ position, ...order }) => {
  const begin = performance.now()
  await core.outcomes(bytes(position), order)
  return performance.now() - begin
}"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def translate_path(self, path: str) -> str:
        return str(BOTS / path[1:]) if path.endswith(".npz") else super().translate_path(path)


@contextmanager
def opened() -> Iterator[Any]:
    """A page of the client in Chromium."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(STATIC)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as found:
        browser: Any = found.chromium.launch(executable_path=find_chromium(found), args=FLAGS)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        yield page
        browser.close()
    server.shutdown()


def question(game: str) -> tuple[Any, Position]:
    """A lead early in a round: many plays to choose from, and something to infer from what was played."""
    match = Match(game, seed=SEED)
    rng = Random(SEED)
    while True:
        view = match.view(match.to_act[0])
        if len(view["log"]) > 12 and not view["trick"] and len(view["legal"]) > 8 and view["phase"] == "play":
            return view, Position.from_view(view, Random(0))
        match = match.act(match.to_act[0], rng.choice([one for one in view["legal"] if not one.startswith("bet ")]))


def compare(page: Any, clock: Callable[[], float], game: str, repeats: int) -> dict[str, list[float]]:
    """Rounds a second in the browser and native, by what plays them."""
    view, position = question(game)
    seat = view["seat"]
    places = np.arange(min(8, len(view["legal"])))
    quick, threshold = load_network("", QUICK).native, bet_threshold(position.rules)
    task = {**ask(view, "search", SEED)._asdict(), "bot": "search", "iterations": ITERATIONS, "seconds": 0}
    order = {"position": task["position"], "seat": seat, "seed": str(SEED), "places": places.tolist(), "first": 0}

    def search() -> float:
        return float(position.search(seat, int(task["seeds"][0]), iterations=ITERATIONS).rounds)

    def search_in_page() -> float:
        return float(page.evaluate(DECIDE, task)["rounds"])

    def play_out() -> float:
        _native.outcomes(quick, position.native, seat, places, 0, WORLDS, SEED, threshold, 1, False, False)
        return float(WORLDS * len(places))

    def play_out_in_page() -> float:
        page.evaluate(PLAY_OUT, {**order, "worlds": WORLDS, "network": True, "known": False})
        return float(WORLDS * len(places))

    def best(work: Callable[[], float], clock: Callable[[], float]) -> float:
        rates = []
        for _ in range(repeats):
            begin = clock()
            rates.append(work() / (clock() - begin))
        return max(rates)

    return {
        "search": [best(search_in_page, clock), best(search, time.process_time)],
        "network": [best(play_out_in_page, clock), best(play_out, time.process_time)],
    }


def renderer_time(page: Any) -> Callable[[], float]:
    """A clock: the seconds that the processor has spent on pages and their workers."""
    session = page.context.browser.new_browser_cdp_session()

    def seconds() -> float:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(one["cpuTime"] for one in processes if one["type"] == "renderer"))

    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=8)
    repeats = parser.parse_args().repeats
    wasm, script = find_core(), find_asset("core-*.js")
    if wasm is None or script is None:
        sys.exit("this client was built without the core: -DHAGGIS_CORE=ON")
    sizes = {path.name: (path.stat().st_size, len(gzip.compress(path.read_bytes()))) for path in (wasm, script)}
    with opened() as page:
        ready = page.evaluate(OPEN, f"/assets/{script.name}")
        view, _ = question("haggis-2")
        neural = {**ask(view, "neural")._asdict(), "bot": "neural", "iterations": 0, "seconds": 0}
        load = page.evaluate(DECIDE, neural)["ms"]
        answer = median(page.evaluate(DECIDE, neural)["ms"] for _ in range(20))
        master = {**ask(view, "foresight")._asdict(), "bot": "foresight", "iterations": 0, "seconds": 1}
        page.evaluate(DECIDE, master)  # loads the small network
        second = page.evaluate(DECIDE, master)["ms"]
        facts = {"open_ms": ready, "load_large_ms": load, "neural_ms": answer, "foresight:1s_ms": second}
        print(json.dumps({"bytes": sizes, **{name: round(ms, 1) for name, ms in facts.items()}}))
        clock = renderer_time(page)
        for game in GAMES:
            found = compare(page, clock, game, repeats)
            found["rounds"] = [sum(found[what][at] for what in ("search", "network")) / 2 for at in (0, 1)]
            line = {
                what: {"browser": round(browser), "native": round(native), "share": round(browser / native, 2)}
                for what, (browser, native) in found.items()
            }
            print(json.dumps({"game": game, **line}), flush=True)


if __name__ == "__main__":
    main()
