"""How smooth the table is without a GPU, and how soon it can be used: frames, heap, first load. Prints figures.

    python bench/frames.py [preset] [rounds]

Needs playwright, a Chromium and the built client, as the browser tests do. A spectator's page would
move less: the figures are of a player who plays by mouse, with motion on.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.playing import CARD, READY, make_table, moves, turn
from tests.e2e.site import Site
from tests.tools import FLAGS, find_chromium

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
# What is noted takes no more memory the longer it goes on: frames by their length in tenths of a millisecond.
COUNT = """() => {
  window.lengths = new Int32Array(20000)
  let last = performance.now()
  requestAnimationFrame(function next(now) {
    window.lengths[Math.min(19999, Math.round((now - last) * 10))]++
    last = now
    requestAnimationFrame(next)
  })
}"""
# Everything that moves by itself, whether somebody has clicked just before or not, but for what moves by a transform.
SHIFTS = """window.shifts = [];
new PerformanceObserver(list => {
  for (const { value, sources } of list.getEntries())
    shifts.push({ value, of: sources.map(({ node }) => node?.className ?? node?.nodeName).join(', ') })
  shifts.sort((one, other) => other.value - one.value).splice(3)
}).observe({ type: 'layout-shift', buffered: true })"""
MOVED = """before => new Promise(done => {
  const look = () => document.querySelector('[data-moves]').dataset.moves !== before ? done(0) : setTimeout(look, 20)
  look()
})"""


def play(page: Any, rounds: int, heaps: list[tuple[float, int]]) -> None:
    """Whole rounds by mouse; notes the heap and the nodes of the page after each.

    Every wait gives its handle back: a handle that is held keeps the nodes of its time alive.
    """
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    stops = page.locator(f"{READY}, [data-next], [data-rematch]").first
    for _ in range(400 * rounds):
        stops.wait_for()
        if page.locator("[data-next], [data-rematch]").count():
            devtools.send("HeapProfiler.collectGarbage")
            metrics = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
            heaps.append((metrics["JSHeapUsedSize"] / 1e6, int(metrics["Nodes"])))
            if page.locator("[data-rematch]").count():
                return
            page.click("[data-next]")
            continue
        before = moves(page)
        turn(page, by="mouse")
        page.evaluate(MOVED, before)


def first_load(browser: Any, url: str, selector: str) -> tuple[float, float]:
    """Seconds until something can be pressed on slow 4G with a CPU 4 times slower, and the kilobytes that it took."""
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    sizes: list[float] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_4G)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(selector)
    taken = time.perf_counter() - start
    size = sum(sizes) / 1000
    context.close()
    return taken, size


def table(browser: Any, site: Site, preset: str, rounds: int, viewport: dict[str, int]) -> str:
    """A match, played and measured; the address of its table."""
    context = browser.new_context(viewport=viewport, base_url=site.url, reduced_motion="no-preference")
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.goto("/")
    make_table(page, preset, rounds=rounds)
    page.locator(CARD).first.wait_for()
    page.evaluate(COUNT)
    heaps: list[tuple[float, int]] = []
    play(page, rounds, heaps)
    lengths = page.evaluate("() => [...window.lengths]")
    frames = [tenths / 10 for tenths, count in enumerate(lengths) for _ in range(count)]
    p95 = frames[int(len(frames) * 0.95)]
    print(
        f"{preset}, {rounds} rounds, {viewport['width']} x {viewport['height']}: {len(frames)} frames, "
        f"median {statistics.median(frames):.1f} ms, p95 {p95:.1f} ms, longest {frames[-1]:.0f} ms"
    )
    for shift in page.evaluate("shifts"):
        print(f"layout shift {shift['value']:.3f} of {shift['of']}")
    print("heap after each round, MB: " + " ".join(f"{heap:.2f}" for heap, _ in heaps))
    print("nodes after each round: " + " ".join(str(nodes) for _, nodes in heaps))
    address: str = page.url
    context.close()
    return address


def main(preset: str, rounds: int) -> None:
    """Plays, measures, prints."""
    with (
        tempfile.TemporaryDirectory() as data,
        Site(Path(data) / "data", round_pause=15) as site,
        sync_playwright() as found,
    ):
        browser: Any = found.chromium.launch(executable_path=find_chromium(found), args=FLAGS)
        address = table(browser, site, preset, rounds, DESKTOP)
        table(browser, site, preset, 2, PHONE)
        for what, url, selector in (("home", site.url, "[data-game]"), ("table", address, "[data-felt]")):
            seconds, size = first_load(browser, url, selector)
            print(f"first load of {what} on slow 4G, CPU 4x slower: {seconds:.2f} s, {size:.0f} kB")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "haggis-2", int(sys.argv[2]) if len(sys.argv) > 2 else 3)
