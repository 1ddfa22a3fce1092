"""Pictures of every page and phase on every kind of screen, to look at: `python scripts/gallery.py FOLDER [WORD …]`.

A real server and a real Chromium are used. Each state is reached once, then the window takes on every size, light and
dark; one picture sheet a state shows them all beside each other. Words choose states: `play haggis-2 home`.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.e2e.people import Veteran
from tests.e2e.playing import make_table, tour
from tests.e2e.site import Site
from tests.tools import FLAGS, find_chromium

from haggis_cards.rules import RULES

SIZES: Final = ((1920, 1080), (1280, 800), (820, 1180), (390, 844), (360, 640), (844, 390))
PAGES: Final = {"home": "/", "learn": "/learn", "rules": "/rules/neeps-4", "replay": "/replay", "missing": "/nowhere"}
STATES: Final = ("auction", "award", "exchange", "bury", "lead", "play", "trick", "round-end", "match-end")
SHEET_WIDTH: Final = 3600
# As somebody sees them who has played.
OWN_PAGES: Final = {
    "matches": "/matches",
    "daily": "/daily",
    "ratings": "/ratings",
    "puzzles": "/puzzles",
    "practice": "/practice",
    "score": "/score",
    "profile": "/profile",
    "challenge": "/challenge",
}


class Gallery:
    """Takes the pictures into a folder."""

    def __init__(self, folder: Path, words: list[str]) -> None:
        self.folder, self.words = folder, words
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name: str) -> bool:
        return not self.words or any(word in name for word in self.words)

    def take(self, page: Page, name: str) -> None:
        """One state in all sizes, light and dark."""
        if not self.wants(name):
            return
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(300)  # all colours change
            pictures = []
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(150)  # everything is measured anew
                pictures.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
            join(pictures).save(self.folder / f"{name}-{scheme}.png")
        page.set_viewport_size({"width": 1280, "height": 800})
        sys.stdout.write(f"{name}\n")


def join(pictures: list[Image.Image]) -> Image.Image:
    """All sizes on one sheet: the large ones above, the small ones below."""
    rows = [pictures[:2], pictures[2:]]
    height = [max(one.height for one in row) for row in rows]
    sheet = Image.new("RGB", (SHEET_WIDTH, sum(height) + 20), "#888")
    top = 0
    for row, high in zip(rows, height, strict=True):
        left = 0
        for one in row:
            sheet.paste(one, (left, top))
            left += one.width + 20
        top += high + 20
    return sheet.resize((sheet.width // 2, sheet.height // 2), Image.Resampling.LANCZOS)


@contextmanager
def opened() -> Iterator[tuple[Site, Callable[..., Page]]]:
    """A server and a browser; each call is a new guest, unless there is a `storage_state`."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as found:
        site = Site(Path(data) / "data", round_pause=600).start()  # the result stays for all pictures
        browser = found.chromium.launch(executable_path=find_chromium(found), args=FLAGS)

        def visit(path: str, **options: Any) -> Page:
            page = browser.new_context(base_url=site.url, reduced_motion="reduce", **options).new_page()
            page.goto(path)
            return page

        yield site, visit
        browser.close()
        site.stop()


def veteran(site: Site) -> Veteran:
    """Somebody with matches, two of them rated, and one under way."""
    ann = Veteran(site)
    ann.matches(6, seats=["me", "club"], end={"rounds": 2})
    ann.matches(2, rules="neeps-4", seats=["me", "random", "club", "random"], end={"rounds": 1})
    ann.matches(2, seats=["me", "novice"], end={"rounds": 1}, rated=True)
    ann.guest.table(seats=["me", "random"], end={"rounds": 1})
    return ann


def main() -> None:
    """All pictures, or those whose names have one of the words."""
    gallery = Gallery(Path(sys.argv[1]), sys.argv[2:])
    with opened() as (site, visit):
        known = veteran(site) if any(map(gallery.wants, OWN_PAGES)) else None
        for name, path in (PAGES | OWN_PAGES).items():
            if gallery.wants(name):
                page = visit(path, **({"storage_state": known.state} if known and name in OWN_PAGES else {}))
                page.wait_for_selector("main, .page")
                page.wait_for_load_state("networkidle")
                gallery.take(page, name)
                page.context.close()
        if gallery.wants("waiting"):
            page = visit("/")
            make_table(page, "neeps-4", seats=("me", "open", "club", "open"))
            gallery.take(page, "waiting")
            page.context.close()
        for preset in RULES:
            if any(gallery.wants(f"{preset}-{state}") for state in STATES):
                page = visit("/")
                make_table(page, preset, rounds=2)
                for state in tour(page):
                    gallery.take(page, f"{preset}-{state}")
                page.context.close()


if __name__ == "__main__":
    main()
