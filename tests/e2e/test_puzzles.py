"""The page of puzzles: several moves against the best defence, by keyboard, at a desk and on a phone."""

import pytest

from tests.e2e.axe import clean, needs_axe
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.reviewing import answer, answer_by_keys, tab_to, wait_for_stage
from tests.e2e.solving import PUZZLES, right, some, wrong


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_puzzle_is_solved_by_keyboard_in_several_moves(visit: Opened, viewport: dict[str, int]) -> None:
    puzzle = some("open", decisions=2, skip=int(viewport is PHONE))
    page = visit("/puzzles", viewport=viewport, bypass_csp=True)
    page.wait_for_selector("[data-puzzles]")
    clean(page, "the puzzles")
    page.goto(f"/puzzles/{puzzle.id}")
    wait_for_stage(page, "open")
    clean(page, "a puzzle")
    tab_to(page, ".slot")
    answers = right(puzzle)
    for number, action in enumerate(answers, 1):
        answer_by_keys(page, action)
        if number < len(answers):
            page.get_by_text(t("puzzles.goOn")).wait_for()
            wait_for_stage(page, "open")
    wait_for_stage(page, "solved")
    page.wait_for_selector("[data-solution]")
    page.wait_for_selector("[data-streak='1']")
    clean(page, "a puzzle that is solved")
    page.keyboard.press("Enter")  # the next one
    page.wait_for_function("id => document.querySelector('[data-puzzle]')?.dataset.puzzle !== id", arg=puzzle.id)
    wait_for_stage(page, "open")


@needs_axe
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_miss_a_hint_and_the_solution(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport, bypass_csp=True)
    for kind in ("sure", "best"):
        puzzle = some(kind, skip=int(viewport is PHONE))
        page.goto(f"/puzzles/{puzzle.id}")
        wait_for_stage(page, "open")
        page.wait_for_selector("[data-streak='0']")
        answer(page, wrong(puzzle))
        wait_for_stage(page, "wrong")
        page.wait_for_selector("[data-rating-change]")
        clean(page, "a wrong answer")
        page.keyboard.press("Enter")
        wait_for_stage(page, "open")
        page.keyboard.press("h")
        page.wait_for_selector("[data-hinted]")
        clean(page, "a hint")
        page.click("[data-show]")
        wait_for_stage(page, "shown")
        page.wait_for_selector("[data-solution]")
        clean(page, "the solution")


def test_the_puzzle_of_the_day_and_training(visit: Opened) -> None:
    page = visit("/puzzles/daily")
    wait_for_stage(page, "open")
    today = page.get_attribute("[data-puzzle]", "data-puzzle")
    page.get_by_role("button", name=t("puzzles.show")).click()
    wait_for_stage(page, "shown")
    page.get_by_role("link", name=t("puzzles.all")).click()
    page.wait_for_selector("[data-daily=missed]")
    assert page.get_attribute("[data-go-daily]", "href") == f"/puzzles/{today}"
    page.select_option("select[name=game]", "haggis-2")
    page.select_option("select[name=kind]", "sure")
    tab_to(page, "[data-start]")
    page.keyboard.press("Enter")
    wait_for_stage(page, "open")
    chosen = next(one for one in PUZZLES if one.id == page.get_attribute("[data-puzzle]", "data-puzzle"))
    assert (chosen.rules, chosen.kind) == ("haggis-2", "sure")
    assert "kind=sure" in page.url, "the next one is of the same sort"


def test_the_page_learns_no_solution_before_the_attempt(visit: Opened) -> None:
    puzzle = some("best", skip=1)
    page = visit()
    bodies: list[str] = []
    page.on("response", lambda response: bodies.append(response.text()) if "/api/puzzles" in response.url else None)
    page.goto(f"/puzzles/{puzzle.id}")
    wait_for_stage(page, "open")
    sent = "".join(bodies)
    assert puzzle.id in sent
    for secret in ("accepts", '"why"', '"moves"', '"values"', '"proof"', '"reason"'):
        assert secret not in sent
