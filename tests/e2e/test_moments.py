"""The moments of a match: the end of a round, the wait for the next, a rematch, a clock that runs out."""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.cards import parse_card
from haggis_cards.rules import RULES
from haggis_cards.scoring import card_points
from tests.e2e.catalogue import like, t
from tests.e2e.conftest import Opened
from tests.e2e.playing import (
    CARD,
    MOVED,
    PLAY,
    READY,
    hand,
    make_table,
    moves,
    play_on,
    play_round,
    start_with,
    step,
    turn,
)
from tests.e2e.site import Site

PARTS = ("cards", "out", "bets")
FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that waits for people between two rounds, longer than any test."""
    with Site(tmp_path_factory.mktemp("waiting") / "data", round_pause=300) as site:
        yield site


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that waits for some seconds: so long that a busy machine sees the result before."""
    with Site(tmp_path_factory.mktemp("hurried") / "data", round_pause=6) as site:
        yield site


def _events(page: Any) -> list[dict[str, Any]]:
    return [json.loads(frame) for frame in page.frames_heard]


def _results(page: Any) -> list[dict[str, Any]]:
    """The results of the rounds as the page has heard them."""
    found: list[dict[str, Any]] = []
    for event in _events(page):
        found = event.get("changes", {}).get("results", found)
    return found


def _two_people(visit: Opened, site: Site, rounds: int = 1, **options: Any) -> tuple[Any, Any]:
    ann = visit(site.url, **options)
    make_table(ann, "haggis-2", seats=("me", "open"), rounds=rounds, name="Ann")
    bob = visit(ann.url, **options)
    start_with(ann, Bob=bob)
    return ann, bob


@pytest.mark.parametrize("preset", ["haggis-2", "tatties-3"])
def test_every_number_opens_into_the_cards_and_the_rule_that_made_it(visit: Opened, preset: str) -> None:
    page = visit()
    make_table(page, preset)
    play_on(page)
    rules, result = RULES[preset], _results(page)[-1]
    for side in range(rules.side_count):
        for part in PARTS:
            number = page.locator(f"[data-row={part}] [data-number='{side}']")
            assert int(number.inner_text()) == result["parts"][part][side]
            number.click()
            why = page.locator("[data-why]")
            sources = [one for one in result["sources"] if one["part"] == part and one["side"] == side]
            points = [int(text) for text in why.locator(".points").all_inner_texts()]
            assert points == [one["points"] for one in sources]
            shown = why.locator("p").all_inner_texts()
            assert len(shown) == max(1, len(sources))
            if part == "cards" and sources:
                assert why.locator(".chip").count() == sum(one["count"] for one in sources)
            if any(one["rule"] == "out-overplayed" for one in sources):
                assert "did not win that trick" in why.inner_text()
        page.locator(f"[data-row=sum] [data-number='{side}']").click()
        points = [int(text) for text in page.locator("[data-why] .points").all_inner_texts()]
        assert sum(points) == result["points"][side]
    counted = sum(card_points(rules, parse_card(card)) for one in result["sources"] for card in one["cards"].split())
    assert counted == sum(result["parts"]["cards"])
    owner = next(one["side"] for one in result["sources"] if one["rule"] == "haggis")
    assert page.get_attribute("[data-haggis-to]", "data-haggis-to") == str(owner)


# Of an ending that is played, read at once, for it ends by itself: whose cards have turned, how many of the haggis.
ENDING = """() => document.querySelector('[data-ending]') && [
    [...document.querySelectorAll('[data-turned]')].map(one => one.dataset.turned),
    document.querySelectorAll('[data-turned=haggis] .face').length,
    document.querySelectorAll('dialog[open]').length]"""


def test_the_end_of_a_round_happens_on_the_table(visit: Opened) -> None:
    page = visit(motion=True)
    make_table(page, "haggis-2")
    page.wait_for_selector(CARD)
    while True:
        page.wait_for_selector(f"{READY}, [data-ending]")
        if ending := page.evaluate(ENDING):
            break
        before = moves(page)
        turn(page)
        page.wait_for_function(MOVED, arg=before)
    result = _results(page)[-1]
    left = [str(seat) for seat, cards in enumerate(result["left"]) if cards and seat != 0]
    turned, shown, sheets = ending
    assert turned == [*left, "haggis"]
    assert shown == len(result["haggis"].split())
    assert sheets == 0, "the sheet comes after it"
    page.mouse.move(400, 300)
    page.mouse.down()  # any click ends it, before the next frames are drawn
    assert not page.evaluate(f"{FRAMES}.then(() => !!document.querySelector('[data-ending]'))")
    page.mouse.up()
    page.wait_for_selector("[data-rematch]")


