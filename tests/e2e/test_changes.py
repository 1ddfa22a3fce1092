"""A page that nobody touches asks the server for nothing; it hears when something has changed, and shows it."""

from typing import Any

from tests.e2e.conftest import Opened
from tests.e2e.playing import make_table
from tests.e2e.site import Site
from tests.server.support import Guest

QUIET = 12_000  # ms: more than two of the pauses after which pages ask that cannot hear


def asked(page: Any) -> list[str]:
    """The requests of a page from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


def test_an_idle_page_asks_for_nothing_and_shows_new_tables(visit: Opened, site: Site) -> None:
    page = visit("/profile")
    requests = asked(page)
    page.goto("/people")
    page.wait_for_selector("[data-find]")
    while sum(url.endswith("/api/lobby") for url in requests) < 2:  # once more when it begins to hear
        page.wait_for_timeout(100)
    page.wait_for_timeout(1000)
    requests.clear()
    page.wait_for_timeout(QUIET)
    assert requests == []
    for title in ("Come in", "Come in, too", "And you"):  # each of them is told
        Guest(site.url, "Ann").table(listed=True, title=title)
        page.get_by_text(title, exact=True).wait_for()


def test_a_page_that_cannot_hear_asks(visit: Opened, site: Site) -> None:
    page = visit("/profile")
    page.route_web_socket("**/api/changes*", lambda socket: socket.close())
    page.goto("/people")
    page.wait_for_selector("[data-find]")
    Guest(site.url, "Bob").table(listed=True, title="Bob is here")
    page.get_by_text("Bob is here").wait_for()


def test_the_home_page_shows_that_a_friend_has_come(visit: Opened, site: Site) -> None:
    page = visit()
    make_table(page, "haggis-2", seats=("me", "open"), name="Ann")
    page.wait_for_selector("[data-waiting-seat]")
    table = page.url.rpartition("/")[2]
    page.goto("/")
    shown = page.locator(f"[data-resume={table}]")
    shown.wait_for()
    Guest(site.url, "Cat").post(f"/api/tables/{table}/seat", {})
    shown.get_by_text("Cat").wait_for()
