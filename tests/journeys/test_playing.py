"""One person at a laptop: a whole match to its review, an exercise and back; and what is there the next day."""

from tests.e2e.offline import KEPT, eventually
from tests.e2e.playing import READY, STOPS, make_table, play_on, turn
from tests.e2e.reviewing import DONE, VERDICT, answer, wait_for_stage
from tests.e2e.solving import right, some
from tests.journeys.conftest import ACTIVE, REVIEW, House, offline


def test_play_a_whole_match_review_it_and_try_again(house: House) -> None:
    page = house.arrive()
    page.click("[data-duel]")  # the first click: cards
    page.wait_for_selector(READY)
    turn(page, by="mouse")
    page.wait_for_selector(STOPS)
    page.goto(house.url)  # it waits there; a short match now
    page.wait_for_selector("[data-resume]")
    make_table(page, "haggis-2")
    table = page.url
    page.wait_for_selector(READY)
    with offline(page):  # the line is lost in the middle, and comes back
        page.wait_for_selector(".link.lost")
    page.wait_for_selector(".link:not(.lost)")
    play_on(page, by="mouse")
    page.click("[data-review]")
    page.wait_for_selector(DONE, timeout=REVIEW)
    page.wait_for_selector(VERDICT)
    page.wait_for_selector("[data-worst], [data-praise]")
    if page.locator("[data-worst]").count():  # else the match was without a mistake, which is rare
        page.locator("[data-worst]").first.click()
        page.click("[data-try-again]")
        wait_for_stage(page, "open")
        page.go_back()
    page.wait_for_selector(VERDICT)
    page.go_back()
    page.wait_for_selector("[data-rematch]")
    assert page.url == table


def test_the_next_day_everything_is_there(house: House) -> None:
    """The worker starts the page without a network; matches, a deal of the day, a puzzle, a rating."""
    page = house.arrive()
    page.wait_for_selector("[data-duel]")
    page.wait_for_function(ACTIVE)
    make_table(page, "haggis-2")
    play_on(page, by="mouse")
    with offline(page):
        page.goto(house.url)
        page.wait_for_selector("[data-duel]")
    page.goto(f"{house.url}/matches")
    page.wait_for_selector("[data-match]")
    page.goto(f"{house.url}/daily/haggis-2")
    page.click("[data-deal='1'] [data-play-deal]")
    page.wait_for_selector(READY)
    puzzle = some("open")
    page.goto(f"{house.url}/puzzles/{puzzle.id}")
    wait_for_stage(page, "open")
    for action in right(puzzle):
        answer(page, action)
    wait_for_stage(page, "solved")
    page.goto(f"{house.url}/ratings/haggis-2")
    page.wait_for_selector("main[data-ratings]:not([data-ratings=loading])")


def test_a_static_site_on_a_plane(site: House) -> None:
    page = site.arrive()
    page.wait_for_selector("[data-duel]")
    page.click("[data-duel]")
    page.wait_for_selector("[data-felt]")
    page.wait_for_selector(READY)
    page.wait_for_function(ACTIVE)
    eventually(page, KEPT)
    with offline(page):
        page.goto(site.url)
        make_table(page, "tatties-3", bot="club")
        page.wait_for_selector(READY)
        for _ in range(2):
            turn(page, by="mouse")
            page.wait_for_selector(STOPS)
        page.goto(site.url)
        page.wait_for_selector("[data-resume]")
