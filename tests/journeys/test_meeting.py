"""Friends meet: a newcomer on a phone comes by a link; three of one house play an evening."""

from tests.e2e.playing import CARD, MOVED, READY, moves
from tests.e2e.reviewing import VERDICT
from tests.journeys.conftest import REVIEW, House
from tests.journeys.friends import acts, invited, play_until

FEW = 6  # actions: in a duel somebody has won a trick, or is about to


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