def test_a_won_match_has_confetti_that_ends_and_a_picture(visit: Opened, tmp_path: Path) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(CARD)
    watcher = visit(page.url, motion=True)  # for whoever watches, somebody has won
    watcher.wait_for_selector("[data-felt]")
    play_on(page)
    assert page.locator(".confetti").count() == 0, "nothing moves where motion is reduced"
    watcher.wait_for_selector(".confetti", state="attached")
    assert watcher.evaluate("getComputedStyle(document.querySelector('.confetti')).pointerEvents") == "none"
    view = watcher.evaluate("fetch(`/api${location.pathname.replace('table', 'tables')}/view`).then(a => a.json())")[
        "view"
    ]
    places = watcher.locator("[data-podium] li")
    assert places.count() == len(view["totals"])
    assert [places.nth(i).locator(".crown").count() for i in range(2)] == [1, len(view["winners"]) - 1]
    assert int(places.first.locator("b").inner_text()) == max(view["totals"])
    watcher.click("[data-row=cards] [data-number='0']")  # it takes no click away
    watcher.wait_for_selector("[data-why]")
    watcher.wait_for_selector(".confetti", state="detached", timeout=6000)
    with page.expect_download() as heard:
        page.click("[data-share]")
    saved = tmp_path / "result.png"
    heard.value.save_as(saved)
    data = saved.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (1200, 630)


def test_the_next_round_waits_until_everybody_is_ready(visit: Opened, waiting: Site) -> None:
    ann, bob = _two_people(visit, waiting, rounds=2)
    watcher = visit(ann.url)
    watcher.wait_for_selector("[data-felt]")
    play_round(ann, bob)
    for page in (ann, bob, watcher):
        line = page.locator("dialog [data-pause]")
        line.wait_for()
        assert "Next round in" in line.inner_text()
        assert "Ann" in line.inner_text() or page is ann
    ann.keyboard.press("Enter")
    ann.wait_for_selector("dialog", state="detached")
    ann.get_by_text(t("pause.awaits", names="Bob")).wait_for()
    assert len(hand(ann)) == 17, "the new deal is seen"
    bob.locator("dialog").get_by_text("waiting for you").wait_for()
    assert [page.locator(READY).count() for page in (ann, bob)] == [0, 0]
    assert {moves(page) for page in (ann, bob, watcher)} == {"1.0"}
    bob.click("[data-next]")
    for page in (ann, bob):
        page.wait_for_selector("[data-pausing]", state="detached")
    watcher.wait_for_selector("dialog", state="detached")  # the round has begun
    assert sorted(page.locator(READY).count() for page in (ann, bob)) == [0, 1]
    play_round(ann, bob)


def test_a_result_that_was_closed_can_still_be_answered_and_a_reload_shows_it_again(
    visit: Opened, waiting: Site
) -> None:
    page = visit(waiting.url)
    make_table(page, "haggis-2", rounds=2)
    page.wait_for_selector(CARD)
    play_round(page)
    page.reload()
    page.wait_for_selector("dialog [data-next]")
    page.keyboard.press("Escape")
    bar = page.locator("[data-pausing]")
    bar.wait_for()
    assert page.locator(READY).count() == 0
    bar.get_by_role("button", name=t("pause.ready")).click()
    bar.wait_for(state="detached")
    play_on(page)


def test_the_next_round_begins_by_itself_after_the_countdown(visit: Opened, hurried: Site) -> None:
    page = visit(hurried.url)
    make_table(page, "haggis-2", rounds=2)
    page.wait_for_selector(CARD)
    play_round(page)
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_selector(f"{READY}, [data-moves^='1.1']")


