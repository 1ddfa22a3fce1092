"""The pages around the table: lessons, rules, replay."""

import json
from pathlib import Path

import pytest

import haggis_cards
from haggis_cards.rules import RULES
from tests.e2e.conftest import Opened
from tests.e2e.playing import PLAY, click_card
from tests.e2e.site import Site

LESSONS = json.loads((Path(__file__).parents[2] / "web" / "src" / "learn" / "lessons.json").read_text(encoding="utf-8"))


def test_all_lessons_can_be_solved(visit: Opened) -> None:
    page = visit("/learn")
    for lesson in LESSONS:
        for step in lesson["steps"]:
            page.get_by_text(step["say"]).wait_for()
            action = (step["want"] or step["legal"])[0]
            for cell in action.split()[1:]:
                click_card(page, cell.split("=")[0])
            reading = page.locator(f'[data-reading="{action}"]')
            if reading.count():
                reading.click()
            page.click(PLAY)
            page.get_by_text(step["done"]).wait_for()
            if page.locator("[data-next-step]").count():
                page.click("[data-next-step]")
    assert page.get_by_role("link", name="Play a match").count() == 1


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


def test_the_table_of_lessons_is_complete() -> None:
    assert [lesson["title"] for lesson in LESSONS] == ["Shedding", "Sequences", "Stairs", "Wild courts", "Bombs"]
