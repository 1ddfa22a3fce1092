"""The lessons: every position is the engine's, every card can be tried, and they end in a first match with a coach."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from haggis_cards.errors import IllegalAction
from haggis_cards.view import view
from tests.e2e.catalogue import t
from tests.e2e.conftest import Opened
from tests.e2e.playing import CARD, PLAY, READY, STOPS, click_card, step

ROOT = Path(__file__).parents[2]
MADE = runpy.run_path(str(ROOT / "scripts" / "lessons.py"))
STEPS = ROOT / "web" / "src" / "protocol" / "steps.ts"
SIZES = [(1280, 800), (390, 844), (360, 640), (844, 390)]


def _steps() -> list[dict[str, Any]]:
    """The decisions of all lessons, as the page has them."""
    _, _, data = STEPS.read_text(encoding="utf-8").partition("STEPS: Step[] = ")
    found: list[dict[str, Any]] = json.loads(data)
    return found


def _answers(step: dict[str, Any]) -> list[str]:
    return step["want"] or [action for action in step["view"]["legal"] if action != "pass"]


def _answer(page: Any, action: str) -> None:
    """Gives an answer as a person does."""
    verb, _, what = action.partition(" ")
    if verb == "pass":
        page.click("[data-pass]")
    elif verb == "bet":
        page.get_by_role("button", name=t("act.betMenu")).click()
        page.get_by_role("button", name=t("act.bet", value=what), exact=True).click()
    elif verb in ("bid", "lead"):
        page.locator("[data-decide]").nth(1).click()  # after the pass, or after "I lead"
    else:
        for cell in what.split():
            click_card(page, cell.split("=")[0])
        reading = page.locator(f'[data-reading="{action}"]')
        if reading.count():
            reading.click()
        page.click(PLAY)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_lessons_can_be_solved(visit: Opened, size: tuple[int, int]) -> None:
    page = visit("/learn", viewport={"width": size[0], "height": size[1]})
    for one in _steps():
        page.wait_for_selector(f"[data-lesson='{one['name']}']:not([data-done])")
        action = _answers(one)[0]
        _answer(page, action)
        page.wait_for_selector(f"[data-lesson='{one['name']}'][data-done='{action}']")
        page.locator("[data-next-step], [data-first-match]").wait_for()
        on = page.locator("[data-next-step], [data-part-two]")
        if on.count():
            on.click()
    page.locator("[data-first-match]").wait_for()


@pytest.mark.parametrize(
    ("lesson", "step"), [(lesson, step) for lesson, steps in MADE["LESSONS"].items() for step in steps]
)
def test_the_engine_agrees_with_every_position(lesson: str, step: Any) -> None:
    match = MADE["position"](step)
    shown = next(one for one in _steps() if one["name"] == f"{lesson}.{step.name}")
    seen = json.loads(json.dumps(view(match, 0)))
    for key in ("hand", "to_beat", "phase", "seats", "trick", "auction", "exchange"):
        assert shown["view"][key] == seen[key], key
    assert [action for action in seen["legal"] if not action.startswith("bet ") or step.bets] == shown["view"]["legal"]
    for action in _answers(shown):
        match.act(0, action)  # is not refused
    held = shown["view"]["hand"].split()
    for card in held if seen["phase"] == "play" else []:
        if f"play {card}" not in seen["legal"]:
            with pytest.raises(IllegalAction):
                match.act(0, f"play {card}")


def test_there_is_a_lesson_about_everything() -> None:
    assert list(dict.fromkeys(step["lesson"] for step in _steps())) == [
        *("climb", "courts", "pass", "bombs", "worth", "bet", "out"),
        *("auction", "sheep", "exchange", "lead"),
    ]


def test_wrong_cards_are_not_dimmed_and_get_a_reason(visit: Opened) -> None:
    page = visit("/learn")
    page.wait_for_selector(CARD)
    assert page.locator(f"{CARD}.dim").count() == 0
    click_card(page, "3r")
    page.get_by_text("Single 3 is not higher than Single 6").wait_for()
    assert page.locator(PLAY).count() == 0
    click_card(page, "3r")
    page.click("[data-pass]")  # legal, but not what is asked for
    page.wait_for_selector("[data-remark]")
    assert page.locator("[data-done]").count() == 0


def test_an_answer_that_misses_the_point_is_told_why(visit: Opened) -> None:
    page = visit("/learn")
    page.get_by_role("button", name="4 Bombs").click()
    for action in ("play 3r 5y 7g 9b", "play Q K"):
        _answer(page, action)
        page.click("[data-next-step]")
    _answer(page, "play 9b")
    assert t("lesson.else", "bombs.keep") in page.inner_text("[data-remark]")
    page.click("[data-pass]")
    page.wait_for_selector("[data-done=pass]")


def test_progress_is_remembered(visit: Opened) -> None:
    page = visit("/learn")
    _answer(page, "play 9b")
    page.click("[data-next-step]")
    page.wait_for_selector("[data-lesson='climb.run']")
    page.reload()
    page.wait_for_selector("[data-lesson='climb.run']")


def test_a_lesson_by_keyboard_alone(visit: Opened) -> None:
    page = visit("/learn")
    page.wait_for_selector(CARD)
    page.locator(CARD).first.focus()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-done='play 9b']")
    assert page.evaluate("document.activeElement.hasAttribute('data-next-step')")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-lesson='climb.run']")
    assert page.evaluate("document.activeElement !== document.body")


def test_the_lessons_end_in_a_first_match_with_a_coach(visit: Opened) -> None:
    page = visit("/learn")
    page.get_by_role("button", name="7 Going out").click()
    for action in ("play 4y 5y 6y", "play 9b"):
        _answer(page, action)
        page.locator("[data-next-step], [data-first-match]").click()
    page.wait_for_selector(CARD)
    lines: set[str] = set()

    def look(page: Any) -> None:
        coach = page.locator("[data-coach]")
        if coach.count():
            lines.add(coach.inner_text())

    page.wait_for_selector(READY)
    page.wait_for_selector("[data-coach]")
    for _ in range(8):
        page.wait_for_selector(STOPS)
        if not page.locator(READY).count():
            break
        look(page)
        step(page)
    assert len(lines) >= 3, lines
    assert all(line.startswith("Coach:") for line in lines)


def test_the_coach_can_be_sent_away_and_called_back(visit: Opened) -> None:
    page = visit()
    page.evaluate("localStorage.setItem('haggis.coach', 'true')")
    page.reload()
    page.click("[data-duel]")
    page.wait_for_selector(READY)
    page.wait_for_selector("[data-coach]")
    page.get_by_role("button", name=t("coach.off")).click()
    page.wait_for_selector("[data-coach]", state="detached")
    page.get_by_role("button", name=t("header.menu")).click()
    page.click("[data-coach-switch]")
    page.get_by_role("button", name=t("dialog.close")).click()
    page.wait_for_selector("[data-coach]")
