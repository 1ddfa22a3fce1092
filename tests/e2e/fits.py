"""What fits on a screen: nothing scrolls sideways, targets are large enough for a thumb, the trick can be seen."""

from typing import Any

# Two frames later everything is where it belongs: even without motion a change of place takes until the next frame.
_DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
_SMALL = """() => [...document.querySelectorAll('button:not(.slot), a, select, input, label.button, summary')]
    .filter(one => one.checkVisibility() && !one.closest('.hidden') && !one.closest('.check'))
    .filter(one => !document.querySelector('dialog[open]') || one.closest('dialog'))
    .map(one => [one.innerText || one.ariaLabel, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 40 || box.height < 40 || box.right > innerWidth + 0.5 || box.left < -0.5)
    .map(([name, box]) => `${name}: ${box.left}+${box.width} x ${box.height}`)"""
_STEPS = """() => {
    const boxes = [...document.querySelectorAll('.slot')].map(slot => slot.getBoundingClientRect());
    const apart = (a, b) => Math.max(Math.abs(a.left - b.left), Math.abs(a.top - b.top));
    return boxes.slice(1).map((box, i) => apart(box, boxes[i])) }"""
# Every card of the play to beat, and the words under it, lie on top where they are, and inside the middle.
_HIDDEN = """() => {
    const middle = document.querySelector('.middle').getBoundingClientRect();
    return [...document.querySelectorAll('[data-top] .card, .trick .by, .trick li .card')].filter(one => {
      const box = one.getBoundingClientRect();
      const [x, y] = [box.left + Math.min(box.width, 20) / 2, box.top + box.height / 2];
      const there = document.elementFromPoint(x, y);
      return box.top < middle.top - 1 || box.bottom > middle.bottom + 1 || !one.closest('.trick').contains(there)
    }).map(one => one.outerHTML.slice(0, 80)) }"""


def fits(page: Any) -> None:
    """Nothing scrolls sideways, and everything that one taps is 40 px wide and high at least."""
    page.evaluate(_DRAWN)
    # What is too wide makes a phone's page wider, and `innerWidth` with it.
    width = page.viewport_size["width"]
    assert page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)") <= width, "it scrolls sideways"
    small = page.evaluate(_SMALL)
    assert small == [], small
    steps = page.evaluate(_STEPS)
    assert all(step >= 39.9 for step in steps), steps


def trick_shows(page: Any) -> None:
    """Nothing lies over the trick, and nothing of it is cut off."""
    hidden = page.evaluate(_HIDDEN)
    assert hidden == [], hidden
