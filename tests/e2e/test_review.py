"""From the end of a match to its review, to the worst mistake, to a second try that is solved; and other ways there."""

import re
from pathlib import Path
from typing import Any

import pytest

from haggis_cards import Match, Rounds
from tests.e2e.axe import findings, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.playing import CARD, STOPS, make_table, step
from tests.e2e.reviewing import (
    DONE,
    MISTAKES,
    VERDICT,
    answer,
    answer_by_keys,
    bad_match,
    keep,
    play_until_mistaken,
    review_of,
    tab_to,
    task,
    wait_for_stage,
)

LOW, SMALL, LARGE = ({"width": w, "height": h} for w, h in ((844, 390), (360, 640), (1920, 1080)))
TAPPED = 1100  # px of width; lines of a list beside the board are lower than a thumb


def clean(page: Any, where: str) -> None:
    """axe finds nothing, light or dark; nothing scrolls sideways, and where one taps, targets are large enough."""
    found = findings(page)
    assert found == [], f"{where}:\n" + "\n".join(found)
    assert page.locator("main").count() == 1, where
    assert page.locator("h1").count() == 1, where
    if page.viewport_size["width"] < TAPPED:
        fits(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], where


@needs_axe
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("viewport", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"])
def test_from_the_end_of_a_match_to_a_solved_mistake(visit: Opened, viewport: dict[str, int], scheme: str) -> None:
    page = visit(viewport=viewport, color_scheme=scheme, bypass_csp=True)
    review = play_until_mistaken(page, lambda: page.click("dialog [data-review]"))
    assert page.locator("[data-whose]").input_value() == "0", "my own decisions come first"
    page.click("[data-worst='1']")
    verdict = page.locator(VERDICT)
    assert verdict.get_attribute("data-verdict") in MISTAKES
    assert len(verdict.locator("[data-why]").inner_text()) > 20
    assert verdict.locator(".better").is_visible()
    clean(page, "review")
    assert page.locator("[data-board] .open").count() == 0
    page.click("[data-all-cards]")
    assert page.locator("[data-board] .open").count() > 0, "the other hand"
    clean(page, "review, all cards")

    page.click("[data-try-again]")
    wait_for_stage(page, "open")
    one = task(page, review)
    clean(page, "an exercise")
    answer(page, one["made"])
    assert wait_for_stage(page, "better", "solved") == "better", "what was wrong then is wrong now"
    told = page.locator("[data-answer]").evaluate_all("nodes => nodes.map(node => node.dataset.answer)")
    assert told, "my answer"
    assert one["best"] not in told, "the answer is not given away"
    clean(page, "a wrong answer")
    page.click("[data-retry]")
    wait_for_stage(page, "open")
    answer(page, one["best"])
    wait_for_stage(page, "solved")
    page.get_by_text(t("practice.solved")).wait_for()
    page.get_by_text(t("practice.back", when=t("practice.due", "days", n=1))).wait_for()
    clean(page, "solved")
    page.click("[data-next]")
    while not page.locator("[data-summary]").count():
        page.wait_for_selector("[data-stage=open], [data-summary]")
        if page.locator("[data-summary]").count():
            break
        page.click("[data-show]")
        wait_for_stage(page, "shown")
        page.click("[data-next]")
    clean(page, "the summary")
    assert page.locator("[data-summary] li").count() >= 1
    page.get_by_role("link", name=t("practice.toReview")).click()
    page.wait_for_selector(DONE)


FOCUSED = "() => document.activeElement !== document.body && document.activeElement !== null"


@pytest.mark.timeout(600)
def test_the_same_by_keyboard_alone(visit: Opened) -> None:
    page = visit()

    def open_review() -> None:
        page.keyboard.press("Tab")
        tab_to(page, "dialog [data-review]")
        page.keyboard.press("Enter")

    review = play_until_mistaken(page, open_review)
    page.keyboard.press("1")  # the worst
    own = [one for one in review["decisions"] if one["seat"] == 0]
    worst = max((one for one in own if one["verdict"] != "good"), key=lambda one: one["loss"])
    assert page.get_attribute(VERDICT, "data-place") == f"{worst['round']}.{worst['index']}"
    page.keyboard.press("Home")
    first = page.get_attribute(VERDICT, "data-place")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute(VERDICT, "data-place") != first or len({one["index"] for one in own[:2]}) == 1
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute(VERDICT, "data-place") == first
    page.keyboard.press("ArrowDown")
    assert page.get_attribute(VERDICT, "data-verdict") != "good"
    page.keyboard.press("a")
    assert page.get_attribute("[data-all-cards]", "aria-pressed") == "true"
    page.keyboard.press("1")
    tab_to(page, "[data-try-again]")
    page.keyboard.press("Enter")
    wait_for_stage(page, "open")
    page.keyboard.press("Tab")
    tab_to(page, f"{CARD}, [data-decide]")
    answer_by_keys(page, task(page, review)["best"])
    wait_for_stage(page, "solved")
    page.wait_for_function("() => document.activeElement?.matches('[data-go]')")
    for _ in range(40):
        page.keyboard.press("Enter")  # next
        page.wait_for_selector("[data-stage=open], [data-summary]")
        if page.locator("[data-summary]").count():
            break
        page.wait_for_function(FOCUSED)
        tab_to(page, "[data-show]")
        page.keyboard.press("Enter")
        wait_for_stage(page, "shown")
        page.wait_for_function("() => document.activeElement?.matches('[data-go]')")
    page.wait_for_function("() => document.activeElement?.matches('[data-summary] h1')")


def test_a_round_is_reviewed_while_the_match_goes_on(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2", rounds=2)
    for _ in range(200):
        page.wait_for_selector(STOPS)
        if page.locator("[data-next]").count():
            break
        step(page)
    with page.context.expect_page() as opened:
        page.click("dialog [data-review]")
    review = opened.value
    review.set_default_timeout(30_000)
    review.wait_for_selector(DONE, timeout=240_000)
    assert review.locator("[data-round]").count() == 0, "one round"
    assert review.locator("[data-decision]").count() > 3
    page.click("[data-next]")
    page.wait_for_selector(CARD)


@needs_axe
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("game", "viewports"), [("neeps-4", [DESKTOP, PHONE]), ("haggis-3", [LOW, SMALL, LARGE])], ids=["neeps", "haggis"]
)
def test_a_review_fits_every_screen(visit: Opened, game: str, viewports: list[dict[str, int]]) -> None:
    page = visit(bypass_csp=True)
    record = keep(page, bad_match(game))
    for viewport in viewports:
        page.set_viewport_size(viewport)
        page.goto(f"/review/{record}")
        page.wait_for_selector(DONE, timeout=240_000)
        look_through(page)
        page.goto("about:blank")  # else only what follows the # would change


def look_through(page: Any) -> None:
    """The worst decision, another player's with all cards open, the last one, and one of the graph."""
    page.click("[data-worst='1']")
    clean(page, "review")
    page.select_option("[data-whose]", "1")
    page.click("[data-all-cards]")
    clean(page, "another player, all cards")
    places = page.eval_on_selector_all("[data-decision]", "all => all.map(one => one.dataset.decision)")
    assert len(places) > 3
    page.click(f"[data-decision='{places[-1]}']")
    assert page.locator(f"[data-decision='{places[-1]}'][aria-current]").count() == 1
    mark = page.locator(f".mark[data-at='{places[1]}']")
    mark.scroll_into_view_if_needed()
    box = mark.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator(f".mark.chosen[data-at='{places[1]}']").count() == 1, "a click on the graph jumps there"


def test_a_saved_record_is_reviewed_and_its_mistakes_can_be_kept(visit: Opened, tmp_path: Path) -> None:
    """Nobody knows who is reading: the page asks whose mistakes are to be tried."""
    file = tmp_path / "match.json"
    file.write_text(bad_match(seed=6).record().dump(), encoding="utf-8")
    page = visit("/replay")
    page.set_input_files("input[type=file]", file)
    page.click("[data-review]")
    page.wait_for_url("**/review/*")
    page.wait_for_selector(DONE, timeout=240_000)
    assert page.locator("[data-whose]").input_value() == "-1", "everybody's"
    page.click("[data-practise]")
    page.click("[data-seat-choice='0']")
    wait_for_stage(page, "open")
    page.click("[data-skip]")
    for _ in range(60):
        page.wait_for_selector("[data-stage=open], [data-summary]")
        if page.locator("[data-summary]").count():
            break
        page.click("[data-skip]")
    page.click("[data-keep]")
    page.wait_for_selector("[data-kept]")
    page.goto("/practice")
    page.wait_for_selector("[data-bank=later]")
    page.get_by_text(t("practice.due", "days", n=1)).first.wait_for()


def test_what_cannot_be_reviewed_is_said(visit: Opened, tmp_path: Path) -> None:
    page = visit("/review/nowhere", breaks=True)
    page.get_by_role("alert").wait_for()
    assert t("refusal", "no-record") in page.inner_text("main").lower()
    running = tmp_path / "running.json"
    match = Match("haggis-2", Rounds(2), seed=3)
    match = match.act(match.to_act[0], match.legal(match.to_act[0])[0])
    running.write_text(match.record().dump(), encoding="utf-8")
    broken = tmp_path / "broken.json"
    broken.write_text('{"haggis": 1, "rules": "whist-4"}', encoding="utf-8")
    page.goto("/replay")
    page.set_input_files("input[type=file]", broken)
    page.get_by_role("alert").wait_for()
    page.set_input_files("input[type=file]", running)
    page.wait_for_selector("[data-step]")
    page.click("[data-review]")
    assert re.search("not over", page.get_by_role("alert").inner_text())


def test_results_come_while_they_are_computed_and_a_closer_look_replaces_them(visit: Opened) -> None:
    page = visit()
    page.goto(f"/review/{keep(page, bad_match('haggis-2', seed=8))}")
    page.wait_for_selector(VERDICT, timeout=60_000)
    page.wait_for_selector(DONE, timeout=240_000)
    quick = review_of(page)
    assert quick["effort"] == "quick"
    page.get_by_role("button", name=t("review.effort", "normal")).click()
    page.wait_for_selector("[data-status=running], [data-status=waiting]")
    assert page.locator("[data-decision]").count() > 3, "what was found stays until there is better"
    page.wait_for_selector(DONE, timeout=240_000)
    assert t("review.done", "normal") in page.inner_text(DONE)
    page.reload()
    page.wait_for_selector(DONE)
    assert t("review.done", "normal") in page.inner_text(DONE), "it is kept with the match"


def test_a_link_names_a_decision(visit: Opened) -> None:
    page = visit()
    record = keep(page, bad_match(seed=9))
    page.goto(f"/review/{record}")
    page.wait_for_selector(DONE, timeout=240_000)
    page.click("[data-worst='1']")
    place = page.get_attribute(VERDICT, "data-place")
    assert page.url.endswith(f"#{place}")
    other = visit(page.url)
    other.wait_for_selector(DONE)
    assert other.get_attribute(VERDICT, "data-place") == place
