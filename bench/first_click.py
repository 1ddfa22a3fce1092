"""From the first click to cards: a server and a static site, in a fresh browser and in one that comes back.

    python -m bench.first_click [--times 10]

The server is `haggis serve` on its defaults, the site what `haggis site` writes, on a host of static files; the service
worker and motion are on. The click is on Play, as soon as the page shows it; the clock is the page's own. `drawn` is
until the felt is there, `cards` until the hand is.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright
from tests.e2e.playing import CARD
from tests.e2e.static_host import StaticHost
from tests.server_process import ServerProcess
from tests.tools import FLAGS, find_chromium

PLAY, FELT = "[data-duel]", "[data-felt]"
# When something is first there, by the page's clock, from the click on.
CLOCK = """([play, felt, card]) => new Promise(done => {
  const begin = performance.now(), seen = {}
  const look = () => {
    const now = performance.now() - begin
    if (document.querySelector(felt)) seen.drawn ??= now
    if (document.querySelector(card)) return done({ ...seen, cards: now })
    requestAnimationFrame(look)
  }
  document.querySelector(play).click()
  look()
})"""
READY = "() => navigator.serviceWorker.controller?.state === 'activated'"


def visit(context: Any, url: str) -> dict[str, float]:
    """One visit: the page, and the first click on Play."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(url)
    page.wait_for_selector(PLAY)
    found: dict[str, float] = page.evaluate(CLOCK, [PLAY, FELT, CARD])
    page.wait_for_function(READY)
    page.close()
    return found


def measure(browser: Any, url: str, times: int) -> dict[str, list[dict[str, float]]]:
    """So many fresh browsers, each of which comes back once."""
    found: dict[str, list[dict[str, float]]] = {"fresh": [], "returning": []}
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        for kind in found.values():
            kind.append(visit(context, url))
        context.close()
    return found


def tell(**facts: Any) -> None:
    sys.stdout.write(f"{json.dumps(facts)}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--times", type=int, default=10)
    options = parser.parse_args()
    with sync_playwright() as found, tempfile.TemporaryDirectory() as folder:
        browser: Any = found.chromium.launch(executable_path=find_chromium(found), args=FLAGS)
        host = StaticHost(Path(folder))
        with ServerProcess(Path(folder) / "data") as server:
            for name, url in (("server", server.url), ("site", host.url)):
                for browser_is, times in measure(browser, url, options.times).items():
                    load = round(os.getloadavg()[0], 1)
                    for what in ("drawn", "cards"):
                        ms = [one[what] for one in times]
                        tell(
                            place=name,
                            browser=browser_is,
                            until=what,
                            median_ms=round(median(ms)),
                            worst_ms=round(max(ms)),
                            load=load,
                        )
        browser.close()
        host.stop()


if __name__ == "__main__":
    main()
