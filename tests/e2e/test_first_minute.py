"""The first minute of a host and of a guest: a table with two choices, and a link that says who invites to what."""

import pytest

from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import CARD, make_table


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_host_makes_a_table_without_scrolling(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    page.click("[data-friends]")
    page.locator("dialog select").first.select_option("haggis-3")
    page.get_by_role("radio", name="1").check(force=True)
    page.get_by_text("A bot takes the other seat.").wait_for()
    box = page.locator("[data-create]").bounding_box()
    assert box["y"] + box["height"] <= viewport["height"], box
    page.click("[data-create]")
    page.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    page.locator(".invite").wait_for()
    link = page.locator(".invite .ask").bounding_box()
    assert link["y"] + link["height"] <= viewport["height"], "the link is what the host needs"


def test_a_guest_reads_who_invites_to_what(visit: Opened) -> None:
    """On a phone, by a link: the game in a sentence, where to learn it, and nothing that is for the host."""
    ann = visit()
    make_table(ann, "haggis-3", seats=("me", "open", "open"), name="Ann")
    bob = visit(ann.url, viewport=PHONE)
    bob.get_by_role("heading", name="Ann invites you to Haggis for three").wait_for()
    assert bob.locator("[data-learn]").is_visible()
    assert (
        bob.get_by_text("--host").count()
        == bob.get_by_text("your cards").count()
        == bob.locator(".invite").count()
        == 0
    )
    ann.get_by_role("button", name="Fill with bots and start").click()
    ann.get_by_text("has opened the link").wait_for()  # Bob, who is about to sit down, is not left out
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    ann.get_by_text("Here with you: Bob.").wait_for()
    bob.wait_for_selector("[data-coach]:checked")  # he has not learnt the game
    assert "primary" not in (ann.get_by_role("button", name="Fill with bots and start").get_attribute("class") or "")
    ann.get_by_role("button", name="Fill with bots and start").click()
    for page in (ann, bob):
        page.wait_for_selector(CARD)
