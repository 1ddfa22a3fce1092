"""Every word comes from the catalogue, and a language with longer words still fits on a small phone.

The pages are shown in a language that nobody speaks: English with accents, in brackets, a third longer
(`web/src/words/pseudo.ts`). What stands outside brackets is not in the catalogue; what is cut off is too tight.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import haggis_cards
from tests.e2e.conftest import Opened
from tests.e2e.fits import fits
from tests.e2e.playing import CARD, MORE, PLAY, click_card, play_on

PHONE = {"width": 360, "height": 780}
PSEUDO = "localStorage.setItem('haggis.language', JSON.stringify('pseudo'))"

# Texts that a person can read or hear, outside of all brackets. Cards, numbers and names of people stay as they are.
_PLAIN = """() => {
    const shown = [...document.querySelectorAll('body *, title')].filter(one => !one.closest('script, style, noscript'))
    const texts = shown.flatMap(one => [
      // things may be drawn within a sentence, so the texts of one element are read together
      [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data).join(' '),
      ...['aria-label', 'title', 'placeholder', 'alt'].map(name => one.getAttribute(name)),
    ]).filter(Boolean)
    const outside = text => {
      let depth = 0, left = ''
      for (const letter of text) {
        if (letter === '[') depth++
        else if (letter === ']') depth--
        else if (depth === 0) left += letter
      }
      return left
    }
    return [...new Set(texts.map(outside).map(text => text.trim()).filter(text => /\\p{L}{2}/u.test(text)))] }"""
# Elements whose own text is cut off (where names end in dots, they may), and pairs of texts that lie over each other.
_CUT = """() => [...document.querySelectorAll('body *')]
    .filter(one => one.checkVisibility() && !one.closest('.hidden, svg, .card, select'))
    .filter(one => !one.closest('.name, .brand, .totals dt, .title b, .title h1, .trick .after, .trick .by'))
    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
    .filter(one => {
      const style = getComputedStyle(one)
      const clips = ['hidden', 'clip'].includes(style.overflowX)
      return (clips && one.scrollWidth > one.clientWidth + 1) || one.getBoundingClientRect().right > innerWidth + 1
    })
    .map(one => `${one.className}: ${one.textContent.slice(0, 60)}`)"""
_OVERLAPS = """() => {
    const top = document.querySelector('dialog[open]') ?? document.body
    // A name that is too long ends in dots: only what is seen of it counts.
    const visible = (one, { left, right, top, bottom }) => {
      for (let box = one; box; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue
        const edge = box.getBoundingClientRect();
        [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
      }
      return { left, right, top, bottom }
    }
    // Notices and bubbles lie over the table for a few seconds, and the text of a box scrolls under its buttons.
    const over = '.hidden, svg, .card, .slot, select, .cards, .reaction, .notice, [data-bubble], dialog .foot'
    const boxes = [...top.querySelectorAll('*')].filter(one => one.checkVisibility() && !one.closest(over))
      .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
      .map(one => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return [one, [...range.getClientRects()].map(box => visible(one, box))]
      })
    const found = []
    for (const [i, [one, ones]] of boxes.entries()) {
      for (const [other, others] of boxes.slice(i + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        const meet = ones.some(a => others.some(b =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4))
        if (meet) found.push([one, other].map(text => text.textContent.slice(0, 40)).join(' / '))
      }
    }
    return found }"""


def _speaks(page: Any) -> None:
    """Nothing on the page is outside the catalogue, and everything fits."""
    allowed = _names(page) | {"and", "or"}  # Intl puts these between the items of a list
    plain = [text for text in page.evaluate(_PLAIN) if not set(re.findall(r"\w+", text)) <= allowed]
    assert plain == [], plain
    cut = page.evaluate(_CUT)
    assert cut == [], cut
    overlaps = page.evaluate(_OVERLAPS)
    assert overlaps == [], overlaps
    fits(page)


@pytest.fixture
def page(visit: Opened) -> Any:
    """A small phone that speaks the language."""
    opened = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    opened.context.add_init_script(PSEUDO)
    opened.reload()
    opened.wait_for_selector("[data-game]")
    return opened


def _names(page: Any) -> set[str]:
    """Names are not in the catalogue: those of players, and of bots' levels."""
    texts = page.eval_on_selector_all(".name, .totals dt, option, .by", "all => all.map(one => one.textContent)")
    # Tables of other people may be in the list.
    texts += page.evaluate(
        "fetch('/api/lobby').then(answer => answer.json())"
        ".then(({ tables }) => tables.flatMap(table => table.seats.map(seat => seat.name ?? '')))"
    )
    plain = [word for text in texts for word in text.split() if not word.startswith("[")]
    return {part for word in plain for part in re.findall(r"\w+", word)}


def test_pages_without_a_table(page: Any) -> None:
    _speaks(page)
    pages = {"/learn": CARD, "/rules/neeps-4": ".pictures", "/rules/tatties-3": ".pictures", "/replay": "label.button"}
    pages |= {"/profile": "[data-enter-code]"}
    for path, sign in pages.items():
        page.goto(path)
        page.wait_for_selector(sign)
        _speaks(page)


def test_a_lesson_that_is_solved(page: Any) -> None:
    page.goto("/learn")
    page.wait_for_selector(CARD)
    click_card(page, "9b", tap=True)
    page.click(PLAY)
    page.wait_for_selector("[data-next-step]")
    _speaks(page)


def _close(page: Any) -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_dialogs(page: Any) -> None:
    page.click("[data-make=haggis-3]")
    page.click(MORE)
    page.locator("dialog summary").last.click()
    _speaks(page)
    _close(page)
    page.locator("header .name").click()
    _speaks(page)
    _close(page)
    page.click("[data-game=neeps-4]")
    page.wait_for_selector(CARD)
    for button, sign in {-1: ".menu", -2: "[role=tab]"}.items():
        page.locator("header button").nth(button).click()
        page.wait_for_selector(f"dialog {sign}")
        _speaks(page)
        for tab in page.locator("dialog [role=tab]").all():
            tab.click()
            _speaks(page)
        _close(page)
    page.keyboard.press("?")
    page.wait_for_selector("dialog kbd")
    _speaks(page)


def test_a_table_that_waits(page: Any) -> None:
    page.click("[data-make=neeps-4]")
    page.locator("[data-create]").click()
    _speaks(page)  # it asks for a name first
    page.locator("dialog input").fill("Ann")
    page.keyboard.press("Enter")
    page.wait_for_selector("svg[role=img]")
    _speaks(page)


@pytest.mark.parametrize("preset", ["haggis-3", "tatties-3", "neeps-4"])
def test_a_match(page: Any, preset: str) -> None:
    page.click(f"[data-make={preset}]")
    form = page.locator("dialog form")
    form.locator(MORE).click()
    form.locator("input[type=number]").fill("1")
    for seat in form.locator(".more .seats select").all()[1:]:
        seat.select_option("novice")
    page.locator("[data-create]").click()
    phases = play_on(page, look=_speaks)
    assert phases >= {"play"}
    _speaks(page)  # the end of the match


DECISIONS: dict[str, dict[str, Any]] = {
    "award": {"awarding": "trick", "legal": ["award 1", "award 3"]},
    "lead": {"legal": ["lead 0", "lead 2"]},
}


@pytest.mark.parametrize("phase", DECISIONS)
def test_decisions_after_a_bomb(page: Any, phase: str) -> None:
    """Bombs come when they come, so the server's first message is changed into such a decision."""

    def change(route: Any) -> None:
        server = route.connect_to_server()

        def say(text: str) -> None:
            message = json.loads(text)
            if message.get("view"):
                message["view"] |= {"phase": phase, "to_act": [0], "exchange": None, **DECISIONS[phase]}
            if message["type"] != "played":  # what the bots do would take the decision away
                route.send(json.dumps(message))

        server.on_message(say)

    page.route_web_socket("**/socket*", change)
    page.click("[data-game=neeps-4]")
    page.wait_for_selector("[data-decide]")
    _speaks(page)


def test_a_replay(page: Any, tmp_path: Path) -> None:
    match = haggis_cards.Match("neeps-4", end=haggis_cards.Rounds(1), seed=4, players=["Ann", "Bob", "Cat", "Dan"])
    while not match.over:
        seat = match.round.to_act[0]
        match = match.act(seat, match.round.legal(seat)[0])
    file = tmp_path / "match.json"
    file.write_text(match.record().dump(), encoding="utf-8")
    page.goto("/replay")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("[data-step]")
    _speaks(page)
    page.keyboard.press("End")
    _speaks(page)
