"""Takes the screenshots of the README from a real server in a real Chromium: `python scripts/screenshots.py [NAME...]`.

A server is started with a data folder of its own and a seed, so that the deals are the same every time; the pictures go
to docs/screenshots, as small as they can be. `film` is the round at the top of the README.
"""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageChops
from playwright.sync_api import Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.tools import FLAGS, find_chromium

FOLDER: Final = Path(__file__).parent.parent / "docs" / "screenshots"
PORT: Final = 8765
URL: Final = f"http://127.0.0.1:{PORT}"
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
FILM: Final[ViewportSize] = {"width": 960, "height": 600}
FRAMES: Final = 45  # of the film at most
COLOURS: Final = 256  # of a palette: cards and felt need no more


@contextmanager
def server() -> Iterator[None]:
    """`haggis serve`, until the pictures are taken."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "haggis_cards.cli", "serve", "--port", str(PORT), "--data", data]
        with subprocess.Popen(command, env=os.environ | {"HAGGIS_BOT_PAUSE": "0.3", "HAGGIS_SEED": "7"}) as process:  # noqa: S603
            for _ in range(100):
                try:
                    urllib.request.urlopen(f"{URL}/health", timeout=2).close()  # noqa: S310
                    break
                except OSError:
                    time.sleep(0.2)
            yield
            process.terminate()


def take(page: Page, name: str) -> None:
    """One picture, with a palette."""
    page.wait_for_timeout(400)
    drawn = Image.open(BytesIO(page.screenshot())).convert("RGB")
    palette = drawn.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2)  # small things keep their colours
    picture = drawn.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    path = FOLDER / f"{name}.png"
    picture.save(path, optimize=True)
    sys.stdout.write(f"{path.name}: {path.stat().st_size // 1024} kB\n")


def play_until(page: Page, selector: str, limit: int = 60) -> bool:
    """Plays the smallest cards that will do, until something is on the page."""
    for _ in range(limit):
        page.wait_for_selector("[data-ready=true], [data-next], [data-rematch]")
        page.wait_for_timeout(250)
        if page.locator(selector).count():
            return True
        if page.locator("[data-next]").count():
            page.click("[data-next]")
            continue
        if page.locator("[data-rematch]").count():
            return False
        decide(page)
        page.wait_for_timeout(350)
    return False


def decide(page: Page) -> None:
    """One decision."""
    for button in ("[data-decide]:not([disabled])", "[data-smallest]"):
        if page.locator(button).count():
            page.locator(button).first.click()
            break
    for _ in range(22):
        if page.locator("[data-play-button]:not([disabled])").count():
            page.click("[data-play-button]:not([disabled])")
            return
        lit = page.locator(".slot:not(.dim):not(.picked)")
        if not lit.count() or not page.locator("[data-play-button]").count():
            break
        lit.first.click(position={"x": 12, "y": 12})
    if page.locator("[data-pass]:not([disabled])").count():
        page.click("[data-pass]:not([disabled])")


def table(browser: Any, preset: str, viewport: ViewportSize, scheme: str = "light") -> Page:
    """A table against bots, at its first decision."""
    page: Page = browser.new_context(viewport=viewport, color_scheme=scheme).new_page()
    page.goto(URL)
    page.wait_for_selector(f"[data-game={preset}]")
    page.evaluate("localStorage.setItem('haggis.tips', '0')")
    page.reload()
    page.get_by_role("button", name="Your name").click()
    page.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Ann").wait_for()
    page.click(f"[data-game={preset}]")
    page.wait_for_selector(".slot")
    return page


def moment(browser: Any, preset: str, viewport: ViewportSize, scheme: str = "light") -> Page:
    """A table at which there is something to see: several cards to beat, and something to beat them with."""
    wanted = ".board:has([data-top] .one:nth-child(3)):has([data-smallest])"
    while True:
        page = table(browser, preset, viewport, scheme)
        if play_until(page, wanted, limit=6):
            return page
        page.context.close()


def film(browser: Any) -> None:
    """A round against two bots as an animated picture: a frame for everything that changes on the table."""
    page = table(browser, "haggis-3", FILM)
    frames: list[Image.Image] = []

    def look() -> None:
        frame = Image.open(BytesIO(page.screenshot())).convert("RGB")
        if len(frames) < FRAMES and (not frames or ImageChops.difference(frames[-1], frame).getbbox()):
            frames.append(frame)

    while len(frames) < FRAMES and not page.locator("[data-next], [data-rematch]").count():
        look()
        if page.locator("[data-ready=true]").count():
            if page.locator("[data-smallest]").count():
                page.locator("[data-smallest]").first.click()
                look()
            decide(page)
        page.wait_for_timeout(150)
    page.wait_for_timeout(1500)
    frames = frames[: FRAMES - 1]
    look()
    path = FOLDER / "play.webp"
    times = [700] * (len(frames) - 1) + [4000]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=55, method=6)
    sys.stdout.write(f"{path.name}: {path.stat().st_size // 1024} kB, {len(frames)} frames\n")


def home(browser: Any) -> None:
    """The home page."""
    page = browser.new_context(viewport=DESKTOP).new_page()
    page.goto(URL)
    page.wait_for_selector("[data-game]")
    take(page, "home")


def tables(browser: Any) -> None:
    """Tables in their phases, on a desktop and on a phone, light and dark."""
    page = moment(browser, "haggis-3", DESKTOP)
    page.click("[data-smallest]")
    take(page, "table")
    page = table(browser, "haggis-2", PHONE)
    play_until(page, "[data-smallest]")
    page.click("[data-smallest]")
    take(page, "phone")
    take(moment(browser, "neeps-4", DESKTOP, "dark"), "dark")
    page = table(browser, "tatties-3", PHONE, "dark")
    take(page, "auction")
    page = table(browser, "haggis-2", PHONE)
    play_until(page, "[data-next]")
    take(page, "round")


PICTURES: Final = {"film": film, "home": home, "tables": tables}


def main(names: list[str]) -> None:
    """The pictures with these names, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with server(), sync_playwright() as found:
        browser = found.chromium.launch(executable_path=find_chromium(found), args=FLAGS)
        for name in names or PICTURES:
            PICTURES[name](browser)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
