"""Friends at a table of their own: they come by its link, and whoever's turn it is decides."""

from typing import Any

from tests.e2e.catalogue import t
from tests.e2e.conftest import PHONE
from tests.e2e.playing import CARD, READY, make_table, turn
from tests.journeys.conftest import House


def sit_down(page: Any, name: str) -> None:
    """By the link: a name, and one button."""
    page.get_by_label(t("name.label")).fill(name)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-waiting-seat].you")


def invited(host: Any, house: House, preset: str, *people: str, clock: int = 0, rounds: int = 1) -> list[Any]:
    """A table for friends, made with its own controls; they come by its link, on their phones."""
    make_table(host, preset, seats=("me", *["open"] * len(people)), name="Ann", clock=clock, rounds=rounds)
    host.wait_for_selector("[data-waiting-seat]")
    path = host.url.removeprefix(house.url)
    friends = [house.arrive(path, PHONE) for _ in people]
    for page, name in zip(friends, people, strict=True):
        sit_down(page, name)
        host.locator("[data-waiting-seat]", has_text=name).wait_for()
    host.click("[data-start]")
    for page in (host, *friends):
        page.wait_for_selector(CARD)
    return friends


def acts(pages: list[Any]) -> None:
    """Whoever's turn it is decides, once."""
    for page in pages:
        if page.locator(READY).count():
            turn(page, by="mouse")
            return
    pages[0].wait_for_timeout(50)


def play_until(pages: list[Any], page: Any, selector: str) -> None:
    """Everybody plays until one of them sees something."""
    while not page.locator(selector).count():
        acts(pages)
