"""The pages around the table: lessons, rules, replay."""

import json
from pathlib import Path
from typing import Any

import pytest

import haggis_cards
from haggis_cards.rules import RULES
from haggis_cards.server.facts import CLIENT_ROUTES, LIMITS
from tests.e2e.conftest import Opened
from tests.e2e.playing import PLAY, click_card
from tests.e2e.site import Site

STEPS = Path(__file__).parents[2] / "web" / "src" / "learn" / "steps.ts"


def _steps() -> list[dict[str, Any]]:
    """The steps of all lessons, as the page has them."""
    _, _, data = STEPS.read_text(encoding="utf-8").partition("STEPS = ")
    found: list[dict[str, Any]] = json.loads(data.removesuffix(" as const\n"))
    return found


def test_all_lessons_can_be_solved(visit: Opened) -> None:
    page = visit("/learn")
    steps = _steps()
    for step in steps:
        page.wait_for_selector(f"[data-lesson='{step['name']}']:not([data-done])")
        action = (step["want"] or step["legal"])[0]
        for cell in action.split()[1:]:
            click_card(page, cell.split("=")[0])
        reading = page.locator(f'[data-reading="{action}"]')
        if reading.count():
            reading.click()
        page.click(PLAY)
        page.wait_for_selector(f"[data-lesson='{step['name']}'][data-done='{action}']")
        if step is not steps[-1]:
            page.click("[data-next-step]")
    assert page.get_by_role("link", name="Play a match").count() == 1


@pytest.mark.parametrize("route", CLIENT_ROUTES)
def test_every_address_of_the_client_has_a_page(visit: Opened, route: str) -> None:
    page = visit(f"/{route}/haggis-2", breaks=True)  # there is no such table, and no such record
    page.wait_for_selector("h1, header")
    assert page.get_by_text("This page does not exist").count() == 0


def test_the_form_takes_what_the_server_takes(visit: Opened) -> None:
    page = visit()
    page.click("[data-make=haggis-2]")

    def limits(label: str) -> tuple[int, int]:
        field = page.get_by_label(label, exact=True)
        return int(field.get_attribute("min")), int(field.get_attribute("max"))

    assert limits("Rounds") == LIMITS.rounds
    page.get_by_label("The match ends after").select_option("goal")
    assert limits("Points") == LIMITS.goal
    assert page.get_by_label("Name of the table").get_attribute("maxlength") == str(LIMITS.title_length)


@pytest.mark.parametrize("preset", RULES)
def test_every_game_has_its_rules(visit: Opened, preset: str) -> None:
    page = visit(f"/rules/{preset}")
    page.get_by_role("heading", name="Wild courts").wait_for()
    assert page.locator(".pictures .card").count() > 20


def test_a_record_can_be_replayed(visit: Opened, site: Site, tmp_path: Path) -> None:
    match = haggis_cards.Match("haggis-3", end=haggis_cards.Rounds(1), seed=4, players=["Ann", "Bob", "Cat"])
    while not match.over:
        seat = match.round.to_act[0]
        match = match.act(seat, match.round.legal(seat)[0])
    text = match.record().dump()
    file = tmp_path / "match.json"
    file.write_text(text, encoding="utf-8")
    page = visit("/replay")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("[data-step]")
    assert page.locator(".open").count() == 3  # all hands
    for _ in range(3):
        page.click("[data-step]")
    assert page.locator(".slider").input_value() == "3"
    page.keyboard.press("End")
    page.get_by_text("wins with").wait_for()
    page.click("[data-next-trick]")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == json.loads(text)


def test_there_are_lessons_about_everything() -> None:
    assert list(dict.fromkeys(step["lesson"] for step in _steps())) == [
        "shedding",
        "sequences",
        "stairs",
        "courts",
        "bombs",
    ]