def test_a_rematch_when_the_other_has_gone_home(visit: Opened, site: Site) -> None:
    ann, bob = _two_people(visit, site)
    play_round(ann, bob)
    bob.close()
    ann.get_by_text(t("rematch.gone", n=1, names="Bob")).wait_for()
    ann.click("[data-cancel-rematch], [data-rematch]")
    ann.click("[data-cancel-rematch]")
    ann.click("[data-rematch]")
    ann.wait_for_selector("[data-cancel-rematch]")
    ann.click("[data-fill]")
    ann.wait_for_selector("dialog", state="detached")
    play_on(ann)


def test_whoever_is_asked_for_a_rematch_is_told_at_the_table(visit: Opened, site: Site) -> None:
    ann, bob = _two_people(visit, site)
    play_round(ann, bob)
    bob.click("dialog [aria-label=Close]")
    ann.click("[data-rematch]")
    assert "Bob" in ann.locator("[data-awaited]").inner_text()
    asked = bob.locator("[data-asked]")
    assert t("rematch.asks", "they", name="Ann") in asked.inner_text()
    asked.get_by_role("button", name=t("rematch.yes")).click()
    for page in (ann, bob):
        page.wait_for_selector(".confetti, dialog", state="detached")
        page.wait_for_selector("[data-moves='0.0']")


def test_who_declines_a_rematch_leaves_the_table(visit: Opened, site: Site) -> None:
    ann, bob = _two_people(visit, site)
    play_round(ann, bob)
    bob.click("dialog [aria-label=Close]")
    ann.click("[data-rematch]")
    bob.locator("[data-asked]").get_by_role("button", name=t("rematch.no")).click()
    bob.wait_for_url("**/")
    ann.get_by_text(t("rematch.open", n=1)).wait_for()
    ann.click("[data-fill]")
    ann.wait_for_selector(READY)  # a new round, however much the bot has done in it before her


MAKE = """async wish => {
  const post = (path, body) => fetch(path, {method: 'POST', headers: {'content-type': 'application/json'},
    body: JSON.stringify(body)}).then(answer => answer.json())
  await post('/api/me', {name: 'Ann'})
  return (await post('/api/tables', wish)).id
}"""


def test_a_missed_clock_costs_one_decision_and_is_told_in_words(visit: Opened) -> None:
    page = visit()
    wish = {"rules": "haggis-2", "end": {"rounds": 1}, "seats": ["me", "novice"], "clock": 5}
    page.goto(f"/table/{page.evaluate(MAKE, wish)}")
    page.wait_for_selector(READY)
    page.get_by_text(like("late.pass", "you")).or_(page.get_by_text(like("late.play", "you"))).first.wait_for()
    late = [event for event in _events(page) if event.get("late")]
    assert [event["seat"] for event in late] == [0]
    assert "(1 of 3)" in page.locator("[data-felt]").inner_text()
    page.wait_for_selector(READY)
    step(page)  # an own decision: nothing is missed any more
    page.get_by_role("button", name=t("note.back")).wait_for(timeout=40_000)  # after three more
    assert sum(event.get("late", False) for event in _events(page)) == 4
    page.get_by_role("button", name=t("note.back")).click()
    page.wait_for_selector(f"{READY}, [data-rematch]")


FOCUSED = "() => document.activeElement !== document.body && document.activeElement !== null"


def test_a_match_by_keyboard_never_loses_the_focus(visit: Opened, waiting: Site) -> None:
    page = visit(waiting.url)
    make_table(page, "haggis-2", rounds=2)
    page.wait_for_selector(CARD)
    page.keyboard.press("j")
    results = 0
    for _ in range(300):
        page.wait_for_selector(f"{READY}, dialog")
        page.wait_for_function(FOCUSED)
        if page.locator("dialog [data-rematch]").count():
            break
        if page.locator("dialog [data-next]").count():
            results += 1
            page.keyboard.press("Enter")
            page.wait_for_selector("dialog", state="detached")
            page.wait_for_function(FOCUSED)
            continue
        before = moves(page)
        page.keyboard.press("n")
        if not page.locator(PLAY).count():
            page.keyboard.press("j")
            page.keyboard.press("Space")
        page.keyboard.press("Enter" if page.locator(PLAY).count() else "p")
        page.wait_for_function(MOVED, arg=before)
    assert results == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function(FOCUSED)
