"""The home page: learn or play at once, go on with a match, answer a rematch, find people to play with."""

import re
import runpy
from pathlib import Path

import pytest

from haggis_cards import Match, Rounds
from haggis_cards.bots import make_bot
from haggis_cards.rules import RULES
from tests.e2e.catalogue import like, t
from tests.e2e.conftest import Opened
from tests.e2e.playing import CARD, READY, make_table, play_round, start_with

WEB_DATA = Path(__file__).parents[2] / "scripts" / "web_data.py"
SIZES = [(1280, 800), (1920, 1080), (820, 1180), (390, 844), (360, 640), (844, 390)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_doors_are_in_sight(visit: Opened, size: tuple[int, int]) -> None:
    """Without scrolling, a newcomer sees where to learn and where to play, a host where to invite."""
    page = visit(viewport={"width": size[0], "height": size[1]})
    for door in ("[data-learn]", "[data-duel]", "[data-friends]"):
        box = page.locator(door).bounding_box()
        assert 0 <= box["y"] <= size[1] - box["height"], f"{door} lies at {box}"


def test_one_click_deals_the_duel(visit: Opened) -> None:
    page = visit()
    page.click("[data-duel]")
    page.wait_for_selector(CARD)
    assert page.locator(CARD).count() == RULES["haggis-2"].hand_size + 3
    assert page.locator("dialog").count() == 0


def test_older_editions_lie_under_a_fold(visit: Opened) -> None:
    page = visit()
    page.wait_for_selector("[data-game=neeps-4]")
    older = [preset for preset in RULES if preset.endswith(("-2024", "-2010"))]
    for preset in RULES:
        assert page.locator(f"[data-game={preset}]").is_visible() == (preset not in older), preset
    page.get_by_text(t("home.older")).click()
    for preset in older:
        assert page.locator(f"[data-game={preset}]").is_visible()


def test_games_say_for_how_many_and_how_long(visit: Opened) -> None:
    minutes = runpy.run_path(str(WEB_DATA))["minutes"]
    page = visit()
    for preset, rules in RULES.items():
        words = page.locator("article", has=page.locator(f"[data-game={preset}]")).locator(".facts").text_content()
        assert words.split()[0] == str(rules.players)
        assert f"about {minutes(rules)} min" in words


@pytest.mark.parametrize("preset", ["haggis-2", "haggis-3", "tatties-3", "neeps-4"])
def test_the_minutes_rest_on_rounds_as_they_are_played(preset: str) -> None:
    rules = RULES[preset]
    told = runpy.run_path(str(WEB_DATA))["DECISIONS"][rules.players, rules.opening]
    seeds = range(3 if rules.players == 4 else 8)
    count = 0
    for seed in seeds:
        match = Match(preset, end=Rounds(1), seed=seed)
        bots = [make_bot("greedy", seed * 9 + seat) for seat in rules.seats]
        while not match.over:
            seat = match.round.to_act[0]
            match = match.act(seat, bots[seat].decide(match.view(seat), None).action)
            count += 1
    assert count / len(seeds) == pytest.approx(told, rel=0.2)


def test_a_match_can_be_resumed_from_its_picture(visit: Opened) -> None:
    page = visit()
    page.click("[data-duel]")
    page.wait_for_selector(READY)
    page.goto("/")
    card = page.locator("[data-resume]")
    card.get_by_text(t("turn.play", "you"), exact=False).wait_for()
    assert card.locator(".face").count() == 2
    assert card.locator(".face.turn").count() == 1
    assert t("round.of", round=1, rounds=6) in card.inner_text()
    hand = page.evaluate("id => fetch(`/api/tables/${id}/view`).then(a => a.json())", card.get_attribute("data-resume"))
    if hand["view"]["to_beat"]:
        assert card.locator(".card").count() == len(hand["view"]["to_beat"]["play"].split())
    card.click()
    page.wait_for_selector(READY)


def test_a_rematch_is_told_on_the_home_page(visit: Opened) -> None:
    ann = visit()
    make_table(ann, "haggis-2", seats=("me", "open"), name="Ann")
    bob = visit(ann.url)
    start_with(ann, Bob=bob)
    play_round(ann, bob)
    ann.goto("/")
    ann.wait_for_selector("[data-game]")
    assert ann.get_by_text(like("home.rematch", n=1)).count() == 0
    bob.click("[data-rematch]")
    asked = ann.locator("[data-asked]")
    asked.wait_for()
    assert t("home.rematch", n=1, names="Bob") in asked.inner_text()
    asked.click()
    ann.wait_for_url("**/table/*")


def test_a_game_is_found_among_open_tables(visit: Opened) -> None:
    """The first who looks opens a table and waits; the second sits down there; both have given their names."""
    ann, bob = visit("/people"), visit("/people")
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.get_by_label(t("home.findWhich")).select_option("haggis-2")
        page.click("[data-find]")
        page.get_by_label(t("name.label")).fill(name)
        page.get_by_role("button", name=t("waiting.sitDown")).click()
        page.wait_for_url("**/table/*")
        page.get_by_text(t("waiting.you", name=name)).wait_for()
    assert ann.url == bob.url
    ann.get_by_text("Bob", exact=True).wait_for()
    bob.get_by_text("Ann", exact=True).wait_for()


def test_only_a_table_that_fits_is_taken(visit: Opened) -> None:
    ann, bob = visit("/people"), visit("/people")
    for page, name, game in ((ann, "Ann", "haggis-3"), (bob, "Bob", "neeps-4")):
        page.get_by_label(t("home.findWhich")).select_option(game)
        page.click("[data-find]")
        page.get_by_label(t("name.label")).fill(name)
        page.keyboard.press("Enter")
        page.get_by_text(t("waiting.you", name=name)).wait_for()
    assert ann.url != bob.url
    lobby = visit("/people")
    lobby.wait_for_selector("[data-find]")
    for words in (r"Haggis for three.*Ann", r"Neeps.*Bob"):
        lobby.locator(".rows").first.get_by_text(re.compile(words)).wait_for()


def test_a_name_is_asked_before_people_sit_down(visit: Opened) -> None:
    page = visit()
    page.click("[data-make=haggis-2]")
    page.click("[data-create]")
    page.get_by_text(t("name.title")).wait_for()
    assert "/table/" not in page.url
    page.get_by_label(t("name.label")).fill("Zoe")
    page.keyboard.press("Enter")
    page.get_by_text(t("waiting.you", name="Zoe")).wait_for()


def test_a_wrong_address_leads_on(visit: Opened) -> None:
    page = visit("/tabel/xyz", breaks=True)  # the server answers 404 with the client's page
    page.get_by_text(t("missing.title")).wait_for()
    page.get_by_role("link", name=t("missing.back")).click()
    page.wait_for_selector("[data-duel]")
