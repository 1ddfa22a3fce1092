"""Players at the table: portraits, sides, what they say, whether they are there."""

from typing import Any

import pytest

from haggis_cards.table.chairs import CHARACTERS
from tests.e2e.catalogue import like, t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import READY, STOPS, hand, make_table, say, step, two_people

LOW_PHONE = {"width": 360, "height": 640}


def _boxes_overlap(page: Any, first: str, second: str) -> bool:
    """Whether any element of the one kind covers a part of an element of the other."""
    script = """([first, second]) => [...document.querySelectorAll(first)].some(a =>
        [...document.querySelectorAll(second)].some(b => {
            const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()]
            return p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom
        }))"""
    found: bool = page.evaluate(script, [first, second])
    return found


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, LOW_PHONE], ids=["desktop", "phone", "low phone"])
def test_partners_are_marked(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    make_table(page, "neeps-4", bot="club")
    page.wait_for_selector(READY)
    me = int(page.get_attribute("[data-mine]", "data-seat"))
    partner = page.locator(f"[data-seat='{(me + 2) % 4}']")
    assert partner.get_by_text(t("seat.partner")).is_visible()
    marks = page.eval_on_selector_all(
        "[data-face]", "all => all.map(one => [+one.dataset.face, one.querySelector('.team').ariaLabel])"
    )
    sides = dict(marks)
    assert len(marks) == 4
    assert sides[me] == sides[(me + 2) % 4] != sides[(me + 1) % 4] == sides[(me + 3) % 4]
    assert page.get_by_text(t("seat.partner"), exact=True).count() == 1
    assert partner.get_by_text(t("bot.level", "club"), exact=False).first.is_visible(), "a bot's level is in sight"


def test_a_tap_on_a_bot_tells_who_it_is(visit: Opened) -> None:
    page = visit()
    make_table(page, "haggis-2", bot="club")
    page.wait_for_selector(READY)
    other = page.locator("[data-seat]:not([data-mine])")
    name = other.locator(".name").inner_text()
    other.get_by_role("button", name=t("seat.about", name=name)).click()
    card = page.locator(".character")
    card.get_by_text(name, exact=True).wait_for()
    assert card.get_by_text(t("seat.bot", level=t("bot.level", "club"))).is_visible()
    if name in CHARACTERS["club"]:
        card.locator(".line").wait_for()  # a character has a line
    else:
        assert not card.locator(".line").count()
    page.keyboard.press("Escape")
    card.wait_for(state="detached")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_somebody_says_stands_at_the_seat(visit: Opened, viewport: dict[str, int]) -> None:
    ann, bob = two_people(visit)
    ann.set_viewport_size(viewport)
    ann.wait_for_timeout(100)
    seat = ann.locator("[data-seat]:not([data-mine])")
    words = "a braw bricht moonlicht nicht the nicht, and a very long line of chat it is " * 2
    say(bob, words)
    bubble = seat.locator("[data-bubble]")
    bubble.wait_for()
    assert bubble.inner_text().startswith("a braw bricht")
    box = bubble.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= viewport["width"]
    assert bubble.evaluate("one => getComputedStyle(one).pointerEvents") == "none"
    assert not _boxes_overlap(ann, "[data-bubble]", ".slot, [data-pass], [data-play-button]")
    bob.locator("[data-mine] [data-bubble]").wait_for()  # one's own words, too
    bubble.wait_for(state="detached", timeout=6000)


def test_muted_chat_shows_no_bubbles(visit: Opened) -> None:
    ann, bob = two_people(visit)
    ann.click("#tab-chat")
    ann.get_by_role("button", name=t("chat.mute")).click()
    ann.click("#tab-log")
    say(bob, "hello")
    bob.locator("[data-mine] [data-bubble]").wait_for()
    assert not ann.locator("[data-bubble]").count()


def test_a_tap_tells_what_trick_and_pile_are_worth(visit: Opened) -> None:
    page = visit(viewport=PHONE)
    make_table(page, "neeps-4", bot="club")
    for _ in range(40):
        page.wait_for_selector(STOPS)
        if page.locator("[data-worth]").count() and page.locator("[data-pile-points]").count():
            break
        step(page)
    for place, words in (("[data-worth]", like("trick.worth")), ("[data-pile-points]", like("seat.pile"))):
        page.locator(f"{place} button").first.click()
        note = page.locator(":popover-open")
        note.get_by_text(words).wait_for()
        page.keyboard.press("Escape")
        note.wait_for(state="detached")


def test_received_cards_are_marked_until_the_first_play(visit: Opened) -> None:
    page = visit()
    make_table(page, "neeps-4", bot="club")
    page.wait_for_selector(READY)
    assert not page.locator(".slot.fresh").count()
    while page.get_attribute("[data-phase]", "data-phase") == "exchange":
        step(page)
    page.wait_for_selector(READY)
    assert page.locator(".slot.fresh").count() in (1, 2)  # one of them may have been passed on
    assert "new in your hand" in page.locator(".slot.fresh").first.get_attribute("aria-label")
    for _ in range(30):
        before = len(hand(page))
        step(page)
        if len(hand(page)) < before:
            break
    assert not page.locator(".slot.fresh").count()
