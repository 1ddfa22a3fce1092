"""The table on every screen: hand, trick and buttons are in sight together, nothing covers what it may not."""

from pathlib import Path
from typing import Any

import pytest

import haggis_cards
from tests.e2e.conftest import Opened
from tests.e2e.playing import CARD, READY, make_table, pick, step

SIZES = ((1280, 800), (1920, 1080), (820, 1180), (390, 844), (360, 640), (844, 390), (740, 360), (640, 400))
LOW = SIZES[-3:]
PRESETS = ("haggis-2", "tatties-3", "neeps-4")
# The table is measured, then the cards get their size, then what is left is measured for the trick.
DRAWN = """() => new Promise(done => {
    const next = frames => frames ? requestAnimationFrame(() => next(frames - 1)) : done();
    next(8) })"""

# What is not wholly in sight, of what a player needs at once.
CUT_OFF = """selectors => selectors.flatMap(selector => [...document.querySelectorAll(selector)].map(one => {
    const box = one.getBoundingClientRect();
    return box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      ? `${selector} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}` : '' }).filter(Boolean))"""
# Pairs of things that lie over each other; parts of one group may.
OVERLAPS = """groups => {
    const boxes = Object.entries(groups).flatMap(([name, selector]) =>
      [...document.querySelectorAll(selector)].filter(one => one.checkVisibility() && one.getClientRects().length)
        .map(one => ({ name, box: one.getBoundingClientRect() })).filter(({ box }) => box.width && box.height));
    const found = [];
    for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) {
      const x = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const y = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (x > 2 && y > 2 && !(a.name === b.name && a.name !== 'seat'))
        found.push(`${a.name} and ${b.name}: ${Math.round(x)} x ${Math.round(y)}`);
    }
    return found }"""
# Cards of which no part of 24 by 24 px can be hit.
TOO_COVERED = """() => [...document.querySelectorAll('.slot')].filter(slot => {
    const box = slot.getBoundingClientRect();
    let rows = 0;
    for (let y = box.top + 2; y < box.bottom && rows < 24; y += 4) {
      let hits = 0;
      for (let x = box.left; x < box.right && hits < 24; x += 4)
        hits = document.elementFromPoint(x, y)?.closest('.slot') === slot ? hits + 4 : 0;
      rows = hits >= 24 ? rows + 4 : 0;
    }
    return rows < 24 }).map(slot => slot.dataset.id)"""
SCROLLS = """() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth > innerWidth || scrollHeight > innerHeight }"""

NEEDED = [CARD, "[data-top] .card", "[data-play-button]", "[data-pass]", "[data-decide]", "[data-seat]", ".status p"]
APART = {
    "header": "header",
    "seat": ".place [data-seat], .plate [data-seat]",
    "trick": ".trick .card",
    "line": ".status p",
    "hand": CARD,
    "button": "[data-felt] .button",
}


def _resize(page: Any, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN)


def _look(page: Any, width: int, height: int, state: str) -> None:
    """One state on one screen."""
    _resize(page, width, height)
    screen = f"{state}, {width}x{height}"
    assert page.evaluate(CUT_OFF, NEEDED) == [], screen
    assert not page.evaluate(SCROLLS), f"{screen}: the page scrolls"
    assert page.evaluate(TOO_COVERED) == [], screen
    assert page.evaluate(OVERLAPS, APART) == [], screen


@pytest.mark.parametrize("preset", PRESETS)
def test_everything_is_in_sight_on_every_screen(visit: Opened, preset: str) -> None:
    page = visit()
    make_table(page, preset)
    looked: set[str] = set()
    for _ in range(12):
        page.wait_for_selector(READY)
        phase = page.get_attribute(READY, "data-phase")
        state = "follow" if page.locator("[data-top]").count() else phase
        if state not in looked:
            looked.add(state)
            for size in SIZES:
                _look(page, *size, f"{preset}, {state}")
            if state == "follow":
                if pick(page):
                    for size in SIZES:
                        _look(page, *size, f"{preset}, cards are picked")
                break
        step(page)
    assert "follow" in looked, looked


def _width(page: Any, selector: str) -> float:
    """The drawn width of the first of these cards."""
    found: float = page.eval_on_selector(selector, "card => card.offsetWidth")
    return found


def test_cards_grow_with_the_screen(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-3")
    page.wait_for_selector(READY)
    widths = {}
    for size in ((820, 1180), (1280, 800), (1920, 1080), (3840, 2160)):
        _resize(page, *size)
        widths[size] = _width(page, f"{CARD} .card")
    assert all(64 <= width <= 130 for width in widths.values()), widths
    assert widths[(1280, 800)] >= 84, widths
    assert widths[(1920, 1080)] >= 115, widths
    while not page.locator("[data-top]").count():
        step(page)
        page.wait_for_selector(READY)
    _resize(page, 1920, 1080)
    assert _width(page, "[data-top] .card") >= 115


@pytest.mark.parametrize("size", LOW)
def test_lessons_fit_low_screens(visit: Opened, size: tuple[int, int]) -> None:
    page = visit("/learn", viewport={"width": size[0], "height": size[1]})
    page.wait_for_selector(CARD)
    needed = [CARD, ".trick .card", "[data-play-button]", "[data-pass]", "[data-lesson] > *"]
    assert page.evaluate(CUT_OFF, needed) == []
    assert page.evaluate(TOO_COVERED) == []
    assert not page.evaluate(SCROLLS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_replay_fits_low_screens_and_phones(visit: Opened, preset: str, tmp_path: Path) -> None:
    match = haggis_cards.Match(preset, end=haggis_cards.Rounds(1), seed=4)
    while not match.over:
        seat = match.round.to_act[0]
        match = match.act(seat, match.round.legal(seat)[-1])
    file = tmp_path / "match.json"
    file.write_text(match.record().dump(), encoding="utf-8")
    page = visit("/replay")
    page.set_input_files("input[type=file]", file)
    while not page.locator("[data-top]").count():
        page.click("[data-step]")
    for width, height in (*LOW, (390, 844), (360, 640)):
        _resize(page, width, height)
        screen = f"{preset}, {width}x{height}"
        assert page.evaluate(CUT_OFF, ["[data-top] .card", "[data-seat]", ".controls .button", ".slider"]) == [], screen
        assert not page.evaluate(SCROLLS), f"{screen}: the page scrolls"
        apart = {"seat": "[data-seat]", "trick": ".trick .card", "button": "button, a, .slider", "words": "header b"}
        assert page.evaluate(OVERLAPS, apart) == [], screen
