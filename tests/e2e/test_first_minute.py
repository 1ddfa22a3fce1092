"""The first minute of a host and of a guest: a table with two choices, and a link that says who invites to what."""

import pytest

from tests.e2e.catalogue import t
from tests.e2e.conftest import DESKTOP, PHONE, Opened
from tests.e2e.playing import CARD, make_table


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_host_makes_a_table_without_scrolling(visit: Opened, viewport: dict[str, int]) -> None:
    page = visit(viewport=viewport)
    page.click("[data-friends]")
    page.locator("dialog select").first.select_option("haggis-3")
    page.get_by_role("radio", name="1").check(force=True)
    page.get_by_text(t("form.rest", n=1)).wait_for()
    box = page.locator("[data-create]").bounding_box()
    assert box["y"] + box["height"] <= viewport["height"], box
    page.click("[data-create]")
    page.get_by_label(t("name.label")).fill("Ann")
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
    bob.get_by_role("heading", name=t("waiting.invites", name="Ann", game=t("game.name", "haggis-3"))).wait_for()
    assert bob.locator("[data-learn]").is_visible()
    assert (
        bob.get_by_text("--host").count()
        == bob.get_by_text(t("waiting.unlisted")).count()
        == bob.locator(".invite").count()
        == 0
    )
    ann.get_by_role("button", name=t("waiting.fill")).click()
    ann.get_by_text(t("waiting.watchers", n=1)).wait_for()  # Bob, who is about to sit down, is not left out
    bob.get_by_label(t("name.label")).fill("Bob")
    bob.get_by_role("button", name=t("waiting.sitDown")).click()
    ann.get_by_text(t("waiting.here", "others", names="Bob")).wait_for()
    bob.wait_for_selector("[data-coach]:checked")  # he has not learnt the game
    assert "primary" not in (ann.get_by_role("button", name=t("waiting.fill")).get_attribute("class") or "")
    ann.get_by_role("button", name=t("waiting.fill")).click()
    for page in (ann, bob):
        page.wait_for_selector(CARD)
