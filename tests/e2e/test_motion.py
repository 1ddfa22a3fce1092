"""With motion on: movement explains what happens, and never takes a click away."""

import json
from typing import Any

import pytest

from haggis_cards.rules import RULES
from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import CARD, PASS, PLAY, READY, click_card, hand, make_table, moves, play_on, start_with

SLOWLY = 0.05  # of the real speed: an animation then lasts longer than any click of a test
# Something moves; and what moves and holds something to click: a click on it may get lost.
MOVES = "() => document.getAnimations().length > 0"
CARRIERS = """() => document.getAnimations()
    .filter(one => one.effect.getKeyframes().some(frame => 'transform' in frame || 'translate' in frame))
    .map(one => one.effect.target)
    .filter(moved => moved.querySelector('.slot, button')).map(moved => moved.className)"""


def _two_people(visit: Opened, **options: Any) -> list[Any]:
    """A match of haggis-2 between two people, the one who leads first."""
    ann = visit(**options)
    make_table(ann, "haggis-2", seats=("me", "open"))
    pages = [ann, visit(ann.url, **options)]
    start_with(ann, Bob=pages[1])
    pages.sort(key=lambda page: page.locator(READY).count(), reverse=True)
    return pages


def _slow_down(page: Any) -> None:
    page.context.new_cdp_session(page).send("Animation.setPlaybackRate", {"playbackRate": SLOWLY})


def _press(page: Any, place: str) -> None:
    """A click of the mouse where this lies, on whatever takes it."""
    box = page.locator(place).bounding_box()
    page.mouse.click(box["x"] + 14, box["y"] + box["height"] / 2)


def _bomb(page: Any, courts: str) -> None:
    """Everybody holds a jack, a queen and a king in this game: two of them are a bomb (R5.7)."""
    for court in courts:
        _press(page, f'{CARD}[data-id="{court}"]')
        page.wait_for_selector(f'{CARD}.picked[data-id="{court}"]')
    _press(page, PLAY)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_bomb_takes_no_click_away(visit: Opened, viewport: dict[str, int]) -> None:
    lead, second = _two_people(visit, viewport=viewport, motion=True)
    click_card(lead, next(card for card in hand(lead) if card[0] in "2345678"))
    lead.click(PLAY)
    second.wait_for_selector(READY)
    for page in (lead, second):
        _slow_down(page)

    # Each bomb is answered while its wave goes over both tables.
    for player, other, courts in ((second, lead, "JQ"), (lead, second, "JK")):
        _bomb(player, courts)
        for page in (player, other):
            page.wait_for_function(MOVES)
            assert page.evaluate(CARRIERS) == []
            page.wait_for_selector(".shock", state="attached")
        other.wait_for_selector(READY)
    _press(second, PASS)
    lead.get_by_text(t("turn.first", "you"), exact=True).wait_for()
    assert lead.locator(".shock").count() > 0, "the answers came too late to test anything"
    assert moves(lead) == "0.4"
    # The points of the trick rise at the pile that they go to, whole.
    for page in (lead, second):
        risen = page.locator(".rise.points").bounding_box()
        assert 0 < risen["x"] < viewport["width"] - risen["width"]
        assert risen["y"] > 0


def test_no_wave_where_motion_is_reduced(visit: Opened) -> None:
    lead, second = _two_people(visit)
    _bomb(lead, "JQ")
    second.wait_for_selector(READY)
    assert [page.locator(".shock").count() for page in (lead, second)] == [0, 0]


# Notes when which board was drawn, with what on top, and whether a box lay over it.
WATCH = """() => {
  window.boards = []
  const note = () => {
    const page = document.querySelector('[data-moves]'), top = document.querySelector('[data-top]')
    const moves = page?.dataset.moves, box = !!document.querySelector('dialog[open]')
    const last = window.boards.at(-1), notice = !!document.querySelector('.notice')
    if (moves && !(last?.moves === moves && last.box === box))
      window.boards.push({moves, box, notice, top: top?.dataset.play, at: performance.now()})
  }
  new MutationObserver(note).observe(document.body, {childList: true, subtree: true, attributes: true})
}"""


def test_the_play_that_ends_a_round_is_shown(visit: Opened) -> None:
    page = visit(motion=True)
    make_table(page, "haggis-2", rounds=2)
    page.wait_for_selector(CARD)
    page.evaluate(WATCH)
    play_on(page, by="mouse")
    heard = [json.loads(frame) for frame in page.frames_heard]
    played = [event for event in heard if event["type"] == "played"]
    ends = [event for event in played if "results" in event["changes"]]
    assert len(ends) == 2
    boards = page.evaluate("() => window.boards")
    for done, event in enumerate(ends):
        shown = [i for i, board in enumerate(boards) if board["moves"].startswith(f"{done}.")]
        last, following = boards[shown[-1]], boards[shown[-1] + 1]
        assert not last["box"]
        if event["action"].split()[1] == "play":
            assert last["top"] == event["action"].split(" ", 2)[2]
        assert not following["notice"], "what was said about the round ends with it"
        assert following["at"] - last["at"] > 1000
    # All that was played was drawn, though the next round began meanwhile.
    final = [board["moves"] for board in boards if board["moves"].startswith("2.")]
    assert int(final[-1].split(".")[1]) == len(played) - played.index(ends[0]) - 1
    page.click("dialog [aria-label=Close]")
    page.locator("[data-finished] summary").click()
    assert len(page.locator("[data-finished] li").all()) > 5


@pytest.mark.parametrize("preset", ["haggis-3", "tatties-3-2024", "neeps-4"])  # haggis-2 is played above
def test_a_match_of_each_kind_with_motion_on(visit: Opened, preset: str) -> None:
    """At real speed and with the mouse: every click works, or the match would not come to its end."""
    page = visit(motion=True)
    make_table(page, preset, rounds=1)
    page.wait_for_selector(CARD)
    phases = play_on(page, by="mouse")
    assert phases >= {"play"} | ({RULES[preset].opening} - {""})
    heard = [json.loads(frame) for frame in page.frames_heard]
    assert [event["code"] for event in heard if event["type"] == "error"] == []
    played = sum(event["type"] == "played" for event in heard)
    assert played > 10
    page.wait_for_function("() => document.querySelectorAll('body > .rise, body > .dealt, body > .shock').length === 0")
    shown = page.inner_text("dialog")
    assert "Final" in shown
    assert "Cards" in shown
    totals = page.eval_on_selector_all(".totals dd", "all => all.map(one => Number(one.innerText))")
    assert len(totals) == RULES[preset].side_count
    assert sum(totals) > 0
    page.click("[data-rematch]")
    page.wait_for_selector("[data-rematch]", state="detached")
    page.wait_for_selector(CARD)
