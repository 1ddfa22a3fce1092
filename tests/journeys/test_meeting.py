"""Friends meet: a newcomer on a phone comes by a link; three of one house play an evening."""

from typing import Any

from tests.e2e.conftest import PHONE
from tests.e2e.playing import CARD, MOVED, READY, make_table, moves, turn
from tests.e2e.reviewing import VERDICT
from tests.journeys.conftest import REVIEW, House

FEW = 6  # actions: in a duel somebody has won a trick, or is about to


def sit_down(page: Any, name: str) -> None:
    """By the link: a name, and one button."""
    page.get_by_label("Your name").fill(name)
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
            turn(page)
            return
    pages[0].wait_for_timeout(50)


def play_until(pages: list[Any], page: Any, selector: str) -> None:
    """Everybody plays until one of them sees something."""
    while not page.locator(selector).count():
        acts(pages)


def test_a_newcomer_comes_by_a_link_and_plays_the_first_trick(house: House) -> None:
    host = house.arrive()
    (newcomer,) = invited(host, house, "haggis-2", "Bob")
    pages = [host, newcomer]
    while int(moves(newcomer).split(".")[1]) < FEW:
        acts(pages)
    newcomer.wait_for_selector("[data-pile-points], [data-top]")


def test_three_friends_of_one_house_play_an_evening(house: House) -> None:
    """One drops and returns, one lets the clock run out; the match is reviewed, and there is another."""
    ann = house.arrive()
    bob, cat = invited(ann, house, "haggis-3", "Bob", "Cat", clock=15)
    context, address = bob.context, bob.url
    bob.close()  # he drops,
    ann.wait_for_selector("[data-lost]", state="attached")
    bob = context.new_page()
    bob.goto(address)  # and returns
    bob.wait_for_selector(CARD)
    ann.wait_for_selector("[data-lost]", state="detached")
    pages = [ann, bob, cat]
    play_until(pages, cat, READY)
    cat.wait_for_function(MOVED, arg=moves(cat))  # her clock has run out
    play_until(pages, ann, "[data-rematch]")
    ann.click("[data-review]")
    ann.wait_for_selector(VERDICT, timeout=REVIEW)
    ann.go_back()
    for page in pages:
        page.click("[data-rematch]")
    for page in pages:
        page.wait_for_selector("[data-moves^='0.']")
        page.wait_for_selector(CARD)
