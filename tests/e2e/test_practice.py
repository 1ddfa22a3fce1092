"""From a position of a record: what if, and play on from here; and the mistake bank over days."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.playing import CARD, READY, hand, make_table, pick, play_on
from tests.e2e.reviewing import DONE, VERDICT, answer, bad_match, keep, play_until_mistaken, wait_for_stage
from tests.e2e.site import Site

WHAT_IF = "dialog[data-whatif]"


def replayed(page: Any, at: int = 6) -> None:
    """The replay of a match, some steps in."""
    make_table(page, "haggis-2")
    play_on(page)
    page.get_by_role("link", name=t("end.replay"), exact=True).click()
    page.wait_for_selector("[data-step]")
    for _ in range(at):
        page.click("[data-step]")


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_if_leaves_the_record_compares_and_comes_back(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport, bypass_csp=True)
    replayed(page)
    address = page.url
    page.click("[data-what-if]")
    page.wait_for_selector(f"{WHAT_IF} {CARD}")
    clean(page, "what if")
    page.click("[data-compare]")
    page.wait_for_selector("[data-values] [data-candidate]", timeout=180_000)  # its process starts now
    clean(page, "what if, compared")
    first = page.locator("[data-values] [data-candidate] button").first
    first.click()
    page.wait_for_selector("dialog[data-whatif='1']")
    if not pick(page):  # the next seat, whoever it is
        page.click("[data-pass]")
    else:
        page.click("[data-play-button]")
    page.wait_for_selector("dialog[data-whatif='2']")
    page.keyboard.press("Backspace")
    page.wait_for_selector("dialog[data-whatif='1']")
    page.click("[data-step-back]")
    page.wait_for_selector("dialog[data-whatif='0']")
    page.click("[data-return]")
    page.wait_for_selector(WHAT_IF, state="detached")
    assert page.url == address
    assert page.evaluate("document.activeElement?.matches('[data-what-if]')"), "the focus is where it was"


def test_what_if_goes_on_to_the_end_of_the_round(visit: Opened) -> None:
    page = visit()
    page.goto(f"/review/{keep(page, bad_match(seed=6))}")
    page.wait_for_selector(DONE, timeout=240_000)
    page.keyboard.press("End")
    page.click("[data-what-if]")
    page.wait_for_selector(f"{WHAT_IF} {CARD}")
    for number in range(1, 60):
        if pick(page):
            page.click("[data-play-button]")
        else:
            page.click("[data-pass]")
        page.wait_for_selector(f"dialog[data-whatif='{number}']")
        if page.get_by_text(t("turn.round-over")).count():
            break
    page.get_by_text(t("turn.round-over")).wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector(WHAT_IF, state="detached")
    page.wait_for_selector(VERDICT)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_play_on_from_here_at_a_table_of_ones_own(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    record = keep(page, bad_match("haggis-3", seed=7))
    page.goto(f"/review/{record}")
    page.wait_for_selector(DONE, timeout=240_000)
    page.click("[data-worst='1']")
    number, index = page.get_attribute(VERDICT, "data-place").split(".")
    position = page.request.get(f"/api/records/{record}/positions/{number}/{index}").json()
    page.click("[data-play-on]")
    page.wait_for_selector("[data-start-here]:not([disabled])")
    fits(page)
    page.click("[data-start-here]")
    page.wait_for_url("**/table/*")
    page.wait_for_selector(READY)
    assert sorted(hand(page)) == sorted(position["view"]["hand"].split())
    play_on(page)
    page.get_by_text(t("sheet.final")).wait_for()


def test_play_on_from_another_seat_of_a_replay(visit: Opened) -> None:
    page = visit()
    replayed(page, at=3)
    page.click("[data-play-on]")
    page.wait_for_selector("[data-start-here]:not([disabled])")
    page.locator("dialog").get_by_role("radio").nth(1).check(force=True)
    page.click("[data-start-here]")
    page.wait_for_url("**/table/*")
    page.wait_for_selector("[data-felt], [data-rematch]")
    table = page.request.get(f"/api/tables/{page.url.split('/')[-1]}").json()
    assert (table["origin"]["round"], table["origin"]["index"]) == (1, 3)
    assert table["seats"][0]["kind"] == "bot"


def a_day_passes(site: Site, days: float) -> None:
    """As far as the bank is concerned: everything is due so much earlier."""
    with closing(sqlite3.connect(site.data / "haggis.sqlite", timeout=20)) as store, store:
        store.execute("UPDATE mistakes SET due = due - ?", (round(days * 24 * 3600 * 1000),))


@needs_axe
@pytest.mark.timeout(600)
def test_mistakes_come_back_over_the_days(visit: Opened, site: Site) -> None:
    page = visit(bypass_csp=True)
    page.goto("/practice")
    page.wait_for_selector("[data-bank=empty]")
    clean(page, "an empty bank")
    page.goto("/")
    review = play_until_mistaken(page, lambda: page.click("dialog [data-review]"))
    page.goto("/practice")
    page.wait_for_selector("[data-bank=later]")
    page.get_by_text(t("practice.due", "days", n=1)).first.wait_for()
    clean(page, "nothing due")
    bank = page.request.get("/api/mistakes").json()
    assert bank["kept"] >= 1
    a_day_passes(site, 1)
    page.goto("/")
    page.click("a[href='/practice']")
    page.wait_for_selector("[data-bank=due]")
    clean(page, "mistakes are due")
    page.click("[data-start]")
    wait_for_stage(page, "open")
    due = page.request.get("/api/mistakes").json()["due"]
    assert len(due) == bank["kept"]
    at = {(one["round"], one["index"], one["kind"]): one for one in review["decisions"]}
    first = at[due[0]["round"], due[0]["index"], due[0]["kind"]]
    answer(page, first["best"])
    wait_for_stage(page, "solved")
    page.get_by_text(t("practice.back", when=t("practice.due", "days", n=3))).wait_for()
    left = page.request.get("/api/mistakes").json()
    assert len(left["due"]) == len(due) - 1
    if left["due"]:
        page.click("[data-next]")
        wait_for_stage(page, "open")
        second = at[due[1]["round"], due[1]["index"], due[1]["kind"]]
        answer(page, second["made"])
        wait_for_stage(page, "better")
        page.click("[data-show]")
        wait_for_stage(page, "shown")
        page.get_by_text(t("practice.back", when=t("practice.due", "days", n=1))).wait_for()
    a_day_passes(site, 3)
    again = page.request.get("/api/mistakes").json()["due"]
    assert (first["round"], first["index"]) in {(one["round"], one["index"]) for one in again}
