"""A whole evening of three friends on the defaults: `python -m tests.journeys.evening` (`make evening`).

Two games, each a match with its review and a rematch to the end, in three browsers at one address. At the end it says
how often the server gave which answer, and fails if one was a 4xx or 5xx, or anything was wrong on a console.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.e2e.playing import CARD
from tests.e2e.reviewing import VERDICT
from tests.journeys.conftest import REVIEW, AsShipped, Guard, House
from tests.journeys.friends import acts, invited
from tests.tools import FLAGS, find_chromium

GAMES = ("haggis-3", "tatties-3")
ROUNDS = 2
ENDED = "[data-rematch]"


def say(line: str) -> None:
    """At once: an evening takes minutes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def play(pages: list[Any]) -> None:
    """A match to its end; whoever is shown the end of a round goes on."""
    while not all(page.locator(ENDED).count() for page in pages):
        for page in pages:
            if page.locator("[data-next]").count():
                page.locator("[data-next]").click()
        acts(pages)


def game(house: House, host: Any, preset: str) -> None:
    """A match, its review by everybody, and another match."""
    pages = [host, *invited(host, house, preset, "Bob", "Cat", rounds=ROUNDS)]
    play(pages)
    say(f"{preset}: a match")
    for page in pages:
        page.click("[data-review]")
        page.wait_for_selector(VERDICT, timeout=REVIEW)
        page.go_back()
    say(f"{preset}: its review by each of them")
    for page in pages:
        page.click(ENDED)
    for page in pages:
        page.wait_for_selector("[data-moves^='0.']")
        page.wait_for_selector(CARD)
    play(pages)
    say(f"{preset}: a rematch")
    for page in pages[1:]:
        page.context.close()


def main() -> None:
    guard = Guard()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as found:
        browser = found.chromium.launch(executable_path=find_chromium(found), args=FLAGS)
        with AsShipped(Path(folder) / "data") as server:
            house = House(browser, guard, server.url)
            ann = house.arrive()
            for preset in GAMES:
                game(house, ann, preset)
                ann.goto(house.url)
            browser.close()
    answers = ", ".join(f"{count} times {status}" for status, count in sorted(guard.answers.items()))
    say(f"{answers}; {len(guard.troubles)} troubles")
    sys.exit("\n".join(guard.troubles) or None)


if __name__ == "__main__":
    main()
