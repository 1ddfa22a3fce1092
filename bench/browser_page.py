"""A local table in Chromium: how soon it is ready from the cache, how soon `club` answers, what memory it takes.

    python -m bench.browser_page [--starts 8] [--rounds 20]

The site is that of `haggis site`, on a host of static files. Memory is what the page's process has for itself, workers
included and without garbage; the network is the large one, after a round against `master`.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import sync_playwright
from tests.e2e.playing import CARD, READY, STOPS, make_table, play_on, step
from tests.e2e.static_host import StaticHost
from tests.tools import FLAGS, find_chromium

AT_ONCE = "localStorage['haggis.botPause'] = '0'"
KEPT = "caches.open('haggis-engine').then(cache => cache.keys()).then(keys => keys.length >= 4)"
# Milliseconds since the worker began.
MARKS = """() => Object.fromEntries(
  performance.getEntriesByType('mark').map((one) => [one.name, one.startTime]))"""
# When each action appears on the page, and when something was last clicked.
WATCH = """() => {
  const read = () => document.querySelector('[data-moves]')?.dataset.moves
  let last = read()
  window.moved = []
  const note = () => {
    const moves = read()
    if (moves === undefined || moves === last) return
    last = moves
    window.moved.push(performance.now())
  }
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true })
  document.addEventListener('click', () => (window.clicked = performance.now()), true)
}"""


def memory(page: Any) -> float:
    """The memory that the process of a page has for itself, in megabytes, without garbage."""
    for worker in page.workers:
        worker.evaluate("gc()")
    devtools = page.context.new_cdp_session(page)
    devtools.send("HeapProfiler.collectGarbage")
    devtools.detach()
    page.wait_for_timeout(1000)
    found = page.context.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = []
    for one in found:
        if one["type"] == "renderer":
            lines = Path(f"/proc/{one['id']}/smaps_rollup").read_text(encoding="ascii").splitlines()[1:]
            sizes.append(sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")))
    return max(sizes) / 1000


def starts(context: Any, url: str, count: int) -> list[float]:
    """Seconds from the address of a table to its cards, each time on a new page; the last one is left open."""
    seconds, marks = [], []
    for _ in range(count):
        page = context.new_page()
        begin = time.perf_counter()
        page.goto(url)
        page.wait_for_selector(CARD, timeout=120_000)
        seconds.append(time.perf_counter() - begin)
        marks.append(page.workers[0].evaluate(MARKS))
        page.close()
    tell(stages_ms={name: round(median(one[name] for one in marks)) for name in marks[0]})
    return seconds


def answers(page: Any) -> list[tuple[float, float]]:
    """Milliseconds until a bot's action is on the page, in a match of four rounds: from my click and my action."""
    make_table(page, "haggis-2", bot="club", rounds=4)
    page.wait_for_selector(READY)
    page.evaluate(WATCH)
    took = []
    while not page.locator("[data-rematch]").count():
        if page.locator("[data-next]").count():
            page.click("[data-next]")
            page.wait_for_selector(STOPS)
            continue
        page.evaluate("window.moved.length = 0")
        step(page)
        clicked, mine, *theirs = page.evaluate("[window.clicked, ...window.moved]")
        took += [(theirs[0] - clicked, theirs[0] - mine)] if theirs else []
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--starts", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=20)
    options = parser.parse_args()
    host = StaticHost(Path(tempfile.mkdtemp()))
    with sync_playwright() as found:
        browser: Any = found.chromium.launch(
            executable_path=find_chromium(found), args=[*FLAGS, "--js-flags=--expose-gc"]
        )
        context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.goto(host.url)
        page.evaluate(AT_ONCE)
        empty = memory(page)
        make_table(page, "haggis-2", bot="club")
        page.wait_for_selector(CARD)
        table, address = memory(page), page.url
        while not page.evaluate(KEPT):
            page.wait_for_timeout(100)
        ready = starts(context, address, options.starts)
        tell(ready_s=[round(one, 2) for one in ready], median=round(median(ready), 2))
        page.evaluate("location.hash = '/'")
        took = answers(page)
        for since, times in zip(("click", "card"), zip(*took, strict=True), strict=True):
            found_ms = {"median": round(median(times)), "95%": round(quantiles(times, n=20)[-1]), "answers": len(times)}
            tell(club_ms={"from my": since, **found_ms})
        page.evaluate("location.hash = '/'")
        make_table(page, "haggis-2", bot="master")
        play_on(page)
        sizes = [memory(page)]
        page.evaluate("location.hash = '/'")
        for _ in range(options.rounds // 5):
            make_table(page, "haggis-2", bot="club", rounds=5)
            play_on(page)
            page.evaluate("location.hash = '/'")
            page.wait_for_selector("[data-duel]")
            sizes.append(memory(page))
        tell(memory_mb={"page": round(empty), "table": round(table), "network": [round(one) for one in sizes]})
        browser.close()
    host.stop()


def tell(**facts: Any) -> None:
    sys.stdout.write(f"{json.dumps(facts)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
