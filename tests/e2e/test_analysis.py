"""The page of analysis: a line or a record is pasted, and each option gets its value by what could be known."""

import json
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Match, Rounds
from haggis_cards.cards import names
from haggis_cards.positions import position_line, view_line
from tests.e2e.axe import clean, needs_axe
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.reviewing import bad_match
from tests.e2e.static_host import StaticHost
from tests.support import random_play
from tests.wasm import find_core

LOW, SMALL, TABLET, WIDE = (
    {"width": width, "height": height} for width, height in ((667, 375), (320, 568), (820, 1180), (1920, 1080))
)
SHOWN = "[data-analysis=quick]"


def paste(page: Any, text: str) -> None:
    page.fill("[name=position]", text)
    page.click("[data-analyse]")


def middle_of(game: str) -> Match:
    """A match in the middle of its first round, where there is something to choose."""
    states = [one for one in random_play(game, Rounds(1), 4) if not one.over and one.round.top]
    return next(one for one in states[len(states) // 3 :] if len(one.legal(one.to_act[0])) > 3)


def test_a_line_becomes_a_table_and_a_link_that_hides_what_the_seat_did_not_know(visit: Opened) -> None:
    match = middle_of("haggis-3")
    seat = match.to_act[0]
    page = visit("/puzzles")
    page.click("[data-go-analysis]")
    paste(page, position_line(match))
    page.wait_for_selector(SHOWN)
    options = page.locator("[data-options] tbody tr")
    assert options.count() > 1
    values = [
        float(one) for one in page.eval_on_selector_all("[data-value]", "all => all.map(one => one.dataset.value)")
    ]
    assert values
    link = page.evaluate("decodeURIComponent(location.hash.slice(1))")
    assert link == view_line(match.view(seat))
    hidden = ["".join(names(hand)) for other, hand in enumerate(match.round.deal.hands) if other != seat]
    assert not any(hand in page.url or hand in link for hand in hidden)
    other = visit(page.url)
    other.wait_for_selector(SHOWN)
    assert other.inner_text("[data-options]") == page.inner_text("[data-options]")
    page.click("[data-closer]")
    page.wait_for_selector("[data-analysis=normal]")


@pytest.mark.parametrize("path", ["/matches", "/replay", "/puzzles"])
def test_there_is_a_way_to_it_on_the_smallest_screen(visit: Opened, path: str) -> None:
    page = visit(path, viewport=SMALL)
    page.wait_for_selector("[data-go-analysis]")
    fits(page)
    page.click("[data-go-analysis]")
    page.wait_for_selector("[name=position]")


def test_a_bad_line_is_said_with_its_place_and_what_would_be_right(visit: Opened) -> None:
    page = visit("/analysis", breaks=True)
    for line, words in (
        ("haggis-2 0 1", "a position has 7 fields, separated by spaces (rules, dealer, lead"),
        ("haggis-2 0 x 0,0 ?/? ? -", "lead of the position: 'x' is not a whole number"),
        ("haggis-2 0 1 0,0 8x/? ? -", "hands of the position: '8x' is not a card; a card is a rank 2 to 9"),
    ):
        paste(page, line)
        said = page.locator("[data-problem]", has_text=words)  # whatever the case of its first letter
        said.wait_for()
    page.click("[name=position]")
    page.fill("[name=position]", "")
    page.click("[data-example]")
    page.click("[data-analyse]")
    page.wait_for_selector(SHOWN)


def test_a_record_is_analysed_where_it_stands_or_reviewed_if_it_is_over(visit: Opened) -> None:
    page = visit("/analysis")
    paste(page, middle_of("neeps-4").record().dump())
    page.wait_for_selector(SHOWN)
    page.goto("about:blank")
    page = visit("/analysis", breaks=True)
    paste(page, bad_match(seed=6).record().dump())
    page.wait_for_url("**/review/*")


def test_a_replay_offers_what_could_be_known_beside_what_all_cards_show(visit: Opened, tmp_path: Path) -> None:
    match = bad_match(seed=6)
    file = tmp_path / "match.json"
    file.write_text(match.record().dump(), encoding="utf-8")
    page = visit("/replay")
    page.set_input_files("input[type=file]", file)
    page.click("[data-next-trick]")
    page.click("[data-values-open]")
    page.wait_for_selector("text=if everybody sees all cards")
    page.click("[data-to-analysis]")
    page.wait_for_url("**/analysis#*")
    page.wait_for_selector(SHOWN)
    assert "No hidden card was looked at" in page.inner_text("main")
    assert json.loads(json.dumps(page.evaluate("decodeURIComponent(location.hash.slice(1))"))).count("?") >= 1


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, LOW, SMALL, TABLET, WIDE], ids=lambda one: f"{one['width']}")
def test_the_page_fits_every_screen_in_both_schemes(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit("/analysis", viewport=viewport, bypass_csp=True)
    clean(page, "empty")
    paste(page, view_line((match := middle_of("neeps-4")).view(match.to_act[0])))
    page.wait_for_selector(SHOWN)
    clean(page, "analysed")


@pytest.mark.timeout(300)
def test_a_static_site_analyses_by_itself(browser: Any, tmp_path: Path) -> None:
    if find_core() is None:
        pytest.skip("this client was built without the core: -DHAGGIS_CORE=ON")
    host = StaticHost(tmp_path)
    try:
        page = browser.new_page(viewport=DESKTOP)
        page.add_init_script("localStorage.setItem('haggis.reviewScale', '0.02')")  # slow machines: fewer worlds
        page.goto(f"{host.url}#/analysis")
        paste(page, position_line(middle_of("haggis-2")))
        page.wait_for_selector(SHOWN, timeout=240_000)
        assert page.locator("[data-options] tbody tr").count() > 1
        paste(page, "haggis-2 0 1")
        page.wait_for_selector("[data-problem]")
        assert "position has 7 fields" in page.inner_text("[data-problem]")
        page.close()
    finally:
        host.stop()
