"""Matches through the page, on every kind of screen; test_motion.py plays one of each game."""

from typing import Any

import pytest

from haggis_cards.table.chairs import CHARACTERS
from tests.e2e.catalogue import t
from tests.e2e.conftest import Opened
from tests.e2e.fits import fits, trick_shows
from tests.e2e.playing import (
    CARD,
    MORE,
    MOVED,
    PASS,
    PLAY,
    READY,
    STOPS,
    hand,
    make_table,
    moves,
    pick,
    play_on,
    play_round,
    start_with,
    step,
)
from tests.e2e.site import Site


def test_play_now_takes_one_click(visit: Opened) -> None:
    page = visit()
    page.click("[data-game=haggis-2]")
    page.wait_for_selector(CARD)
    assert len(hand(page)) == 17


def test_two_browsers_at_one_table(visit: Opened) -> None:
    ann = visit()
    make_table(ann, "haggis-2", seats=("me", "open"))
    bob = visit(ann.url)
    start_with(ann, Bob=bob)
    play_round(ann, bob)
    finals = [page.inner_text(".total") for page in (ann, bob)]
    assert sorted(finals[0].split()) == sorted(finals[1].split())
    ann.click("[data-rematch]")
    ann.locator("[data-awaited]").wait_for()
    bob.click("[data-rematch]")
    for page in (ann, bob):
        page.wait_for_selector("[data-rematch]", state="detached")


def test_chat_reaches_the_other_and_can_be_muted(visit: Opened) -> None:
    ann = visit()
    make_table(ann, "haggis-2", seats=("me", "open"))
    bob = visit(ann.url)
    start_with(ann, Bob=bob)
    for page in (ann, bob):
        page.get_by_role("tab", name=t("side.tab", "chat")).click()
    ann.get_by_label(t("chat.say")).fill("<b>hello</b> there")
    ann.keyboard.press("Enter")
    said = bob.get_by_text("<b>hello</b> there")  # text, never markup; in the chat, and for a while at Ann's seat
    said.first.wait_for()
    ann.get_by_role("button", name=t("chat.reaction", "clap")).click()
    bob.locator(".reaction svg").wait_for()  # drawn: not every system has a letter for it
    assert bob.locator(".reaction").inner_text() == ""
    bob.get_by_role("button", name=t("chat.mute")).click()
    assert said.count() == 0


def test_a_reload_in_the_middle_of_a_trick(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-3")
    page.wait_for_selector(READY)
    page.keyboard.press("s")  # by rank
    while not page.locator("[data-top]").count():
        step(page)
    before = {"hand": hand(page), "top": page.get_attribute("[data-top]", "data-play"), "log": page.inner_text(".log")}
    page.reload()
    page.wait_for_selector(READY)
    assert {
        "hand": hand(page),
        "top": page.get_attribute("[data-top]", "data-play"),
        "log": page.inner_text(".log"),
    } == before
    play_on(page)


def test_the_server_is_killed_in_the_middle_of_a_match(visit: Opened, site: Site) -> None:
    page = visit(breaks=True)
    make_table(page, "haggis-3")
    page.wait_for_selector(READY)
    step(page)
    before = hand(page)
    site.kill()
    page.get_by_text(t("header.connecting")).wait_for()
    site.start()
    page.get_by_text(t("header.connecting")).wait_for(state="detached")
    assert hand(page) == before
    play_on(page)


def test_what_is_clicked_while_the_server_is_away_is_played_once(visit: Opened, site: Site) -> None:
    page = visit(breaks=True)
    make_table(page, "haggis-2")
    page.wait_for_selector(READY)
    button = PLAY if pick(page) else PASS
    before = moves(page)
    site.kill()
    page.click(button)
    site.start()
    page.wait_for_function(MOVED, arg=before)
    page.wait_for_selector(STOPS)
    assert sum(line.startswith(("You play", "You pass")) for line in page.inner_text(".log").splitlines()) == 1
    play_on(page)


def _look(page: Any) -> None:
    fits(page)
    if not page.locator(".notice").count():
        trick_shows(page)


@pytest.mark.parametrize(("preset", "height"), [("neeps-4", 640), ("tatties-3", 740)])
def test_a_match_on_a_phone_with_a_thumb(visit: Opened, preset: str, height: int) -> None:
    page = visit(viewport={"width": 360, "height": height}, has_touch=True, is_mobile=True)
    fits(page)
    make_table(page, preset)
    page.wait_for_selector(CARD)
    play_on(page, by="thumb", look=_look)


# What a screen reader hears, however soon something else follows.
LISTEN = """() => {
  const said = document.querySelector('[data-said]'), changes = {childList: true, characterData: true, subtree: true}
  window.heard = []
  new MutationObserver(() => window.heard.push(...said.textContent.split('. '))).observe(said, changes)
}"""


def _tab_to(page: Any, selector: str) -> None:
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def test_a_match_with_the_keyboard_alone(visit: Opened) -> None:
    page = visit()
    page.wait_for_selector("[data-make=haggis-2]")
    _tab_to(page, "[data-make=haggis-2]")
    page.keyboard.press("Enter")
    _tab_to(page, MORE)
    page.keyboard.press("Enter")
    _tab_to(page, "input[aria-label=Rounds]")
    page.keyboard.type("1")
    _tab_to(page, "select[aria-label='Seat 2']")
    page.keyboard.type("bot")
    _tab_to(page, "[data-create]")
    page.keyboard.press("Enter")
    page.wait_for_selector(CARD)
    page.evaluate(LISTEN)
    for _ in range(200):
        page.wait_for_selector(STOPS)
        if page.locator("[data-rematch]").count():
            break
        page.keyboard.press("n")  # the smallest that beats it; when leading, the first card
        if not page.locator(PLAY).count():
            page.keyboard.press("j")
            page.keyboard.press("Space")
        before = moves(page)
        page.keyboard.press("Enter" if page.locator(PLAY).count() else "p")
        page.wait_for_function(MOVED, arg=before)
    heard = page.evaluate("() => window.heard")
    actors = {text.split(" ")[0] for text in heard}
    assert "You" in actors
    assert actors & {name for names in CHARACTERS.values() for name in names}
    assert t("sheet.final") in page.inner_text("dialog")


def test_the_keys_are_documented(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2")
    page.wait_for_selector(CARD)
    page.keyboard.press("?")
    assert "pass" in page.inner_text("dialog")
