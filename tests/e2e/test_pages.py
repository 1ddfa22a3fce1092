"""The pages around the table: rules, replay, the form for a table."""

import json
from pathlib import Path

import pytest

import haggis_cards
from haggis_cards.rules import RULES
from haggis_cards.solver import solve
from haggis_cards.wire.facts import CLIENT_ROUTES, LIMITS
from tests.e2e.catalogue import like, t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import MORE
from tests.e2e.site import Site


@pytest.mark.parametrize("route", CLIENT_ROUTES)
def test_every_address_of_the_client_has_a_page(visit: Opened, route: str) -> None:
    page = visit(f"/{route}/haggis-2", breaks=True)  # there is no such table, and no such record
    page.wait_for_selector("h1, header")
    assert page.get_by_text(t("missing.title")).count() == 0


def test_the_form_takes_what_the_server_takes(visit: Opened) -> None:
    page = visit()
    page.click("[data-make=haggis-2]")
    page.click(MORE)

    def limits(label: str) -> tuple[int, int]:
        field = page.get_by_label(label, exact=True)
        return int(field.get_attribute("min")), int(field.get_attribute("max"))

    assert limits(t("form.rounds")) == LIMITS.rounds
    page.get_by_label(t("form.endsAfter")).select_option("goal")
    assert limits(t("form.points")) == LIMITS.goal
    assert page.get_by_label(t("form.title")).get_attribute("maxlength") == str(LIMITS.title_length)


@pytest.mark.parametrize("preset", RULES)
def test_every_game_has_its_rules(visit: Opened, preset: str) -> None:
    page = visit(f"/rules/{preset}")
    page.get_by_role("heading", name=t("rules.section", "courts")).wait_for()
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
    keep = page.locator("[data-keep]").evaluate(
        "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    )
    assert keep == ["rgb(42, 35, 32)", "rgb(255, 253, 248)"]  # ink on paper, not on felt
    for _ in range(3):
        page.click("[data-step]")
    assert page.locator(".slider").input_value() == "3"
    moves = page.locator("[data-moves-list] li")
    assert page.locator("[data-moves-list] [aria-current=step]").count() == 1
    moves.nth(4).locator("button").click()
    assert page.locator(".slider").input_value() == "5"
    page.set_viewport_size(PHONE)
    page.click("[data-moves-open]")
    page.locator("dialog [data-moves-list] button").first.click()
    page.keyboard.press("Escape")
    assert page.locator(".slider").input_value() == "1"
    page.set_viewport_size(DESKTOP)
    page.keyboard.press("End")
    page.get_by_text(like("ends.wins", "they", n=1)).wait_for()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.click("[data-values-open]")
    page.wait_for_selector("[data-values=exact]")
    expected = solve([*match.record().positions()][-4])["actions"]
    for action, value in expected.items():
        shown = page.locator("[data-values] li").filter(has=page.locator(f"[data-answer='{action}']"))
        assert float(shown.get_attribute("data-value")) == value
    page.click("[data-values-open]")
    page.click("[data-next-trick]")
    with page.expect_download() as download:
        page.get_by_role("button", name=t("replay.download")).click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == json.loads(text)
