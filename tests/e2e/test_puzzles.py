"""The page of puzzles: several moves against the best defence, by keyboard, at a desk and on a phone."""

from itertools import islice
from typing import Any

import pytest

from haggis_cards.puzzles import Collection, Puzzle
from tests.e2e.axe import AXE, findings
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.fits import fits
from tests.e2e.reviewing import answer, answer_by_keys, tab_to, wait_for_stage

needs_axe = pytest.mark.skipif(not AXE.exists(), reason="no axe-core: npm ci in web/")
PUZZLES = Collection.load().puzzles


def clean(page: Any, where: str) -> None:
    found = findings(page)
    assert found == [], f"{where}:\n" + "\n".join(found)
    fits(page)


def right(puzzle: Puzzle) -> list[str]:
    return [step.action for step in puzzle.line if step.accepts]


def wrong(puzzle: Puzzle) -> str:
    """A wrong answer that is easy to give, a single card or to pass; nothing if there is none."""
    legal = [str(one) for one in puzzle.start.legal(puzzle.seat)]
    easy = [one for one in legal if one == "pass" or (one.startswith("play ") and len(one.split()) == 2)]
    return next((one for one in easy if one not in puzzle.line[0].accepts), "")


def some(kind: str, decisions: int = 1, skip: int = 0) -> Puzzle:
    """A puzzle whose answers are plays of number cards, or passes."""
    fitting = (
        one
        for one in PUZZLES
        if one.kind == kind
        and one.decisions >= decisions
        and all(action == "pass" or (action.startswith("play ") and "=" not in action) for action in right(one))
        and wrong(one)
    )
    return next(islice(fitting, skip, None))


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
            page.get_by_text("Right! Go on.").wait_for()
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
    page.get_by_role("button", name="Solution").click()
    wait_for_stage(page, "shown")
    page.get_by_role("link", name="All puzzles").click()
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
