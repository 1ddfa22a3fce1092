"""A club of one's own in a browser: its name, its door, tables without chat, programs, and the owner's page."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, NO_SERVICE_WORKER, PHONE
from tests.e2e.site import Site
from tests.server.store import haggis
from tests.server.support import Guest, Player, wait_for

CLUB = {"name": "Heather Card Club", "imprint": "https://club.example/imprint", "chat": False, "join_code": "heather"}


@pytest.fixture(scope="module")
def club(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`site` skips these tests where there is no client."""
    running = Site(tmp_path_factory.mktemp("club") / "data", **CLUB)
    running.start()
    yield running
    running.stop()


def opened(browser: Any, url: str, viewport: dict[str, int] = DESKTOP, **options: Any) -> Any:
    context = browser.new_context(viewport=viewport, reduced_motion="reduce", **options)
    context.add_init_script(NO_SERVICE_WORKER)
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(url)
    return page


def test_a_friend_opens_the_link_and_sits_down(browser: Any, club: Site) -> None:
    ann = opened(browser, f"{club.url}/?join=heather")
    ann.locator("[data-club]").get_by_text("Heather Card Club").wait_for()
    assert ann.title() == "Heather Card Club · Haggis"
    assert ann.get_by_role("link", name=t("home.imprint")).get_attribute("href") == CLUB["imprint"]
    ann.evaluate("fetch('/api/me', {method: 'POST', body: JSON.stringify({name: 'Ann'})})")
    made = ann.evaluate(
        "fetch('/api/tables', {method: 'POST', body: JSON.stringify({rules: 'haggis-2', seats: ['me', 'open']})})"
        ".then((answer) => answer.json())"
    )
    ann.goto(f"{club.url}/table/{made['id']}")
    link = ann.locator(".invite input").first
    link.wait_for()
    ann.wait_for_function("document.querySelector('.invite input').value.endsWith('?join=heather')")
    assert not ann.locator(".talk input").count(), "there is no box to write in"
    assert ann.locator(".talk .reactions button").count() == 6

    stranger = opened(browser, f"{club.url}/table/{made['id']}", PHONE)
    stranger.get_by_role("heading", name=t("table.members")).wait_for()
    bob = opened(browser, link.input_value(), PHONE)
    bob.get_by_label(t("name.label")).fill("Bob")
    bob.keyboard.press("Enter")
    ann.get_by_text("Bob", exact=True).first.wait_for()
    for page in (ann, stranger, bob):
        page.context.close()


def test_programs_stand_under_the_people(browser: Any, site: Site) -> None:
    robin = Guest(site.url, signed_in=False)
    robin.post("/api/me", {"name": "Robin", "bot": True})
    table = robin.table("tatties-3", ["me", "random", "random"], rated=True, end={"rounds": 1})

    async def play() -> None:
        player = await Player(robin, table).open()
        await player.play()
        await player.close()

    with ThreadPoolExecutor(1) as thread:  # the browser has the loop of this one
        thread.submit(lambda: asyncio.run(play())).result()
    wait_for(lambda: robin.get("/api/ratings/tatties-3")["programs"])
    page = opened(browser, f"{site.url}/ratings/tatties-3", PHONE)
    page.get_by_role("heading", name=t("ratings.programs")).wait_for()
    assert "Robin (bot)" in page.locator("ol").nth(1).inner_text()
    assert "Robin" not in page.locator("ol").first.inner_text()
    page.context.close()


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_the_page_of_the_owner_is_clean(browser: Any, club: Site, viewport: dict[str, int]) -> None:
    Guest(club.url, signed_in=False).post("/api/me", {"name": "Eve", "code": "heather"})
    page = opened(browser, haggis(club, "page", "--url", club.url).strip(), viewport, bypass_csp=True)
    clean(page, "the owner's door")
    page.get_by_role("button", name="Open the owner’s page").click()
    page.get_by_role("heading", name="Health").wait_for()
    clean(page, "the owner's page")
    page.context.close()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_the_owner_bans_and_lifts_the_ban_on_the_page(browser: Any, club: Site, viewport: dict[str, int]) -> None:
    eve = Guest(club.url, signed_in=False)
    eve.post("/api/me", {"name": "Eve", "code": "heather"})
    table = eve.table(title="Friday")
    link = haggis(club, "page", "--url", club.url).strip()
    page = opened(browser, link, viewport)
    page.get_by_role("button", name="Open the owner’s page").click()
    page.get_by_role("heading", name="Health").wait_for()
    assert page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor") == "rgb(41, 99, 80)"
    line = page.locator("li", has_text="Eve").filter(has_text="last seen").first
    line.get_by_text("Ban…").click()
    line.get_by_label("What they read").fill("no manners")
    line.get_by_role("button", name="Ban", exact=True).click()
    page.get_by_role("status").filter(has_text="is banned").wait_for()
    page.get_by_role("button", name="Lift").first.click()
    page.get_by_role("status").filter(has_text="no longer banned").wait_for()
    line = page.locator("li", has_text=table)
    line.get_by_text("End…").click()
    line.get_by_role("button", name="End this table now").click()
    page.get_by_role("status").filter(has_text="is closed").wait_for()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_function("!document.body.innerText.includes('Health')")
    page.context.close()
